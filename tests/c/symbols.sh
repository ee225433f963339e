#!/bin/sh
# The library exports exactly the functions that the header declares, with the version of the interface, under its own
# SONAME; it needs nothing but the C library; and neither it nor a program is easier to attack than it must be.
. tests/c/common.sh
out=build/symbols
mkdir -p $out
sh bindings/c/link.sh "$built" || exit 1
library=build/libduel.so

gcc -E -P -Iinclude include/duel.h | grep -o 'duel_[a-z0-9_]* *(' | grep -o 'duel_[a-z0-9_]*' |
  sort -u > $out/declared
# Names of callback types look the same in a declaration; functions they are not.
grep -v '_fn$' $out/declared > $out/functions
nm -D --defined-only --without-symbol-versions $library | awk '$2 != "A" { print $3 }' | sort -u > $out/exported
pass "header = symbols" diff -u $out/functions $out/exported
pass "there are functions" test "$(wc -l < $out/functions)" -ge 30

# The gate itself: one symbol too few must be seen.
sed 1d $out/exported > $out/planted
stop "planted symbol" diff -u $out/functions $out/planted

soname=$(readelf -d $library | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
pass "SONAME \"$soname\"" test "$soname" = "libduel.so.$series"
unversioned() { # library
  nm -D --defined-only --with-symbol-versions "$1" | awk '$2 != "A" { print $3 }' | grep -v "^duel_[a-z0-9_]*@@DUEL_$series\$"
}
stop "a symbol without the version DUEL_$series" unversioned $library
pass "planted: what cargo links has none" unversioned "$built/libduel.so"

# Only the C library, its loader and the unwinder are needed at run time.
needed=$(readelf -d $library | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' |
  grep -v -E '^(libc|libm|libgcc_s|libdl|libpthread|librt|libutil|ld-linux.*)\.so' || true)
pass "nothing else is needed, but: $needed" test -z "$needed"

# Symbols are bound at the start and then read-only, no stack is executable, no code is relocated.
hardened() { # file
  readelf -lW "$1" | grep -q 'GNU_RELRO' && readelf -dW "$1" | grep -q 'BIND_NOW\|FLAGS.*NOW' &&
    readelf -lW "$1" | grep 'GNU_STACK' | grep -q ' RW ' && ! readelf -dW "$1" | grep -q TEXTREL &&
    ! readelf -lW "$1" | grep -q 'LOAD.* RWE '
}
pass "the library is hardened" hardened $library
pass "what cargo links is hardened" hardened "$built/libduel.so"
# A program that is linked with the static library, at any place and with no more rights: its objects allow that.
pass "build a program of the static library" gcc -std=c99 -fPIE -pie -Wl,-z,relro,-z,now -Iinclude examples/c/first.c \
  -o $out/first "$built/libduel.a" -lgcc_s $(cat bindings/c/static-libs)
pass "it is hardened" hardened $out/first
pass "it runs at any place" sh -c "readelf -hW $out/first | grep -q 'DYN (Position-Independent'"
pass "a planted program" gcc -std=c99 -Wl,-z,execstack -Iinclude examples/c/first.c -o $out/planted-stack -Lbuild -lduel
stop "a planted stack that is executable" hardened $out/planted-stack
finish
