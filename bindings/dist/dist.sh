#!/bin/sh
# make dist: what people install, in build/dist, from the library that was built.
#   duel-VERSION-linux-x86_64.tar.gz   library, headers, pkg-config, CMake, license, manual; works wherever it is unpacked
#   duel_ranking-VERSION-...whl        the Python package
#   duel_VERSION.tar.gz                the R package, with the sources of the library
#   go/                                a file proxy of the Go modules
#   duel-VERSION.cdx.json              the crates that the library is made of (CycloneDX), for scanners
# BUILT (target/release) says where cargo left the library, DIST (build/dist) where all this goes.
set -eu
cd "$(dirname "$0")/../.."
built=${BUILT:-target/release}
mkdir -p "${DIST:-build/dist}"
dist=$(cd "${DIST:-build/dist}" && pwd)
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
platform=$(uname -s | tr 'A-Z' 'a-z')-$(uname -m)
name=duel-$version-$platform

rm -rf "$dist/$name" "$dist/go" "$dist/$name.tar.gz" "$dist"/duel_* "$dist"/duel-*.cdx.json
# The archive is an installation whose pkg-config file goes by its own place.
BUILT="$built" DESTDIR="$dist/$name/stage" PREFIX=/duel sh bindings/c/install.sh
mv "$dist/$name/stage/duel"/* "$dist/$name/"
rm -rf "$dist/$name/stage"
sed 's|^prefix=.*|prefix=${pcfiledir}/../..|' "$dist/$name/lib/pkgconfig/duel.pc" >"$dist/$name.pc"
mv "$dist/$name.pc" "$dist/$name/lib/pkgconfig/duel.pc"
(cd "$dist" && tar --sort=name --owner=0 --group=0 --numeric-owner -czf "$name.tar.gz" "$name")
rm -rf "${dist:?}/$name"
echo "$dist/$name.tar.gz"

if command -v cargo >/dev/null 2>&1; then
  python3 bindings/dist/crates.py sbom >"$dist/duel-$version.cdx.json"
  echo "$dist/duel-$version.cdx.json"
fi

# As it was installed above: its symbols bear a version.
library=$PWD/build/libduel.so
[ -f "$library" ] || library=$PWD/build/libduel.dylib
DUEL_LIBRARY="$library" python3 bindings/python/build_wheel.py "$dist"

# The Go module has a library for this platform only; others use tags.
if [ "$platform" = linux-x86_64 ]; then
  python3 bindings/dist/go_proxy.py "$dist/go" "$built/libduel.a"
  echo "$dist/go"
fi

if command -v R >/dev/null 2>&1; then
  sh bindings/dist/r_tarball.sh "$dist"
else
  echo "dist: no R package, because R is not installed" >&2
fi
