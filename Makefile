# make demo      a leaderboard of real judge votes, from a C program
# make test      builds and tests everything: Rust, C, C++, R, Go
# make bench     speed, as ratios in one run
# make bench-leaderbot  speed against leaderbot, which pip installs under the build folder
# make campaign  slow simulations of coverage and of tests (only=campaign_of_inference: one of two)
# make reproduction  what two papers on judges printed, beside what duel computes (some ten minutes)
# make models    the 30 models of Ameli et al., Table D.1 (starts=many: several starts, only=21: one of them)
# make header    writes include/duel.h anew from src/ffi
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
beside = $(if $(filter Darwin,$(shell uname -s)),@loader_path,$$ORIGIN)
static = $(built)/libduel.a
rust_sources = Cargo.toml bindings/c/build.rs $(shell find src -name '*.rs')
demo_sources = $(wildcard examples/c/*.c)
leaderboard_sources = $(filter-out examples/c/first.c,$(demo_sources))
demo_data = examples/data/judge_mtbench.csv
demo_options = --judge judge --context question_id --judges sensitivity --position judge \
	--accept boundary --title "Six chatbots in the eyes of twenty judges" --svg build/leaderboard.svg

starts = once

.PHONY: all library demo test bench bench-leaderbot campaign reproduction models header install clean

all: library build/leaderboard

library: $(static)

# One build makes the shared and the static library; the static one stands for both.
$(static): $(rust_sources)
	@$(CARGO) build --release --quiet
	@touch $(static)

build/leaderboard: $(leaderboard_sources) $(wildcard examples/c/*.h) include/duel.h $(static)
	@mkdir -p build
	@sh bindings/c/link.sh $(built)
	@$(CC) $(EXAMPLE_FLAGS) $(CFLAGS) $(leaderboard_sources) -o $@ \
		-Lbuild -lduel -lm -Wl,-rpath,'$(beside)'

demo: build/leaderboard
	@echo '$$ build/leaderboard $(demo_data) $(demo_options)'
	@build/leaderboard $(demo_data) $(demo_options)

test:
	@CARGO="$(CARGO)" sh tests/c/all.sh

bench: $(static)
	@$(CARGO) bench --quiet --bench speed

bench-leaderbot:
	@$(CARGO) bench --quiet --bench leaderbot

campaign:
	@$(CARGO) test --profile quick --test coverage -- --ignored --nocapture --test-threads 1 $(only)

reproduction:
	@$(CARGO) test --profile quick --test reproduction -- --ignored --nocapture

models:
	@only="$(only)" $(CARGO) test --release --quiet --test models -- --ignored --nocapture models_$(starts)

header:
	@DUEL_WRITE_HEADER=1 $(CARGO) test --profile quick --quiet --test header

install: $(static)
	@PREFIX="$(PREFIX)" LIBDIR="$(LIBDIR)" DESTDIR="$(DESTDIR)" BUILT="$(built)" \
		sh bindings/c/install.sh

clean:
	@rm -rf build target
