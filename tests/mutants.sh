#!/bin/sh
# Changes the formulas of `outcome`, `strength` and `likelihood` one by one (cargo-mutants) and looks whether their tests
# tell: mutants.sh [seed=N] [of=N]: one change in N, counted from the seed-th. A change that no test tells is in
# build/mutants/mutants.out/missed.txt.
#
# The modules below the models are built as a crate of their own, which takes seconds where the library takes minutes; so the
# tests are those of the folders themselves and of what they stand on, not those of models (tests/*.rs).
cd "$(dirname "$0")/.." || exit 1
seed=1 of=40
for option in "$@"; do
  case $option in
    seed=*) seed=${option#seed=} ;;
    of=*) of=${option#of=} ;;
    *) echo "mutants.sh: seed=N or of=N, not \"$option\"" >&2; exit 2 ;;
  esac
done
command -v cargo-mutants >/dev/null 2>&1 || { echo "mutants.sh: cargo install cargo-mutants" >&2; exit 2; }
out=build/mutants
rm -rf $out/src $out/examples $out/mutants.out
mkdir -p $out/src $out/examples/data
for part in outcome strength likelihood threshold spread distributions solve linalg terms comparisons graph.rs progress.rs \
  random.rs refusal.rs threads.rs interrupt.rs room.rs error.rs vectors.rs codec.rs; do
  cp -r src/$part $out/src/
done
cp examples/data/chatbot_arena_202408_counts.csv $out/examples/data/
cp Cargo.lock $out/
# Modules above these are left out, and the tests of other folders.
for file in $(find $out/src -name '*.rs'); do
  case $file in
    */src/outcome/*|*/src/strength/*|*/src/likelihood/*) ;;
    *)
      # Tests within a file are its end; those in a file of their own are named in two lines.
      awk 'held { held = 0; if (/^mod tests [{]$/) exit; if (/^mod (tests|properties);$/) next; print "#[cfg(test)]" }
           /^#\[cfg\(test\)\]$/ { held = 1; next } { print }' $file >$file.new && mv $file.new $file
      ;;
  esac
done
{
  echo '#![allow(dead_code, unused_imports, missing_docs)]'
  sed -n '/^#\[macro_use\]/,/^pub use/p' src/lib.rs |
    grep -vE '^(pub )?mod (assess|catalogue|chart|claims|estimate|gars|geometry|inference|model|policy|simulate|summary|table);'
} >$out/src/lib.rs
{
  sed -n '/^\[package\]/,/^\[\[bench/p' Cargo.toml | grep -vE '^\[\[bench|workspace = true|^exclude|^argmin|^microlp'
  printf 'version = "0.0.0"\nedition = "2021"\n' >$out/edition
  printf '[workspace]\n[profile.dev]\nopt-level = 0\ndebug = false\n[profile.dev.package."*"]\nopt-level = 1\n'
} >$out/Cargo.toml
sed -i "/^name = /r $out/edition" $out/Cargo.toml
cd $out || exit 1
exec nice -n 10 cargo mutants --in-place --file 'src/outcome/**' --file 'src/strength/**' --file 'src/likelihood/**' \
  --shard "$seed/$of" --sharding round-robin --no-shuffle --timeout 60 --colors never -- --lib -- outcome:: strength:: likelihood::
