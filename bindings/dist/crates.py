"""The crates that the library is made of: whether their licences allow to pass it on, and their list for scanners.

    python3 bindings/dist/crates.py licences          fails where a crate's licence asks for more than a notice
    python3 bindings/dist/crates.py sbom >FILE        CycloneDX 1.5, the same for the same Cargo.lock

METADATA may name a file with what `cargo metadata --format-version 1` printed.
"""

import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIBRARY = "duel-c"

# These ask for no more than that their text is passed on.
NOTICE = {
    "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unicode-3.0", "Unlicense",
    "Zlib",
}
# Tests are passed on to nobody in one file with these: they may also ask that changes of the crate itself are published.
TESTS = NOTICE | {"MPL-2.0"}


def metadata():
    path = os.environ.get("METADATA")
    if path:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    cargo = os.environ.get("CARGO", "cargo")
    command = [cargo, "metadata", "--format-version", "1", "--locked"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def graph(found, kinds):
    """The dependencies of the library, from crate to crate: {id: [id, ...]}, by kinds of dependencies."""
    nodes = {node["id"]: node["deps"] for node in found["resolve"]["nodes"]}
    waiting = [crate["id"] for crate in found["packages"] if crate["name"] == LIBRARY]
    needed = {}
    while waiting:
        at = waiting.pop()
        if at not in needed:
            needed[at] = [one["pkg"] for one in nodes[at] if any(kind["kind"] in kinds for kind in one["dep_kinds"])]
            waiting.extend(needed[at])
    return needed


def allowed(expression, licences):
    """Whether an SPDX expression offers what is among these licences; "/" is the old way to write OR."""
    words = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))

    def either():
        found = both()
        while words and words[0] == "OR":
            words.pop(0)
            found |= both()
        return found

    def both():
        found = one()
        while words and words[0] == "AND":
            words.pop(0)
            found &= one()
        return found

    def one():
        word = words.pop(0)
        if word == "(":
            found = either()
            words.pop(0)
            return found
        if len(words) > 1 and words[0] == "WITH":
            word = " ".join([word, words.pop(0), words.pop(0)])
        return word in licences

    return either()


def licences():
    found = metadata()
    crates = {crate["id"]: crate for crate in found["packages"]}
    library = graph(found, {None})
    bad = 0
    for at, crate in sorted(crates.items(), key=lambda entry: entry[1]["name"]):
        licence = crate["license"] or ""
        if not licence or not allowed(licence, NOTICE if at in library else TESTS):
            print(f"{crate['name']} {crate['version']}: {licence or 'no licence'}")
            bad += 1
    print(f"{len(library)} crates of the library, {len(crates) - len(library)} of builds and tests, {bad} not allowed")
    return 1 if bad else 0


def checksums():
    with open(os.path.join(ROOT, "Cargo.lock"), encoding="utf-8") as file:
        entries = file.read().split("[[package]]")[1:]
    fields = [dict(re.findall(r'^(name|version|checksum) = "(.*)"$', entry, re.M)) for entry in entries]
    return {(entry["name"], entry["version"]): entry.get("checksum") for entry in fields}


def component(crate, kind, sums):
    purl = f"pkg:cargo/{crate['name']}@{crate['version']}"
    # The terms of old expressions are as good, and scanners do not know the slash.
    licence = (crate["license"] or "NOASSERTION").replace("/", " OR ")
    entry = {"type": kind, "bom-ref": purl, "name": crate["name"], "version": crate["version"], "purl": purl,
             "licenses": [{"expression": licence}]}
    checksum = sums.get((crate["name"], crate["version"]))
    if checksum:
        entry["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return entry


def sbom():
    found = metadata()
    crates = {crate["id"]: crate for crate in found["packages"]}
    needed = graph(found, {None})
    sums = checksums()
    parts = {at: component(crates[at], "library", sums) for at in needed}
    whole = next(at for at in needed if crates[at]["name"] == LIBRARY)
    reference = {at: part["bom-ref"] for at, part in parts.items()}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": parts[whole]},
        "components": sorted((part for at, part in parts.items() if at != whole), key=lambda part: part["bom-ref"]),
        "dependencies": sorted(
            ({"ref": reference[at], "dependsOn": sorted({reference[to] for to in needed[at]})} for at in needed),
            key=lambda entry: entry["ref"],
        ),
    }
    json.dump(document, sys.stdout, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit({"licences": licences, "sbom": sbom}[sys.argv[1]]())
