#!/bin/sh
# Tests the Go module against an installed library: sh check.sh PREFIX [quick], where PREFIX holds include/
# and lib/ with lib/pkgconfig/duel.pc; quick leaves out the race detector, the checks of cgo and static linking. Quiet where all is well; says in one line why it skips.
set -u

if [ $# -lt 1 ] || [ ! -f "$1/lib/pkgconfig/duel.pc" ]; then
    echo "usage: sh check.sh PREFIX, with PREFIX/lib/pkgconfig/duel.pc" >&2
    exit 2
fi
prefix=$(cd "$1" && pwd)
level=${2:-all}
cd "$(dirname "$0")" || exit 2

# Where the Go distribution puts itself, if it is not on the path.
command -v go >/dev/null 2>&1 || PATH=$PATH:/usr/local/go/bin
if ! command -v go >/dev/null 2>&1; then
    echo "go: skipped, go is not installed"
    exit 0
fi

# The module is built as it is: by this toolchain, without a network.
export GOTOOLCHAIN=local GOPROXY=off GOFLAGS="-buildvcs=false -tags=duel_system" CGO_ENABLED=1
version=$(go env GOVERSION)
minor=$(echo "$version" | sed -n 's/^go1\.\([0-9]*\).*/\1/p')
if [ -n "$minor" ] && [ "$minor" -lt 24 ]; then
    echo "go: skipped, $version is installed and 1.24 is needed"
    exit 0
fi
for tool in pkg-config "$(go env CC)"; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "go: skipped, $tool is not installed"
        exit 0
    fi
done

export PKG_CONFIG_PATH="$prefix/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
export LD_LIBRARY_PATH="$prefix/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

output=$(mktemp) || exit 2
trap 'rm -f "$output"' EXIT
failed=0

# step NAME COMMAND...: the output is shown on failure only.
step() {
    name=$1
    shift
    if "$@" >"$output" 2>&1; then
        echo "go: $name: ok"
    else
        echo "go: $name: FAILED"
        cat "$output"
        failed=1
    fi
}

# gofmt -l succeeds whatever it lists.
formatted() {
    list=$("$(go env GOROOT)/bin/gofmt" -l .) || return 1
    [ -z "$list" ] || { echo "$list"; return 1; }
}

step gofmt formatted
step vet go vet ./...
# -count=1: a result of another build of the library must not come from the cache.
step test go test -count=1 ./...
[ "$level" = quick ] && exit $failed
step race go test -count=1 -race ./...
step cgocheck2 env GOEXPERIMENT=cgocheck2 go test -count=1 ./...
if [ -f "$prefix/lib/libduel.a" ]; then
    step static env LD_LIBRARY_PATH= CGO_CFLAGS="-g -O2 -I$prefix/include" CGO_LDFLAGS="-L$prefix/lib" \
        go test -count=1 -tags duel_static ./...
else
    echo "go: static: skipped, $prefix/lib/libduel.a is missing"
fi
exit $failed
