#!/bin/sh
# Makes the source package of R, which builds alone: with the sources of the library and all crates that it is made of,
# so that installing it needs cargo and rustc, and no network.
#   sh bindings/dist/r_tarball.sh FOLDER
set -eu
cd "$(dirname "$0")/../.."
mkdir -p "$1"
out=$(cd "$1" && pwd)
built=${BUILT:-target/release}
case $built in
  /*) ;;
  *) built=$PWD/$built ;;
esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
rust=$scratch/duel/src/rust
library=$scratch/library
cp -R bindings/r "$scratch/duel"
rm -f "$scratch/duel/src/"*.o "$scratch/duel/src/"*.so "$scratch/duel/src/Makevars"
mkdir -p "$library/bindings/c" "$rust/include" "$rust/settings"
cp -R src "$library/src"
cp bindings/c/build.rs "$library/bindings/c/"
cp include/duel.h "$rust/include/"
cp Cargo.lock LICENSE "$library/"

# The workspace without what only tests, benches and tools of the repository need.
python3 - "$library/Cargo.toml" <<'TRIM'
import re
import sys

with open("Cargo.toml", encoding="utf-8") as file:
    text = file.read()
text = re.sub(r"\n\[dev-dependencies\]\n.*?(?=\n\[)", "", text, flags=re.S)
text = re.sub(r"\n\[\[bench\]\]\n.*?(?=\n\[)", "", text, flags=re.S)
text = re.sub(r"members = .*", 'members = ["src/ffi"]', text, count=1)
text = re.sub(r"default-members = .*", 'default-members = ["src/ffi"]', text)
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write(text)
TRIM

# Crates are those of Cargo.lock, by their hashes; what the trimmed workspace does not need leaves the list.
(cd "$library" && cargo vendor --quiet --versioned-dirs vendor >/dev/null)
# Cargo reads paths of a settings file from the folder above the file's own.
cat >"$rust/settings/vendor.toml" <<'VENDOR'
[source.crates-io]
replace-with = "vendored-sources"

[source.vendored-sources]
directory = "vendor"
VENDOR
# The authors of the crates, for the package's users.
(cd "$library" && cargo metadata --format-version 1 --locked) >"$scratch/metadata.json"
python3 - "$scratch/metadata.json" "$scratch/duel/inst/AUTHORS" <<'AUTHORS'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    crates = [crate for crate in json.load(file)["packages"] if crate["source"]]
with open(sys.argv[2], "w", encoding="utf-8") as out:
    out.write("The Rust crates in src/rust/vendor.tar.xz, with their authors and licences:\n\n")
    for crate in sorted(crates, key=lambda crate: (crate["name"], crate["version"])):
        authors = "; ".join(crate["authors"]) or "its contributors"
        licence = crate["license"] or "see its sources"
        out.write(f"{crate['name']} {crate['version']}: {authors} ({licence})\n")
AUTHORS
# Two archives, because R's build leaves out what it takes for leftovers: folders whose names end in "old" (threshold).
packed() { # archive names...
  packed_archive=$rust/$1
  shift
  tar -C "$library" --sort=name --mtime=1980-01-01 --owner=0 --group=0 --numeric-owner -cf - "$@" | xz -6 >"$packed_archive"
}
packed vendor.tar.xz vendor
packed library.tar.xz Cargo.toml Cargo.lock LICENSE bindings src
cd "$out"
# Vignettes are woven here if they can be: by the library that was built, not by one built anew for this.
vignettes=--no-build-vignettes
if { [ -f "$built/libduel.a" ] || [ -f "$built/libduel.so" ] || [ -f "$built/libduel.dylib" ]; } &&
  Rscript -e 'stopifnot(requireNamespace("knitr"), rmarkdown::pandoc_available("1.14"))' >/dev/null 2>&1; then
  mkdir -p "$scratch/prefix/include"
  ln -s "$built" "$scratch/prefix/lib"
  cp "$rust/include/duel.h" "$scratch/prefix/include/"
  vignettes=
  DUEL_PREFIX=$scratch/prefix
  export DUEL_PREFIX
fi
R CMD build $vignettes --no-manual "$scratch/duel" >"$scratch/build.log" 2>&1 || { cat "$scratch/build.log"; exit 1; }
ls "$out"/duel_*.tar.gz
