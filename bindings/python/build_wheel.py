"""Makes the wheel of the Python package: pure Python for any version of it, and the library of this platform.

    python3 bindings/python/build_wheel.py [FOLDER]     # build/ by default

It needs nothing but Python, and is the build backend too, so that `pip install bindings/python` works. The library is
that of DUEL_LIBRARY, or of the release build. On Linux the wheel's tag names the oldest glibc that the library runs on.
"""

import base64
import hashlib
import os
import platform
import re
import sys
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SOURCE = os.path.join(HERE, "src")
NAME = "duel_ranking"
FILE = {"darwin": "libduel.dylib", "win32": "duel.dll"}.get(sys.platform, "libduel.so")
METADATA = """\
Metadata-Version: 2.1
Name: duel-ranking
Version: {version}
Summary: Pairwise judgements to rankings with honest uncertainty
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy>=1.22
Provides-Extra: frames
Requires-Dist: pandas; extra == "frames"
Requires-Dist: polars; extra == "frames"
Requires-Dist: pyarrow>=15; extra == "frames"
Provides-Extra: plots
Requires-Dist: matplotlib; extra == "plots"
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

"""


def read(path):
    with open(path, "rb") as file:
        return file.read()


def library():
    """The path of the library that goes into the wheel."""
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    path = os.environ.get("DUEL_LIBRARY") or os.path.join(target, "release", FILE)
    if not os.path.isfile(path):
        raise SystemExit(f"build_wheel.py: {path} is missing: run `cargo build --release`, or set DUEL_LIBRARY")
    return path


def platform_tag(binary):
    """The platform of a library: on Linux with the newest glibc that it asks for."""
    if sys.platform.startswith("linux"):
        asked = [tuple(map(int, found)) for found in re.findall(rb"GLIBC_(\d+)\.(\d+)", binary)]
        major, minor = max(asked, default=(2, 17))
        return f"manylinux_{major}_{minor}_{platform.machine()}"
    return re.sub(r"[^A-Za-z0-9_]", "_", sysconfig.get_platform())


def version():
    """The version of the interface, which the package has."""
    description = read(os.path.join(SOURCE, "duel", "_description.py")).decode()
    return re.search(r'^VERSION = "(.*)"$', description, re.M).group(1)


def files(binary):
    """The content of the wheel: names and contents, in their order."""
    found = {}
    for folder, folders, names in os.walk(SOURCE):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            inside = os.path.relpath(path, SOURCE).replace(os.sep, "/")
            if name.endswith(".py") or name == "py.typed":
                found[inside] = read(path)
    found[f"duel/{FILE}"] = binary
    return found


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel, and gives its name (PEP 517)."""
    binary = read(library())
    number, tag = version(), f"py3-none-{platform_tag(binary)}"
    info = f"{NAME}-{number}.dist-info"
    held = files(binary)
    held[f"{info}/METADATA"] = METADATA.format(version=number).encode() + read(os.path.join(HERE, "README.md"))
    held[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: duel\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    held[f"{info}/entry_points.txt"] = b"[console_scripts]\nduel = duel.__main__:main\n"
    held[f"{info}/LICENSE"] = read(os.path.join(ROOT, "LICENSE"))
    record = []
    for name, content in held.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(content)}\n")
    held[f"{info}/RECORD"] = ("".join(record) + f"{info}/RECORD,,\n").encode()
    wheel = f"{NAME}-{number}-{tag}.whl"
    os.makedirs(wheel_directory, exist_ok=True)
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in held.items():
            # One date for all: the same sources make the same wheel.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if name.endswith(FILE) else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("build_wheel.py: there is no source distribution yet: the library is built from the repository")


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build")
    print(os.path.join(folder, build_wheel(folder)))
