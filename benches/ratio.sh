#!/bin/sh
# sh benches/ratio.sh COMMIT [NAME]: how much longer the rows of `make bench` take than at another commit of this repository.
set -eu
cd "$(dirname "$0")/.."
[ $# -ge 1 ] && [ -n "$1" ] || { echo "usage: make bench-ratio base=COMMIT [only=NAME]" >&2; exit 2; }

built() { # folder: the program of its bench
  (cd "$1" && cargo bench --no-run --bench speed 2>&1) | sed -n "s|^ *Executable benches/speed.rs (\(.*\))$|\1|p" |
    sed "s|^\([^/]\)|$1/\1|"
}

mkdir -p build/base
git archive "$1" | tar -x -C build/base
# A tree that is one package would be taken for a member of the workspace that it stands in.
grep -q "^\[workspace" build/base/Cargo.toml || printf "\n[workspace]\n" >>build/base/Cargo.toml
unset CARGO_TARGET_DIR
before=$(built "$PWD/build/base")
now=$(built "$PWD")
[ -n "$before" ] && [ -n "$now" ] || { echo "benches/ratio.sh: no program of benches/speed.rs was built" >&2; exit 1; }
python3 benches/ratio.py "$before" "$now" "${2-}"
