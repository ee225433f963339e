"""Checks of the manual.

    check.py pages                          code on the pages is that of files which tests run
    check.py names LIBRARY FOLDER [NAME]    every exported symbol, struct, enumeration and table has its place
    check.py links HTML                     links between pages, and to places in them, lead somewhere
"""

import glob
import html.parser
import os
import re
import subprocess
import sys
import urllib.parse

from description import ROOT, Interface

DOCS = os.path.join(ROOT, "docs")


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def pages():
    """The errors in the guides."""
    shown = set()
    for page in sorted(glob.glob(os.path.join(DOCS, "*.md"))):
        name = os.path.basename(page)
        text = text_of(page)
        for found in re.finditer(r"^```+ *(\S*)([^\n]*)$\n(.*?)^```+$", text, re.M | re.S):
            kind, argument = found.group(1), found.group(2).strip()
            line = text[: found.start()].count("\n") + 1
            if kind == "{literalinclude}":
                shown.add(argument)
                path = os.path.join(ROOT if argument.startswith(("benches/", "examples/")) else DOCS, argument)
                if not os.path.isfile(path):
                    yield f"{name}:{line}: there is no {argument}"
            elif kind not in ("text", "{image}", "{toctree}", "{glossary}"):
                yield f"{name}:{line}: code that no test runs; put it into docs/programs and include it"
    runs = text_of(os.path.join(ROOT, "tests", "docs.sh")) + text_of(os.path.join(ROOT, "tests", "dist.sh"))
    for path in sorted(glob.glob(os.path.join(DOCS, "programs", "**", "*"), recursive=True)):
        inside = os.path.relpath(path, DOCS)
        if os.path.isdir(path) or inside.endswith("go.mod"):
            continue
        if inside not in shown:
            yield f"{inside}: no page shows it"
        if inside.endswith(".sh"):
            # install-c.sh is run as "try c".
            word = re.sub(r"^programs/(install-)?(.*)\.sh$", r"\2", inside)
            if f"try {word} " not in runs and os.path.basename(inside) not in runs:
                yield f"{inside}: no test runs it"
        elif re.search(r"\.(c|cpp|py|R|go)$", inside) and not os.path.exists(path + ".out"):
            yield f"{inside}: nobody kept what it prints"
    for argument in sorted(shown):
        if argument.startswith("examples/") and os.path.basename(os.path.dirname(argument)) not in runs:
            yield f"{argument}: no test runs it"


def names(library, folder, more):
    """The names without a place."""
    interface = Interface()
    table = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    exported = set(re.findall(r" [TW] (duel_\w+)(?:@@\S+)?$", table, re.M))
    if not exported:
        yield f"{library}: no symbol of duel"
    everything = exported | set(more) | set(interface.functions) | set(interface.structs) | set(interface.enums)
    with_man = set(everything)
    everything |= set(interface.opaques) | set(interface.callbacks) | set(interface.constants) | set(interface.values)
    places, columns = set(), {}
    for path in glob.glob(os.path.join(folder, "html", "reference", "*.html")):
        text = text_of(path)
        places |= set(re.findall(r'id="c\.(?:\w+\.)?(\w+)"', text))
        for name, rest in re.findall(r'id="c\.(duel_\w+)"(.*?)(?=id="c\.duel_\w+"|\Z)', text, re.S):
            columns[name] = columns.get(name, "") + rest
    for name in sorted(everything - places):
        yield f"{name}: it has no place in the reference"
    for name in sorted(with_man):
        if not os.path.isfile(os.path.join(folder, "man", "man3", name + ".3")):
            yield f"{name}: it has no man page"
    for function, described in interface.tables.items():
        page = text_of(os.path.join(folder, "man", "man3", function + ".3"))
        for column in described["columns"]:
            if f">{column['name']}<" not in columns.get(function, ""):
                yield f"{function}: the reference does not describe its column {column['name']}"
            if not re.search(rf"^\.It Li (\\&)?{column['name']} Pq", page, re.M):
                yield f"{function}: its man page does not describe its column {column['name']}"


class Links(html.parser.HTMLParser):
    """The places and links of a page."""

    def __init__(self):
        super().__init__()
        self.ids, self.links = set(), []

    def handle_starttag(self, tag, attributes):
        held = dict(attributes)
        if held.get("id"):
            self.ids.add(held["id"])
        for name in ("href", "src"):
            if held.get(name):
                self.links.append(held[name])


def links(folder):
    """The links that lead nowhere."""
    seen = {}
    for path in glob.glob(os.path.join(folder, "**", "*.html"), recursive=True):
        seen[os.path.normpath(path)] = page = Links()
        page.feed(text_of(path))
    for path, page in sorted(seen.items()):
        for link in sorted(set(page.links)):
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            aim = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) if parts.path else path
            if not os.path.exists(aim):
                yield f"{path}: {link} is not there"
            elif parts.fragment and aim in seen and urllib.parse.unquote(parts.fragment) not in seen[aim].ids:
                yield f"{path}: {link} has no such place"


def main():
    what, *arguments = sys.argv[1:]
    if what == "pages":
        found = list(pages())
    elif what == "names":
        found = list(names(arguments[0], arguments[1], arguments[2:]))
    elif what == "links":
        found = list(links(arguments[0]))
    else:
        raise SystemExit(__doc__)
    for line in found:
        print(line)
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
