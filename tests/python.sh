#!/bin/sh
# The Python package as a stranger has it: the wheel is built, installed into empty environments and used from there.
# pip installs what the tests want under the build folder; what it cannot get is skipped by name. `python.sh prepare` does that
# alone, before there is a library.
cd "$(dirname "$0")/.." || exit 1
. tests/c/common.sh
package=bindings/python
home=$PWD/build/python
log=$PWD/build/log
mkdir -p "$log"

environment() { # folder
  [ -x "$1/bin/python" ] || python3 -m venv "$1" >"$log/venv.log" 2>&1
}

wanted() { # program of an environment, packages...
  wanted_python=$1
  shift
  "$wanted_python" -m pip install --quiet --disable-pip-version-check "$@" >>"$log/pip.log" 2>&1
}

if ! environment "$home/tests" || ! environment "$home/empty"; then
  skip "Python" "python3 has no venv"
  finish
fi
python=$home/tests/bin/python
empty=$home/empty/bin/python
: >"$log/pip.log"
"$python" -c 'import numpy, pytest' 2>/dev/null || wanted "$python" numpy pytest ||
  { skip "Python" "pip could not install numpy and pytest"; finish; }
extras='pandas polars pyarrow matplotlib duckdb'
if have java; then
  extras="$extras pyspark"
else
  skip "pyspark" "java is not installed"
fi
for extra in $extras nbformat nbclient ipykernel; do
  "$python" -c "import $extra" 2>/dev/null || wanted "$python" $extra || skip "$extra" "pip could not install it"
done

[ "${1:-all}" = prepare ] && finish
library=$(ls "$built"/libduel.so "$built"/libduel.dylib 2>/dev/null | head -n 1)
rm -rf "$home/wheel"
pass "the wheel is built" env DUEL_LIBRARY="$library" python3 $package/build_wheel.py "$home/wheel" || finish
wheel=$(ls "$home"/wheel/*.whl)
again=$home/wheel/again
pass "the wheel is the same twice" sh -c "
  DUEL_LIBRARY='$library' python3 $package/build_wheel.py '$again' && cmp '$wheel' '$again'/*.whl"

# A stranger's first minute: an environment with nothing but numpy.
pass "the wheel installs into an empty environment" "$empty" -m pip install --quiet --disable-pip-version-check \
  --force-reinstall "$wheel"
unset DUEL_LIBRARY PYTHONPATH
prints_scores() { # command...
  "$@" >"$log/python-first.log" 2>&1 || { cat "$log/python-first.log"; return 1; }
  for score in 0\.574 -0\.220 -0\.354; do
    grep -q -e "$score" "$log/python-first.log" || { echo "no $score in:"; cat "$log/python-first.log"; return 1; }
  done
}
pass "first use" prints_scores "$empty" examples/python/first.py
board="board examples/data/judge_mtbench.csv --drop unknown --judge judge --context question_id"
pass "python -m duel board" sh -c "'$empty' -m duel $board 2>/dev/null | grep -q '1.* gpt-4 '"
pass "duel board" sh -c "'$home/empty/bin/duel' $board --output csv 2>/dev/null | grep -q '^2.0,1,.*,gpt-4,'"
audit="audit examples/data/judge_mtbench.csv --drop unknown"
pass "duel audit" sh -c "'$home/empty/bin/duel' $audit 2>/dev/null | grep -q '^FLAG  positions '"
pass "duel audit as a page" sh -c "'$home/empty/bin/duel' $audit --output html 2>/dev/null | grep -q '</html>'"
pass "a program with types" "$empty" $package/tests/typed_use.py
stop "duel board of what it does not understand" "$empty" -m duel board examples/data/judge_mtbench.csv

# The tests, against the wheel.
wanted "$python" --force-reinstall --no-deps "$wheel" || pass "the wheel installs" false
"$python" -m pytest -q -rs -p no:cacheprovider $package/tests >"$log/pytest.log" 2>&1
status=$?
last=$(tail -n 1 "$log/pytest.log")
count() { # word
  echo " $last" | sed -n "s/.*[^0-9]\([0-9][0-9]*\) $1.*/\1/p" | grep . || echo 0
}
passed=$((passed + $(count passed)))
skipped=$((skipped + $(count skipped)))
broken=$(($(count failed) + $(count error)))
[ "$status" = 0 ] || [ "$broken" -gt 0 ] || broken=1
failed=$((failed + broken))
grep '^SKIPPED' "$log/pytest.log" | sed 's/^SKIPPED/skip:/'
[ "$broken" = 0 ] || cat "$log/pytest.log"

# Types, and the oldest Python.
if "$python" -c 'import mypy' 2>/dev/null || wanted "$python" mypy pandas-stubs; then
  versions='3.10 3.11 3.12 3.13 3.14'
  [ "${LEVEL:-all}" != quick ] || versions='3.10 3.14'
  for version in $versions; do
    pass "mypy --strict, Python $version" env MYPYPATH=$package/src "$python" -m mypy \
      --config-file $package/pyproject.toml --cache-dir "$home/mypy" --python-version $version
  done
  # As a program sees the package that is installed.
  pass "mypy --strict of a program" "$python" -m mypy --strict --cache-dir "$home/mypy" $package/tests/typed_use.py \
    examples/python/first.py
  for word in pooled poled; do
    printf 'import duel\nduel.fit(duel.Set(), strength="%s")\n' $word >"$home/$word.py"
  done
  pass "mypy takes a word" "$python" -m mypy --strict --cache-dir "$home/mypy" "$home/pooled.py"
  stop "mypy sees a wrong word" "$python" -m mypy --strict --cache-dir "$home/mypy" "$home/poled.py"
else
  skip "mypy" "pip could not install it"
fi
if "$python" -c 'import vermin' 2>/dev/null || wanted "$python" vermin; then
  pass "Python 3.9 is enough" "$home/tests/bin/vermin" --quiet --no-tips --violations -t=3.9- $package/src
else
  skip "vermin" "pip could not install it"
fi
finish
