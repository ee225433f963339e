#! /bin/sh
# Tests the R package: builds the source package and runs R CMD check on it (installation, the
# examples of the manual, tests/*.R, the vignettes), in a scratch directory, and examples/r/loop.R.
# Warnings and notes fail, too. Where knitr, rmarkdown and pandoc are not, the vignettes are woven by the package itself,
# which is therefore installed there first.
#
# sh check.sh quick: the package is installed, and tests/*.R are run, without the check.
#
# The library is taken from DUEL_PREFIX (include/ and lib/) if that is set, else from
# target/release of this checkout, built if it is not there.
set -e

if ! command -v R >/dev/null 2>&1; then
    echo "bindings/r: skipped, R is not installed (Debian: r-base-core)"
    exit 0
fi

# Without codetools the check looks for no undefined variables, and is green for less.
Rscript -e 'library(codetools)' >/dev/null 2>&1 ||
    echo "bindings/r: skipped the search for undefined variables, codetools is not installed" \
         "(Debian: r-recommended)"

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT INT TERM

if [ -z "$DUEL_PREFIX" ]; then
    target=${CARGO_TARGET_DIR:-$root/target}
    [ -f "$target/release/libduel.a" ] ||
        (cd "$root" && CARGO_TARGET_DIR="$target" cargo build --release --lib -j 2)
    DUEL_PREFIX=$scratch/prefix
    mkdir -p "$DUEL_PREFIX/include" "$DUEL_PREFIX/lib"
    cp "$root/include/duel.h" "$DUEL_PREFIX/include/"
    ln -s "$target/release/libduel.a" "$DUEL_PREFIX/lib/libduel.a"
fi
export DUEL_PREFIX

cd "$scratch"
mkdir library
export R_LIBS="$scratch/library"
R CMD INSTALL --preclean --clean --no-docs --no-test-load -l library "$here" >install.log 2>&1 ||
    { cat install.log; exit 1; }
if [ "${1:-all}" = quick ]; then
    count=0
    cp -R "$here/tests" tests
    cd tests
    for test in *.R; do
        Rscript "$test" >test.log 2>&1 || { echo "$test failed"; cat test.log; exit 1; }
        count=$((count + 1))
    done
    echo "bindings/r: $count test files: OK, without R CMD check"
    exit 0
fi
cp -R "$here" source
if ! Rscript -e 'stopifnot(requireNamespace("knitr"), rmarkdown::pandoc_available("1.14"))' >/dev/null 2>&1; then
    echo "bindings/r: vignettes by the package's own engine, knitr is not installed (Debian: r-cran-rmarkdown, pandoc)"
    sed -i.bak 's/knitr::rmarkdown/duel::plain/' source/vignettes/*.Rmd
    sed -i.bak 's/^VignetteBuilder: knitr/VignetteBuilder: duel/' source/DESCRIPTION
    rm source/DESCRIPTION.bak source/vignettes/*.bak
fi
R CMD build source >build.log 2>&1 || { cat build.log; exit 1; }

# No repository is asked: the package needs none, and there may be no network. The whole
# library is inside the package, which R would otherwise find too large from 5 MB on.
export _R_CHECK_PKG_SIZES_THRESHOLD_=20
# Packages that are suggested are compared with where they are installed.
export _R_CHECK_FORCE_SUGGESTS_=false
echo 'options(repos = character())' >profile
R_PROFILE=$scratch/profile R CMD check --no-manual duel_*.tar.gz >check.log 2>&1 || true

Rscript "$root/examples/r/loop.R" loop.svg >loop.log 2>&1 || { cat loop.log; exit 1; }

# Suggested packages that are not installed make a note, and that note alone is none of ours.
missing() {
    grep -q '^Status: 1 NOTE' check.log &&
        grep -A 3 '^\* checking package dependencies' check.log | grep -q 'suggested but not available' &&
        echo "bindings/r: skipped the comparison with packages that are not installed" \
             "(Debian: r-cran-sandwich, -emmeans, -multcomp, -bradleyterry2, -psychotools, -tibble, -generics, -qvcalc, -ggplot2, -lmtest, -psychotree, -strucchange, -tinytest, -rmarkdown)"
}

if tail -n 2 check.log | grep -q '^Status: OK' || missing; then
    echo "bindings/r: R CMD check: OK, $(ls duel.Rcheck/tests/*.Rout | wc -l) test files"
else
    cat check.log
    cat duel.Rcheck/tests/*.fail 2>/dev/null
    cat duel.Rcheck/00install.out 2>/dev/null
    exit 1
fi
