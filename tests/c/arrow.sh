#!/bin/sh
# Every table as an Arrow stream, read by pyarrow, which pip installs under the build folder.
. tests/c/common.sh
python=build/arrow/bin/python
if ! have python3 || ! { [ -x $python ] || python3 -m venv build/arrow >/dev/null 2>&1; }; then
  skip "Arrow" "python3 with venv is not installed"
  finish
fi
$python -c 'import pyarrow' 2>/dev/null || $python -m pip install --quiet 'pyarrow>=14' >build/log/pyarrow.log 2>&1 ||
  { skip "Arrow" "pip could not install pyarrow"; finish; }
sh bindings/c/link.sh "$built" || exit 1
output=$($python -B tests/c/arrow.py build/libduel.so include/duel.json 2>&1)
status=$?
line=$(printf '%s\n' "$output" | tail -n 1)
case $line in
  *" passed, "*) passed=${line%% passed*}; failed=${line#*passed, }; failed=${failed%% failed*} ;;
  *) failed=1 ;;
esac
[ $status = 0 ] && [ "$failed" = 0 ] || printf '%s\n' "$output"
finish
