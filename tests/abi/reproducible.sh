#!/bin/sh
# The same bytes from two folders: the sources are copied to two places, built there, and the libraries compared. Names of
# folders that the compiler would keep (in messages of panics) are mapped to names that do not depend on the place.
#   sh tests/abi/reproducible.sh [PROFILE]      release by default
cd "$(dirname "$0")/../.." || exit 1
. tests/c/common.sh
: "${CARGO:=cargo}"
profile=${1:-release}
out=${TMPDIR:-/tmp}/duel-reproducible.$$
mkdir -p "$out"
trap 'rm -rf "$out"' EXIT
crates=${CARGO_HOME:-$HOME/.cargo}

copied_to() { # folder
  mkdir -p "$1" && git ls-files -z | xargs -0 tar -cf - | tar -xf - -C "$1"
}
built_in() { # folder
  (cd "$1" && CARGO_TARGET_DIR="$1/target" \
    RUSTFLAGS="--remap-path-prefix=$1=/duel --remap-path-prefix=$crates=/cargo" \
    $CARGO build --quiet --locked --package duel-c --lib --profile "$profile" && sh bindings/c/link.sh "$1/target/$profile")
}
# Both at the same time, so that they are the same.
for place in "$out/one" "$out/another/and/deeper"; do
  pass "copy to $place" copied_to "$place" || finish
done
for place in "$out/one" "$out/another/and/deeper"; do
  pass "build in $place" built_in "$place" || finish
  for file in "$place/target/$profile/libduel.a" "$place/target/$profile/libduel.so" "$place/build/libduel.so"; do
    sha256sum <"$file"
  done >"$out/$(basename "$place").sums"
done
cat "$out/one.sums"
pass "the same libduel.a, libduel.so as cargo links it, and libduel.so" cmp "$out/one.sums" "$out/deeper.sums"
stop "a name of the folder" grep -q "$out" "$out/one/target/$profile/libduel.so" "$out/one/target/$profile/libduel.a"
finish
