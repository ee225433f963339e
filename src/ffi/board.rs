//! Boards of scores by task, whose means are estimates like any other.

use super::columns::{read, Room, Values};
use super::data::duel_column;
use super::estimate::duel_estimate;
use super::guard::guard;
use super::memory::*;
use super::options::{duel_inference_options, inference_options};
use super::outputs::*;
use super::set::duel_set;
use super::status::duel_status;
use super::table::{duel_table, hand_out};
use duel::board::{Average, Board, Choices, Groups, Missing, Runs, ScoreRows, BOARD_VARIANCE};
use duel::error::{Error, Result};
use duel::estimate::Estimate;
use duel::table::{Table, TableFacts};

/// A board: scores of items on tasks, with their runs, groups and weights. It grows by duel_board_append; every change is
/// whole or not at all. Free it with duel_board_free.
pub struct duel_board {
    board: Board,
}

/// The part that groups of tasks have.
pub type duel_groups_are = i32;
/// A sample: groups are the units, and what is said is of groups like these.
pub const DUEL_GROUPS_ARE_SAMPLE: duel_groups_are = 0;
/// All that there are: tasks are a sample within each group.
pub const DUEL_GROUPS_ARE_ALL: duel_groups_are = 1;
/// None: tasks are the units, whatever groups they are in.
pub const DUEL_GROUPS_ARE_IGNORED: duel_groups_are = 2;

/// Those that count the same in a mean.
pub type duel_average = i32;
/// Tasks, by their weights.
pub const DUEL_AVERAGE_TASKS: duel_average = 0;
/// Groups of tasks, whatever their sizes.
pub const DUEL_AVERAGE_GROUPS: duel_average = 1;

/// The stand-in for a missing score.
pub type duel_missing = i32;
/// An additive model of items and tasks, by least squares: an item that was given the easy tasks is not the better for it.
pub const DUEL_MISSING_ADDITIVE: duel_missing = 0;
/// None: each item has the mean of its own tasks.
pub const DUEL_MISSING_AVAILABLE: duel_missing = 1;
/// None: only tasks count on which all items have a score.
pub const DUEL_MISSING_COMMON: duel_missing = 2;
/// A number, such as 0 where what is missing has failed.
pub const DUEL_MISSING_NUMBER: duel_missing = 3;
/// None: a board with a hole is DUEL_ERR_DATA.
pub const DUEL_MISSING_REFUSED: duel_missing = 4;

/// How the runs of an item on a task make one score.
pub type duel_runs = i32;
/// By their mean.
pub const DUEL_RUNS_MEAN: duel_runs = 0;
/// By the probability that at least one of k runs succeeds, 1 - C(R - c, k) / C(R, k) of c successes in R runs, which must
/// be 0 or 1 (Chen et al. 2021).
pub const DUEL_RUNS_PASS_AT: duel_runs = 1;
/// By the probability that all of k runs succeed, C(c, k) / C(R, k).
pub const DUEL_RUNS_PASS_ALL: duel_runs = 2;

/// Rows of scores, as columns of `length` values. Zero the struct, set struct_size, fill in what you have.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_score_rows {
    /// sizeof(duel_score_rows).
    pub struct_size: usize,
    /// Number of rows.
    pub length: usize,
    /// The item that was scored (a system, a model): names or ids. Required.
    pub item: duel_column,
    /// The task: names or ids. Required.
    pub context: duel_column,
    /// The score: any finite number; NaN: missing. Required.
    pub score: duel_column,
    /// The group of the task (a repository, a subject, a language): names or ids. Absent, or missing in a row: no group. A task
    /// is in one group.
    pub group: duel_column,
    /// The run: names or ids. Absent, or missing in a row: rows of one item and task are runs of their own.
    pub run: duel_column,
    /// The weight of the task, positive, the same in all its rows. Absent: 1.
    pub weight: duel_column,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_score_rows {
    const NAME: &'static str = "duel_score_rows";
    const FIRST: usize = std::mem::size_of::<duel_score_rows>();
}

/// The choices that make means of a board. Zero the struct and set struct_size; zero is the default of every field. NULL
/// means all defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_board_options {
    /// sizeof(duel_board_options).
    pub struct_size: usize,
    /// DUEL_GROUPS_ARE_SAMPLE (default), _ALL or _IGNORED. A board without groups has tasks as its units.
    pub groups_are: i32,
    /// DUEL_AVERAGE_TASKS (default) or _GROUPS.
    pub average: i32,
    /// DUEL_MISSING_ADDITIVE (default), _AVAILABLE, _COMMON, _NUMBER or _REFUSED. On a board without holes all are the same.
    pub missing: i32,
    /// DUEL_RUNS_MEAN (default), _PASS_AT or _PASS_ALL.
    pub runs: i32,
    /// The number that stands in for a missing score, with DUEL_MISSING_NUMBER; must be 0 otherwise.
    pub missing_value: f64,
    /// Runs of DUEL_RUNS_PASS_AT and _PASS_ALL, at least 1; must be 0 otherwise.
    pub k: usize,
    /// How many tasks there are, of which those of the board are a sample; 0: endlessly many. Where all of them were scored, only
    /// runs are uncertain (Cochran 1977, chapter 10).
    pub population: f64,
    /// Non-zero: a smaller score is better. Scores are shown as they are; ranks, groups, tiers, the winner and verdicts go by
    /// the smallest.
    pub lower_is_better: i32,
    /// Must be zero.
    pub reserved: i32,
    /// Most memory that questions of the estimate may take; 0: half of what there is.
    pub max_bytes: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_board_options {
    const NAME: &'static str = "duel_board_options";
    const FIRST: usize = 64;
}

const _: () = assert!(std::mem::size_of::<duel_board_options>() == 64);

/// Facts about a board.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_board_facts {
    /// sizeof(duel_board_facts); set it before the call.
    pub struct_size: usize,
    /// Items.
    pub items: usize,
    /// Tasks.
    pub contexts: usize,
    /// Groups of tasks.
    pub group_count: usize,
    /// Rows, those without a score included.
    pub rows: usize,
    /// Rows without a score.
    pub rows_without_score: usize,
    /// Cells, of an item and a task, with a score.
    pub cells: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_board_facts {
    const NAME: &'static str = "duel_board_facts";
    const FIRST: usize = 56;
}

const _: () = assert!(std::mem::size_of::<duel_board_facts>() == 56);

/// Make an empty board.
/// @param out receives the board; the caller frees it with duel_board_free. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_board_new(out: *mut *mut duel_board) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `out` can be written.
        let out = unsafe { output(out, "out") }?;
        out.hand_out(duel_board { board: Board::new() });
        Ok(())
    })
}

/// Free a board. NULL is ignored. Estimates of it live on. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_board_free(board: *mut duel_board) {
    guard(|| {
        // SAFETY: `board` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(board) };
        Ok(())
    });
}

/// Append rows of scores: all of them or, at the first invalid one, none. A score that is infinite, a task in two groups or
/// with two weights are DUEL_ERR_DATA with the row. A score that is missing says that the item and the task are there. Append in
/// batches: a call costs as much as the board has tasks.
/// @param rows the rows, as columns. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_board_append(
    board: *mut duel_board,
    rows: *const duel_score_rows,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `board` is the call's alone, `rows` and its columns can be read.
        let (board, rows) = unsafe { (exclusive(board, "board")?, read_struct(rows)?) };
        // SAFETY: as above.
        let columns = unsafe { Columns::read(&rows) }?;
        board.board.append(&columns.rows(&mut Room::default()))
    })
}

/// How much a board has. Looks through its rows: two scores of one item, task and run are DUEL_ERR_DATA.
/// @param out receives the facts. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_board_info(
    board: *const duel_board,
    out: *mut duel_board_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `board` can be read, `out` can be written.
        let (board, out) = unsafe { (&shared(board, "board")?.board, output_struct(out)?) };
        let facts = board.facts()?;
        out.write(&duel_board_facts {
            struct_size: std::mem::size_of::<duel_board_facts>(),
            items: facts.items,
            contexts: facts.contexts,
            group_count: facts.groups,
            rows: facts.rows,
            rows_without_score: facts.without_score,
            cells: facts.cells,
        });
        Ok(())
    })
}

/// The names of a board, as those of a set without comparisons: items, tasks (its contexts), groups (its clusters) and runs
/// (its judges).
/// @param out receives the set; the caller frees it with duel_set_free. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_board_names(board: *const duel_board, out: *mut *mut duel_set) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `board` can be read, `out` can be written.
        let (board, out) = unsafe { (&shared(board, "board")?.board, output(out, "out")?) };
        out.hand_out(duel_set::new(board.names().clone()));
        Ok(())
    })
}

/// The mean score of each item, as an estimate: every question answers that needs no model, verdicts and claims included. What
/// is added to the board later does not change it.
///
/// Units are tasks, or groups of tasks as a sample of groups. Of weights w of tasks that sum to 1 a unit g with the share h_g of
/// them adds d_g = sum w_t (x_t - mean) to a mean. Errors are Bell and McCaffrey's (2002) CR2, sum d_g d_g' / (1 - h_g), with their
/// degrees of freedom, 1 / (sum h_g^2 + (sum q_g)^2 - sum q_g^2), q_g = h_g^2 / (1 - h_g), which is the paired t-test where tasks of
/// one weight are the units; correction NONE, CR1 and JACKKNIFE are to be had. All
/// pairs, ranks and sets of ranks go by sign flips of units where these are enough for the level (6 at .95), else by
/// Bonferroni (Romano and Wolf 2005). Means of scores from 0 to 1 have Wilson's intervals at the number of units that their
/// error stands for. Intervals at all looks need 40 units and have no correction. Notes of tables count missing cells.
/// @param options NULL: all defaults.
/// @param inference NULL: all defaults; else those of every question.
/// @param out receives the estimate; the caller frees it with duel_estimate_free. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_board_estimate(
    board: *const duel_board,
    options: *const duel_board_options,
    inference: *const duel_inference_options,
    out: *mut *mut duel_estimate,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `board` and the options can be read, `out` can be written.
        let (board, asked, (inference, callbacks), out) = unsafe {
            (
                &shared(board, "board")?.board,
                read_options(options)?,
                inference_options(inference, "duel_board_estimate")?,
                output(out, "out")?,
            )
        };
        let max_bytes = asked.map_or(0, |asked| asked.max_bytes);
        super::limit::set(max_bytes);
        callbacks.check()?;
        let estimate = Estimate::of_board(board, &choices(asked)?, inference)?;
        out.hand_out(duel_estimate::new(estimate, &callbacks, max_bytes));
        Ok(())
    })
}

/// How much of an item's error comes from runs and how much from tasks, by moments (Miller 2024): more runs, or more tasks?
/// Tasks count the same, and groups are ignored. The error of the mean of n tasks with R runs each is
/// sqrt((between + within / R) / n).
/// @param out receives the table: a row for each item. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_board_variance(
    board: *const duel_board,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `board` can be read, `out` can be written.
        let (board, out) = unsafe { (&shared(board, "board")?.board, output(out, "out")?) };
        let rows = board.variance()?;
        hand_out(Table::new(&BOARD_VARIANCE, &rows, board.names(), TableFacts::default())?, out)
    })
}

/// The columns of a duel_score_rows.
struct Columns<'a> {
    length: usize,
    keys: [Values<'a>; 4],
    /// Where ids begin.
    bases: [i32; 4],
    score: Values<'a>,
    weight: Values<'a>,
}

impl Columns<'_> {
    unsafe fn read<'a>(rows: &duel_score_rows) -> Result<Columns<'a>> {
        // SAFETY: the caller promises (lib.rs) that every column is absent or has `length` values.
        let column = |column: &duel_column, name| unsafe { read(column, rows.length, name) };
        Ok(Columns {
            length: rows.length,
            keys: [
                column(&rows.item, "item")?,
                column(&rows.context, "context")?,
                column(&rows.group, "group")?,
                column(&rows.run, "run")?,
            ],
            bases: [&rows.item, &rows.context, &rows.group, &rows.run].map(|column| column.base),
            score: column(&rows.score, "score")?,
            weight: column(&rows.weight, "weight")?,
        })
    }

    /// As the core reads them.
    fn rows<'s>(&'s self, room: &'s mut Room<'s>) -> ScoreRows<'s> {
        let [item, context, group, run, _] = &mut room.0;
        ScoreRows {
            length: self.length,
            item: self.keys[0].key(self.bases[0], item),
            context: self.keys[1].key(self.bases[1], context),
            group: self.keys[2].key(self.bases[2], group),
            run: self.keys[3].key(self.bases[3], run),
            score: self.score.column(),
            weight: self.weight.column(),
        }
    }
}

fn choices(options: Option<duel_board_options>) -> Result<Choices> {
    let Some(options) = options else { return Ok(Choices::default()) };
    let missing = match options.missing {
        DUEL_MISSING_ADDITIVE => Missing::Additive,
        DUEL_MISSING_AVAILABLE => Missing::Available,
        DUEL_MISSING_COMMON => Missing::Common,
        DUEL_MISSING_NUMBER => Missing::Number(options.missing_value),
        DUEL_MISSING_REFUSED => Missing::Refuse,
        other => {
            return Err(Error::Argument(format!(
                "missing is {other}; it must be 0 to {DUEL_MISSING_REFUSED}"
            )))
        }
    };
    if options.missing_value != 0.0 && options.missing != DUEL_MISSING_NUMBER {
        return Err(Error::Argument(format!(
            "missing_value is {}, but missing is not DUEL_MISSING_NUMBER",
            options.missing_value
        )));
    }
    let runs = match options.runs {
        DUEL_RUNS_MEAN if options.k != 0 => {
            return Err(Error::Argument(format!(
                "k is {}, but runs is neither DUEL_RUNS_PASS_AT nor DUEL_RUNS_PASS_ALL",
                options.k
            )))
        }
        DUEL_RUNS_MEAN => Runs::Mean,
        DUEL_RUNS_PASS_AT => Runs::PassAt(options.k),
        DUEL_RUNS_PASS_ALL => Runs::PassAll(options.k),
        other => {
            return Err(Error::Argument(format!("runs is {other}; it must be 0 to {DUEL_RUNS_PASS_ALL}")))
        }
    };
    if options.reserved != 0 {
        return Err(Error::Argument(format!("reserved is {}; it must be zero", options.reserved)));
    }
    Ok(Choices {
        groups: choice(&Groups::ALL, options.groups_are, "groups_are")?,
        average: choice(&Average::ALL, options.average, "average")?,
        missing,
        runs,
        population: (options.population != 0.0).then_some(options.population),
        lower_is_better: options.lower_is_better != 0,
    })
}
