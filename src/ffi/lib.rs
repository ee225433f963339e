//! duel: rankings with honest uncertainty from pairwise judgements.
//!
//! In a dozen lines (C99):
//!
//!   duel_set *set = NULL;
//!   duel_model *model = NULL;
//!   duel_table *board = NULL;
//!   duel_rows rows = {.struct_size = sizeof rows, .length = n};
//!   rows.left = (duel_column){.data = left, .type = DUEL_TYPE_TEXT};       the item shown first
//!   rows.right = (duel_column){.data = right, .type = DUEL_TYPE_TEXT};     the item shown second
//!   rows.score = (duel_column){.data = score, .type = DUEL_TYPE_F64};      1, 0.5 or 0 for left
//!   if (duel_set_new(&set) || duel_set_append(set, &rows) || duel_model_fit(set, NULL, &model) ||
//!       duel_model_scores(model, NULL, &board))
//!     fprintf(stderr, "%s\n", duel_last_error());
//!   else
//!     printf("%s: %g\n", duel_table_text(board, "item", 0), duel_table_f64(board, "estimate")[0]);
//!   duel_table_free(board);
//!   duel_model_free(model);
//!   duel_set_free(set);
//!
//! A duel_set holds comparisons and grows. A duel_model is fitted to a set and never changes; a duel_bootstrap
//! holds refits of a model. A duel_gars estimates scores without a model; a duel_nuisance holds the learners it
//! needs. A duel_estimate is a quantity of a model or of a duel_gars, of which values, contrasts, tests and ranks are
//! asked. A duel_monitor keeps what several looks at growing data have established. A duel_board
//! holds scores of items on tasks and grows. A duel_table is a result with named
//! columns: duel_table_info tells how many rows it has, the comment of each function which columns. A duel_cancel stops
//! long work. Everything else is a value.
//!
//! Errors. A function that can fail returns duel_status, 0 for success, and writes no output unless it
//! succeeds. The message stays with the thread: duel_last_error() names the argument and the value, and
//! duel_last_error_row() is the row, which hosts count from zero, from one or by lines. A call that fails leaves
//! its objects as they were. Bad numbers never abort the process; pointers, of course, must be NULL or valid.
//!
//! Ownership. What a function hands out through a pointer to a pointer the caller frees with the _free
//! of its type; _free takes NULL. Arrays and strings that go in are only read, and not kept. Strings
//! that come out are borrowed. Numbers of one meaning are written to memory of the caller, whose size is the
//! capacity behind it; the comment says how many there are, and duel_model_shape of the quantities of a model.
//!
//! Structs. Every struct of options begins with its size and is otherwise zero by default: zero it, set
//! struct_size, set what you need. Fields are only added at the end: a program built with an older header
//! works with a newer library; what a library does not know must be zero. An option that a function does not read is
//! an error, which names it.
//!
//! Threads. A function may run at the same time as another on the same object if both take it as a
//! pointer to const; a function that takes it otherwise needs it to itself. duel_cancel_raise may be called
//! at any time, also from a signal handler. The library prints nothing, installs no signal handler, and
//! starts threads only within a call that asks for them. Besides the last error of each thread it keeps one thing:
//! at the first call it puts a hook in front of Rust's panic hook of the process, which keeps its own panics
//! silent and passes on all others.
//!
//! Memory. A call that the system refuses memory ends with DUEL_ERR_MEMORY, silently, and changes nothing; it can be
//! called again. For its way out the library has 8 MiB of address space of its own, which are not touched before.
//!
//! Randomness comes from a seed alone: same data, same seed, same bits, for any number of threads (of
//! one build on one kind of processor).
//!
//! Ids, items, judges and rows are counted from zero. Matrices are row-major doubles. Probabilities and
//! levels are between 0 and 1. Scores are log odds, in models without a spread; with a spread their scale is
//! that of the spread; with probit they are in standard deviations of a difference.

// The C interface: one file for each section of the header, in the order of the modules below. It translates and
// validates; it computes nothing. `cargo xtask interface` writes include/duel.h from these comments, which are the
// safety contract of every function: pointers are either NULL or valid for what the function says it reads or writes.
//
// Every unsafe block says which promise it relies on (SAFETY); clippy refuses one that does not. Promises of the caller:
// - a pointer that *can be read* is NULL, or valid, and what it points to does not change until the call returns; a handle is one
//   that the library handed out and has not taken back, a struct begins with its size, a text ends with NUL, and what the
//   pointers of a struct lead to can be read, too;
// - an array that *has n values* is NULL, or its n values can be read;
// - a handle that *is the call's alone* is NULL, or one that nobody else uses until the call returns;
// - memory that *can be written*, or *has room for n*, is NULL, or valid for writing one value or n, until the call returns;
// - a callback may be called with its `user` until the call returns, or, where an estimate keeps it, until that is freed; a
//   token lives as long, and may be raised at any time;
// - structs of Arrow are as the Arrow C data and stream interfaces lay down: "(Arrow: release)" names the paragraph.

#![deny(clippy::undocumented_unsafe_blocks)]
#![allow(non_camel_case_types, clippy::missing_safety_doc)]

mod arrow;
mod arrow_kind;
mod arrow_read;
mod arrow_texts;
mod arrow_values;
mod columns;
mod guard;
mod callbacks;
mod limit;
mod memory;
mod outputs;
mod reads;
mod pages;
mod reserve;
#[cfg(unix)]
mod threads;
mod fields;

mod status;
mod data;
mod table;
mod set;
mod stream;
mod fit_choices;
mod fit;
mod quantities;
mod model;
mod warnings;
mod options;
mod inference;
mod validate;
mod judging;
mod bootstrap;
mod hypotheses;
mod ranks;
mod profile;
mod functions;
mod assess;
mod metrics;
mod vuong;
mod goodness;
mod residuals;
mod influence;
mod fragility;
mod agreement;
mod geometry;
mod clusters;
mod judges;
mod learning;
mod judge_report;
mod outliers;
mod together;
mod gars_choices;
mod gars_contexts;
mod gars;
mod gars_own;
mod gars_results;
mod gars_selection;
mod estimate;
mod given;
mod ballots;
mod board;
mod gate;
mod order;
mod selection;
mod panels;
mod monitor;
mod learner;
mod gars_second_order;
mod policy;
mod policy_d_optimal;
mod next;
mod simulate;
mod sprt;
mod paired;
mod plan;
mod chart;

pub use agreement::*;
pub use arrow::{ArrowArray, ArrowArrayStream, ArrowSchema};
pub use assess::*;
pub use ballots::*;
pub use board::*;
pub use bootstrap::*;
pub use chart::*;
pub use clusters::*;
pub use data::*;
pub use estimate::*;
pub use fit::*;
pub use fit_choices::*;
pub use fragility::*;
pub use functions::*;
pub use gars::*;
pub use gars_choices::*;
pub use gars_contexts::*;
pub use gars_own::*;
pub use gars_results::*;
pub use gars_second_order::*;
pub use gars_selection::*;
pub use gate::*;
pub use geometry::*;
pub use given::*;
pub use goodness::*;
pub use hypotheses::*;
pub use inference::*;
pub use influence::*;
pub use judge_report::*;
pub use judges::*;
pub use judging::*;
pub use learner::*;
pub use learning::*;
pub use metrics::*;
pub use model::*;
pub use monitor::*;
pub use next::*;
pub use options::*;
pub use order::*;
pub use outliers::*;
pub use paired::*;
pub use panels::*;
pub use plan::*;
pub use policy::*;
pub use policy_d_optimal::*;
pub use profile::*;
pub use quantities::*;
pub use ranks::*;
pub use residuals::*;
pub use selection::*;
pub use set::*;
pub use simulate::*;
pub use sprt::*;
pub use status::*;
pub use stream::*;
pub use table::*;
pub use together::*;
pub use validate::*;
pub use vuong::*;
pub use warnings::*;
