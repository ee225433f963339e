//! The fitted model of ballots.

use super::existence::Existence;
use super::layout::Layout;
use super::objective::Objective;
use super::refusal::diverging;
use super::rows::Ballots;
use crate::error::{Error, Result};
use crate::inference::Options;
use crate::progress::Watch;
use crate::room::{Gather as _, Put as _};
use crate::solve::{Limits, Prove, Solver};
use crate::table::{Schema, SchemaColumn, TableFacts};
use std::ffi::CString;
use std::sync::Arc;

/// How the best and the worst are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Worst {
    /// The best of all, then the worst of the rest.
    #[default]
    AfterBest,
    /// Both together, by their difference (maximum difference scaling).
    Together,
}

impl Worst {
    /// All by their numbers.
    pub const ALL: [Worst; 2] = [Worst::AfterBest, Worst::Together];
}

/// The choices that make a model of ballots.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RankingChoices {
    /// Whether positions have effects.
    pub positions: bool,
    /// How the best and the worst are named.
    pub worst: Worst,
    /// Only the first this many stages of each ballot count; 0: all.
    pub stages: usize,
    /// Pseudo-comparisons: wins and losses of every item against one more.
    pub pseudo: f64,
    /// Weight of the ridge on centred strengths.
    pub ridge: f64,
}

impl RankingChoices {
    fn check(&self) -> Result<()> {
        for (name, value) in [("pseudo", self.pseudo), ("ridge", self.ridge)] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(Error::Argument(format!(
                    "{name} is {value}; it must be finite and not negative"
                )));
            }
        }
        Ok(())
    }
}

/// A fitted model of ballots.
#[derive(Debug, Clone)]
pub struct Ranking {
    pub(super) ballots: Arc<Ballots>,
    pub(super) choices: RankingChoices,
    pub(super) layout: Layout,
    pub(super) theta: Vec<f64>,
    facts: RankingFacts,
}

/// Facts about a fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankingFacts {
    /// Log-likelihood of the ballots, by the stages that count, without multinomial coefficients.
    pub log_likelihood: f64,
    /// Free parameters.
    pub parameters: usize,
    /// Ballots, as often as their weights say.
    pub ballots: f64,
    /// Stages, as often as their weights say.
    pub stages: f64,
    /// The most items chosen together.
    pub most_tied: usize,
    /// Newton steps.
    pub iterations: usize,
    /// Largest slope of the objective at the estimate.
    pub gradient: f64,
}

/// An effect beside the strengths.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// 0: that of a position; 1: the logarithm of the weight of ties; 2: the slope of a covariate.
    pub kind: usize,
    /// The position, from 1, or how many items share a place.
    pub number: Option<usize>,
    /// The name of the covariate.
    pub covariate: Option<CString>,
    /// Estimate, standard error, lower and upper end.
    pub row: [f64; 4],
}

const KINDS: &[&std::ffi::CStr] = &[c"position", c"tie", c"covariate"];

/// The columns of effects.
pub static RANKING_EFFECTS: Schema<Effect> = Schema {
    name: "ranking_effects",
    title: c"Effects of positions, ties and covariates",
    columns: &[
        SchemaColumn::choice(
            c"term",
            c"position: that of being shown there, on the scale of the strengths, against the mean of all positions; \
              tie: the logarithm of the weight delta of this many items that share a place; covariate: by one unit of it.",
            KINDS,
            |e| Some(e.kind),
        ),
        SchemaColumn::i64(c"number", c"", c"The position, from 1, or how many items share a place.", |e| {
            e.number.map(|number| number as i64)
        }),
        SchemaColumn::text(c"name", c"The name of the covariate.", |e| e.covariate.as_deref()),
        SchemaColumn::f64(c"estimate", c"that of the strengths", c"The estimate.", |e| e.row[0]),
        SchemaColumn::f64(c"se", c"that of the strengths", c"Its standard error.", |e| e.row[1]),
        SchemaColumn::f64(c"lower", c"that of the strengths", c"Lower end of its interval.", |e| e.row[2]),
        SchemaColumn::f64(c"upper", c"that of the strengths", c"Upper end of its interval.", |e| e.row[3]),
    ],
};

/// Fits a model.
pub fn fit(ballots: Arc<Ballots>, choices: RankingChoices, watch: Watch<'_>) -> Result<Ranking> {
    choices.check()?;
    ballots.check_covariates()?;
    let layout = Layout::new(&ballots, &choices);
    let existence = Existence::of(&ballots, &choices, &layout)?;
    let objective = Objective { ballots: &ballots, choices: &choices, layout: &layout };
    let total = ballots.total();
    let limits = Limits {
        tolerance: 1e-8,
        iterations: 200,
        finite: existence.is_certain,
        unique: existence.is_certain && existence.is_unique,
        prove: Prove::Curvature,
        gain: 0.0,
        first_shift: 0.0,
    };
    let mut solver = Solver::new(objective.shape())?;
    let solution = solver.minimise(&objective, vec![0.0; layout.dimension], &limits, watch)?;
    if solution.diverges(total) {
        return Err(diverging(&ballots, &choices, &layout, &existence.groups, &solution.last_step));
    }
    if solution.is_undetermined() {
        return Err(Error::NotIdentified(
            "the ballots do not determine all effects: items were always shown in the same positions, or a covariate is \
             the same for all that were shown together or a sum of others; leave positions or that covariate out"
                .into(),
        ));
    }
    if !solution.is_optimum() {
        return Err(Error::NotConverged(format!(
            "the fit stopped after {} steps with a slope of {:.2e}",
            solution.iterations, solution.gradient
        )));
    }
    let mut theta = solution.theta;
    let mean = theta[..layout.items].iter().sum::<f64>() / layout.items as f64;
    theta[..layout.strengths].iter_mut().for_each(|u| *u -= mean);
    let (mut stages, mut list) = (0.0, super::stages::Stages::default());
    for ballot in ballots.ballots() {
        list.read(&ballot, choices.worst, choices.stages);
        stages += ballot.weight * list.list.len() as f64;
    }
    let facts = RankingFacts {
        log_likelihood: -objective.data_value(&theta),
        parameters: layout.dimension - 1 - (layout.strengths - layout.items),
        ballots: total,
        stages,
        most_tied: layout.ties.iter().rposition(Option::is_some).map_or(1, |at| at + 2),
        iterations: solution.iterations,
        gradient: solution.gradient,
    };
    Ok(Ranking { ballots, choices, layout, theta, facts })
}

impl Ranking {
    /// Facts about the fit.
    pub fn facts(&self) -> RankingFacts {
        self.facts
    }

    /// The ballots that it was fitted to.
    pub fn ballots(&self) -> &Ballots {
        &self.ballots
    }

    /// Effects of positions, ties and covariates with intervals, and how these were computed.
    pub fn effects(&self, options: &Options, watch: Watch<'_>) -> Result<(Vec<Effect>, TableFacts)> {
        options.check()?;
        let rows = self.effect_rows();
        let mut numbers: Vec<(usize, Option<usize>, Option<CString>)> = Vec::new();
        if self.layout.positions > 1 {
            numbers.put_each((1..=self.layout.positions).map(|position| (0, Some(position), None)));
        }
        for (at, tie) in self.layout.ties.iter().enumerate() {
            numbers.put_each(tie.map(|_| (1, Some(at + 2), None)));
        }
        numbers.put_each(self.ballots.covariates().map(|name| (2, None, CString::new(name).ok())));
        if numbers.is_empty() {
            return Ok((Vec::new(), TableFacts::default()));
        }
        let (given, options) = (self.values(&rows, options)?, super::covariance::own(options));
        let values = given.estimate(&options, watch)?;
        let effect = |((kind, number, covariate), row)| Effect { kind, number, covariate, row };
        Ok((numbers.into_iter().zip(values).map(effect).gathered(), given.facts(&options)))
    }
}
