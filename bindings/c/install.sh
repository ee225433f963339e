#!/bin/sh
# Installs the built library: sh bindings/c/install.sh
# PREFIX (/usr/local), LIBDIR ($PREFIX/lib), INCLUDEDIR ($PREFIX/include), MANDIR ($PREFIX/share/man) and DOCDIR
# ($PREFIX/share/doc/duel) say where it will live, DESTDIR (empty) where the tree is put together, BUILT (target/release)
# where cargo left it. The site is installed if `make docs` has built it; the man pages are written here, by python3.
set -eu
cd "$(dirname "$0")/../.."

PREFIX=${PREFIX:-/usr/local}
LIBDIR=${LIBDIR:-$PREFIX/lib}
INCLUDEDIR=${INCLUDEDIR:-$PREFIX/include}
MANDIR=${MANDIR:-$PREFIX/share/man}
DOCDIR=${DOCDIR:-$PREFIX/share/doc/duel}
DESTDIR=${DESTDIR:-}
BUILT=${BUILT:-target/release}

for place in "$PREFIX" "$LIBDIR" "$INCLUDEDIR" "$MANDIR" "$DOCDIR"; do
  case $place in
    /*) ;;
    *) echo "install.sh: PREFIX, LIBDIR, INCLUDEDIR, MANDIR and DOCDIR must be absolute, not \"$place\"" >&2; exit 1 ;;
  esac
done

version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
major=${version%%.*}
if [ "$major" = 0 ]; then
  rest=${version#*.}
  series=0.${rest%%.*}
else
  series=$major
fi

case $(uname -s) in
  Darwin) built=libduel.dylib; full=libduel.$version.dylib; soname=libduel.$series.dylib ;;
  *) built=libduel.so; full=libduel.so.$version; soname=libduel.so.$series ;;
esac
for file in "$BUILT/$built" "$BUILT/libduel.a"; do
  [ -f "$file" ] || { echo "install.sh: $file is missing; run cargo build --release first" >&2; exit 1; }
done

# From the library's folder to the headers', when both lie under the prefix.
case $LIBDIR:$INCLUDEDIR in
  "$PREFIX"/*:"$PREFIX"/*)
    up=$(printf '%s' "${LIBDIR#"$PREFIX"/}" | sed 's|[^/][^/]*|..|g')
    include_from_lib=$up/${INCLUDEDIR#"$PREFIX"/} ;;
  *) include_from_lib=not-relative ;;
esac
static_libs=$(cat bindings/c/static-libs)

# A path as the right side of a substitution.
literal() {
  printf '%s' "$1" | sed 's/[&|\\]/\\&/g'
}
# A path as pkg-config likes it, so that it can move a whole tree.
under_prefix() {
  case $1 in
    "$PREFIX"/*) printf '%s' "\${prefix}/${1#"$PREFIX"/}" ;;
    *) printf '%s' "$1" ;;
  esac
}
# Fills in a template: fill template file static-libs libdir includedir
fill() {
  sed -e "s|@PREFIX@|$(literal "$PREFIX")|g" -e "s|@LIBDIR@|$(literal "$4")|g" \
      -e "s|@INCLUDEDIR@|$(literal "$5")|g" -e "s|@VERSION@|$version|g" \
      -e "s|@SERIES@|$series|g" -e "s|@SONAME@|$soname|g" -e "s|@SHARED_FILE@|$full|g" \
      -e "s|@INCLUDE_FROM_LIB@|$(literal "$include_from_lib")|g" -e "s|@STATIC_LIBS@|$3|g" \
      "$1" > "$2"
  chmod 644 "$2"
}

lib=$DESTDIR$LIBDIR
include=$DESTDIR$INCLUDEDIR
mkdir -p "$lib/pkgconfig" "$lib/cmake/duel" "$include"
sh bindings/c/link.sh "$BUILT"
install -m 755 "build/$soname" "$lib/$full"
ln -sf "$full" "$lib/$soname"
ln -sf "$soname" "$lib/$built"
install -m 644 "$BUILT/libduel.a" "$lib/libduel.a"
install -m 644 include/duel.h include/duel.hpp "$include/"
fill bindings/c/duel.pc.in "$lib/pkgconfig/duel.pc" "$static_libs" "$(under_prefix "$LIBDIR")" \
  "$(under_prefix "$INCLUDEDIR")"
# cmake separates by semicolons, pkg-config by spaces.
fill bindings/c/duel-config.cmake.in "$lib/cmake/duel/duel-config.cmake" \
  "$(printf '%s' "$static_libs" | tr ' ' ';')" "$LIBDIR" "$INCLUDEDIR"
fill bindings/c/duel-config-version.cmake.in "$lib/cmake/duel/duel-config-version.cmake" "" \
  "$LIBDIR" "$INCLUDEDIR"

doc=$DESTDIR$DOCDIR
mkdir -p "$doc"
install -m 644 LICENSE README.md CHANGELOG.md MIGRATION.md "$doc/"
if [ -f build/docs/html/index.html ]; then
  rm -rf "$doc/html"
  cp -R build/docs/html "$doc/html"
fi
if command -v python3 >/dev/null 2>&1; then
  sh docs/build.sh man
  mkdir -p "$DESTDIR$MANDIR/man3"
  install -m 644 build/docs/man/man3/*.3 "$DESTDIR$MANDIR/man3/"
else
  echo "install.sh: no man pages, because python3 is not on the path" >&2
fi
