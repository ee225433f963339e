"""make mutants: changes every formula of a copy of the sources, one at a time, and looks whether a test tells.

    run.py [folders=outcome,strength,likelihood] [sample=300] [seed=1] [seconds=N] [tests=lib,properties,...] [again=survived]

tests/mutants/src writes all changes into one copy, build/mutants/tree, which is built once; DUEL_MUTANT chooses the change that
runs. Changes that do not compile are dropped, with all others of the same place. Each test runs once to list the changes it
reaches; a change runs against those tests alone that reach it: first those of its folder, then, if none of them tells, those
that go through models, the shortest first, up to `seconds` of what they take unchanged: 10, or 60 of inference, for which the tests
of resampling and coverage count, too. A test that takes eight times as long and three seconds more, or a minute, tells. Of
inference and ffi, `sample` changes are drawn by `seed`. Outcomes are kept in build/mutants/outcomes.tsv, and taken from there, as
long as no formula changes; `again=survived` runs those that survived anew, after tests were added. The folder of ffi has its unit tests,
programs of C and C++ and, where `make test` has made their environment, the modules of Python's tests.
"""

import collections
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "build/mutants"
TREE = OUT / "tree"
TARGET = OUT / "target"
REWRITTEN = ["outcome", "strength", "likelihood", "inference", "ffi"]
SAMPLED = ["inference", "ffi"]
CARGO = ["nice", "-n", "10", os.environ.get("CARGO", "cargo")]
C_PROGRAMS = (
    "life family inference options geometry chart judges table gars policy claims torture large bad_input threads"
    " arrow_streams arrow_hostile random"
)
CPP_PROGRAMS = "layer questions choosing judging scoring evidence"
Mutant = collections.namedtuple("Mutant", "number file line state function kind before after folder")
options = {"folders": "outcome,strength,likelihood", "sample": "300", "seed": "1", "seconds": "", "again": ""}
options["tests"] = "lib,properties,goldens,identification,existence"


def said(*words):
    print(*words, flush=True)


def copy():
    """The tree, without what the changes of the last run left; files that are as before keep their date."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        source, to = ROOT / name, OUT / "fresh" / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if source.is_file():
            to.write_bytes(source.read_bytes())


def rewrite():
    """Writes the changed tree, and returns the mutants."""
    files = [
        str(path.relative_to(ROOT))
        for folder in REWRITTEN
        for path in sorted((ROOT / "src" / folder).rglob("*.rs"))
        if not {"tests.rs", "testing.rs", "properties.rs", "tests"} & set(path.parts)
    ]
    copy()
    dropped = OUT / "dropped.txt"
    dropped.touch()
    tool = [str(ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "debug/mutants"), str(OUT / "fresh"), str(dropped), *files]
    listed = subprocess.run(tool, check=True, capture_output=True, text=True).stdout
    for path in (OUT / "fresh").rglob("*"):
        to = TREE / path.relative_to(OUT / "fresh")
        if path.is_file() and (not to.exists() or to.read_bytes() != path.read_bytes()):
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(path.read_bytes())
    rows = [line.split("\t") for line in listed.splitlines()]
    return [Mutant(int(row[0]), row[1], int(row[2]), *row[3:], row[1].split("/")[1]) for row in rows]


def at_fault(text, start, end):
    """The first mutants of the innermost place around a range of the file's bytes, else of those within it."""
    open_places, within = [], []
    for mark in re.finditer(rb"/\*(<?)(\d+)>?\*/", text):
        if mark.start() >= end:
            break
        number = int(mark[2])
        if mark.start() >= start:
            within.append(number)
        elif mark[1]:
            open_places.append(number)
        elif number in open_places:
            open_places.remove(number)
    return open_places[-1:] or within


def cargo(*arguments):
    """The messages of cargo about the changed tree; drops the changes that do not compile until it does."""
    command = [*CARGO, *arguments, "--message-format=json", "--profile", "quick"]
    for _ in range(20):
        run = subprocess.run(command, cwd=TREE, env={**os.environ, "CARGO_TARGET_DIR": str(TARGET)}, capture_output=True, text=True)
        messages = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        if run.returncode == 0:
            return messages
        bad = set()
        errors = [m["message"] for m in messages if m["reason"] == "compiler-message" and m["message"]["level"] == "error"]
        for span in (span for error in errors for span in error["spans"]):
            if span["is_primary"] and not span["file_name"].startswith("/"):
                bad.update(at_fault((TREE / span["file_name"]).read_bytes(), span["byte_start"], span["byte_end"]))
        if not bad:
            sys.exit(run.stderr[-4000:] + "\n".join(error["rendered"] for error in errors)[-4000:])
        with (OUT / "dropped.txt").open("a", encoding="utf-8") as file:
            file.writelines(f"{number}\n" for number in bad)
        rewrite()
    sys.exit("the changed tree does not compile")


def build(folders):
    """The test binaries by name; for C the programs."""
    binaries = {}
    with_c = "ffi" in folders
    tests = [("--lib",) if name == "lib" else ("--test", name) for name in options["tests"].split(",")]
    # Those of the core do not come by ffi.
    wanted = [("-p", "duel", *(word for test in tests for word in test))] * (folders != ["ffi"])
    for which in wanted + [("-p", "duel-c", "--lib")] * with_c:
        for message in cargo("test", "--no-run", *which):
            if message.get("executable"):
                ours = "ffi" if which[1] == "duel-c" else message["target"]["name"].replace("duel", "lib")
                binaries[ours] = message["executable"]
    programs = {}
    if with_c:
        cargo("build", "-p", "duel-c")
        library = TARGET / "quick/libduel.so"
        (TARGET / "quick/libduel.so.0.2").unlink(missing_ok=True)
        (TARGET / "quick/libduel.so.0.2").symlink_to("libduel.so")
        written = {name: ["bad_*.c" if name == "bad_input" else name + ".c"] for name in C_PROGRAMS.split()}
        written |= {name: [name + ".cpp"] for name in CPP_PROGRAMS.split()}
        for name, patterns in written.items():
            sources = [str(source) for pattern in patterns for source in sorted((ROOT / "tests/c").glob(pattern))]
            compiler = ["c++", "-std=c++17"] if sources[0].endswith("pp") else ["cc", "-std=c99"]
            link = ["-o", str(OUT / name), str(library), "-lpthread", "-lm", f"-Wl,-rpath,{library.parent}"]
            subprocess.run([*compiler, "-Iinclude", *sources, *link], cwd=ROOT, check=True)
            programs[name] = [str(OUT / name)]
        python = ROOT / "build/python/tests/bin/python"
        for test in sorted((ROOT / "bindings/python/tests").glob("test_*.py")) if python.exists() else []:
            programs[test.stem] = [str(python), "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", str(test)]
        os.environ["DUEL_LIBRARY"] = str(library)
        os.environ["PYTHONPATH"] = str(ROOT / "bindings/python/src")
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    return binaries, programs


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(10)


def runs(command, seconds, **environment):
    """Whether a command ends well within its time."""
    environment = {**os.environ, "RUSTC_BOOTSTRAP": "1", "RUST_BACKTRACE": "0", **environment}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, preexec_fn=limits, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:
        try:
            return "passed" if process.wait(seconds) == 0 else "failed"
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            return "late"


def reach(binaries, programs):
    """Of every test (binary, name) the mutants it reaches and what it takes; tests that fail unchanged are left out."""
    tests = [("c", name) for name in programs]
    for binary, path in binaries.items():
        listed = subprocess.run([path, "--list", "--format=terse"], capture_output=True, text=True, check=True).stdout
        tests += [(binary, line[: -len(": test")]) for line in listed.splitlines() if line.endswith(": test")]
    # With `again` tests were added: those known keep what they reach, for the formulas are the same.
    file = OUT / "reached.json"
    known = {}
    if options["again"] and file.exists():
        known = {tuple(test): rest for test, *rest in json.loads(file.read_text())}
    reached, taken, unfit = {}, {}, []
    for test in tests:
        if test in known:
            reached[test], taken[test] = set(known[test][0]), known[test][1]
            continue
        file = OUT / "reached.txt"
        file.unlink(missing_ok=True)
        command = programs[test[1]] if test[0] == "c" else [binaries[test[0]], "--exact", test[1], "--test-threads=1"]
        start = time.monotonic()
        # One that goes through models and takes longer than all of them may is not used.
        most = 60 if test[0] in ("lib", "ffi", "c") else min(60, 2 * float(options["seconds"]))
        how = runs(command, most, DUEL_MUTANT="reach", DUEL_REACHED=str(file))
        taken[test] = time.monotonic() - start
        if how == "passed":
            reached[test] = {int(line) for line in file.read_text().split()} if file.exists() else set()
        else:
            unfit.append("::".join(test))
    (OUT / "reached.json").write_text(json.dumps([[test, sorted(reached[test]), taken[test]] for test in reached]))
    said(f"{len(reached)} tests; {sum(taken.values()):.0f} s one after the other; not used: {' '.join(unfit) or 'none'}")
    return reached, taken


def told(number, tests, binaries, programs, taken):
    """The first group of tests that tells a mutant, or None."""
    tests = sorted(tests, key=taken.get)
    groups, sums = collections.defaultdict(list), 0.0
    for test in tests:
        sums += taken[test]
        groups[sum(sums > bound for bound in (0.3, 2.0, 8.0)), test[0], test[1] if test[0] == "c" else ""].append(test)
    for (_, binary, _), group in sorted(groups.items()):
        if binary == "c":
            command = programs[group[0][1]]
        else:
            names = [name for _, name in group]
            command = [binaries[binary], "--exact", *names, "--test-threads=1", "-Zunstable-options", "--fail-fast"]
        how = runs(command, min(60, 3 + 8 * sum(map(taken.get, group))), DUEL_MUTANT=str(number))
        if how != "passed":
            return how
    return None


def is_own(test, folder):
    return test[0] in ("ffi", "c") if folder == "ffi" else test[0] == "lib" and test[1].startswith(folder + "::")


def main():
    for word in sys.argv[1:]:
        name, _, value = word.partition("=")
        if name not in options:
            sys.exit(__doc__)
        options[name] = value
    folders = options["folders"].split(",")
    options["seconds"] = options["seconds"] or ("60" if "inference" in folders else "10")
    if "inference" in folders:
        options["tests"] += ",resampling,coverage"
    OUT.mkdir(parents=True, exist_ok=True)
    subprocess.run([*CARGO, "build", "--quiet", "-p", "mutants"], cwd=ROOT, check=True)
    rewrite()
    cargo("check", "--workspace", "--lib", "--exclude", "xtask", "--exclude", "mutants")
    binaries, programs = build(folders)
    mutants = rewrite()
    reached, taken = reach(binaries, programs)
    kept = OUT / "outcomes.tsv"
    outcomes = {}
    if kept.exists():
        for line in kept.read_text().splitlines():
            number, outcome = line.split("\t")
            outcomes[int(number)] = outcome
    outcomes_before = dict(outcomes)
    if options["again"]:
        outcomes = {number: outcome for number, outcome in outcomes.items() if outcome.startswith(("folder", "models"))}
    for folder in folders:
        chosen = [mutant for mutant in mutants if mutant.folder == folder and mutant.state == "built"]
        drawn = chosen
        if folder in SAMPLED and int(options["sample"]) < len(chosen):
            drawn = sorted(random.Random(int(options["seed"])).sample(chosen, int(options["sample"])))
        start = time.monotonic()
        for mutant in drawn:
            if mutant.number in outcomes:
                continue
            by = [test for test in reached if mutant.number in reached[test]]
            own = [test for test in by if is_own(test, folder)]
            outcome, how = outcomes_before.get(mutant.number, "unreached"), told(mutant.number, own, binaries, programs, taken)
            if how:
                outcome = f"folder {how}"
            elif by:
                further, sums = [], 0.0
                for test in sorted(set(by) - set(own), key=taken.get):
                    sums += taken[test]
                    if sums <= float(options["seconds"]):
                        further.append(test)
                how = told(mutant.number, further, binaries, programs, taken)
                outcome = f"models {how}" if how else "survived"
            outcomes[mutant.number] = outcome
            with kept.open("a", encoding="utf-8") as file:
                file.write(f"{mutant.number}\t{outcome}\n")
        report(folder, mutants, drawn, outcomes, time.monotonic() - start)


def report(folder, mutants, drawn, outcomes, seconds):
    total = [mutant for mutant in mutants if mutant.folder == folder]
    counts = collections.Counter(outcomes[mutant.number].split()[0] for mutant in drawn)
    late = sum(outcomes[mutant.number].endswith("late") for mutant in drawn)
    dropped = sum(mutant.state == "dropped" for mutant in total)
    caught = counts["folder"] + counts["models"]
    said(f"{folder}: {len(total)} changes, {dropped} do not compile; {len(drawn)} tried (seed {options['seed']}): {caught} told"
         f" ({100 * caught / len(drawn):.1f} %; {counts['folder']} by tests of the folder, {counts['models']} by others;"
         f" {late} by time), {counts['survived']} survived, {counts['unreached']} reached by no test; {seconds:.0f} s")
    for mutant in drawn:
        if not outcomes[mutant.number].startswith(("folder", "models")):
            change = f"{mutant.kind} {mutant.before} -> {mutant.after}"
            said(f"  {outcomes[mutant.number]}: {mutant.number} {mutant.file}:{mutant.line} {mutant.function}: {change}")


main()
