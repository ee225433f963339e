#!/bin/sh
# One set of votes has one sequence of bytes: saved.sh PREFIX reads the bundled votes in C, R, Go and Python, and where they
# are installed in DuckDB and on a Spark cluster, against an installed library, and compares the sets that they save, and
# the scores that fits of the saved sets have, to the last bit.
cd "$(dirname "$0")/.." || exit 1
. tests/c/common.sh
prefix=$1
out=$PWD/build/saved
rm -rf "$out"
mkdir -p "$out/library"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib"
export DUEL_LIBRARY="$prefix/lib/libduel.so" PYTHONPATH="$PWD/bindings/python/src" PYTHONDONTWRITEBYTECODE=1
[ -e "$DUEL_LIBRARY" ] || DUEL_LIBRARY="$prefix/lib/libduel.dylib"

# The Python of tests/python.sh has the packages that the examples want.
python=${PYTHON:-$PWD/build/python/tests/bin/python}
[ -x "$python" ] || python=python3
has() { # module
  "$python" -c "import $1" 2>/dev/null
}

programs=c
pass "C builds" cc -std=c99 $strict -Iexamples/c tests/saved/saved.c examples/c/csv.c -o "$out/c" -I"$prefix/include" \
  -L"$prefix/lib" -lduel || finish
run_c() { "$out/c" "$@"; }
if have R; then
  cp -r bindings/r "$out/package"
  pass "R installs" env DUEL_PREFIX="$prefix" R CMD INSTALL --no-docs --no-test-load --library="$out/library" \
    "$out/package" && programs="$programs r"
else
  skip "R" "R is not installed"
fi
run_r() { R_LIBS="$out/library" Rscript --vanilla tests/saved/saved.R "$@"; }
if have go && have pkg-config; then
  pass "Go builds" env GOTOOLCHAIN=local GOPROXY=off GOFLAGS="-buildvcs=false -tags=duel_system" go build -C tests/saved/go -o "$out/go" . &&
    programs="$programs go"
else
  skip "Go" "go or pkg-config is not installed"
fi
run_go() { "$out/go" "$@"; }
if has numpy; then
  programs="$programs python"
else
  skip "Python" "numpy is not installed"
fi
run_python() { "$python" tests/saved/saved.py "$@"; }

# R again, with a stream of pyarrow's, where Python has a library of its own.
if [ -d "$out/library/duel" ] && has pyarrow; then
  python_library=$("$python" -c 'import os, sysconfig as s; print(os.path.join(s.get_config_var("LIBDIR"), s.get_config_var("LDLIBRARY")))')
  python_home=$("$python" -c 'import sys; print(sys.base_prefix)')
  site=$("$python" -c 'import os, pyarrow; print(os.path.dirname(os.path.dirname(pyarrow.__file__)))')
fi
case ${python_library-} in
  *.so | *.dylib)
    cp tests/saved/python.c "$out"
    pass "Python in R builds" R CMD SHLIB -o "$out/python.so" "$out/python.c" && programs="$programs stream" ;;
  *) skip "pyarrow's stream in R" "R, pyarrow or a shared library of Python is not installed" ;;
esac
run_stream() {
  R_LIBS="$out/library" PYTHONHOME="$python_home" PYTHONPATH='' \
    Rscript --vanilla tests/saved/stream.R "$@" "$out/python.so" "$python_library" "$site"
}

for votes in mtbench chatbot_arena ultrafeedback; do
  file=$PWD/examples/data/judge_$votes.csv
  for program in $programs; do
    pass "$program, $votes" run_$program "$file" "$out/$votes.$program" "$out/$votes.$program.scores"
    pass "the bytes of $program, $votes" cmp "$out/$votes.c" "$out/$votes.$program"
    pass "the scores of $program, $votes" cmp "$out/$votes.c.scores" "$out/$votes.$program.scores"
  done
  if has duckdb && has pyarrow; then
    pass "DuckDB, $votes" "$python" examples/python/duckdb_groups.py "$file" --out "$out/$votes.duckdb"
    pass "the bytes of DuckDB, $votes" cmp "$out/$votes.c" "$out/$votes.duckdb"
  else
    skip "DuckDB, $votes" "duckdb or pyarrow is not installed"
  fi
done
if has pyspark && has pyarrow && have java; then
  pass "Spark" "$python" examples/python/spark.py "$file" --out "$out/$votes.spark"
  pass "the bytes of Spark" cmp "$out/$votes.c" "$out/$votes.spark"
else
  skip "Spark" "pyspark, pyarrow or java is not installed"
fi
finish
