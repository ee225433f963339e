//! Cross-validation: fits to a part of the comparisons, measured on the rest.

use super::accuracy;
use super::metrics;
use super::predictions::predictions;
use crate::comparisons::{Set, Unit};
use crate::error::{Error, Result};
use crate::model::{fit, fit_from, Model, ParameterLayout, Problems, Specification};
use crate::progress::Watch;
use crate::room::{Gather as _, Put as _};
use crate::table::{status_of, Schema, SchemaColumn, STATUS};
use crate::threads::{self, Ask};

/// How to hold out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// The unit that goes into one part as a whole.
    pub unit: Unit,
    /// How much is held out.
    pub part: HeldOut,
    /// How often all of it is done, each time with another partition.
    pub repeats: usize,
    /// Seed; repeat r uses stream r.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// The unit that is held out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum HeldOut {
    /// Each fold in turn; the number of folds.
    Folds(usize),
    /// A share of the units, once.
    Share(f64),
}

impl HeldOut {
    /// Fits of one repeat.
    pub fn fits(self) -> usize {
        match self {
            HeldOut::Folds(folds) => folds,
            HeldOut::Share(_) => 1,
        }
    }
}

/// Number of scores of a fold.
pub const SCORES: usize = 10;

/// A fit to a part, and what became of the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Fold {
    /// Repeat.
    pub repeat: usize,
    /// Fold of the repeat.
    pub fold: usize,
    /// Why there is no fit, or why its estimate is refused.
    pub failure: Option<Error>,
    /// The diagnostics of the fit.
    pub problems: Problems,
    /// Comparisons fitted to.
    pub trained: f64,
    /// Comparisons held out.
    pub held: f64,
    /// Of these, those that the fit does not identify.
    pub unpredicted: f64,
    /// Log-likelihood of those that it predicts.
    pub log_likelihood: f64,
    /// Log score, Brier score, accuracy, calibration error; KL divergence plain and weighted, JS
    /// divergence plain and weighted; mean absolute and root mean squared error of proportions in percent.
    /// NaN where nothing was predicted.
    pub scores: [f64; SCORES],
}

/// The columns of the fits of [`cross_validate`].
pub static FOLDS: Schema<Fold> = Schema {
    name: "set_cross_validate",
    title: c"Fits of a cross-validation, and how well they predict what was held out",
    columns: &[
        SchemaColumn::i64(c"repetition", c"", c"Number of the repetition, from 0.", |f| Some(f.repeat as i64)),
        SchemaColumn::i64(c"fold", c"", c"Number of the part held out, from 0.", |f| Some(f.fold as i64)),
        SchemaColumn::choice(
            c"status",
            c"The end of the fit; what a failed one held out is in no score.",
            STATUS,
            |f| Some(status_of(f.failure.as_ref())),
        ),
        SchemaColumn::flags(c"problems", c"The diagnostics of the fit.", &Problems::LABELS, |f| f.problems.0),
        SchemaColumn::f64(c"trained", c"comparisons", c"Comparisons fitted to.", |f| f.trained),
        SchemaColumn::f64(c"held", c"comparisons", c"Comparisons held out.", |f| f.held),
        SchemaColumn::f64(
            c"unpredicted",
            c"comparisons",
            c"Those of them that the fit says nothing of: items that it has not seen, or not compared even through others.",
            |f| f.unpredicted,
        ),
        SchemaColumn::f64(
            c"log_likelihood",
            c"",
            c"Log-likelihood of those that it predicts; missing where the fit failed.",
            |f| f.log_likelihood,
        ),
        SchemaColumn::f64(
            c"log_score",
            c"nats",
            c"Mean log-likelihood of a comparison held out; missing, as all other scores, where the fit \
              predicts none.",
            |f| f.scores[0],
        ),
        SchemaColumn::f64(c"brier", c"", c"Brier score.", |f| f.scores[1]),
        SchemaColumn::f64(
            c"accuracy",
            c"share",
            c"Share of decided comparisons won by the likelier side; missing also where nothing was decided.",
            |f| f.scores[2],
        ),
        SchemaColumn::f64(
            c"calibration_error",
            c"share",
            c"Mean distance between predicted and observed shares of bins of predictions, weighted by comparisons.",
            |f| f.scores[3],
        ),
        SchemaColumn::f64(c"kl_mean", c"nats", c"Kullback-Leibler divergence, mean over pairs.", |f| f.scores[4]),
        SchemaColumn::f64(c"kl_weighted", c"nats", c"The same, weighted by comparisons.", |f| f.scores[5]),
        SchemaColumn::f64(c"js_mean", c"nats", c"Jensen-Shannon divergence, mean over pairs.", |f| f.scores[6]),
        SchemaColumn::f64(c"js_weighted", c"nats", c"The same, weighted by comparisons.", |f| f.scores[7]),
        SchemaColumn::f64(
            c"mae_percent",
            c"percent",
            c"Mean absolute error of the proportions of pairs.",
            |f| f.scores[8],
        ),
        SchemaColumn::f64(
            c"rmse_percent",
            c"percent",
            c"Root mean squared error of the proportions of pairs.",
            |f| f.scores[9],
        ),
    ],
};

/// A score over the folds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Average {
    /// Plain mean over the folds that have the score.
    pub mean: f64,
    /// Its standard error, s the standard deviation over these folds: s over the root of the number of folds
    /// that one repeat has of them; where a share r is held out J times, s sqrt(1 / J + r / (1 - r)). NaN for
    /// a single one.
    pub error: f64,
    /// Folds that have the score.
    pub folds: usize,
}

/// All folds and their average.
#[derive(Debug, Clone, PartialEq)]
pub struct Validation {
    /// Folds, repeat after repeat.
    pub folds: Vec<Fold>,
    /// Averages of the scores.
    pub averages: [Average; SCORES],
}

/// Fits a model to the comparisons without each part in turn, and measures it on that part.
pub fn cross_validate(
    set: &Set,
    specification: &Specification,
    plan: &Plan,
    watch: Watch<'_>,
) -> Result<Validation> {
    Ok(cross_validate_each(set, std::slice::from_ref(specification), plan, watch)?.swap_remove(0))
}

/// The same for several models, all on the same parts.
pub fn cross_validate_each(
    set: &Set,
    specifications: &[Specification],
    plan: &Plan,
    watch: Watch<'_>,
) -> Result<Vec<Validation>> {
    let mut candidates = Vec::new();
    for specification in specifications {
        check(set, specification, plan)?;
        // Diagnostics are reported fold by fold: one that fails stops no other.
        let lenient = Specification { accept: Problems::ANY, ..specification.clone() };
        candidates.put(Candidate { specification, lenient, whole: start(set, specification, watch)? });
    }
    let each = plan.part.fits();
    let tasks = threads::run_long(
        each * plan.repeats,
        plan.threads,
        || Ok(()),
        |(), task, ask| {
            let (repeat, fold) = (task / each, task % each);
            let (rest, held) = match plan.part {
                HeldOut::Folds(folds) => set.split_again(plan.unit, folds, fold, plan.seed, repeat as u64)?,
                HeldOut::Share(share) => set.hold_out(plan.unit, share, plan.seed, repeat as u64)?,
            };
            let measure = |candidate: &Candidate<'_>| {
                let mut result = Fold { repeat, fold, ..Fold::empty() };
                result.fill(&rest, &held, candidate, ask)?;
                Ok(result)
            };
            candidates.iter().map(measure).gathered_or()
        },
        watch,
    )?;
    let of = |candidate: usize| {
        let folds: Vec<Fold> = tasks.iter().map(|folds| folds[candidate].clone()).gathered();
        let averages = std::array::from_fn(|score| average(&folds, score, plan));
        Validation { folds, averages }
    };
    Ok((0..candidates.len()).map(of).gathered())
}

/// A model to be validated.
struct Candidate<'a> {
    specification: &'a Specification,
    /// The same, taking all that a fold meets.
    lenient: Specification,
    /// The fit to all comparisons.
    whole: Option<Model>,
}

fn check(set: &Set, specification: &Specification, plan: &Plan) -> Result<()> {
    const MOST: usize = 1_000_000;
    specification.check(set)?;
    if set.importance() {
        return Err(Error::Unsupported(
            "set: sums of importance weights are no numbers of comparisons to be held out".into(),
        ));
    }
    if plan.unit == Unit::Context && set.contexts() == 0 {
        return Err(Error::Unsupported("by: the set has no contexts".into()));
    }
    match plan.part {
        HeldOut::Folds(folds) if folds < 2 => {
            return Err(Error::Argument(format!("folds is {folds}, less than 2")));
        }
        HeldOut::Share(share) if !(share > 0.0 && share < 1.0) => {
            return Err(Error::Argument(format!("share is {share}; it must be between 0 and 1")));
        }
        _ => {}
    }
    let fits = plan.part.fits().checked_mul(plan.repeats);
    if plan.repeats == 0 || fits.is_none_or(|fits| fits > MOST) {
        return Err(Error::Argument(format!(
            "repeats is {} with {} fits each; there must be 1 to {MOST} fits",
            plan.repeats,
            plan.part.fits()
        )));
    }
    Ok(())
}

/// Whether a likelihood has one optimum, whatever the data.
fn has_one_optimum(specification: &Specification) -> bool {
    !specification.strength.is_by_judge() && specification.spread.is_none()
}

/// The fit to all comparisons, from which those of the folds start: only where there is one optimum, so that
/// they do not depend on the held-out data.
fn start(set: &Set, specification: &Specification, watch: Watch<'_>) -> Result<Option<Model>> {
    if !has_one_optimum(specification) {
        return Ok(None);
    }
    match fit(set, specification, watch) {
        Ok(model) => Ok(Some(model).filter(|model| model.diagnostics.is_empty())),
        Err(Error::Cancelled) => Err(Error::Cancelled),
        // Folds may have an estimate where the whole has none, and say themselves why not.
        Err(_) => Ok(None),
    }
}

impl Fold {
    fn empty() -> Fold {
        Fold {
            repeat: 0,
            fold: 0,
            failure: None,
            problems: Problems::NONE,
            trained: 0.0,
            held: 0.0,
            unpredicted: 0.0,
            log_likelihood: f64::NAN,
            scores: [f64::NAN; SCORES],
        }
    }

    /// Fits to the rest and measures on what was held out. Diagnostic of the fit is kept, not returned.
    fn fill(&mut self, rest: &Set, held: &Set, candidate: &Candidate<'_>, ask: Ask<'_>) -> Result<()> {
        let Candidate { specification, lenient, whole } = candidate;
        let terms = ParameterLayout::new(rest, specification).terms;
        let used = |set: &Set| set.cells().counts.iter().map(|counts| terms.read(counts).total()).sum();
        (self.trained, self.held) = (used(rest), used(held));
        let model = match fit_from(rest, lenient, whole.as_ref(), &mut |_| ask()) {
            Ok(model) => model,
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            Err(error) => {
                self.failure = Some(error);
                return Ok(());
            }
        };
        self.problems = model.facts.problems;
        // Items that are no longer connected are only not compared, and judges may be opposed where signs
        // are free; all else is the caller's to accept.
        let fine = specification.accept.0 | Problems::DISCONNECTED.0 | Problems::OPPOSED.0;
        if let Some(diagnostic) = model.diagnostics.iter().find(|t| !Problems(fine).contains(t.problem)) {
            self.failure = Some(match diagnostic.problem {
                Problems::NOT_CONVERGED => Error::NotConverged(diagnostic.message.clone()),
                _ => Error::NotIdentified(diagnostic.message.clone()),
            });
            return Ok(());
        }
        let found = predictions(&model, Some(held))?;
        self.unpredicted = found.unpredicted;
        if found.cells.is_empty() {
            return Ok(());
        }
        let a = accuracy::of_predictions(&found.cells);
        let m = metrics::of_predictions(&found.cells, specification.outcome().outcomes(), false);
        self.log_likelihood = m.log_likelihood;
        self.scores = [
            a.log_score,
            a.brier,
            a.accuracy,
            a.calibration_error,
            m.kl_mean,
            m.kl_weighted,
            m.js_mean,
            m.js_weighted,
            m.errors.mae_percent,
            m.errors.rmse_percent,
        ];
        Ok(())
    }
}

/// Mean and standard error of a score. Repeated folds use the same comparisons again: they make the mean
/// steadier, but are no more data, and so do not enter the number under the root. Shares held out anew
/// overlap each other, which Nadeau and Bengio's (2003) factor allows for.
fn average(folds: &[Fold], score: usize, plan: &Plan) -> Average {
    let values: Vec<f64> = folds.iter().map(|fold| fold.scores[score]).filter(|v| !v.is_nan()).gathered();
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let factor = match plan.part {
        HeldOut::Folds(_) => plan.repeats as f64 / count,
        HeldOut::Share(share) => 1.0 / count + share / (1.0 - share),
    };
    let error = if values.len() > 1 { (squares / (count - 1.0) * factor).sqrt() } else { f64::NAN };
    Average { mean, error, folds: values.len() }
}
