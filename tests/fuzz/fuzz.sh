#!/bin/sh
# Builds the targets and runs each for so many seconds: fuzz.sh SECONDS [seed=N] [only=TARGET]. The inputs that end a process,
# and those that give what is wrong, stand in build/fuzz; `build/fuzz/TARGET FILE` runs one again.
cd "$(dirname "$0")/../.." || exit 1
. tests/c/common.sh
seconds=${1:-10}
seed=seed=1
targets='saved columns streams calls fits'
shift
for option in "$@"; do
  case $option in
    seed=*) seed=$option ;;
    only=*) targets=${option#only=} ;;
    *) echo "fuzz.sh: seed=N or only=TARGET, not \"$option\"" >&2; exit 2 ;;
  esac
done
out=build/fuzz
mkdir -p $out/found
sh bindings/c/link.sh "$built" || exit 1
libraries="-Lbuild -lduel -lm -Wl,-rpath,$PWD/build"

for target in $targets; do
  if [ "$target" = calls ]; then
    have python3 || { skip "fuzz $target" "python3 is not installed"; continue; }
    python3 tests/fuzz/calls.py include/duel.json >$out/calls.h || exit 1
  fi
  pass "build $target.c" gcc -std=gnu11 -g -O1 $strict -Wno-unused-function -Iinclude -I$out tests/fuzz/driver.c \
    tests/fuzz/$target.c -o $out/$target $libraries || continue
  pass "fuzz $target" $out/$target tests/fuzz/corpus/$target seconds="$seconds" "$seed" crashes=$out/found
  printf '%s\n' "$pass_output" | head -n 1
done
finish
