#!/bin/sh
# The licences of the crates, the list of them that goes with the packages, and their known faults. For these cargo-audit reads a
# copy of https://github.com/rustsec/advisory-db: that of the variable ADVISORY_DB, else that of cargo's home; nothing is fetched.
cd "$(dirname "$0")/.." || exit 1
. tests/c/common.sh
out=build/crates
mkdir -p $out
have python3 || { skip "crates" "python3 is not installed"; finish; }
: "${CARGO:=cargo}"
$CARGO metadata --format-version 1 --locked >$out/metadata.json 2>$out/metadata.log || { cat $out/metadata.log; exit 1; }
crates() { # file command
  METADATA=$1 python3 bindings/dist/crates.py "$2"
}
pass "licences" crates $out/metadata.json licences
printf '%s\n' "$pass_output"
# The gate itself: a licence that asks for more, and one that is missing.
sed 's/"name":"libm","version":"\([^"]*\)","id":"\([^"]*\)","license":"MIT"/"name":"libm","version":"\1","id":"\2","license":"GPL-3.0-only"/' \
  $out/metadata.json >$out/planted.json
pass "a licence is planted" grep -q GPL-3.0-only $out/planted.json
stop "a planted licence" crates $out/planted.json licences
sed 's/"license":"MIT OR Apache-2.0"/"license":null/' $out/metadata.json >$out/planted.json
stop "no licence" crates $out/planted.json licences
sed 's/"license":"MIT OR Apache-2.0"/"license":"MIT AND GPL-2.0-only"/' $out/metadata.json >$out/planted.json
stop "one of two licences" crates $out/planted.json licences

crates $out/metadata.json sbom >$out/sbom.json
crates $out/metadata.json sbom >$out/again.json
pass "the list is the same each time" cmp $out/sbom.json $out/again.json
listed() {
  python3 - $out/sbom.json <<'LISTED'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    found = json.load(file)
whole = found["metadata"]["component"]
parts = found["components"]
names = {part["name"] for part in parts}
assert whole["name"] == "duel-c" and {"duel", "faer", "libc", "statrs"} <= names, names
# All come from the registry, whose sums are those of Cargo.lock, but our own.
assert {part["name"] for part in parts if "hashes" not in part} == {"duel"}
references = {part["bom-ref"] for part in parts} | {whole["bom-ref"]}
assert len(references) == len(parts) + 1 and {entry["ref"] for entry in found["dependencies"]} == references
assert all(set(entry["dependsOn"]) <= references for entry in found["dependencies"])
# None of a test.
assert not names & {"proptest", "argmin", "microlp"}, names
LISTED
}
pass "the list has what the library is made of" listed

advisories=${ADVISORY_DB:-${CARGO_HOME:-$HOME/.cargo}/advisory-db}
if ! $CARGO audit --version >/dev/null 2>&1; then
  skip "known faults of the crates" "cargo install cargo-audit"
elif [ ! -d "$advisories/crates" ]; then
  skip "known faults of the crates" "no advisories in $advisories: cargo audit fetches them, or ADVISORY_DB says where they are"
else
  # Fails for a fault; crates that nobody maintains are shown alone.
  if pass "known faults of the crates" $CARGO audit --no-fetch --db "$advisories"; then
    printf '%s\n' "$pass_output"
  fi
  # The gate itself: a lock with a version that has a fault (RUSTSEC-2021-0003).
  printf 'version = 3\n[[package]]\nname = "smallvec"\nversion = "1.6.0"\n%s\n' \
    'source = "registry+https://github.com/rust-lang/crates.io-index"' >$out/planted.lock
  stop "a planted fault" $CARGO audit --no-fetch --db "$advisories" --file $out/planted.lock
fi
finish
