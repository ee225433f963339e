#!/bin/sh
# README.md shows the first use in each language as the files under examples hold it: in the first
# block of its language. Without an argument: compare; "write": put the files into the page.
. tests/c/common.sh
languages='c:examples/c/first.c cpp:examples/cpp/first.cpp r:examples/r/first.R go:examples/go/first.go'

# The page with the first block of each language made from its file.
with_files() {
  awk -v languages="$languages" '
    BEGIN {
      count = split(languages, list, " ")
      for (i = 1; i <= count; i++) file[substr(list[i], 1, index(list[i], ":") - 1)] = \
        substr(list[i], index(list[i], ":") + 1)
    }
    skipping && /^```$/ { skipping = 0 }
    skipping { next }
    { print }
    /^```[a-z]+$/ && (substr($0, 4) in file) {
      name = file[substr($0, 4)]
      delete file[substr($0, 4)]
      while ((getline line < name) > 0) print line
      skipping = 1
    }
    END { for (language in file) print "no block of " language }' README.md
}

mkdir -p build
with_files > build/README.md
if [ "${1:-}" = write ]; then
  cp build/README.md README.md
  exit 0
fi
pass "README.md has the examples (else: sh tests/c/readme.sh write)" diff -u README.md build/README.md
for link in $(grep -o '](\([^)#]*\))' README.md | sed 's/](\(.*\))/\1/' | grep -v '^https\?:'); do
  pass "README.md points to $link" test -e "$link"
done
finish
