#!/bin/sh
# Runs a bench of the Python package: python.sh SCRIPT [options]. pip installs what the script compares with under the build
# folder; what it cannot get is said by the script. The library is that of DUEL_LIBRARY.
cd "$(dirname "$0")/.." || exit 1
script=$1
shift
home=build/bench/python
log=build/log/bench.log
mkdir -p build/log
[ -x $home/bin/python ] || python3 -m venv $home >$log 2>&1 || { echo "python3 has no venv" >&2; exit 1; }

wanted() { # module package [option]
  $home/bin/python -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$1') is None)" 2>/dev/null ||
    $home/bin/python -m pip install --quiet --disable-pip-version-check $3 "$2" >>$log 2>&1
}

case $script in
  arrow) packages='numpy pyarrow' ;;
  distributed) packages='numpy pyarrow polars duckdb pyspark' ;;
  peers)
    packages='numpy pyarrow pandas duckdb choix evalica plotly pytz tqdm requests'
    wanted sklearn scikit-learn
    wanted arena_rank arena-rank
    # Of FastChat only the code of its leaderboard is used, which needs none of what it runs models with.
    wanted fastchat fschat==0.2.36 --no-deps
    ;;
  *) echo "python.sh: arrow, distributed or peers, not \"$script\"" >&2; exit 2 ;;
esac
for package in $packages; do
  wanted "$package" "$package"
done
# Workers of a cluster begin in other folders.
PYTHONPATH=$PWD/bindings/python/src
case ${DUEL_LIBRARY-} in
  '' | /*) ;;
  *) DUEL_LIBRARY=$PWD/$DUEL_LIBRARY ;;
esac
export PYTHONPATH
[ -z "${DUEL_LIBRARY-}" ] || export DUEL_LIBRARY
exec $home/bin/python "benches/$script.py" "$@"
