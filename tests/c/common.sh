# Shared by the scripts of this folder. Read with: . tests/c/common.sh
# Each script ends with `finish`: a line "N passed, M failed, K skipped" and the exit status.
passed=0
failed=0
skipped=0
# Where the library that is tested was built.
built=${BUILT:-${CARGO_TARGET_DIR:-target}/release}
strict='-Wall -Wextra -pedantic -Werror'

# The C programs that count their checks, and the sources of one.
programs='torture operations life family inference options geometry chart judges table given paired board ballots arrow_streams arrow_hostile gars gars_own gars_second_order policy claims counts large
  random threads bad_input'
sources() { # program
  case $1 in
    bad_input) echo tests/c/bad_*.c ;;
    *) echo "tests/c/$1.c" ;;
  esac
}

have() {
  command -v "$1" >/dev/null 2>&1
}

skip() { # what why
  echo "skip: $1 ($2)"
  skipped=$((skipped + 1))
}

# Runs a command that must succeed; shows what it printed only if it does not.
pass() { # name command...
  pass_name=$1
  shift
  if pass_output=$("$@" 2>&1); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s\n  %s\n%s\n' "$pass_name" "$*" "$pass_output"
    return 1
  fi
}

# The same for one that must fail: a gate is tested by what it must stop.
stop() { # name command...
  stop_name=$1
  shift
  if stop_output=$("$@" 2>&1); then
    failed=$((failed + 1))
    printf 'NOT STOPPED: %s\n  %s\n%s\n' "$stop_name" "$*" "$stop_output"
    return 1
  else
    passed=$((passed + 1))
  fi
}

compilers() { # gcc or g++, then clang's
  for one in "$@"; do
    if have "$one"; then
      echo "$one"
    fi
  done
}

finish() {
  if [ "$skipped" -gt 0 ]; then
    echo "$passed passed, $failed failed, $skipped skipped"
  else
    echo "$passed passed, $failed failed"
  fi
  [ "$failed" = 0 ]
  exit $?
}

# The series of the interface, which SONAME and symbols bear: 0.2 of 0.2.0, 1 of 1.4.2.
version=$(sed -n 's/^version *= *"\(.*\)"/\1/p' Cargo.toml | head -n 1)
case $version in
  0.*) rest=${version#0.}; series=0.${rest%%.*} ;;
  *) series=${version%%.*} ;;
esac
