//! Questions to a fitted model whose true answers are known: does the interval hold the truth?

use crate::truth::{probabilities, OutcomeModel, Truth};
use duel::comparisons::NONE;
use duel::inference::{self, Comparison, Correction, CovarianceKind, Method, Options};
use duel::model::{Model, Quantity};
use duel::progress::unwatched;

/// The question.
#[derive(Clone, Copy)]
pub enum What {
    /// Scores that sum to zero, each by itself.
    Scores,
    /// All differences of two scores, and one of two halves of the items.
    Contrasts,
    /// Sensitivities, by intervals on the log scale.
    Sensitivities,
    /// Strengths gamma_k mu_i of every judge and item.
    Strengths,
    /// Position effects.
    Positions,
    /// Tie thresholds.
    Thresholds,
    /// Coefficients of covariates.
    Effects,
    /// Probabilities of some comparisons, by known judges and by none.
    Probabilities,
    /// All scores at once.
    AllScores(Method),
    /// The true ranks of all items at once.
    AllRanks(Method),
}

/// The share of the replicates that must hold the truth, in the mean over the values.
#[derive(Clone, Copy, PartialEq)]
pub enum Demand {
    /// Between .93 and .97, and so for every single value.
    Nominal,
    /// At least .93.
    AtLeastNominal,
    /// At least .94.
    Simultaneous,
    /// At least .90, where data are short for the covariance.
    Usable,
    /// Below .90: this covariance is the wrong one, and the campaign must be able to tell.
    Fails,
    /// Above .97: this covariance is known to be too large here.
    Conservative,
}

impl Demand {
    pub fn is_met(self, [mean, least, most]: [f64; 3]) -> bool {
        match self {
            Demand::Nominal => least >= 0.93 && most <= 0.97,
            Demand::AtLeastNominal => mean >= 0.93,
            Demand::Simultaneous => mean >= 0.94,
            Demand::Usable => mean >= 0.90,
            Demand::Fails => mean < 0.90,
            Demand::Conservative => mean > 0.97,
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Demand::Nominal => "all .93 to .97",
            Demand::AtLeastNominal => "mean at least .93",
            Demand::Simultaneous => "at least .94",
            Demand::Usable => "mean at least .90",
            Demand::Fails => "mean below .90",
            Demand::Conservative => "mean above .97",
        }
    }
}

/// A question with its covariance and demand.
pub struct Question {
    pub what: What,
    pub covariance: CovarianceKind,
    pub demand: Demand,
}

impl Question {
    pub fn label(&self) -> String {
        let method = |method| match method {
            Method::Marginal => "",
            Method::Bonferroni => ", Bonferroni",
            Method::Simultaneous => ", Gaussian maximum",
            Method::Anytime => ", at all looks",
            Method::AnytimeSimultaneous => ", all at all looks",
        };
        match self.what {
            What::Scores => "scores".into(),
            What::Contrasts => "contrasts of scores".into(),
            What::Sensitivities => "sensitivities".into(),
            What::Strengths => "strengths by judge".into(),
            What::Positions => "position effects".into(),
            What::Thresholds => "tie thresholds".into(),
            What::Effects => "covariate effect".into(),
            What::Probabilities => "probabilities".into(),
            What::AllScores(by) => format!("all scores at once{}", method(by)),
            What::AllRanks(by) => format!("all true ranks at once{}", method(by)),
        }
    }

    pub fn covariance_name(&self) -> &'static str {
        match self.covariance {
            CovarianceKind::Auto => "auto",
            CovarianceKind::Expected => "expected",
            CovarianceKind::Observed => "observed",
            CovarianceKind::Sandwich => "sandwich",
            CovarianceKind::ClusteredByContext => "by context",
            CovarianceKind::ClusteredByJudge => "by judge",
            CovarianceKind::ClusteredTwoWay => "two ways",
            CovarianceKind::SandwichExpected => "sandwich, expected",
        }
    }

    /// For each value, whether its interval holds the truth.
    pub fn ask(&self, model: &Model, truth: &Truth, covariate: &[f64]) -> Vec<bool> {
        let marginal =
            Options { covariance: self.covariance, correction: Correction::None, ..Options::default() };
        let plain = |quantity, values: &[f64]| {
            let table =
                inference::estimates(model, quantity, &marginal, &mut unwatched()).expect("estimates");
            held(&table, values)
        };
        let scores = truth.marginal_scores();
        match self.what {
            What::Scores => plain(Quantity::Scores, &scores),
            What::Sensitivities => plain(Quantity::Sensitivities, &truth.sensitivities),
            What::Strengths => {
                let of = |gamma: &f64| scores.iter().map(|s| gamma * s).collect::<Vec<f64>>();
                plain(Quantity::Strengths, &truth.sensitivities.iter().flat_map(of).collect::<Vec<f64>>())
            }
            What::Positions => plain(Quantity::Positions, &truth.positions),
            What::Thresholds => {
                let (count, _) = model.shape(Quantity::Thresholds).expect("thresholds");
                plain(Quantity::Thresholds, &truth.thresholds[..count])
            }
            What::Effects => plain(Quantity::Effects, &[truth.effect.expect("an effect")]),
            What::Contrasts => {
                let weights = contrasts(scores.len());
                let count = weights.len() / scores.len();
                let (table, _) = inference::contrasts(
                    model,
                    Quantity::Scores,
                    &weights,
                    count,
                    &marginal,
                    &mut unwatched(),
                )
                .expect("contrasts");
                let dot = |row: &[f64]| row.iter().zip(&scores).map(|(w, s)| w * s).sum();
                held(&table, &weights.chunks_exact(scores.len()).map(dot).collect::<Vec<f64>>())
            }
            What::Probabilities => self.ask_probabilities(model, truth, covariate),
            What::AllScores(method) => {
                let options = Options { method, ..marginal };
                let table = inference::estimates(model, Quantity::Scores, &options, &mut unwatched())
                    .expect("simultaneous intervals");
                vec![held(&table, &scores).into_iter().all(|h| h)]
            }
            What::AllRanks(method) => {
                let options = Options { method, ..marginal };
                let ranks = inference::rank_ranges(model, &options, &mut unwatched()).expect("ranks");
                let true_rank = |i: usize| 1 + scores.iter().filter(|s| **s > scores[i]).count();
                vec![(0..scores.len()).all(|i| (ranks[i].best..=ranks[i].worst).contains(&true_rank(i)))]
            }
        }
    }

    fn ask_probabilities(&self, model: &Model, truth: &Truth, covariate: &[f64]) -> Vec<bool> {
        let options =
            Options { covariance: self.covariance, correction: Correction::None, ..Options::default() };
        let last = truth.items() as u32 - 1;
        let context = if truth.contexts > 0 { 1 } else { NONE };
        let mut comparisons: Vec<Comparison> = (0..truth.judges() as u32)
            .map(|judge| Comparison { left: judge % last, right: last, judge, context })
            .collect();
        // Without a judge: sensitivity one, mean position effect and mean threshold.
        for (left, right) in [(0, 1), (2, 0), (last, 1)] {
            comparisons.push(Comparison { left, right, judge: NONE, context });
        }
        let table =
            inference::probabilities(model, &comparisons, &options, &mut unwatched()).expect("probabilities");
        let outcomes =
            if matches!(truth.outcome, OutcomeModel::RaoKupper | OutcomeModel::Davidson) { 3 } else { 1 };
        let mut answers = Vec::new();
        for (comparison, row) in comparisons.iter().zip(&table) {
            let p = true_probabilities(truth, covariate, comparison);
            for which in 0..outcomes {
                let (lower, upper) = (row[4 * which + 2], row[4 * which + 3]);
                answers.push(lower <= p[which] && p[which] <= upper);
            }
        }
        answers
    }
}

/// The probabilities that a model of single votes estimates: a shared effect attenuates differences,
/// and half ties leave the mean score of Bradley-Terry.
fn true_probabilities(truth: &Truth, covariate: &[f64], comparison: &Comparison) -> [f64; 3] {
    let (left, right) = (comparison.left as usize, comparison.right as usize);
    let context = if truth.contexts > 0 { comparison.context as usize } else { 0 };
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (u, threshold) = if comparison.judge == NONE {
        // The predictor of judge 0, made that of nobody.
        let own =
            (truth.sensitivities[0] - 1.0) * (truth.scores[left] - truth.scores[right]) + truth.positions[0];
        let u = truth.predictor(covariate, 0, context, left, right) - own + mean(&truth.positions);
        (u, mean(&truth.thresholds))
    } else {
        let judge = comparison.judge as usize;
        (truth.predictor(covariate, judge, context, left, right), truth.thresholds[judge])
    };
    let outcome =
        if truth.outcome == OutcomeModel::HalfTies { OutcomeModel::BradleyTerry } else { truth.outcome };
    probabilities(outcome, truth.shared_effect.unwrap_or(1.0) * u, threshold)
}

/// Whether intervals (the last two of each row) hold the true values.
fn held(table: &[[f64; 4]], truth: &[f64]) -> Vec<bool> {
    assert_eq!(table.len(), truth.len(), "the truth has another number of values");
    table.iter().zip(truth).map(|(row, value)| row[2] <= *value && *value <= row[3]).collect()
}

/// All pairs of items, and the first half against the second.
fn contrasts(items: usize) -> Vec<f64> {
    let mut weights = Vec::new();
    for a in 0..items {
        for b in 0..a {
            let mut row = vec![0.0; items];
            row[a] = 1.0;
            row[b] = -1.0;
            weights.extend(row);
        }
    }
    let half = items / 2;
    weights
        .extend((0..items).map(|i| if i < half { 1.0 / half as f64 } else { -1.0 / (items - half) as f64 }));
    weights
}
