#!/bin/sh
# make lines: which lines of src the tests run. rustc counts (-C instrument-coverage), and LLVM's tools of its major
# version read the counts. Three runs: the Rust tests, the C programs, and the tests of the Python package; the last two
# use a library that counts.
#
# Prints lines and the share of them that ran, by folder, and the files with most lines that did not. These stand, with
# their text, in build/lines/missed.txt. Tests within the files of src do not count as lines.
cd "$(dirname "$0")/.." || exit 1
. tests/c/common.sh
out=$PWD/build/lines
: "${CARGO:=cargo}"
major=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')

tool() { # llvm-cov
  for name in "$1-$major" "$1"; do
    "$name" --version 2>/dev/null | grep -q "version $major\." && { echo "$name"; return; }
  done
  return 1
}
if ! tool llvm-cov >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "llvm-$major" >/dev/null
fi
cov=$(tool llvm-cov) && profdata=$(tool llvm-profdata) || {
  echo "lines.sh: llvm-cov and llvm-profdata of LLVM $major are missing (rustup component add llvm-tools, or the package llvm-$major)" >&2
  exit 2
}

rm -rf "$out"
mkdir -p "$out/raw" "$out/bin"
# Crates of others do not count.
printf '#!/bin/sh\nexec "$@" -C instrument-coverage\n' >"$out/rustc"
chmod +x "$out/rustc"
export RUSTC_WORKSPACE_WRAPPER="$out/rustc" CARGO_TARGET_DIR=target/lines LLVM_PROFILE_FILE="$out/raw/%p-%4m.profraw"

echo "the library and the Rust tests"
"$CARGO" build --quiet --profile quick -p duel-c || exit 1
"$CARGO" test --workspace --profile quick --no-fail-fast >"$out/rust.log" 2>&1 || echo "some Rust tests failed: build/lines/rust.log"
library=$PWD/target/lines/quick/libduel.so
ln -sf libduel.so "$library.$series"

echo "the C programs"
for program in $programs; do
  cc -std=c99 -g -Iinclude $(sources $program) -o "$out/bin/$program" "$library" -lpthread -lm -Wl,-rpath,"${library%/*}" &&
    "$out/bin/$program" >"$out/$program.log" 2>&1 || echo "$program failed: build/lines/$program.log"
done

python=build/python/tests/bin/python
if [ -x $python ]; then
  echo "the Python package"
  DUEL_LIBRARY=$library PYTHONPATH=bindings/python/src $python -m pytest -q -p no:cacheprovider bindings/python/tests \
    >"$out/python.log" 2>&1 || echo "some tests of Python failed: build/lines/python.log"
else
  echo "skip: the Python package (make test makes its environment)"
fi

"$profdata" merge -sparse "$out"/raw/*.profraw -o "$out/all.profdata" || exit 1
objects=$(sed -n 's/^ *Running .*(\(.*\))$/-object \1/p' "$out/rust.log")
"$cov" export -format=lcov -instr-profile "$out/all.profdata" "$library" $objects >"$out/all.lcov" 2>"$out/cov.log" ||
  { cat "$out/cov.log"; exit 1; }
awk -v here="$PWD/" -v missed="$out/missed.txt" -v files="$out/files.txt" '
  /^SF:/ {
    file = substr($0, 4)
    sub("^" here, "", file)
    counts = file ~ /^src\// && file !~ /\/tests?(ing)?(\/|\.rs$)|properties\.rs$/
    if (counts && !(file in known)) {
      known[file] = 1
      for (last = 0; (getline text[file, last + 1] < file) > 0; ) {
        last++
        if (text[file, last] ~ /^mod (tests|testing) [{]$/) break
      }
      ends[file] = last
    }
  }
  /^DA:/ && counts {
    split(substr($0, 4), of, ",")
    if (of[1] + 0 < ends[file]) {
      key = file SUBSEP of[1]
      if (!(key in ran)) ran[key] = 0
      if (of[2] + 0 > 0) ran[key] = 1
    }
  }
  END {
    for (key in ran) {
      split(key, of, SUBSEP)
      split(of[1], part, "/")
      folder = part[3] == "" ? "src" : "src/" part[2]
      lines[folder]++; all++; of_file[of[1]]++
      if (ran[key]) { good[folder]++; sum++ }
      else { bad[of[1]]++; print of[1] ":" of[2] ": " text[of[1], of[2]] | "sort -t: -k1,1 -k2,2n >" missed }
    }
    for (folder in lines) printf "%-16s %6d lines %6.1f %%\n", folder, lines[folder], 100 * good[folder] / lines[folder] | "sort"
    close("sort")
    printf "%-16s %6d lines %6.1f %%\n", "all", all, 100 * sum / all
    for (file in bad) printf "%5d of %4d  %s\n", bad[file], of_file[file], file | "sort -rn >" files
  }' "$out/all.lcov"
echo "most lines that did not run, of all that could:"
head -n 12 "$out/files.txt"
