#!/bin/sh
# make test: what finds most mistakes, in every language, one line a step, and the sum at the end. make test-all (sh all.sh
# all): the same, and valgrind, refused memory, packages, the manual. What a step printed stands in build/log, and is shown if
# the step failed.
level=${1:-quick}
cd "$(dirname "$0")/../.." || exit 1
: "${CARGO:=cargo}"
: "${MAKE:=make}"
export CARGO_TERM_COLOR=never
log=build/log
mkdir -p $log
total_passed=0
total_failed=0
total_skipped=0
prefix=$PWD/build/prefix

seconds() {
  date +%s
}

# The counts of a log: our scripts' last line "N passed, M failed[, K skipped]", and the sum of
# cargo's, one for each test program.
counts() { # log
  awk '
    /^test result: / { p += $4; f += $6; s += $8 }
    /^[0-9]+ passed, [0-9]+ failed/ { ours = $1; bad = $3; left = $6 ~ /^skipped/ ? $5 : 0 }
    /^(go|bindings\/r): skipped/ { s++ }
    END { print p + ours + 0, f + bad + 0, s + left + 0 }' "$1"
}

step() { # name command...
  step_name=$1
  shift
  step_log=$log/$(echo "$step_name" | tr 'A-Z' 'a-z' | tr -cs 'a-z0-9\n' '-').log
  step_start=$(seconds)
  printf '%-44s' "$step_name"
  "$@" >"$step_log" 2>&1 </dev/null
  step_status=$?
  set -- $(counts "$step_log")
  step_passed=$1 step_failed=$2 step_skipped=$3
  # A step that counts nothing is one test; one that fails without a count is one failure.
  [ "$step_status" = 0 ] && [ $((step_passed + step_failed + step_skipped)) = 0 ] && step_passed=1
  [ "$step_status" != 0 ] && [ "$step_failed" = 0 ] && step_failed=1
  total_passed=$((total_passed + step_passed))
  total_failed=$((total_failed + step_failed))
  total_skipped=$((total_skipped + step_skipped))
  if [ "$step_failed" = 0 ]; then
    printf 'ok %6d' "$step_passed"
  else
    printf 'FAILED %d' "$step_failed"
  fi
  [ "$step_skipped" -gt 0 ] && printf ', %d skipped' "$step_skipped"
  printf '  (%d s)\n' $(($(seconds) - step_start))
  grep -h -E '^(skip: |go: skipped|bindings/r: skipped)' "$step_log"
  if [ "$step_failed" != 0 ]; then
    echo "----- $step_log"
    tail -n 80 "$step_log"
    echo "-----"
  fi
  [ "$step_failed" = 0 ]
}

# Steps of make test-all alone.
further() { # name command...
  [ "$level" = quick ] || step "$@"
}

absent() { # name why
  printf '%-44sskipped: %s\n' "$1" "$2"
  total_skipped=$((total_skipped + 1))
}

finish() {
  echo
  echo "$total_passed passed, $total_failed failed, $total_skipped skipped"
  [ "$total_failed" = 0 ]
  exit $?
}

# Where the Go distribution puts itself, if it is not on the path.
[ -d /usr/local/go/bin ] && PATH=$PATH:/usr/local/go/bin
sh tests/c/tools.sh
if ! command -v "$CARGO" >/dev/null 2>&1; then
  echo "cargo is missing: install Rust 1.85 or later" >&2
  total_failed=1
  finish
fi

step "format" "$CARGO" fmt --check
step "clippy" "$CARGO" clippy --quiet --workspace --all-targets -- -D warnings
step "library" "$CARGO" build --release || finish
step "rust tests" "$CARGO" test --workspace --profile quick --no-fail-fast

step "licences of the crates" sh tests/crates.sh
step "headers and warnings, C89 to C++20" sh tests/c/headers.sh
step "symbols" sh tests/c/symbols.sh
further "binary interface" sh tests/abi/abi.sh
step "C and C++ programs" sh tests/c/programs.sh plain
step "tables as Arrow streams" sh tests/c/arrow.sh
further "memcheck" sh tests/c/programs.sh memcheck
further "helgrind" sh tests/c/programs.sh helgrind
further "memory refused" sh tests/c/programs.sh faults
further "cancelled" sh tests/c/programs.sh cancels
further "inputs changed at random" sh tests/fuzz/fuzz.sh 10
step "examples and demo" sh tests/c/examples.sh
further "installation" sh tests/c/installed.sh
further "installation by cargo-c" sh tests/c/cinstall.sh

rm -rf "$prefix"
if PREFIX="$prefix" BUILT="${CARGO_TARGET_DIR:-target}/release" sh bindings/c/install.sh; then
  if command -v R >/dev/null 2>&1; then
    step "R package" env DUEL_PREFIX="$prefix" sh bindings/r/check.sh "$level"
  else
    absent "R package" "R is not installed"
  fi
  if command -v go >/dev/null 2>&1; then
    step "Go module" sh bindings/go/check.sh "$prefix" "$level"
  else
    absent "Go module" "go is not installed"
  fi
  step "first use in C, C++, R, Go" sh tests/c/first.sh "$prefix"
else
  absent "R package and Go module" "the installation failed"
fi
if command -v python3 >/dev/null 2>&1; then
  step "Python package" sh tests/python.sh
  further "saved bytes in C, R, Go, Python, on clusters" sh tests/saved.sh "$prefix"
else
  absent "Python package" "python3 is not installed"
fi
further "manual" sh tests/docs.sh
if command -v python3 >/dev/null 2>&1; then
  further "packages" sh -c 'BUILT="${CARGO_TARGET_DIR:-target}/release" sh bindings/dist/dist.sh && sh tests/dist.sh'
  further "Conan recipe" sh tests/conan.sh
else
  absent "packages" "python3 is not installed"
fi
grep -q '[1-9][0-9]* ignored' "$log/rust-tests.log" 2>/dev/null &&
  echo "Skipped Rust tests are slow campaigns: make campaign."
[ "$level" = quick ] && echo "make test-all has more: valgrind, refused memory, R CMD check, packages, the manual."
finish
