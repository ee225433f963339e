#!/bin/sh
# Builds the manual into build/docs: the site (html/) with Sphinx, and a man page for each name of the interface (man/man3/).
#   sh docs/build.sh          both
#   sh docs/build.sh man      the man pages alone, for which python3 is enough
#   sh docs/build.sh tools    Sphinx alone
# Sphinx is installed by pip into build/docs-tools, once.
set -eu
cd "$(dirname "$0")/.."
out=build/docs
tools=build/docs-tools
mkdir -p "$out"

command -v python3 >/dev/null 2>&1 || { echo "docs: python3 is needed" >&2; exit 1; }
if [ "${1:-}" != tools ]; then
  rm -rf "$out/man"
  python3 docs/tool/man.py "$out/man/man3"
fi
[ "${1:-}" != man ] || exit 0

if ! cmp -s docs/requirements.txt "$tools/requirements.txt"; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check -r docs/requirements.txt
  cp docs/requirements.txt "$tools/"
fi
[ "${1:-}" != tools ] || exit 0

# Sphinx sees a copy in which programs, examples and the written reference lie beside the guides.
rm -rf "$out/source" "$out/html"
mkdir -p "$out/source/examples" "$out/source/include"
cp -R docs/*.md docs/conf.py docs/static docs/programs "$out/source/"
cp -R examples/c examples/cpp examples/go examples/r examples/python "$out/source/examples/"
cp examples/*.svg "$out/source/static/"
cp include/duel.h "$out/source/include/"
python3 docs/tool/site.py "$out/source/reference"
"$tools/bin/sphinx-build" -q -W --keep-going -b html -d "$out/doctrees" "$out/source" "$out/html"
echo "$out/html/index.html"
