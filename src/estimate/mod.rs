//! Estimates of a quantity, and what is asked of them: values, contrasts, tests, ranks, covariances.
//!
//! A fitted model, its replicates and a nonparametric estimator answer these alike: one noun, [`Estimate`]. It
//! holds what it needs and computes nothing before a call.
//!
//! - `averaged`: one estimate over several ranks of disagreement, whose answers are `combined`;
//! - `by_judge`, `reversals`: rankings by judge, and where they contradict the consensus;
//! - `gate`, `claims`: verdicts about candidates and the order, made of `compared` differences;
//! - `groups`: those of nonparametric scores in groups of contexts, and ratios;
//! - `placed`: the board of ballots;
//! - `rows`: the rows of the answers, and their columns;
//! - `scores`: the leaderboard.

mod averaged;
mod by_judge;
mod claims;
mod combined;
mod compared;
mod gate;
mod groups;
mod looks;
mod order;
mod placed;
mod reversals;
mod rows;
mod scores;
#[cfg(test)]
mod tests;

use crate::room::Duplicate as _;
use crate::room::{Gather as _, Put as _};
pub use averaged::{check_average, Member, RankPart, Ranks, AVERAGED_RANKS};
pub use by_judge::{JudgeRank, JUDGE_RANKS};
pub use claims::{Judged, CLAIMS};
pub use combined::shares;
pub use gate::{Gate, Gated, GATE};
pub use looks::look;
pub use order::{ESTIMATE_LETTERS, ESTIMATE_RANK_SUMMARY, ESTIMATE_TIERS};
pub use placed::{placed, Placed, RANKING_SCORES};
pub use reversals::{Reversal, Unanimity, REVERSALS, UNANIMOUS};
pub use rows::{
    Contrast, Evident, Ranked, Tested, Value, CONTRASTS, E_VALUES, FUNCTIONS, PAIRS, PROFILE, RANKS, TESTS,
    VALUES,
};
pub use scores::{scores, Standing, SCORES};

use averaged::Averaged;
use by_judge::Judged as JudgedStrengths;
use rows::Part;

use crate::ballots::Ranking;
use crate::board::{Board, Choices};
use crate::claims::Winner;
use crate::comparisons::{Kind, Set};
use crate::error::{Error, Result};
use crate::gars::{Accumulator, Estimator, Functional};
use crate::inference::{
    self, Adjustment, Difference, Family, Given, Method, Options, PairTest, RankQuestion, RankSet, Supplied,
};
use crate::model::{CovarianceKind, Model, Quantity, View};
use crate::progress::Watch;
use crate::table::TableFacts;
use std::sync::Arc;

/// Estimates of a quantity.
#[derive(Debug, Clone)]
pub struct Estimate {
    source: Source,
    options: Options,
    set: Set,
}

#[derive(Debug, Clone)]
enum Source {
    /// A quantity of a fitted model, from its covariance or from the replicates of the options.
    Model { model: Arc<Model>, quantity: Quantity },
    /// Estimates with their covariance, and what the values are of; behind a pointer, so that nothing of them is looked at before it
    /// is known that they are there.
    Given { given: Arc<Given>, parts: Vec<Part> },
    /// Estimates of a quantity at several ranks of disagreement.
    Averaged(Arc<Averaged>),
    /// The strengths of one judge of a model.
    Judge(Arc<JudgedStrengths>),
}

impl Estimate {
    /// A quantity of a model.
    pub fn of_model(model: Arc<Model>, quantity: Quantity, options: Options) -> Result<Estimate> {
        model.shape(quantity)?;
        let set = model.set.clone();
        Ok(Estimate { source: Source::Model { model, quantity }, options, set })
    }

    /// A functional, or all of them one after the other.
    pub fn of_functional(
        accumulator: &Accumulator,
        functional: Option<usize>,
        estimator: Estimator,
        options: Options,
    ) -> Result<Estimate> {
        let given = match functional {
            Some(at) => accumulator.functional(at, estimator)?,
            None => accumulator.all(estimator)?,
        };
        Estimate::given(accumulator, given, &[None], functional, options)
    }

    /// The values of a functional, or of all, in every one of some groups.
    fn given(
        accumulator: &Accumulator,
        given: Given,
        groups: &[Option<usize>],
        functional: Option<usize>,
        options: Options,
    ) -> Result<Estimate> {
        let functionals = &accumulator.specification().functionals;
        let numbers = functional.map_or(0..functionals.len(), |at| at..at + 1);
        let mut parts = Vec::new();
        for &group in groups {
            for functional in numbers.clone() {
                let (from, to) = accumulator.range(functional)?;
                parts.put(Part { group, functional: Some(functional), count: to - from });
            }
        }
        let most = parts.iter().map(|part| part.count).max().unwrap_or(0);
        given.covariance(&options)?;
        // A difference that matters is known of probabilities only.
        let is_probability = |part: &Part| {
            matches!(
                part.functional.map(|at| &functionals[at]),
                Some(
                    Functional::Borda | Functional::Against(_) | Functional::Field(_) | Functional::Share(_)
                )
            )
        };
        let are_probabilities = parts.iter().all(is_probability);
        let options = options.or_mixture(are_probabilities.then_some(inference::PROBABILITY)).into_owned();
        Ok(Estimate {
            source: Source::Given { given: Arc::new(given), parts },
            options,
            set: numbered(most)?,
        })
    }

    /// Values that somebody else estimated, of the items of a set.
    pub fn supplied(supplied: &Supplied<'_>, set: Set, options: Options) -> Result<Estimate> {
        let given = supplied.read(&set, &options.view)?;
        // Values are in the unit of the view already.
        let options = Options { view: View::default(), ..options };
        given.covariance(&options)?;
        let parts = vec![Part { group: None, functional: None, count: supplied.values.len() }];
        Ok(Estimate { source: Source::Given { given: Arc::new(given), parts }, options, set })
    }

    /// The mean of each item of a board.
    pub fn of_board(board: &Board, choices: &Choices, options: Options) -> Result<Estimate> {
        if options.view != View::default() {
            return Err(Error::Unsupported(
                "normalisation, scale, unit and origin: scores have a zero of their own; leave them at their defaults"
                    .into(),
            ));
        }
        let given = board.given(choices, &options)?;
        given.covariance(&options)?;
        let parts = vec![Part { group: None, functional: None, count: given.estimates().len() }];
        Ok(Estimate {
            source: Source::Given { given: Arc::new(given), parts },
            options,
            set: board.names().clone(),
        })
    }

    /// The strengths of a model of rankings, centred.
    pub fn of_ranking(ranking: &Ranking, options: Options) -> Result<Estimate> {
        if options.view != View::default() {
            return Err(Error::Unsupported(
                "normalisation, scale, unit and origin: strengths of rankings are centred logits; leave them at their defaults"
                    .into(),
            ));
        }
        let given = ranking.given(&options)?;
        // The covariance is settled.
        let options = Options { covariance: CovarianceKind::Auto, ..options };
        given.covariance(&options)?;
        let parts = vec![Part { group: None, functional: None, count: given.estimates().len() }];
        Ok(Estimate {
            source: Source::Given { given: Arc::new(given), parts },
            options,
            set: ranking.ballots().names().clone(),
        })
    }

    /// The number of values.
    pub fn size(&self) -> usize {
        match &self.source {
            Source::Model { model, quantity } => {
                model.shape(*quantity).map_or(0, |(rows, columns)| rows * columns)
            }
            Source::Given { given, .. } => given.estimates().len(),
            Source::Averaged(averaged) => averaged.chosen().size(),
            Source::Judge(own) => own.model.layout.items,
        }
    }

    /// The shape of the values; those of functionals are a column.
    pub fn shape(&self) -> (usize, usize) {
        match &self.source {
            Source::Model { model, quantity } => model.shape(*quantity).unwrap_or((0, 1)),
            Source::Given { given, .. } => (given.estimates().len(), 1),
            Source::Averaged(averaged) => averaged.chosen().shape(),
            Source::Judge(own) => (own.model.layout.items, 1),
        }
    }

    /// The quantity, of a model.
    pub fn quantity(&self) -> Option<Quantity> {
        match &self.source {
            Source::Model { quantity, .. } => Some(*quantity),
            Source::Given { .. } => None,
            Source::Averaged(averaged) => averaged.chosen().quantity(),
            Source::Judge(_) => Some(Quantity::Strengths),
        }
    }

    /// The names behind codes.
    pub fn set(&self) -> &Set {
        &self.set
    }

    /// Facts of tables on how they were computed.
    pub fn facts(&self) -> TableFacts {
        match &self.source {
            Source::Model { model, .. } => self.options.facts(model),
            Source::Given { given, .. } => given.facts(&self.options),
            Source::Averaged(averaged) => averaged.facts(),
            Source::Judge(own) => self.options.facts(&own.model),
        }
    }

    /// Estimate, standard error and interval of every value.
    pub fn values(&self, watch: Watch<'_>) -> Result<Vec<Value>> {
        match &self.source {
            Source::Model { model, quantity } => {
                let numbers = inference::estimates(model, *quantity, &self.options, &mut *watch)?;
                let simulated = inference::monte_carlo_errors(model, *quantity, &self.options, watch)?;
                Ok(rows::of_model(model, *quantity, &numbers, &simulated))
            }
            Source::Given { given, parts } => {
                Ok(rows::of_functionals(parts, &given.estimate(&self.options, watch)?))
            }
            Source::Averaged(averaged) => averaged.values(&self.options, watch),
            Source::Judge(own) => {
                let rows = own.rows(&self.options, watch)?.into_iter().enumerate();
                let value =
                    |(item, row)| Value { judge: Some(own.judge), item: Some(item), row, ..Value::default() };
                Ok(rows.map(value).gathered())
            }
        }
    }

    /// The values alone.
    fn scores(&self) -> Result<Vec<f64>> {
        match &self.source {
            Source::Model { model, quantity } => Ok(model.readout(*quantity, &self.options.view)?.estimates),
            Source::Given { given, .. } => Ok(given.estimates().duplicate()),
            Source::Averaged(averaged) => averaged.scores(),
            Source::Judge(own) => own.strengths(&self.options),
        }
    }

    /// The covariance of the values, n x n.
    pub fn covariance(&self) -> Result<Vec<f64>> {
        match &self.source {
            Source::Model { model, quantity } => inference::covariance_of(model, *quantity, &self.options),
            Source::Given { given, .. } => given.covariance(&self.options),
            Source::Averaged(averaged) => averaged.covariance(),
            Source::Judge(own) => own.covariance(&self.options),
        }
    }

    /// Linear contrasts and their covariance; `weights` are the rows, `count` of them.
    pub fn contrasts(
        &self,
        weights: &[f64],
        count: usize,
        watch: Watch<'_>,
    ) -> Result<(Vec<Contrast>, Vec<f64>)> {
        let (numbers, covariance) = self.contrasts_by(&self.options, weights, count, watch)?;
        Ok((numbered_rows(numbers), covariance))
    }

    /// The rows of contrasts and their covariance with other options than those of the estimate.
    fn contrasts_by(
        &self,
        options: &Options,
        weights: &[f64],
        count: usize,
        watch: Watch<'_>,
    ) -> Result<(Vec<[f64; 4]>, Vec<f64>)> {
        match &self.source {
            Source::Model { model, quantity } => {
                inference::contrasts(model, *quantity, weights, count, options, watch)
            }
            Source::Given { given, .. } => {
                let contrasts = given.contrasts(weights, count)?;
                Ok((contrasts.estimate(options, watch)?, contrasts.covariance(options)?))
            }
            Source::Averaged(averaged) => averaged.contrasts(options, weights, count, watch),
            Source::Judge(own) => {
                let weights = own.padded(weights, count)?;
                inference::contrasts(&own.model, Quantity::Strengths, &weights, count, options, watch)
            }
        }
    }

    /// The covariance of linear contrasts.
    pub fn contrast_covariance(&self, weights: &[f64], count: usize, watch: Watch<'_>) -> Result<Vec<f64>> {
        match &self.source {
            Source::Model { model, quantity } => {
                // Critical values of simultaneous intervals need not be found for it.
                let options = Options { method: Method::Marginal, ..self.options.clone() };
                let both = inference::contrasts(model, *quantity, weights, count, &options, watch)?;
                Ok(both.1)
            }
            Source::Given { given, .. } => given.contrasts(weights, count)?.covariance(&self.options),
            Source::Averaged(averaged) => {
                let options = Options { method: Method::Marginal, ..self.options.clone() };
                Ok(averaged.contrasts(&options, weights, count, watch)?.1)
            }
            Source::Judge(own) => {
                let weights = own.padded(weights, count)?;
                let options = Options { method: Method::Marginal, ..self.options.clone() };
                let quantity = Quantity::Strengths;
                Ok(inference::contrasts(&own.model, quantity, &weights, count, &options, watch)?.1)
            }
        }
    }

    /// Tests that contrasts are equal to `null` (empty: zeros), adjusted for their number.
    pub fn tests(
        &self,
        weights: &[f64],
        count: usize,
        null: &[f64],
        adjustment: Adjustment,
        watch: Watch<'_>,
    ) -> Result<Vec<Tested>> {
        let tests = match &self.source {
            Source::Model { model, quantity } => inference::test_contrasts(
                model,
                *quantity,
                weights,
                count,
                null,
                adjustment,
                &self.options,
                watch,
            )?,
            Source::Given { given, .. } => {
                given.contrasts(weights, count)?.test_values(null, adjustment, &self.options, watch)?
            }
            Source::Averaged(averaged) => {
                return averaged.tests(&self.options, (weights, count, null), adjustment, watch)
            }
            Source::Judge(own) => inference::test_contrasts(
                &own.model,
                Quantity::Strengths,
                &own.padded(weights, count)?,
                count,
                null,
                adjustment,
                &self.options,
                watch,
            )?,
        };
        let null_of = |at: usize| null.get(at).copied().unwrap_or(0.0);
        let rows = tests.into_iter().enumerate();
        Ok(rows.map(|(contrast, test)| Tested { contrast, null: null_of(contrast), test }).gathered())
    }

    /// Evidence that contrasts differ from `null` (empty: zeros), which holds at all looks.
    pub fn e_values(
        &self,
        weights: &[f64],
        count: usize,
        null: &[f64],
        watch: Watch<'_>,
    ) -> Result<Vec<Evident>> {
        let found = match &self.source {
            Source::Model { model, quantity } => {
                inference::e_values(model, *quantity, weights, count, null, &self.options, watch)?
            }
            Source::Given { given, .. } => {
                given.contrasts(weights, count)?.e_values(null, &self.options, watch)?
            }
            Source::Averaged(averaged) => return averaged.refuse("evidence at all looks"),
            Source::Judge(own) => {
                let weights = own.padded(weights, count)?;
                let quantity = Quantity::Strengths;
                inference::e_values(&own.model, quantity, &weights, count, null, &self.options, watch)?
            }
        };
        let rows = found.into_iter().enumerate();
        Ok(rows.map(|(contrast, value)| Evident { contrast, value }).gathered())
    }

    /// Tests of the differences of pairs of scores, or of values of one functional.
    pub fn pairs(&self, family: Family, adjustment: Adjustment, watch: Watch<'_>) -> Result<Vec<PairTest>> {
        match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "pairs")?;
                inference::test_pairs(model, family, adjustment, &self.options, watch)
            }
            Source::Given { given, parts } => {
                only_one(parts, "pairs")?;
                given.test_pairs(family, adjustment, &self.options, watch)
            }
            Source::Averaged(averaged) => averaged.pairs(&self.options, family, adjustment, watch),
            Source::Judge(own) => {
                let order = own.order(&self.options)?;
                order.given.test_pairs(family, adjustment, &order.options, watch)
            }
        }
    }

    /// The differences of all pairs of scores, or of values of one functional, without tests.
    pub fn differences(&self, watch: Watch<'_>) -> Result<Vec<Difference>> {
        match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "pairs")?;
                inference::differences(model, &self.options, watch)
            }
            Source::Given { given, parts } => {
                only_one(parts, "pairs")?;
                given.differences(&self.options)
            }
            Source::Averaged(averaged) => averaged.differences(watch),
            Source::Judge(own) => {
                let order = own.order(&self.options)?;
                order.given.differences(&order.options)
            }
        }
    }

    /// The value of the item at a rank among some items (none: all), and whether its error is of few clusters.
    pub fn winner(&self, items: &[usize], rank: usize, watch: Watch<'_>) -> Result<(Winner, bool)> {
        match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "the winner")?;
                inference::winner(model, items, rank, &self.options, watch)
            }
            Source::Given { given, parts } => {
                only_one(parts, "the winner")?;
                given.winner(items, rank, &self.options, watch)
            }
            Source::Averaged(averaged) => averaged.refuse("the winner"),
            Source::Judge(own) => {
                let order = own.check_sum("the winner", &self.options)?;
                order.given.winner(items, rank, &order.options, watch)
            }
        }
    }

    /// Where items may stand: of scores, or of values of one functional.
    pub fn rank_sets(&self, question: &RankQuestion, watch: Watch<'_>) -> Result<Vec<RankSet>> {
        match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "sets of ranks")?;
                inference::rank_sets(model, question, &self.options, watch)
            }
            Source::Given { given, parts } => {
                only_one(parts, "sets of ranks")?;
                given.rank_sets(question, &self.options, watch)
            }
            Source::Averaged(averaged) => averaged.rank_sets(question, watch),
            Source::Judge(own) => {
                let order = own.order(&self.options)?;
                order.given.rank_sets(question, &order.options, watch)
            }
        }
    }

    /// Ranks with ranges that hold all at once: of scores, or of values of one functional.
    pub fn ranks(&self, watch: Watch<'_>) -> Result<Vec<Ranked>> {
        let ranks = match &self.source {
            Source::Model { model, quantity } => {
                only_scores(*quantity, "ranks")?;
                inference::rank_ranges(model, &self.options, watch)?
            }
            Source::Given { given, parts } => {
                only_one(parts, "ranks")?;
                given.rank_ranges(&self.options, watch)?
            }
            Source::Averaged(averaged) => return averaged.ranks(watch),
            Source::Judge(own) => {
                let order = own.order(&self.options)?;
                order.given.rank_ranges(&order.options, watch)?
            }
        };
        Ok(ranks.into_iter().enumerate().map(|(item, rank)| Ranked { item, rank }).gathered())
    }
}

/// Rows with their numbers.
pub fn numbered_rows(numbers: Vec<[f64; 4]>) -> Vec<Contrast> {
    numbers.into_iter().enumerate().map(|(contrast, row)| Contrast { contrast, row }).gathered()
}

fn only_scores(quantity: Quantity, what: &str) -> Result<()> {
    match quantity {
        Quantity::Scores => Ok(()),
        _ => Err(Error::Unsupported(format!(
            "{what}: these are of scores; differences within another quantity are contrasts"
        ))),
    }
}

fn only_one(parts: &[Part], what: &str) -> Result<()> {
    match parts {
        [_] => Ok(()),
        _ => Err(Error::Unsupported(format!(
            "{what}: these are of one functional in one group; this estimate is of several, whose differences are \
             contrasts"
        ))),
    }
}

/// Names "0", "1", ... for items that have none.
pub fn numbered(count: usize) -> Result<Set> {
    let names: Vec<String> = (0..count).map(|at| at.to_string()).gathered();
    let names: Vec<&str> = names.iter().map(String::as_str).gathered();
    let mut set = Set::new();
    set.intern(Kind::Item, &names)?;
    Ok(set)
}
