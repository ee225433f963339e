# make demo      a leaderboard of real judge votes, from a C program
# make loop      labels of these votes bought in rounds, by a policy and at random, from a C program (some minutes: most are
#                spent on how often a stop is wrong)
# make test      builds the library and tests it in Rust, C, C++, R, Go and Python
# make test-all  the same, and valgrind, refused memory, cancelled calls, R CMD check, packages, the manual: what CI runs
# make faults    memory refused at every request of every operation (make test-all: at a sample of them)
# make cancels   every operation cancelled at every progress call (make test-all: at a sample of them), and how long calls
#                take to return on 1 500 items, 60 000 rows, 10 judges
# make docs      the manual: the site build/docs/html and the man pages build/docs/man (pip installs Sphinx under build)
# make dist      what people install, in build/dist: an archive, a wheel, R's package, a proxy of Go's modules
# make test-docs, make test-dist   their tests alone
# make wheel     the Python package in one file, build/duel_ranking-*.whl
# make lines     which lines of src the tests run, by folder (LLVM's tools of rustc's version)
# make mutants   which changed formulas no test tells, of outcome, strength and likelihood (half an hour; folders=inference,ffi: a
#                sample of 300 of each, seed=N)
# make fuzz      inputs changed at random: saved bytes, columns, calls, fits, streams (minutes=N for each of them, seed=N)
# make bench     speed, as ratios in one run
# make bench-ratio base=COMMIT   the same rows against another commit: median ratios of 15 runs in turn, with intervals (only=NAME)
# make bench-scale standard errors and ranks of large sets, with the goals: seconds, memory, and how (only="100 000 local":
#                the rows whose name holds it)
# make bench-peers  seconds and gigabytes from a Parquet file to a board in Python, beside other programs, which pip installs
#                under the build folder (rows=2000000,10000000)
# make bench-arrow  names in Arrow's dictionaries beside ids, ten million rows (rows=N; pip installs pyarrow, too)
# make bench-distributed  a hundred million votes by DuckDB, Polars and Spark, which pip installs (rows=N; Spark needs java)
# make bench-leaderbot  speed against leaderbot, which pip installs under the build folder
# make campaign  slow simulations of coverage and of tests, and the comparison with a reference (only=campaign_of_inference: one of them)
# make cases     small files of the kinds that people bring (tests/data/cases), and what each must give
# make campaign-audit  how often duel audit errs and finds, on seeded boards (needs numpy)
# make reproduction  what two papers on judges printed, beside what duel computes (some ten minutes)
# make models    the 30 models of Ameli et al., Table D.1 (starts=many: several starts, only=21: one of them)
# make abi       takes the binary interface as it is now for that of the release (tests/abi)
# make reproducible   builds in two folders, and compares the bytes
# make asan      the C programs and the fuzzers, with all code of ours and of the crates under AddressSanitizer
# make header    writes include/duel.h and duel.json anew from src/ffi
# make install   PREFIX=/usr/local LIBDIR=$(PREFIX)/lib DESTDIR=
# make clean

CARGO ?= cargo
CC ?= cc
CFLAGS ?= -O2
EXAMPLE_FLAGS = -std=c99 -Wall -Wextra -pedantic -Iinclude
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
DESTDIR ?=

built = $(or $(CARGO_TARGET_DIR),target)/release
# make demo waits for no optimisation across crates: its library is the one that make test tests.
quick = $(or $(CARGO_TARGET_DIR),target)/quick
beside = $(if $(filter Darwin,$(shell uname -s)),@loader_path,$$ORIGIN)
static = $(built)/libduel.a
quick_static = $(quick)/libduel.a
rust_sources = Cargo.toml src/ffi/Cargo.toml bindings/c/build.rs $(shell find src -name '*.rs')
of_loop = $(addprefix examples/c/,loop.c buying.c pool.c trace.c)
loop_sources = $(of_loop) $(addprefix examples/c/,codes.c csv.c draw.c text.c votes.c)
leaderboard_sources = $(filter-out examples/c/first.c $(of_loop),$(wildcard examples/c/*.c))
demo_data = examples/data/judge_mtbench.csv
demo_options = --drop unknown --judge judge --context question_id --judges sensitivity \
	--position judge --accept boundary --title "Six chatbots in the eyes of twenty judges" --svg build/leaderboard.svg
loop_options = --drop unknown --seed 17 --leaders 3 --false 100 --svg build/loop.svg

starts = once
folders = outcome,strength,likelihood

# The Python package as it lies here, with the library that was built, or that of DUEL_LIBRARY.
with_package = DUEL_LIBRARY="$${DUEL_LIBRARY:-$$(ls $(built)/libduel.so $(built)/libduel.dylib 2>/dev/null | head -n 1)}" \
	PYTHONPATH=bindings/python/src

.PHONY: all library demo loop test test-all faults cancels lines mutants fuzz bench bench-ratio bench-leaderbot bench-scale bench-peers bench-arrow bench-distributed campaign campaign-audit cases reproduction models header abi reproducible asan docs dist test-docs test-dist wheel install clean

all: library

library: $(static)

# One build makes the shared and the static library; the static one stands for both.
$(static): $(rust_sources)
	@$(CARGO) build --release
	@touch $(static)

$(quick_static): $(rust_sources)
	@$(CARGO) quick
	@touch $(quick_static)

build/leaderboard: $(leaderboard_sources) $(quick_static)
build/loop: $(loop_sources) $(static)
build/leaderboard build/loop: $(wildcard examples/c/*.h) include/duel.h
	@mkdir -p build
	@sh bindings/c/link.sh $(dir $(filter %.a,$^))
	@$(CC) $(EXAMPLE_FLAGS) $(CFLAGS) $(filter %.c,$^) -o $@ -Lbuild -lduel -lm -Wl,-rpath,'$(beside)'

demo: build/leaderboard
	@echo '$$ build/leaderboard $(demo_data) $(demo_options)'
	@build/leaderboard $(demo_data) $(demo_options)

loop: build/loop
	@echo '$$ build/loop $(demo_data) $(loop_options)'
	@build/loop $(demo_data) $(loop_options)

test:
	@CARGO="$(CARGO)" sh tests/c/all.sh quick

test-all:
	@CARGO="$(CARGO)" sh tests/c/all.sh all

faults: $(static)
	@sh tests/c/programs.sh faults full

cancels: $(static)
	@sh tests/c/programs.sh cancels full
	@sh tests/c/programs.sh cancels time

lines:
	@sh tests/lines.sh

mutants:
	@python3 tests/mutants/run.py folders=$(folders) seed=$(or $(seed),1)

fuzz: $(static)
	@sh tests/fuzz/fuzz.sh $$(($(or $(minutes),1) * 60)) seed=$(or $(seed),1)

bench: $(static)
	@$(CARGO) bench --quiet --bench speed

bench-ratio:
	@sh benches/ratio.sh "$(base)" "$(only)"

bench-leaderbot:
	@$(CARGO) bench --quiet --bench leaderbot

bench-scale:
	@$(CARGO) bench --quiet --bench scale -- $(if $(only),"$(only)")

bench-peers: $(static)
	@$(with_package) sh benches/python.sh peers --rows $(or $(rows),2000000,10000000)

bench-arrow: $(static)
	@$(with_package) sh benches/python.sh arrow --rows $(or $(rows),10000000)

bench-distributed: $(static)
	@$(with_package) sh benches/python.sh distributed --rows $(or $(rows),100000000)

campaign:
	@$(CARGO) test --profile quick --test coverage --test reference -- --ignored --nocapture --test-threads 1 $(only)

campaign-audit: $(static)
	@$(with_package) python3 tests/campaigns/audit.py

cases: $(static)
	@[ -x build/python/tests/bin/python ] || python3 -m venv build/python/tests
	@build/python/tests/bin/python -c 'import numpy, pytest' 2>/dev/null || \
		build/python/tests/bin/python -m pip install --quiet --disable-pip-version-check numpy pytest
	@$(with_package) build/python/tests/bin/python -m pytest -q -p no:cacheprovider bindings/python/tests/test_cases.py

reproduction:
	@$(CARGO) test --profile quick --test reproduction -- --ignored --nocapture

models:
	@only="$(only)" $(CARGO) test --release --quiet --test models -- --ignored --nocapture models_$(starts)

header:
	@$(CARGO) xtask interface

abi:
	@sh tests/abi/abi.sh write

reproducible:
	@sh tests/abi/reproducible.sh

asan:
	@sh tests/fuzz/asan.sh $(or $(seconds),30)

wheel: $(static)
	@CARGO_TARGET_DIR="$(or $(CARGO_TARGET_DIR),target)" python3 bindings/python/build_wheel.py build

docs:
	@sh docs/build.sh

dist: $(static)
	@BUILT="$(built)" sh bindings/dist/dist.sh

test-docs: $(static)
	@sh tests/docs.sh

test-dist: dist
	@sh tests/dist.sh

install: $(static)
	@PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" DESTDIR="$(DESTDIR)" BUILT="$(built)" \
		sh bindings/c/install.sh

clean:
	@rm -rf build target
