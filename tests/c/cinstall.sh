#!/bin/sh
# `cargo cinstall` of cargo-c installs the tree of `make install`: the same files under the same names, the same SONAME and
# functions, a line of pkg-config that says the same. What differs is said in docs/install.md, and is counted here.
cd "$(dirname "$0")/../.." || exit 1
. tests/c/common.sh
: "${CARGO:=cargo}"
have cargo-cinstall || { skip "cargo cinstall" "cargo-c is not installed"; finish; }
out=$PWD/build/cinstall
rm -rf "$out"
mkdir -p "$out"
made=$out/make/opt/duel
theirs=$out/capi/opt/duel
if have python3; then
  pass "man pages" sh docs/build.sh man
fi
pass "make install" env BUILT="$built" PREFIX=/opt/duel DESTDIR="$out/make" sh bindings/c/install.sh || finish
# The profile decides how fast the library is, not what is installed.
pass "cargo cinstall" "$CARGO" cinstall --locked --package duel-c --profile quick --prefix=/opt/duel --libdir=lib \
  --destdir="$out/capi" --target-dir "${CARGO_TARGET_DIR:-target}" || finish

# The files of find_package lie in the library's folder there, and in share/ here.
(cd "$made" && find . ! -type d | sed 's|/lib/cmake/|/share/cmake/|' | sort) >"$out/made.files"
(cd "$theirs" && find . ! -type d | sort) >"$out/theirs.files"
pass "the same files" diff "$out/made.files" "$out/theirs.files"
pass "there are files" test "$(wc -l <"$out/theirs.files")" -ge 12
for file in include/duel.h include/duel.hpp share/doc/duel/LICENSE; do
  pass "the same $file" cmp "$made/$file" "$theirs/$file"
done
links() { # tree
  for link in libduel.so "libduel.so.$series"; do
    readlink -f "$1/lib/$link" | sed "s|^.*/lib/||"
  done
}
pass "links lead to the same name" test "$(links "$made")" = "$(links "$theirs")"
of_library() { # tree
  readelf -d "$1/lib/libduel.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p'
  nm -D --defined-only --without-symbol-versions "$1/lib/libduel.so" | awk '$2 != "A" { print $3 }' | sort
}
of_library "$made" >"$out/made.names"
of_library "$theirs" >"$out/theirs.names"
pass "the same SONAME and functions" diff "$out/made.names" "$out/theirs.names"

# cargo-c names the unwinder too, and rustc's linking gives symbols no version.
if have pkg-config; then
  told() { # tree question...
    told_tree=$1
    shift
    # Words in alphabetical order, once each.
    PKG_CONFIG_PATH="$told_tree/lib/pkgconfig" pkg-config "$@" duel | tr ' ' '\n' | grep -v '^$' | grep -vx -e -lgcc_s | sort -u
  }
  for question in --modversion "--cflags --libs" "--static --libs"; do
    told "$made" $question >"$out/made.told"
    told "$theirs" $question >"$out/theirs.told"
    pass "pkg-config $question" diff "$out/made.told" "$out/theirs.told"
  done
  export PKG_CONFIG_PATH="$theirs/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$out/capi"
  pass "shared by pkg-config" cc -std=c99 examples/c/first.c -o "$out/shared" $(pkg-config --cflags --libs duel)
  pass "it runs" env LD_LIBRARY_PATH="$theirs/lib" "$out/shared"
fi
if have cmake; then
  mkdir -p "$out/cmake"
  cp docs/programs/CMakeLists.txt examples/cpp/first.cpp "$out/cmake/"
  pass "cmake" cmake -S "$out/cmake" -B "$out/cmake/build" -DCMAKE_PREFIX_PATH="$theirs"
  pass "cmake --build" cmake --build "$out/cmake/build"
  pass "it runs" "$out/cmake/build/first"
fi
finish
