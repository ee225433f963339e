//! A fitted model: immutable, complete, shared by any number of threads.

use super::covariance::{Few, Kept, Leverages, Meat, WAYS};
use super::warnings::Warning;
use crate::comparisons::Set;
use crate::error::{Error, Result};
use crate::likelihood::{NullSpace, Objective};
use crate::model::quantities::{Divergence, Movements};
use crate::model::specification::{
    Correction, CovarianceKind, Diagnostic, ParameterLayout, Problems, Specification, Target, Ties,
};
use crate::outcome::Outcome;
use crate::room::{Gather as _, Put as _};
use crate::solve::Stop;
use std::sync::{Arc, Mutex, OnceLock};

/// Facts about a fit.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Diagnostics met.
    pub problems: Problems,
    /// Why the solver stopped.
    pub stop: Stop,
    /// Outer iterations.
    pub iterations: usize,
    /// Identified dimension.
    pub dimension: usize,
    /// Comparisons used.
    pub comparisons: f64,
    /// Log-likelihood of the data.
    pub log_likelihood: f64,
    /// The objective.
    pub objective: f64,
    /// Largest element of the gradient.
    pub gradient: f64,
    /// Newton decrement.
    pub decrement: f64,
    /// Largest change of a predictor in the last Newton step.
    pub step: f64,
    /// Smallest eigenvalue of the Hessian on the identified space.
    pub curvature: f64,
    /// The value of a unit of the scaled objective.
    pub unit: f64,
}

/// A covariance matrix of all parameters, symmetric; valid for functions constant along the structural
/// null space.
#[derive(Debug, Clone)]
pub struct Covariance {
    /// The bread, dimension x dimension; without a meat the covariance itself.
    pub(super) bread: Vec<f64>,
    /// The meat between two slices of bread, and the factor of their product.
    pub(super) meat: Option<(Meat, f64)>,
    /// The product, once it was asked for.
    pub(super) whole: OnceLock<Result<Vec<f64>>>,
    /// Number of clusters, for the clustered kinds; of two ways the smaller.
    pub clusters: usize,
    /// Standard errors of the parameters by the bread alone: what rounding is measured against.
    pub sizes: Vec<f64>,
}

/// A direction of the parameters that the data do not identify, or along which they run to infinity.
#[derive(Debug, Clone, PartialEq)]
pub struct Direction {
    /// The direction, as (parameter, weight).
    pub along: Vec<(u32, f64)>,
    /// Whether estimates along it run to infinity, rather than being arbitrary.
    pub diverges: bool,
}

impl Direction {
    /// Whether it only shifts the scores of a group of the `items` together.
    pub(super) fn is_of_items(&self, items: usize) -> bool {
        self.along.iter().all(|(at, along)| (*at as usize) < items && *along == 1.0)
    }
}

/// An optimum that a fit met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Optimum {
    /// Log-likelihood of the data.
    pub log_likelihood: f64,
    /// The objective.
    pub objective: f64,
    /// Largest element of the gradient.
    pub gradient: f64,
    /// Number of starts that ended there.
    pub starts: usize,
    /// The first of them, 0 being the one without chance.
    pub first: usize,
    /// Whether it is regular: the solver converged, and no difference has lost its spread.
    pub is_regular: bool,
}

/// A fitted model.
#[derive(Debug)]
pub struct Model {
    /// The data.
    pub set: Set,
    /// The choices.
    pub specification: Specification,
    /// Where the parameters stand.
    pub layout: ParameterLayout,
    /// The objective.
    pub objective: Objective,
    /// The null directions.
    pub null_space: NullSpace,
    /// The parameters.
    pub theta: Vec<f64>,
    /// Facts about the fit.
    pub facts: Facts,
    /// Diagnostics met and accepted.
    pub diagnostics: Vec<Diagnostic>,
    /// Optima that the starts of a fit met, the best first.
    pub optima: Vec<Optimum>,
    /// Directions that are not identified.
    pub directions: Vec<Direction>,
    /// Component of every item.
    pub components: Vec<u32>,
    /// Whether scores are finite, or comparable, thanks to the penalty alone.
    pub leans_on_penalty: bool,
    /// Diagnostics of every item.
    pub item_problems: Vec<Problems>,
    /// Diagnostics of every judge.
    pub judge_problems: Vec<Problems>,
    pub(super) warnings: OnceLock<Vec<Warning>>,
    /// Reciprocal lengths of the columns of the design.
    pub(super) units: OnceLock<Vec<f64>>,
    /// The directions by the parameters that they move.
    pub(super) movements: OnceLock<Movements>,
    /// Which way what diverges goes.
    pub(super) divergence: OnceLock<Divergence>,
    /// Which parameters are fixed because the data do not identify them; empty if all are identified.
    pub(super) withheld: OnceLock<Vec<bool>>,
    /// By kind and correction.
    pub(super) covariances:
        [[OnceLock<Result<Covariance>>; Correction::ALL.len()]; CovarianceKind::ALL.len()],
    /// By kind: how many clusters there are, and whether CR2 is within reach.
    pub(super) few: [OnceLock<Result<Few>>; CovarianceKind::ALL.len()],
    /// By way of clustering.
    pub(super) leverages: [OnceLock<Arc<Leverages>>; WAYS],
    /// The variances that were sampled last.
    pub(super) sampled: Mutex<Option<Kept>>,
}

impl Model {
    pub(super) fn new(
        set: Set,
        specification: Specification,
        layout: ParameterLayout,
        objective: Objective,
        null_space: NullSpace,
        theta: Vec<f64>,
        facts: Facts,
    ) -> Model {
        Model {
            components: vec![0; layout.items],
            leans_on_penalty: false,
            item_problems: vec![Problems::NONE; layout.items],
            judge_problems: vec![Problems::NONE; layout.judges],
            set,
            specification,
            layout,
            objective,
            null_space,
            theta,
            facts,
            diagnostics: Vec::new(),
            optima: Vec::new(),
            directions: Vec::new(),
            warnings: OnceLock::new(),
            units: OnceLock::new(),
            movements: OnceLock::new(),
            divergence: OnceLock::new(),
            withheld: OnceLock::new(),
            covariances: Default::default(),
            few: Default::default(),
            leverages: Default::default(),
            sampled: Mutex::new(None),
        }
    }

    /// How a predictor and a threshold become an outcome.
    pub fn outcome(&self) -> Outcome {
        self.objective.data.outcome
    }

    /// The weights of comparisons, other than their counts; None where each counts as one.
    pub fn weighting(&self) -> Option<&'static str> {
        match self.specification.target {
            Target::PairsEqually { .. } => Some("weights that make pairs count equally"),
            Target::Comparisons => self.set.importance().then_some("importance weights"),
        }
    }

    /// Refuses what reads answers as wins, losses and ties alone, for a model of grades.
    pub(crate) fn refuse_grades(&self, what: &str) -> Result<()> {
        match self.outcome().ahead() {
            Some(ahead) => Err(Error::Unsupported(format!(
                "{what}: not for graded answers; fit the same answers by {}, as wins, losses and ties",
                ahead.name()
            ))),
            None => Ok(()),
        }
    }

    /// Whether there are ties that count as half a win for each side, so that there is no likelihood of the votes.
    pub(crate) fn has_half_ties(&self) -> bool {
        let s = &self.specification;
        let counts = &self.objective.data.design.counts;
        let halves = !s.outcome.has_threshold() && s.ties == Ties::Half;
        halves && counts.iter().any(|c| c.undecided() > 0.0)
    }

    /// Whether the parameters maximise the likelihood itself: not penalised, bias-reduced or given.
    pub fn is_at_maximum(&self) -> bool {
        let s = &self.specification;
        let free = !s.is_penalised() && !s.penalises_others();
        free && !s.firth && self.facts.stop != Stop::Given
    }

    /// Which judges have no comparisons that the model used, so that it says nothing of them; empty where
    /// judges are not told apart, or parameters are given.
    pub(crate) fn judges_without_votes(&self) -> Vec<bool> {
        if !self.layout.aggregation.judge || self.facts.stop == Stop::Given {
            return Vec::new();
        }
        self.layout.tie_counts(&self.set).iter().map(|[comparisons, ..]| *comparisons == 0.0).gathered()
    }

    /// Of every item: comparisons, wins, losses, ties (votes both bad among them), distinct opponents and times shown first (in a known order),
    /// among the comparisons that the model used.
    pub fn item_counts(&self) -> Vec<f64> {
        let terms = &self.layout.terms;
        let cells = self.set.cells();
        let mut table = vec![0.0; 6 * self.layout.items];
        let mut pairs = Vec::new();
        for (c, by_category) in cells.counts.iter().enumerate() {
            let counts = terms.read(by_category);
            let all = counts.total();
            if all == 0.0 {
                continue;
            }
            let (left, right) = (cells.left[c], cells.right[c]);
            let shown = if cells.is_ordered(c) { all } else { 0.0 };
            for (item, win, loss, first) in
                [(left, counts.win, counts.loss, shown), (right, counts.loss, counts.win, 0.0)]
            {
                let row = &mut table[6 * item as usize..][..6];
                row.iter_mut()
                    .zip([all, win, loss, counts.undecided(), 0.0, first])
                    .for_each(|(r, v)| *r += v);
            }
            pairs.put((left.min(right), left.max(right)));
        }
        pairs.sort_unstable();
        pairs.dedup();
        for (a, b) in pairs {
            table[6 * a as usize + 4] += 1.0;
            table[6 * b as usize + 4] += 1.0;
        }
        table
    }
}

/// Weights up to here are one comparison: those just above one are not a second.
const ONE: f64 = 1.5;

/// Whether some context has more than one comparison; or some cluster, where the set has clusters.
pub fn contexts_repeat(set: &Set) -> bool {
    let cells = set.cells();
    if cells.has_clusters() {
        let mut sums = vec![0.0; set.clusters() + set.contexts()];
        for (label, counts) in set.cluster_labels().into_iter().zip(&cells.counts) {
            if let Some(sum) = sums.get_mut(label as usize) {
                *sum += counts.iter().sum::<f64>();
            }
        }
        return sums.iter().any(|&sum| sum > ONE);
    }
    let mut last = None;
    let mut sum = 0.0;
    for (&context, counts) in cells.context.iter().zip(&cells.counts) {
        if context == crate::comparisons::NONE {
            return false;
        }
        sum = if last == Some(context) { sum } else { 0.0 };
        sum += counts.iter().sum::<f64>();
        if sum > ONE {
            return true;
        }
        last = Some(context);
    }
    false
}

const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Model>();
};
