//! Ballots: judgements that show two items or more and order some of them.

use super::callbacks::Callbacks;
use super::columns::{read, Room, Values};
use super::data::duel_column;
use super::estimate::duel_estimate;
use super::fit::{duel_cancel, duel_progress_fn};
use super::guard::guard;
use super::memory::*;
use super::options::{duel_inference_options, inference_options};
use super::outputs::*;
use super::set::duel_set;
use super::status::duel_status;
use super::table::{duel_table, hand_out};
use duel::ballots::{self, BallotRows, Ballots, Ranking, RankingChoices, Worst, RANKING_EFFECTS};
use duel::error::Result;
use duel::estimate::{placed, Estimate, RANKING_SCORES};
use duel::table::Table;
use libc::{c_char, c_void};
use std::sync::Arc;

/// Ballots: judgements that show two items or more and order all or some of them, or name the best, or the best and the worst.
/// It grows by duel_ballots_append; every change is whole or not at all. Free it with duel_ballots_free.
pub struct duel_ballots {
    ballots: Arc<Ballots>,
}

/// A fitted model of ballots. It does not change; several threads may read it. Free it with duel_ranking_free.
pub struct duel_ranking {
    ranking: Ranking,
}

/// An effect beside the strengths.
pub type duel_effect = i32;
/// That of being shown in a position, against the mean of all positions.
pub const DUEL_EFFECT_POSITION: duel_effect = 0;
/// The logarithm of the weight of ties of this many items.
pub const DUEL_EFFECT_TIE: duel_effect = 1;
/// One unit of a covariate.
pub const DUEL_EFFECT_COVARIATE: duel_effect = 2;

/// How the worst item is named.
pub type duel_worst = i32;
/// After the best, among the rest: the first to leave by exp(-strength).
pub const DUEL_WORST_AFTER_BEST: duel_worst = 0;
/// With the best, by their difference: exp((best - worst) / 2) over all pairs in order (maximum difference scaling, Marley and
/// Louviere 2005, whose scale is twice as narrow).
pub const DUEL_WORST_TOGETHER: duel_worst = 1;

/// Rows of ballots, one for each item that a ballot showed, as columns of `length` values. Zero the struct, set
/// struct_size, fill in what you have.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_ballot_rows {
    /// sizeof(duel_ballot_rows).
    pub struct_size: usize,
    /// Number of rows.
    pub length: usize,
    /// The ballot that the row belongs to: names or ids. Required. All of its rows come in one call; they need not follow each
    /// other. Their order is that of the positions in which items were shown.
    pub ballot: duel_column,
    /// The item shown: names or ids. Required. A ballot shows 2 to 64 items.
    pub item: duel_column,
    /// Its place: 1 the best, equal numbers are ties (of at most 3 items), 0 or missing (NaN): below all that have a place, as
    /// where only the best of many is chosen; -1: the worst, where the best (1) and the worst are named and nothing else.
    /// Required.
    pub rank: duel_column,
    /// Who judged: names or ids; the same in all rows of a ballot. Absent, or missing in a row: nobody in particular.
    pub judge: duel_column,
    /// The subject of the ballot: names or ids; the same in all its rows. Absent, or missing in a row: none. Errors are clustered
    /// by contexts that repeat.
    pub context: duel_column,
    /// How many ballots this one stands for, positive; the same in all its rows. Absent: 1.
    pub weight: duel_column,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_ballot_rows {
    const NAME: &'static str = "duel_ballot_rows";
    const FIRST: usize = std::mem::size_of::<duel_ballot_rows>();
}

/// The choices that make a model of ballots. Zero the struct and set struct_size; zero is the default of every field. NULL
/// means all defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_ranking_options {
    /// sizeof(duel_ranking_options).
    pub struct_size: usize,
    /// Non-zero: the position in which an item was shown has an effect, the same at every stage.
    pub positions: i32,
    /// DUEL_WORST_AFTER_BEST (default) or _TOGETHER, where ballots name the best and the worst.
    pub worst: i32,
    /// Only this number of first stages of each ballot count, 1: the choice of the best; 0 (default): all.
    pub stages: usize,
    /// Every item wins and loses this many votes against one more item, which makes strengths finite; finite, not negative.
    /// Default 0; R's package for these models has 0.5 (npseudo).
    pub pseudo: f64,
    /// Weight of a ridge, ridge/2 times the sum of squares of centred strengths; finite, not negative.
    pub ridge: f64,
    /// Most memory that the fit may take; 0: half of what there is.
    pub max_bytes: usize,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called after every step.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_ranking_options {
    const NAME: &'static str = "duel_ranking_options";
    const FIRST: usize = 72;
}

const _: () = assert!(std::mem::size_of::<duel_ranking_options>() == 72);

/// Facts about ballots.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_ballots_facts {
    /// sizeof(duel_ballots_facts); set it before the call.
    pub struct_size: usize,
    /// Items.
    pub items: usize,
    /// Judges.
    pub judges: usize,
    /// Contexts.
    pub contexts: usize,
    /// Ballots, as often as their weights say.
    pub ballots: f64,
    /// Rows: items shown.
    pub rows: usize,
    /// Ballots of two items, whatever their weights.
    pub of_two: usize,
    /// The most items that a ballot shows.
    pub most_shown: usize,
    /// The most items that share a place; 1 without ties.
    pub most_tied: usize,
    /// Ballots that name the best and the worst, whatever their weights.
    pub best_and_worst: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_ballots_facts {
    const NAME: &'static str = "duel_ballots_facts";
    const FIRST: usize = 80;
}

const _: () = assert!(std::mem::size_of::<duel_ballots_facts>() == 80);

/// Facts about a model of ballots.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_ranking_facts {
    /// sizeof(duel_ranking_facts); set it before the call.
    pub struct_size: usize,
    /// Log-likelihood of the stages that count.
    pub log_likelihood: f64,
    /// Free parameters.
    pub parameters: usize,
    /// Ballots, as often as their weights say.
    pub ballots: f64,
    /// Stages, as often as their weights say: a ranking of n items has n - 1, the choice of the best one.
    pub stages: f64,
    /// The most items that are chosen together; 1 without ties.
    pub most_tied: usize,
    /// Newton steps.
    pub iterations: usize,
    /// Largest slope of the objective at the estimate.
    pub gradient: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_ranking_facts {
    const NAME: &'static str = "duel_ranking_facts";
    const FIRST: usize = 64;
}

const _: () = assert!(std::mem::size_of::<duel_ranking_facts>() == 64);

/// Make empty ballots.
/// @param out receives the ballots; the caller frees them with duel_ballots_free. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ballots_new(out: *mut *mut duel_ballots) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `out` can be written.
        let out = unsafe { output(out, "out") }?;
        out.hand_out(duel_ballots { ballots: Arc::new(Ballots::new()) });
        Ok(())
    })
}

/// Free ballots. NULL is ignored. Models of them live on. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ballots_free(ballots: *mut duel_ballots) {
    guard(|| {
        // SAFETY: `ballots` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(ballots) };
        Ok(())
    });
}

/// Append ballots: all of them or, at the first invalid row, none. An item shown twice, a ballot that comes in two calls,
/// that puts nothing first or ties more than 3 items is DUEL_ERR_DATA with the row.
/// @param rows the rows, as columns. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ballots_append(
    ballots: *mut duel_ballots,
    rows: *const duel_ballot_rows,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `ballots` is the call's alone, `rows` and its columns can be read.
        let (ballots, rows) = unsafe { (exclusive(ballots, "ballots")?, read_struct(rows)?) };
        // SAFETY: as above.
        let columns = unsafe { Columns::read(&rows) }?;
        Arc::make_mut(&mut ballots.ballots).append(&columns.rows(&mut Room::default()))
    })
}

/// Set a covariate of the items as they were shown, such as the length of an answer: a number of every row, in the order in
/// which rows were appended. Within a ballot only its differences matter. One of the same name is replaced.
/// Another number of values than there are rows is DUEL_ERR_SIZE, one that is not finite DUEL_ERR_DATA with the row.
/// @param name UTF-8, not empty. @param values finite numbers. @param value_count how many: as many as there are rows. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ballots_covariate(
    ballots: *mut duel_ballots,
    name: *const c_char,
    values: *const f64,
    value_count: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `ballots` is the call's alone, `name` is a string, `values` has `value_count` numbers.
        let (ballots, name, values) = unsafe {
            (exclusive(ballots, "ballots")?, text(name, "name")?, slice(values, value_count, "values")?)
        };
        Arc::make_mut(&mut ballots.ballots).set_covariate(name, &duel::comparisons::Column::F64(values))
    })
}

/// How much ballots have.
/// @param out receives the facts. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ballots_info(
    ballots: *const duel_ballots,
    out: *mut duel_ballots_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `ballots` can be read, `out` can be written.
        let (ballots, out) = unsafe { (&shared(ballots, "ballots")?.ballots, output_struct(out)?) };
        let facts = ballots.facts();
        out.write(&duel_ballots_facts {
            struct_size: std::mem::size_of::<duel_ballots_facts>(),
            items: facts.items,
            judges: facts.judges,
            contexts: facts.contexts,
            ballots: facts.ballots,
            rows: facts.rows,
            of_two: facts.of_two,
            most_shown: facts.most_shown,
            most_tied: facts.most_tied,
            best_and_worst: facts.best_and_worst,
        });
        Ok(())
    })
}

/// The names of ballots, as those of a set without comparisons: items, judges, contexts and ballots (its clusters).
/// @param out receives the set; the caller frees it with duel_set_free. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ballots_names(
    ballots: *const duel_ballots,
    out: *mut *mut duel_set,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `ballots` can be read, `out` can be written.
        let (ballots, out) = unsafe { (&shared(ballots, "ballots")?.ballots, output(out, "out")?) };
        out.hand_out(duel_set::new(ballots.names().clone()));
        Ok(())
    })
}

/// Fit the model of Plackett and Luce, with ties by Turner, van Etten, Firth and Kosmidis (2020): at every stage the set C leaves
/// those that are left, B, with probability delta_|C| exp(mean of u in C) over the sum of that over the sets of at most as many
/// as were ever tied; u is the strength of an item, with the effects of its position and covariates. Ballots of two items are
/// the votes of Bradley and Terry, with ties those of Davidson.
///
/// The estimate is that of largest likelihood, which is unique where it exists: where everything was preferred to everything by way
/// of others, positions and covariates are told from strengths, and ties of every order were given and not given. Else the call
/// is DUEL_ERR_NOT_IDENTIFIED and names the items to blame; pseudo or ridge hold them. More than 4 000 parameters are solved for
/// without a matrix, but errors need one.
/// @param options NULL: all defaults.
/// @param out receives the model; the caller frees it with duel_ranking_free. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ballots_fit(
    ballots: *const duel_ballots,
    options: *const duel_ranking_options,
    out: *mut *mut duel_ranking,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `ballots` and `options` can be read, `out` can be written.
        let (ballots, options, out) =
            unsafe { (&shared(ballots, "ballots")?.ballots, read_options(options)?, output(out, "out")?) };
        let callbacks = match &options {
            None => Callbacks::absent(),
            Some(o) => Callbacks::new(o.cancel, o.progress, o.user),
        };
        super::limit::set(options.map_or(0, |options| options.max_bytes));
        callbacks.check()?;
        let ranking = ballots::fit(ballots.clone(), choices(options)?, &mut |now| callbacks.report(now))?;
        out.hand_out(duel_ranking { ranking });
        Ok(())
    })
}

/// Free a model of ballots. NULL is ignored. Its estimates live on. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ranking_free(ranking: *mut duel_ranking) {
    guard(|| {
        // SAFETY: `ranking` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(ranking) };
        Ok(())
    });
}

/// Facts about a model of ballots.
/// @param out receives the facts. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ranking_info(
    ranking: *const duel_ranking,
    out: *mut duel_ranking_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `ranking` can be read, `out` can be written.
        let (ranking, out) = unsafe { (&shared(ranking, "ranking")?.ranking, output_struct(out)?) };
        let facts = ranking.facts();
        out.write(&duel_ranking_facts {
            struct_size: std::mem::size_of::<duel_ranking_facts>(),
            log_likelihood: facts.log_likelihood,
            parameters: facts.parameters,
            ballots: facts.ballots,
            stages: facts.stages,
            most_tied: facts.most_tied,
            iterations: facts.iterations,
            gradient: facts.gradient,
        });
        Ok(())
    })
}

/// The strengths of the items, logits with mean zero, as an estimate: every question answers that needs no more than scores with
/// their covariance, ranks, verdicts and claims included.
///
/// Units are contexts that repeat, else ballots, all stages of one together; covariance asks for others: DUEL_COVARIANCE_SANDWICH
/// (ballots), _CLUSTERED_BY_CONTEXT, _CLUSTERED_BY_JUDGE, or _EXPECTED and _OBSERVED, which are the same here and take stages as
/// independent. With fewer than 200 units errors are Bell and McCaffrey's (2002) CR2 with their degrees of freedom, and all pairs,
/// ranks and sets of ranks go by sign flips of units; with more there is no correction. DUEL_COVARIANCE_CLUSTERED_TWO_WAY is
/// DUEL_ERR_UNSUPPORTED. Errors of a single unit are DUEL_ERR_DATA. Notes of tables say what the units are.
/// @param options NULL: all defaults; else those of every question.
/// @param out receives the estimate; the caller frees it with duel_estimate_free. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ranking_estimate(
    ranking: *const duel_ranking,
    options: *const duel_inference_options,
    out: *mut *mut duel_estimate,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `ranking` and `options` can be read, `out` can be written.
        let (ranking, (options, callbacks), out) = unsafe {
            (
                &shared(ranking, "ranking")?.ranking,
                inference_options(options, "duel_ranking_estimate")?,
                output(out, "out")?,
            )
        };
        callbacks.check()?;
        let estimate = Estimate::of_ranking(ranking, options)?;
        out.hand_out(duel_estimate::new(estimate, &callbacks, 0));
        Ok(())
    })
}

/// The board: every item with its strength, interval, rank and range of ranks, and how often it was shown, put first and put
/// last. Errors are those of duel_ranking_estimate; ranges of ranks hold for all items at once.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for each item, by its id. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ranking_scores(
    ranking: *const duel_ranking,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `ranking` and `options` can be read, `out` can be written.
        let (ranking, (options, callbacks), out) = unsafe {
            (
                &shared(ranking, "ranking")?.ranking,
                inference_options(options, "duel_ranking_scores")?,
                output(out, "out")?,
            )
        };
        callbacks.check()?;
        let (rows, facts) = placed(ranking, options, &mut |now| callbacks.report(now))?;
        hand_out(Table::new(&RANKING_SCORES, &rows, ranking.ballots().names(), facts)?, out)
    })
}

/// Effects beside the strengths: of positions against their mean, of ties (the logarithm of delta), and of covariates, with
/// intervals. Units of errors are those of the estimate.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for each effect. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_ranking_effects(
    ranking: *const duel_ranking,
    options: *const duel_inference_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `ranking` and `options` can be read, `out` can be written.
        let (ranking, (options, callbacks), out) = unsafe {
            (
                &shared(ranking, "ranking")?.ranking,
                inference_options(options, "duel_ranking_effects")?,
                output(out, "out")?,
            )
        };
        callbacks.check()?;
        let (rows, facts) = ranking.effects(&options, &mut |now| callbacks.report(now))?;
        hand_out(Table::new(&RANKING_EFFECTS, &rows, ranking.ballots().names(), facts)?, out)
    })
}

/// The columns of a duel_ballot_rows.
struct Columns<'a> {
    length: usize,
    keys: [Values<'a>; 4],
    /// Where ids begin.
    bases: [i32; 4],
    rank: Values<'a>,
    weight: Values<'a>,
}

impl Columns<'_> {
    unsafe fn read<'a>(rows: &duel_ballot_rows) -> Result<Columns<'a>> {
        // SAFETY: the caller promises (lib.rs) that every column is absent or has `length` values.
        let column = |column: &duel_column, name| unsafe { read(column, rows.length, name) };
        Ok(Columns {
            length: rows.length,
            keys: [
                column(&rows.ballot, "ballot")?,
                column(&rows.item, "item")?,
                column(&rows.judge, "judge")?,
                column(&rows.context, "context")?,
            ],
            bases: [&rows.ballot, &rows.item, &rows.judge, &rows.context].map(|column| column.base),
            rank: column(&rows.rank, "rank")?,
            weight: column(&rows.weight, "weight")?,
        })
    }

    /// As the core reads them.
    fn rows<'s>(&'s self, room: &'s mut Room<'s>) -> BallotRows<'s> {
        let [ballot, item, judge, context, _] = &mut room.0;
        BallotRows {
            length: self.length,
            ballot: self.keys[0].key(self.bases[0], ballot),
            item: self.keys[1].key(self.bases[1], item),
            judge: self.keys[2].key(self.bases[2], judge),
            context: self.keys[3].key(self.bases[3], context),
            rank: self.rank.column(),
            weight: self.weight.column(),
        }
    }
}

fn choices(options: Option<duel_ranking_options>) -> Result<RankingChoices> {
    let Some(options) = options else { return Ok(RankingChoices::default()) };
    Ok(RankingChoices {
        positions: options.positions != 0,
        worst: choice(&Worst::ALL, options.worst, "worst")?,
        stages: options.stages,
        pseudo: options.pseudo,
        ridge: options.ridge,
    })
}
