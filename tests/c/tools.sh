#!/bin/sh
# Installs what the tests want and this Debian machine lacks; prints one line for what stays away.
# It never fails: a test that misses its tool says so and is skipped.
missing=
need() { # program package
  command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}
need cc build-essential
need g++ g++
need clang clang
need pkg-config pkg-config
need cmake cmake
need man man-db
need mandoc mandoc
need valgrind valgrind
need abidw abigail-tools
need R r-base-core
# R CMD check looks for undefined variables with codetools, and says nothing where it is not installed.
if ! command -v Rscript >/dev/null 2>&1 || ! Rscript -e 'library(codetools)' >/dev/null 2>&1; then
  missing="$missing r-recommended"
fi
need go golang
need python3 python3
# Debian's python3 makes no environments without it.
python3 -c 'import ensurepip' >/dev/null 2>&1 || missing="$missing python3-venv"
[ -z "$missing" ] && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "not installed:$missing (no apt-get here)"
  exit 0
fi
if [ "$(id -u)" = 0 ]; then
  root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  root='sudo -n'
else
  echo "not installed:$missing (this needs root: apt-get install$missing)"
  exit 0
fi
mkdir -p build/log
export DEBIAN_FRONTEND=noninteractive
echo "installing:$missing"
for package in $missing; do
  $root apt-get install -y --no-install-recommends "$package" >>build/log/tools.log 2>&1 ||
    { $root apt-get update && $root apt-get install -y --no-install-recommends "$package"; } \
      >>build/log/tools.log 2>&1 ||
    echo "not installed: $package (apt-get failed, see build/log/tools.log)"
done
exit 0
