"""Makes a file proxy of the Go modules: python3 bindings/dist/go_proxy.py FOLDER LIBDUEL.A

The folder is laid out as the Go command asks a proxy, so that `GOPROXY=file://FOLDER go get` works. There are two modules:
the package with the header, and the library for linux/amd64.
"""

import json
import os
import re
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GO = os.path.join(ROOT, "bindings", "go")
MODULE = "github.com/duel-ranking/duel/bindings/go"
PREBUILT = MODULE + "/lib/linux-amd64"


def read(path):
    with open(path, "rb") as file:
        return file.read()


def version():
    """The version of the interface; every module has it."""
    return "v" + json.loads(read(os.path.join(ROOT, "include", "duel.json")))["version"]


def package():
    """The files of the package: Go without tests, the license, the header."""
    found = {"LICENSE": read(os.path.join(ROOT, "LICENSE")), "include/duel.h": read(os.path.join(ROOT, "include", "duel.h"))}
    for folder, folders, names in os.walk(GO):
        inside = os.path.relpath(folder, GO)
        # A folder with a go.mod of its own is another module.
        folders[:] = sorted(f for f in folders if not os.path.exists(os.path.join(folder, f, "go.mod")))
        for name in sorted(names):
            if name.endswith(".go") and not name.endswith("_test.go") and not inside.startswith("internal"):
                path = name if inside == "." else f"{inside}/{name}"
                found[path] = read(os.path.join(folder, name))
    # Replacements are for a checkout; that which depends on the module does not read them.
    text = read(os.path.join(GO, "go.mod")).decode()
    text = re.sub(r"\n// In a checkout\..*\nreplace .*\n", "", text)
    if "replace" in text or f"{PREBUILT} {version()}" not in text:
        raise SystemExit(f"go_proxy.py: bindings/go/go.mod should require {PREBUILT} {version()}, and replace nothing else")
    found["go.mod"] = text.encode()
    return found


def prebuilt(library):
    """The files of the library's module."""
    folder = os.path.join(GO, "lib", "linux-amd64")
    return {
        "LICENSE": read(os.path.join(ROOT, "LICENSE")),
        "go.mod": read(os.path.join(folder, "go.mod")),
        "prebuilt.go": read(os.path.join(folder, "prebuilt.go")),
        "libduel.a": read(library),
    }


def write(proxy, module, files):
    """Writes what a proxy has of one version of a module."""
    folder = os.path.join(proxy, *module.split("/"), "@v")
    os.makedirs(folder, exist_ok=True)
    number = version()
    texts = {
        "list": number + "\n",
        f"{number}.info": json.dumps({"Version": number}) + "\n",
        f"{number}.mod": files["go.mod"].decode(),
    }
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    with zipfile.ZipFile(os.path.join(folder, number + ".zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            # One date for all: the same sources make the same archive, whose hash users keep in go.sum.
            entry = zipfile.ZipInfo(f"{module}@{number}/{name}", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])


def main():
    proxy, library = sys.argv[1:]
    write(proxy, MODULE, package())
    write(proxy, PREBUILT, prebuilt(library))


if __name__ == "__main__":
    main()
