#!/bin/sh
# Puts the built library into build/ under the names that the loader asks for, so that programs there run before
# anything is installed: sh bindings/c/link.sh target/release
#
# Where there is GNU's linker the shared library is linked anew, of the static one: its symbols then bear the version of
# the interface, which rustc's own link has no way to give them. Elsewhere it is a link to what cargo made.
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

# Of which library the one in build/ was linked, and when that was made; nothing where that cannot be told.
source=$(ls -L --full-time "$built/libduel.a" 2>/dev/null) || source=
linked() {
  [ "$file" = libduel.so ] && [ -f "$built/libduel.a" ] || return 1
  [ -n "$source" ] && [ -f "build/$soname" ] && [ ! -L "build/$soname" ] &&
    [ "$(cat build/linked 2>/dev/null)" = "$source" ] && return 0
  # Another link may be under way: what is there is replaced in one step.
  map=build/exports.$$
  new=build/$soname.$$
  printf 'DUEL_%s { global: duel_*; local: *; };\n' "$series" >"$map"
  status=0
  ${CC:-cc} -shared -o "$new" -Wl,-soname,"$soname" -Wl,--version-script="$map" -Wl,-z,relro,-z,now,-z,noexecstack,-z,defs \
    -Wl,--gc-sections -Wl,-O1 -Wl,-S -Wl,--as-needed -Wl,--whole-archive "$built/libduel.a" -Wl,--no-whole-archive -lgcc_s \
    $(cat bindings/c/static-libs) || status=1
  rm -f "$map"
  [ $status = 0 ] || { rm -f "$new"; return 1; }
  mv -f "$new" "build/$soname"
  printf '%s\n' "$source" >build/linked
}

if linked; then
  ln -sf "$soname" "build/$file"
else
  ln -sf "$from/$file" "build/$file"
  ln -sf "$from/$file" "build/$soname"
fi
