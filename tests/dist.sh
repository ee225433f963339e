#!/bin/sh
# make dist, and each of its packages installed and run in an empty environment: no libduel, no checkout, a home of its own.
# The commands are those of the manual: docs/programs/install-*.sh.
#   sh tests/dist.sh            after make dist
#   sh tests/dist.sh c go       these alone
cd "$(dirname "$0")/.." || exit 1
. tests/c/common.sh
DIST=${DIST:-$PWD/build/dist}
out=$PWD/build/dist-tests
rm -rf "$out"
mkdir -p "$out"
[ -d /usr/local/go/bin ] && PATH=$PATH:/usr/local/go/bin
languages=${*:-c cpp python r go source}

# Runs the manual's script in a folder of its own that holds the given files, and keeps what it prints.
installs() { # language files...
  installs_language=$1
  shift
  installs_in=$out/$installs_language
  mkdir -p "$installs_in/home"
  for installs_file in "$@"; do
    cp "$installs_file" "$installs_in/"
  done
  cp "docs/programs/install-$installs_language.sh" "$installs_in/run.sh"
  installs_begun=$(date +%s%N)
  (cd "$installs_in" && env -i HOME="$installs_in/home" PATH="$PATH" LANG=C.UTF-8 DIST="$DIST" $empty sh -e run.sh) \
    >"$out/$installs_language.log" 2>&1 || { tail -n 40 "$out/$installs_language.log"; return 1; }
  echo "$installs_language $((($(date +%s%N) - installs_begun) / 100000000))" >>"$out/seconds"
}
# From an empty folder to a ranking, as the scripts of the manual go: they install, build, and run. Of the machine as it is,
# which may have other work; nothing is asked of it.
seconds_taken() {
  while read -r taken_language taken; do
    echo "from an empty folder to a ranking, $taken_language: $((taken / 10)).$((taken % 10)) s"
  done <"$out/seconds"
}
# Prints the scores of the first use, as often as is said.
prints_scores() { # language times
  for score in 0\.574 -0\.220 -0\.35[34]; do
    [ "$(grep -c -e "$score" "$out/$1.log")" = "$2" ] || { echo "not $2 times $score in:"; tail -n 30 "$out/$1.log"; return 1; }
  done
}
wanted() { # language programs...
  case " $languages " in
    *" $1 "*) ;;
    *) return 1 ;;
  esac
  wanted_language=$1
  shift
  for wanted_program in "$@"; do
    have "$wanted_program" || { skip "$wanted_language" "$wanted_program is not installed"; return 1; }
  done
}
try() { # language times files...
  try_language=$1 try_times=$2
  shift 2
  empty=${empty:-}
  pass "$try_language installs" installs "$try_language" "$@" &&
    pass "$try_language runs" prints_scores "$try_language" "$try_times"
  empty=
}

wanted c cc pkg-config && try c 2 examples/c/first.c &&
  stop "the static program needs a loader" sh -c "readelf -l '$out/c/first-static' | grep -q INTERP"
wanted cpp cmake c++ && try cpp 1 examples/cpp/first.cpp docs/programs/CMakeLists.txt
if wanted python python3; then
  cp examples/data/judge_mtbench.csv "$out/votes.csv"
  try python 1 examples/python/first.py "$out/votes.csv" && pass "duel board" grep -q '^ *2  1-2 .* gpt-4 ' "$out/python.log"
fi
if wanted r R cargo; then
  # Cargo finds its toolchain in the home of whoever installed it; crates come from the package, and from nowhere else.
  alone=
  if unshare -n true 2>/dev/null; then
    alone='unshare -n'
  else
    skip "R's package without a network" "unshare -n is not allowed"
  fi
  empty="RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup} $alone" && try r 1 examples/r/first.R
fi
if wanted go go cc; then
  empty="GOTOOLCHAIN=local GOFLAGS=-modcacherw" try go 2 examples/go/first.go
  # Without cgo, and for a platform without a library, the compiler says what to do.
  sentence() { # pattern command...
    sentence_pattern=$1
    shift
    (cd "$out/go" && env -i HOME="$out/go/home" PATH="$PATH" GOTOOLCHAIN=local GOPROXY=off GOFLAGS=-modcacherw "$@") \
      >"$out/sentence.log" 2>&1 && { echo "it was built"; return 1; }
    grep -q -e "$sentence_pattern" "$out/sentence.log" || { cat "$out/sentence.log"; return 1; }
  }
  pass "without cgo" sentence duel_needs_cgo__set_CGO_ENABLED_to_1 env CGO_ENABLED=0 go build -o nothing .
  pass "on another platform" sentence 'no prebuilt library for this platform.*duel_system' \
    env GOARCH=arm64 CGO_ENABLED=1 go tool cgo -objdir "$out/go/objects" \
    "$out/go/home/go/pkg/mod/github.com/duel-ranking/duel/bindings/go@v0.2.0/link_missing.go"
  for platform in linux/arm64 darwin/arm64 darwin/amd64 windows/amd64; do
    pass "$platform is told" sh -c "cd bindings/go && GOOS=${platform%/*} GOARCH=${platform#*/} CGO_ENABLED=1 GOFLAGS= \
      GOTOOLCHAIN=local GOPROXY=off go list -f '{{.CgoFiles}}' . | grep -q link_missing.go"
  done
  stop "linux/amd64 is told" sh -c "cd bindings/go && GOOS=linux GOARCH=amd64 CGO_ENABLED=1 GOFLAGS= GOTOOLCHAIN=local \
    GOPROXY=off go list -f '{{.CgoFiles}}' . | grep -q link_missing.go"
  # A program that vendors its modules has header and library, too.
  pass "go mod vendor" env -i HOME="$out/go/home" PATH="$PATH" GOTOOLCHAIN=local GOFLAGS=-modcacherw GOPROXY="file://$DIST/go" \
    GONOSUMDB=github.com/duel-ranking sh -c "cd '$out/go' && go mod vendor && go build -mod=vendor -o vendored . && ./vendored"
fi
if wanted source make cc man; then
  mkdir -p "$out/source/home"
  pass "make install" env HOME="$out/source/home" sh -ec ". docs/programs/install-source.sh >'$out/source.log' 2>&1" &&
    pass "the program that was installed for runs" prints_scores source 1 &&
    pass "man duel_model_fit" grep -q 'maximum (penalised) likelihood' "$out/source.log"
fi
[ ! -f "$out/seconds" ] || seconds_taken
finish
