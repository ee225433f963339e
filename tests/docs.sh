#!/bin/sh
# The manual: every program in it is compiled and run and prints what the page says, every name of the interface has its
# place in the reference and its man page, the site is built without a warning.
#   sh tests/docs.sh                    against the release build
#   sh tests/docs.sh target/debug       against another
#   sh tests/docs.sh FOLDER write       keeps what the programs print, to be reviewed
cd "$(dirname "$0")/.." || exit 1
. tests/c/common.sh
built=${1:-$built}
write=${2:-}
out=$PWD/build/docs-tests
rm -rf "$out"
mkdir -p "$out/bin"
sh bindings/c/link.sh "$built" || exit 1
libraries="-Lbuild -lduel -lm -Wl,-rpath,$PWD/build"
case $built in
  /*) absolute=$built ;;
  *) absolute=$PWD/$built ;;
esac
[ -d /usr/local/go/bin ] && PATH=$PATH:/usr/local/go/bin

# Runs a program and compares what it prints with the file that the manual shows.
shows() { # output command...
  shows_file=docs/programs/$1
  shift
  "$@" >"$out/said" 2>"$out/error" || { cat "$out/said" "$out/error"; return 1; }
  # Blanks at the ends of lines are the programs' own, and no editor keeps them.
  sed 's/[ \t]*$//' "$out/said" >"$out/trimmed"
  [ "$write" != write ] || cp "$out/trimmed" "$shows_file"
  diff "$shows_file" "$out/trimmed"
}

for source in examples/c/first.c docs/programs/*.c; do
  name=$(basename "$source" .c)
  pass "build $name.c" cc -std=c99 -O1 $strict -Iinclude "$source" -o "$out/$name" $libraries &&
    pass "$name.c" shows "$name.c.out" "$out/$name"
done
if have c++; then
  for source in examples/cpp/first.cpp docs/programs/*.cpp; do
    name=$(basename "$source" .cpp)
    pass "build $name.cpp" c++ -std=c++11 -O1 $strict -Iinclude "$source" -o "$out/$name-cpp" $libraries &&
      pass "$name.cpp" shows "$name.cpp.out" "$out/$name-cpp"
  done
else
  skip "C++ of the manual" "c++ is not installed"
fi

# Python: the environment of tests/python.sh, or one with numpy.
python=$PWD/build/python/tests/bin/python
if ! "$python" -c 'import numpy' 2>/dev/null; then
  { python3 -m venv build/python/tests && "$python" -m pip install --quiet --disable-pip-version-check numpy; } \
    >"$out/pip.log" 2>&1 || python=
fi
if [ -n "$python" ]; then
  library=$absolute/libduel.so
  [ -f "$library" ] || library=$absolute/libduel.dylib
  export DUEL_LIBRARY="$library" PYTHONPATH="$PWD/bindings/python/src" PYTHONDONTWRITEBYTECODE=1
  for source in examples/python/first.py docs/programs/*.py; do
    pass "$source" shows "$(basename "$source").out" "$python" "$source"
  done
  # The command as the wheel installs it.
  printf '#!/bin/sh\nexec "%s" -m duel "$@"\n' "$python" >"$out/bin/duel"
  chmod +x "$out/bin/duel"
  pass "command.sh" shows command.sh.out env PATH="$out/bin:$PATH" sh -e docs/programs/command.sh
else
  skip "Python of the manual" "pip could not install numpy"
fi

if have R; then
  mkdir -p "$out/prefix/lib" "$out/library"
  cp -R include "$out/prefix/"
  for file in libduel.so libduel.so.0.2; do
    ln -s "$absolute/libduel.so" "$out/prefix/lib/$file"
  done
  cp -R bindings/r "$out/package"
  pass "the R package installs" env DUEL_PREFIX="$out/prefix" R CMD INSTALL --no-docs --no-test-load \
    --library="$out/library" "$out/package" &&
    for source in examples/r/first.R docs/programs/*.R; do
      pass "$source" shows "$(basename "$source").out" env R_LIBS="$out/library" Rscript --vanilla "$source"
    done
else
  skip "R of the manual" "R is not installed"
fi

if have go && have pkg-config; then
  # As the tag duel_system finds the library: by pkg-config.
  printf 'Name: duel\nDescription: for tests\nVersion: 0\nCflags: -I%s\nLibs: -L%s -lduel -Wl,-rpath,%s\n' \
    "$PWD/include" "$PWD/build" "$PWD/build" >"$out/duel.pc"
  # Go keeps what pkg-config said before, and with it another place of the library.
  export LD_LIBRARY_PATH="$PWD/build"
  export PKG_CONFIG_PATH="$out" GOTOOLCHAIN=local GOPROXY=off GOFLAGS="-buildvcs=false -tags=duel_system" CGO_ENABLED=1
  pass "first.go" shows first.go.out go run -C examples/go .
  pass "votes.go" shows go/votes.go.out go run -C docs/programs/go . "$PWD/examples/data/judge_mtbench.csv"
  pass "the service" go -C examples/go/service vet .
  pass "the service's tests, with the race detector" go -C examples/go/service test -count=1 -race .
else
  skip "Go of the manual" "go or pkg-config is not installed"
fi

# No code on a page but what was run, no program that no page shows.
have python3 || { skip "the site" "python3 is not installed"; finish; }
pass "pages show what was run" python3 docs/tool/check.py pages
if sh docs/build.sh tools >"$out/pip.log" 2>&1; then
  pass "the site and man pages are built" sh docs/build.sh
  pass "every name has its place" python3 docs/tool/check.py names build/libduel.so build/docs
  stop "a name without a place" python3 docs/tool/check.py names build/libduel.so build/docs duel_no_such_thing
  pass "links lead somewhere" python3 docs/tool/check.py links build/docs/html
else
  skip "the site" "pip could not install Sphinx"
  pass "man pages are built" sh docs/build.sh man
fi
if have mandoc; then
  pass "man pages by mandoc" mandoc -T lint -W warning build/docs/man/man3/*.3
elif have man; then
  for page in build/docs/man/man3/*.3; do
    pass "$page" sh -c "test -z \"\$(man --warnings -l '$page' 2>&1 >/dev/null)\""
  done
else
  skip "man pages" "neither mandoc nor man is installed"
fi
finish
