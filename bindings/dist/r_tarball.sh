#!/bin/sh
# Makes the source package of R, which builds alone: with the sources of the library and all crates that it is made of,
# so that installing it needs cargo and rustc, and no network.
#   sh bindings/dist/r_tarball.sh FOLDER
set -eu
cd "$(dirname "$0")/../.."
mkdir -p "$1"
out=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM
rust=$scratch/duel/src/rust
cp -R bindings/r "$scratch/duel"
rm -f "$scratch/duel/src/"*.o "$scratch/duel/src/"*.so "$scratch/duel/src/Makevars"
mkdir -p "$rust/bindings/c" "$rust/include"
cp -R src "$rust/src"
cp bindings/c/build.rs "$rust/bindings/c/"
cp include/duel.h "$rust/include/"
cp Cargo.lock LICENSE "$rust/"

# The workspace without what only tests, benches and tools of the repository need.
python3 - "$rust/Cargo.toml" <<'TRIM'
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
(cd "$rust" && cargo vendor --quiet --versioned-dirs vendor >/dev/null)
# Cargo reads paths of a settings file from the folder above the file's own.
mkdir "$rust/settings"
cat >"$rust/settings/vendor.toml" <<'VENDOR'
[source.crates-io]
replace-with = "vendored-sources"

[source.vendored-sources]
directory = "vendor"
VENDOR
# The authors of the crates, for the package's users.
python3 - "$rust/vendor" "$scratch/duel/inst/AUTHORS" <<'AUTHORS'
import os
import sys
import tomllib

with open(sys.argv[2], "w", encoding="utf-8") as out:
    out.write("The Rust crates in src/rust/vendor.tar.xz, with their authors and licences:\n\n")
    for name in sorted(os.listdir(sys.argv[1])):
        with open(os.path.join(sys.argv[1], name, "Cargo.toml"), "rb") as file:
            about = tomllib.load(file)["package"]
        authors = "; ".join(about.get("authors", [])) or "its contributors"
        licence = about.get("license", about.get("license-file", "see its sources"))
        out.write(f"{about['name']} {about['version']}: {authors} ({licence})\n")
AUTHORS
(cd "$rust" && tar --sort=name --mtime=1980-01-01 --owner=0 --group=0 --numeric-owner -cf - vendor | xz -6 >vendor.tar.xz &&
  rm -rf vendor)
# What the library finds or builds at installation is no part of the package.
cd "$out"
R CMD build --no-build-vignettes --no-manual "$scratch/duel" >"$scratch/build.log" 2>&1 || { cat "$scratch/build.log"; exit 1; }
ls "$out"/duel_*.tar.gz
