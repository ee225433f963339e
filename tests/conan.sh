#!/bin/sh
# The Conan recipe: builds the package from the recipe's own copy of the sources, static and shared, and the first use of C
# and of C++ against each, in an empty environment: a Conan and a home of Conan's of their own.
#   sh tests/conan.sh
cd "$(dirname "$0")/.." || exit 1
. tests/c/common.sh
for program in python3 cargo cmake c++; do
  have $program || { skip "the Conan recipe" "$program is not installed"; finish; }
done
out=$PWD/build/conan
mkdir -p "$out"
if ! [ -x "$out/env/bin/conan" ]; then
  { python3 -m venv "$out/env" && "$out/env/bin/pip" install --quiet --disable-pip-version-check 'conan>=2.4,<3'; } \
    >"$out/pip.log" 2>&1 || { rm -rf "$out/env"; skip "the Conan recipe" "pip could not install conan"; finish; }
fi
home=$out/home
rm -rf "$home"
# Crates are compiled once for both packages; of what this folder holds Conan knows nothing.
conan() {
  env CONAN_HOME="$home" CARGO_TARGET_DIR="$out/target" CC= CXX= "$out/env/bin/conan" "$@"
}
created() { # shared? log
  conan create bindings/conan --no-remote -s build_type=Debug -o "duel/*:shared=$1" -c 'tools.cmake.cmake_layout:test_folder=$TMP' \
    -c tools.cmake.cmaketoolchain:user_presets= >"$out/$2.log" 2>&1 ||
    { tail -n 40 "$out/$2.log"; return 1; }
}
# As often as there are programs.
prints_scores() { # log
  [ "$(grep -c -e '0\.574' "$out/$1.log")" = 2 ] || { tail -n 30 "$out/$1.log"; return 1; }
}
package() { # log: the folder of the package
  sed -n 's/^.*Full package reference: *//p' "$out/$1.log" | tail -n 1 >"$out/reference"
  conan cache path "$(cat "$out/reference")"
}
holds() { # folder pattern
  find "$1/lib" -name "$2" | grep -q .
}
pass "conan profile" conan profile detect
for kind in static shared; do
  case $kind in shared) is_shared=True ;; *) is_shared=False ;; esac
  pass "conan create, $kind" created $is_shared $kind && pass "first use, $kind" prints_scores $kind || continue
  folder=$(package $kind)
  pass "$kind: the licence" test -f "$folder/licenses/LICENSE"
  pass "$kind: duel.hpp" test -f "$folder/include/duel.hpp"
  case $kind in
    shared) pass "a shared library" holds "$folder" "libduel.*$series*" && stop "and no other" holds "$folder" '*.a' ;;
    *) pass "a static library" holds "$folder" libduel.a && stop "and no other" holds "$folder" 'libduel.so*' ;;
  esac
done
finish
