#!/bin/sh
# Installs into a scratch prefix and builds a program there in four ways: by pkg-config alone, by
# CMake's find_package alone, statically by either.
. tests/c/common.sh
out=$PWD/build/installed
rm -rf "$out"
mkdir -p "$out"
prefix=$out/prefix
install() { # environment...
  env BUILT="$built" "$@" sh bindings/c/install.sh
}

pass "make install PREFIX" install PREFIX="$prefix"
for file in include/duel.h include/duel.hpp lib/libduel.so lib/libduel.a lib/pkgconfig/duel.pc \
  lib/cmake/duel/duel-config.cmake lib/cmake/duel/duel-config-version.cmake share/doc/duel/LICENSE \
  share/doc/duel/README.md share/man/man3/duel.3 share/man/man3/duel_model_fit.3; do
  pass "installs $file" test -f "$prefix/$file"
done
pass "libduel.so is a link" test -L "$prefix/lib/libduel.so"

# DESTDIR is where the tree is put together, not where it will live.
pass "make install DESTDIR LIBDIR" install DESTDIR="$out/stage" PREFIX=/opt/duel \
  LIBDIR=/opt/duel/lib/odd
pass "stage has the library" test -f "$out/stage/opt/duel/lib/odd/libduel.a"
stop "stage knows nothing of DESTDIR" grep -r "$out" "$out/stage/opt/duel/lib/odd/pkgconfig" \
  "$out/stage/opt/duel/lib/odd/cmake"
pass "stage has its paths" grep -qx 'libdir=${prefix}/lib/odd' \
  "$out/stage/opt/duel/lib/odd/pkgconfig/duel.pc"
stop "relative PREFIX" install PREFIX=here

# The pinned list against what the compiler says a static library needs: that of Rust's standard
# library, to which nothing of ours adds. The unwinder (-lgcc_s) is left to the C compiler, which knows its name in static
# programs, too. The static programs below prove that it is enough.
pinned=$(tr ' ' '\n' < bindings/c/static-libs | sort -u)
if have rustc; then
  told=$(echo 'pub fn nothing() {}' | rustc --crate-type staticlib --crate-name nothing \
    --out-dir "$out" --print native-static-libs - 2>&1 |
    sed -n 's/.*native-static-libs: *//p' | tail -n 1)
  pass "static-libs: told \"$told\"" test "$(echo "$told" | tr ' ' '\n' | grep -vx -e -lgcc_s | sort -u)" = "$pinned"
else
  skip "list of static libraries" "rustc is not on the path"
fi

run() { # program: it must print the leaderboard of first.c
  "$1" | grep -q '^red .*95 % interval'
}

if have pkg-config; then
  export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
  version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
  pass "pkg-config --modversion" test "$(pkg-config --modversion duel)" = "$version"
  pass "shared by pkg-config" gcc -std=c99 examples/c/first.c -o "$out/shared" \
    $(pkg-config --cflags --libs duel)
  pass "shared by pkg-config runs" env LD_LIBRARY_PATH="$prefix/lib" "$out/shared"
  # Without the shared library in sight -lduel is the static one.
  mkdir -p "$out/only"
  cp "$prefix/lib/libduel.a" "$out/only/"
  pass "static by pkg-config" gcc -std=c99 examples/c/first.c -o "$out/static" \
    $(pkg-config --cflags duel) -L"$out/only" $(pkg-config --static --libs-only-l duel)
  pass "static by pkg-config runs" run "$out/static"
  pass "static needs no libduel.so" sh -c "! readelf -d '$out/static' | grep -q libduel"
  pass "fully static by pkg-config" gcc -std=c99 -static examples/c/first.c -o "$out/fully" \
    $(pkg-config --static --cflags --libs duel)
  pass "fully static by pkg-config runs" run "$out/fully"
  stop "fully static needs a loader" sh -c "readelf -l '$out/fully' | grep -q INTERP"
  if have g++; then
    pass "C++ by pkg-config" g++ -std=c++17 examples/cpp/first.cpp -o "$out/cpp" \
      $(pkg-config --cflags --libs duel)
    pass "C++ by pkg-config runs" env LD_LIBRARY_PATH="$prefix/lib" "$out/cpp"
  fi
else
  skip "pkg-config" "not installed"
fi

if have cmake; then
  mkdir -p "$out/cmake"
  cat > "$out/cmake/CMakeLists.txt" <<'LISTS'
cmake_minimum_required(VERSION 3.13)
project(first C)
set(CMAKE_C_STANDARD 99)
find_package(duel 0.2 REQUIRED CONFIG)
foreach(kind duel static)
  add_executable(first-${kind} ${SOURCE})
  target_link_libraries(first-${kind} PRIVATE duel::${kind})
endforeach()
LISTS
  # The tree was moved since: nothing in it may hang on the place it was made for.
  mv "$prefix" "$out/moved"
  pass "cmake" cmake -S "$out/cmake" -B "$out/cmake/build" -DCMAKE_PREFIX_PATH="$out/moved" \
    -DSOURCE="$PWD/examples/c/first.c"
  pass "cmake --build" cmake --build "$out/cmake/build"
  pass "shared by cmake runs" run "$out/cmake/build/first-duel"
  pass "static by cmake runs" run "$out/cmake/build/first-static"
  sed 's/duel 0.2 /duel 99 /' "$out/cmake/CMakeLists.txt" > "$out/cmake/old"
  mv "$out/cmake/old" "$out/cmake/CMakeLists.txt"
  stop "cmake asks for a later version" cmake -S "$out/cmake" -B "$out/cmake/later" \
    -DCMAKE_PREFIX_PATH="$out/moved" -DSOURCE="$PWD/examples/c/first.c"
else
  skip "cmake" "not installed"
fi
finish
