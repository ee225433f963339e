#!/bin/sh
# Runs the examples of the README in R and Go against an installed library: sh hosts.sh PREFIX.
cd "$(dirname "$0")/../.." || exit 1
prefix=$1
[ -d /usr/local/go/bin ] && PATH=$PATH:/usr/local/go/bin
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib" DUEL_PREFIX="$prefix"
passed=0
failed=0

check() { # name command...
  name=$1
  shift
  if "$@" | grep -q 'red.*0\.574'; then
    passed=$((passed + 1))
  else
    echo "FAILED $name"
    failed=$((failed + 1))
  fi
}

if command -v R >/dev/null 2>&1; then
  library=$(mktemp -d)
  trap 'rm -rf "$library"' EXIT
  R CMD INSTALL --no-docs -l "$library" bindings/r >"$library/log" 2>&1 || cat "$library/log"
  check "examples/r/first.R" env R_LIBS="$library" Rscript examples/r/first.R
else
  echo "skip: examples/r, R is not installed"
fi
if command -v go >/dev/null 2>&1; then
  check "examples/go/first.go" env GOTOOLCHAIN=local GOPROXY=off GOFLAGS=-buildvcs=false \
    go -C examples/go run .
else
  echo "skip: examples/go, go is not installed"
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
