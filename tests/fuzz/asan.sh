#!/bin/sh
# The C programs and the fuzzers with the library, and the crates that it is made of, under AddressSanitizer:
# asan.sh [SECONDS of each fuzzer]. Everything is linked into one program with the sanitizer that rustc brings; that
# rustc takes the option outside of its nightly builds is RUSTC_BOOTSTRAP.
cd "$(dirname "$0")/../.." || exit 1
. tests/c/common.sh
: "${CARGO:=cargo}"
seconds=${1:-30}
target=$(rustc -vV | sed -n 's/^host: //p')
runtime=$(ls "$(rustc --print sysroot)/lib/rustlib/$target/lib"/librustc-*_rt.asan.a 2>/dev/null | head -n 1)
[ -n "$runtime" ] || { skip "AddressSanitizer" "rustc brings none for $target"; finish; }
have clang || { skip "AddressSanitizer" "clang is not installed"; finish; }
out=build/asan
mkdir -p $out/found
library=${ASAN_TARGET:-$out/target}
pass "build the library" env RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address $CARGO build --quiet --package duel-c --lib \
  --target "$target" --target-dir "$library" || finish
library=$library/$target/debug/libduel.a
pass "the library is instrumented" sh -c "nm '$library' 2>/dev/null | grep -q '__asan_report_load8'"
libraries="$library -Wl,--whole-archive $runtime -Wl,--no-whole-archive -Wl,--export-dynamic -lgcc_s -lstdc++ $(cat bindings/c/static-libs)"

sanitized() { # program options sources...
  sanitized_program=$1
  shift
  rm -rf "$sanitized_program.parts" && mkdir -p "$sanitized_program.parts" || return 1
  for sanitized_source in "$@"; do
    case $sanitized_source in
      *.cpp) set -- clang++ -std=c++17 ;;
      *) set -- clang -std=gnu11 ;;
    esac
    "$@" -g -O1 -fno-omit-frame-pointer -fsanitize=address -Wno-unused-function -Iinclude -I$out -c "$sanitized_source" \
      -o "$sanitized_program.parts/$(basename "$sanitized_source").o" || return 1
  done
  gcc "$sanitized_program.parts"/*.o -o "$sanitized_program" $libraries
}
ran() { # program arguments...
  ran_program=$1
  shift
  ran_output=$(ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1 $out/"$ran_program" "$@" 2>&1) || {
    printf '%s\n' "$ran_output" | tail -n 40
    return 1
  }
  printf '%s\n' "$ran_output" | grep -E ' runs, |^[0-9]+ passed' | head -n 1
}

# The gate itself: a planted overrun must be seen.
pass "build planted.c" sanitized $out/planted tests/c/planted.c && stop "a planted overrun" ran planted overrun
for source in torture life family inference options geometry judges table arrow_streams arrow_hostile gars policy claims random threads; do
  pass "build $source.c" sanitized $out/$source tests/c/$source.c && pass "$source" ran $source && echo "$source: $pass_output"
done
pass "build bad_input" sanitized $out/bad_input tests/c/bad_*.c && pass "bad input" ran bad_input &&
  echo "bad input: $pass_output"
for source in layer questions choosing judging scoring evidence; do
  pass "build $source.cpp" sanitized $out/$source tests/c/$source.cpp && pass "$source" ran $source &&
    echo "$source: $pass_output"
done
python3 tests/fuzz/calls.py include/duel.json >$out/calls.h || exit 1
for source in saved columns streams calls fits; do
  pass "build $source.c" sanitized $out/fuzz_$source tests/fuzz/driver.c tests/fuzz/$source.c &&
    pass "fuzz $source" ran fuzz_$source tests/fuzz/corpus/$source seconds="$seconds" seed=1 crashes=$out/found &&
    echo "fuzz $source: $pass_output"
done
finish
