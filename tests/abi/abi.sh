#!/bin/sh
# The binary interface is that of include/duel.json, and as committed: abi.sh [write]. write: commit what it is now.
cd "$(dirname "$0")/../.." || exit 1
. tests/c/common.sh
out=build/abi
mkdir -p $out
have python3 || { skip "the binary interface" "python3 is not installed"; finish; }
kept=tests/abi/duel-$series.abi

# Sizes, offsets and numbers, as C compilers see them where pointers have 8 bytes.
layout() { # compiler standard...
  "$@" -Wall -Wextra -Werror -Wno-unused-local-typedefs -Iinclude -c $out/layout.c -o $out/layout.o
}
python3 tests/abi/abi.py layout include/duel.json >$out/layout.c || exit 1
if [ "$(getconf LONG_BIT)" = 64 ]; then
  for compiler in $(compilers gcc clang); do
    pass "$(grep -c '^[FSV]' $out/layout.c) sizes, offsets and numbers, $compiler" layout "$compiler" -std=c99 -pedantic
  done
  for compiler in $(compilers g++ clang++); do
    pass "sizes, offsets and numbers, $compiler" layout "$compiler" -std=c++11 -x c++
  done
  # The gate itself: an offset that is another must be seen.
  cp $out/layout.c $out/kept.c
  sed 's/^FIELD(duel_rows, right, duel_column, 56)/FIELD(duel_rows, right, duel_column, 64)/' $out/kept.c >$out/layout.c
  stop "a planted offset" layout gcc -std=c99
  cp $out/kept.c $out/layout.c
else
  skip "sizes and offsets" "they are told for 64 bits"
fi

# Types of functions, to any depth. The library has them from the header, so that a compiler's account of the header is
# that of the library; which functions there are, tests/c/symbols.sh compares.
have abidw && have abidiff || { skip "types of functions as committed" "abidw is not installed: Debian's abigail-tools"; finish; }
account() { # folder-of-duel.h name
  gcc -std=c99 -g -fPIC -shared -I"$1" $out/stub.c -Wl,-soname,libduel.so.$series -o "$out/$2.so" &&
    abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --no-architecture "$out/$2.so" >"$out/$2.abi"
}
python3 tests/abi/abi.py stub include/duel.json >$out/stub.c || exit 1
pass "the account of the interface" account include now
if [ "$1" = write ]; then
  cp $out/now.abi "$kept"
  echo "$kept"
fi
# New functions break no program, and are told.
pass "as in $kept (after a change that is meant: make abi)" abidiff --no-added-syms "$kept" $out/now.abi
abidiff "$kept" $out/now.abi | sed -n 's/.*\[A\].*function/new: /p'
mkdir -p $out/planted
sed 's/duel_set_resample(const duel_set \*set, duel_by by, uint64_t seed/duel_set_resample(const duel_set *set, duel_by by, int64_t seed/' \
  include/duel.h >$out/planted/duel.h
sed -i.kept 's/duel_by by, uint64_t seed/duel_by by, int64_t seed/' $out/stub.c
pass "the account of a planted interface" account $out/planted planted
stop "a planted type" abidiff --no-added-syms "$kept" $out/planted.abi
finish
