#!/bin/sh
# Links the built library into build/ under the names that the loader asks for, so that programs
# there run before anything is installed: sh bindings/c/link.sh target/release
set -eu
cd "$(dirname "$0")/../.."
built=$1
mkdir -p build
case $(uname -s) in
  Darwin) file=libduel.dylib ;;
  *) file=libduel.so ;;
esac
[ -f "$built/$file" ] || { echo "link.sh: $built/$file is missing" >&2; exit 1; }
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
case $version in
  0.*) rest=${version#0.}; series=0.${rest%%.*} ;;
  *) series=${version%%.*} ;;
esac
case $file in
  *.dylib) soname=libduel.$series.dylib ;;
  *) soname=libduel.so.$series ;;
esac
case $built in
  /*) from=$built ;;
  *) from=../$built ;;
esac
ln -sf "$from/$file" "build/$file"
ln -sf "$from/$file" "build/$soname"
