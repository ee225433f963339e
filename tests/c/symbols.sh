#!/bin/sh
# The library exports exactly the functions that the header declares, under its own SONAME, and
# builds of it link with the system libraries that duel.pc names.
. tests/c/common.sh
out=build/symbols
mkdir -p $out

gcc -E -P -Iinclude include/duel.h | grep -o 'duel_[a-z0-9_]* *(' | grep -o 'duel_[a-z0-9_]*' |
  sort -u > $out/declared
# Names of callback types look the same in a declaration; functions they are not.
grep -v '_fn$' $out/declared > $out/functions
nm -D --defined-only "$built/libduel.so" | awk '{ print $3 }' | sort -u > $out/exported
pass "header = symbols" diff -u $out/functions $out/exported
pass "there are functions" test "$(wc -l < $out/functions)" -ge 30

# The gate itself: one symbol too few must be seen.
sed 1d $out/exported > $out/planted
stop "planted symbol" diff -u $out/functions $out/planted

version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
case $version in
  0.*) rest=${version#0.}; series=0.${rest%%.*} ;;
  *) series=${version%%.*} ;;
esac
soname=$(readelf -d "$built/libduel.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
pass "SONAME \"$soname\"" test "$soname" = "libduel.so.$series"

# Only the C library, its loader and the unwinder are needed at run time.
needed=$(readelf -d "$built/libduel.so" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' |
  grep -v -E '^(libc|libm|libgcc_s|libdl|libpthread|librt|libutil|ld-linux.*)\.so' || true)
pass "nothing else is needed, but: $needed" test -z "$needed"
finish
