#!/bin/sh
# make test: what finds most mistakes, in every language, one line a step as it ends, and the sum at the end. make test-all (sh
# all.sh all): the same, and valgrind, refused memory, packages, the manual. What a step printed stands in build/log, and is
# shown if the step failed.
#
# Rust's steps and those of the other languages run at the same time, once the library is built; the lane that ends first takes
# the Python package. make test builds the library and the Rust tests in one profile, `quick`: optimised, with checks of its
# arithmetic; make test-all tests the library that is shipped.
level=${1:-quick}
cd "$(dirname "$0")/../.." || exit 1
: "${CARGO:=cargo}"
: "${MAKE:=make}"
export CARGO_TERM_COLOR=never
log=build/log
mkdir -p $log
rm -rf $log/*.counts $log/claimed
prefix=$PWD/build/prefix
case $level in
  quick) LEVEL=quick profile=quick DUEL_TEST_SHARE=4 ;;
  *) LEVEL=all profile=release DUEL_TEST_SHARE=1 ;;
esac
case ${CARGO_TARGET_DIR:-target} in
  /*) BUILT=${CARGO_TARGET_DIR:-target}/$profile ;;
  *) BUILT=$PWD/${CARGO_TARGET_DIR:-target}/$profile ;;
esac
export BUILT DUEL_TEST_SHARE LEVEL

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

# Runs a step and prints one line, and its log if it failed. Its counts go to a file: steps run side by side.
step() { # name command...
  step_name=$1
  shift
  step_file=$log/$(echo "$step_name" | tr 'A-Z' 'a-z' | tr -cs 'a-z0-9\n' '-')
  step_log=$step_file.log
  step_start=$(seconds)
  "$@" >"$step_log" 2>&1 </dev/null
  step_status=$?
  set -- $(counts "$step_log")
  step_passed=$1 step_failed=$2 step_skipped=$3
  # A step that counts nothing is one test; one that fails without a count is one failure.
  [ "$step_status" = 0 ] && [ $((step_passed + step_failed + step_skipped)) = 0 ] && step_passed=1
  [ "$step_status" != 0 ] && [ "$step_failed" = 0 ] && step_failed=1
  echo "$step_passed $step_failed $step_skipped" >"$step_file.counts"
  step_said="ok $(printf '%6d' "$step_passed")"
  [ "$step_failed" = 0 ] || step_said="FAILED $step_failed"
  [ "$step_skipped" = 0 ] || step_said="$step_said, $step_skipped skipped"
  printf '%-46s%s  (%d s)\n' "$step_name" "$step_said" $(($(seconds) - step_start))
  grep -h -E '^(skip: |go: skipped|bindings/r: skipped)' "$step_log"
  if [ "$step_failed" != 0 ]; then
    echo "----- $step_log"
    tail -n 80 "$step_log"
    echo "-----"
  fi
  [ "$step_failed" = 0 ]
}

absent() { # name why
  printf '%-46sskipped: %s\n' "$1" "$2"
  echo "0 0 1" >"$log/absent-$(echo "$1" | tr -cs 'A-Za-z0-9\n' '-').counts"
}

finish() {
  echo
  cat $log/*.counts | awk '
    { passed += $1; failed += $2; skipped += $3 }
    END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped; exit failed > 0 || passed == 0 }'
  exit $?
}

# Where the Go distribution puts itself, if it is not on the path.
[ -d /usr/local/go/bin ] && PATH=$PATH:/usr/local/go/bin
sh tests/c/tools.sh
if ! command -v "$CARGO" >/dev/null 2>&1; then
  echo "cargo is missing: install Rust 1.85 or later" >&2
  exit 1
fi

in_rust() {
  step "format" "$CARGO" fmt --check
  # One profile with the tests, so that build scripts and macros are compiled once.
  step "clippy" "$CARGO" clippy --quiet --profile quick --workspace --all-targets -- -D warnings
  step "rust tests" "$CARGO" test --workspace --profile quick --no-fail-fast
  if grep -q '[1-9][0-9]* ignored' "$log/rust-tests.log" 2>/dev/null; then
    echo "Skipped Rust tests are slow campaigns: make campaign."
  fi
  in_python
}

# Of two lanes the first that comes here.
in_python() {
  mkdir $log/claimed 2>/dev/null || return 0
  if command -v python3 >/dev/null 2>&1; then
    step "Python package" sh tests/python.sh
  else
    absent "Python package" "python3 is not installed"
  fi
}

in_others() {
  step "licences of the crates" sh tests/crates.sh
  step "headers and warnings, C89 to C++20" sh tests/c/headers.sh
  step "symbols" sh tests/c/symbols.sh
  step "C and C++ programs" sh tests/c/programs.sh plain $LEVEL
  step "tables as Arrow streams" sh tests/c/arrow.sh
  step "examples and demo" sh tests/c/examples.sh
  rm -rf "$prefix"
  if PREFIX="$prefix" sh bindings/c/install.sh; then
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
  in_python
}

# Steps of make test-all alone: some are timed, and nothing runs beside them.
further() {
  step "binary interface" sh tests/abi/abi.sh
  step "memcheck" sh tests/c/programs.sh memcheck
  step "helgrind" sh tests/c/programs.sh helgrind
  step "memory refused" sh tests/c/programs.sh faults
  step "cancelled" sh tests/c/programs.sh cancels
  step "inputs changed at random" sh tests/fuzz/fuzz.sh 10
  step "installation" sh tests/c/installed.sh
  step "installation by cargo-c" sh tests/c/cinstall.sh
  step "manual" sh tests/docs.sh
  if command -v python3 >/dev/null 2>&1; then
    step "saved bytes in C, R, Go, Python, on clusters" sh tests/saved.sh "$prefix"
    step "packages" sh -c 'sh bindings/dist/dist.sh && sh tests/dist.sh'
    step "Conan recipe" sh tests/conan.sh
  else
    absent "packages" "python3 is not installed"
  fi
}

# What pip brings is waited for, not computed: it is under way while the library is built.
command -v python3 >/dev/null 2>&1 && sh tests/python.sh prepare >"$log/prepare.log" 2>&1 </dev/null &
[ $level = quick ] && build=quick || build="build --profile $profile"
step "library" "$CARGO" $build || finish
wait
in_rust &
in_others
wait
if [ "$level" = quick ]; then
  echo "make test-all has more: valgrind, refused memory, R CMD check, packages, the manual."
else
  further
fi
finish
