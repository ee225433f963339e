#!/bin/sh
# The first use in each language, against an installed library: first.sh PREFIX. All four see the
# same seven comparisons and print the same scores.
. tests/c/common.sh
prefix=$1
out=$PWD/build/first
rm -rf "$out"
mkdir -p "$out/library"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib"

prints_scores() { # command...
  "$@" > "$out/said" 2>&1 || { cat "$out/said"; return 1; }
  for score in 0\.574 -0\.220 -0\.35[34]; do
    grep -q -e "$score" "$out/said" || { echo "no $score in:"; cat "$out/said"; return 1; }
  done
}

flags="-I$prefix/include -L$prefix/lib -lduel"
pass "C builds" cc -std=c99 examples/c/first.c -o "$out/c" $flags
pass "C" prints_scores "$out/c"
if have g++; then
  pass "C++ builds" g++ -std=c++11 examples/cpp/first.cpp -o "$out/cpp" $flags
  pass "C++" prints_scores "$out/cpp"
else
  skip "C++" "g++ is not installed"
fi
if have R; then
  # Built from a copy, so that no object file is left in the sources.
  cp -r bindings/r "$out/package"
  pass "R installs" env DUEL_PREFIX="$prefix" R CMD INSTALL --no-docs --no-test-load \
    --library="$out/library" "$out/package"
  pass "R" prints_scores env R_LIBS="$out/library" Rscript examples/r/first.R
else
  skip "R" "R is not installed"
fi
if have go && have pkg-config; then
  pass "Go" prints_scores env GOTOOLCHAIN=local GOPROXY=off GOFLAGS="-buildvcs=false -tags=duel_system" \
    go run -C examples/go .
else
  skip "Go" "go or pkg-config is not installed"
fi
finish
