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

# Sphinx sees a copy in which programs, examples, what benches printed and the written reference lie beside the guides.
rm -rf "$out/source" "$out/html"
mkdir -p "$out/source/examples" "$out/source/include"
cp -R docs/*.md docs/conf.py docs/static docs/programs "$out/source/"
cp -R examples/c examples/cpp examples/go examples/r examples/python "$out/source/examples/"
for bench in benches/*/result.txt; do
  mkdir -p "$out/source/${bench%/*}" && cp "$bench" "$out/source/$bench"
done
cp examples/*.svg examples/pictures/*.svg "$out/source/static/"
cp include/duel.h "$out/source/include/"
python3 docs/tool/site.py "$out/source/reference"
"$tools/bin/sphinx-build" -q -W --keep-going -b html -d "$out/doctrees" "$out/source" "$out/html"
echo "$out/html/index.html"

# R's own reference and vignettes lie beside the site. Vignettes run, by the library that was built.
if ! command -v Rscript >/dev/null 2>&1; then
  echo "docs: no pages of R, because R is not installed" >&2
  mkdir -p "$out/html/r"
  echo '<!DOCTYPE html><title>duel for R</title><p>Made without R: see <code>help(package = "duel")</code> there.</p>' \
    >"$out/html/r/index.html"
  exit 0
fi
if [ -f target/release/libduel.a ]; then
  prefix=$PWD/$out/r-prefix
  rm -rf "$prefix" "$out/r-source" "$out/r-library"
  mkdir -p "$prefix/lib" "$prefix/include" "$out/r-library"
  ln -s "$PWD/target/release/libduel.a" "$prefix/lib/"
  cp include/duel.h "$prefix/include/"
  cp -R bindings/r "$out/r-source"
  DUEL_PREFIX=$prefix R CMD INSTALL --no-docs -l "$out/r-library" "$out/r-source" >"$out/r-install.log" 2>&1 ||
    { cat "$out/r-install.log" >&2; exit 1; }
  R_LIBS="$out/r-library"
  export R_LIBS
fi
Rscript docs/tool/r_pages.R "$out/html/r"
