//! The cells that deviances and residuals are made of, and how far a model is from them.
//!
//! A cell is what one judge said of one pair in one order: judges and orders are kept apart even where
//! the model ignores them, because that is how the data are stored. Contexts are added up unless a
//! covariate of the model needs them.

use crate::component::{Aggregation, Terms};
use crate::error::Result;
use crate::likelihood::{Block, Design};
use crate::model::Model;
use crate::outcome::{At, Counts, Outcome};
use crate::strength::Strength;
use crate::terms::COORDINATES;

/// The data of a model by cell.
pub fn residual_block(model: &Model) -> Result<Block> {
    block(model, false)
}

/// The data of a model by cell, contexts kept apart if asked for; graded answers as who is ahead.
pub(super) fn block(model: &Model, context: bool) -> Result<Block> {
    let aggregation = model.layout.aggregation.or(Aggregation {
        context,
        judge: true,
        order: true,
        ..Aggregation::default()
    });
    if let Some(outcome) = model.outcome().ahead() {
        let terms = Terms { grades: None, ..model.layout.terms.clone() };
        let design = Design::new(&model.set, &terms, Aggregation { grade: false, ..aggregation })?;
        return Ok(Block { design: design.into(), outcome, ..model.objective.data.empty() });
    }
    let design = Design::new(&model.set, &model.layout.terms, aggregation)?;
    Ok(Block { design: design.into(), ..model.objective.data.empty() })
}

/// Left, right, tie, both bad as the outcome model sees them: Bradley-Terry halves its ties.
pub fn observed(outcome: Outcome, counts: &Counts) -> [f64; 4] {
    if outcome.has_threshold() {
        counts.numbers()
    } else {
        [counts.win + 0.5 * counts.tie, counts.loss + 0.5 * counts.tie, 0.0, 0.0]
    }
}

/// The value of numbers by outcome for the left: a half where there is no winner.
pub(super) fn score(numbers: &[f64; 4]) -> f64 {
    numbers[0] + 0.5 * (numbers[2] + numbers[3])
}

/// Numbers by outcome with the sides changed.
pub(super) fn swapped([win, loss, tie, bad]: [f64; 4]) -> [f64; 4] {
    [loss, win, tie, bad]
}

/// Something for each outcome, in the order of `observed`, of one comparison of it; `absent` where the outcome model
/// has no such outcome. Bradley-Terry halves ties.
fn by_outcome<T: Copy>(outcome: Outcome, absent: T, of: impl Fn(&Counts) -> T) -> [T; 4] {
    let known = outcome.outcomes().max(3);
    std::array::from_fn(|k| if k < known { of(&Counts::single(k)) } else { absent })
}

/// Logarithms of the probabilities of the outcomes, in the order of `observed`; right in the far tails
/// too, and where a threshold is at the end of its range.
pub(super) fn log_probabilities(outcome: Outcome, at: At) -> [f64; 4] {
    by_outcome(outcome, f64::NEG_INFINITY, |single| match at.e() {
        // Nothing but a tie can happen.
        f64::INFINITY if single.tie > 0.0 => 0.0,
        f64::INFINITY => f64::NEG_INFINITY,
        _ => -outcome.value(single, at),
    })
}

/// Slopes in u, e and b of the negative log-likelihood of one comparison of each outcome; zero where
/// nothing but a tie can happen.
pub(super) fn slopes(outcome: Outcome, at: At) -> [[f64; 3]; 4] {
    if at.e() == f64::INFINITY {
        return [[0.0; COORDINATES]; 4];
    }
    by_outcome(outcome, [0.0; COORDINATES], |single| outcome.derivatives(single, at).slopes)
}

/// 2 sum o log(o / n p) over the outcomes of a cell.
pub(super) fn deviance(observed: &[f64; 4], p: &[f64; 4]) -> f64 {
    let n: f64 = observed.iter().sum();
    // Rounding may leave a cell that is fitted exactly slightly negative.
    let sum: f64 =
        observed.iter().zip(p).filter(|(o, _)| **o > 0.0).map(|(o, p)| o * (o / (n * p)).ln()).sum();
    2.0 * if sum < 0.0 { 0.0 } else { sum }
}

/// sum (o - n p)^2 / (n p) over the outcomes of a cell.
fn pearson(observed: &[f64; 4], p: &[f64; 4]) -> f64 {
    let n: f64 = observed.iter().sum();
    let part = |(o, p): (&f64, &f64)| (o - n * p) * (o - n * p) / (n * p);
    observed.iter().zip(p).filter(|(o, p)| **o > 0.0 || **p > 0.0).map(part).sum()
}

/// Pearson's X^2 and the deviance of cells at any parameters: cheap, so that replicates of a bootstrap
/// can be measured with it.
pub fn pearson_and_deviance(block: &Block, strength: &Strength, theta: &[f64]) -> (f64, f64) {
    let mut sums = (0.0, 0.0);
    for (cell, counts) in block.design.counts.iter().enumerate() {
        let (o, p) = (observed(block.outcome, counts), block.probabilities(strength, theta, cell));
        sums.0 += pearson(&o, &p);
        sums.1 += deviance(&o, &p);
    }
    sums
}

/// The logarithm of the multinomial coefficient of a cell; halves of ties by the gamma function.
pub(super) fn log_coefficient(observed: &[f64]) -> f64 {
    let n: f64 = observed.iter().sum();
    libm::lgamma(n + 1.0) - observed.iter().map(|o| libm::lgamma(o + 1.0)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_by_hand() {
        let (o, p) = ([6.0, 3.0, 1.0, 0.0], [0.5, 0.25, 0.25, 0.0]);
        let by_hand = 2.0 * (6.0 * 1.2f64.ln() + 3.0 * 1.2f64.ln() + 0.4f64.ln());
        assert!((deviance(&o, &p) - by_hand).abs() < 1e-14);
        assert!((pearson(&o, &p) - (0.2 + 0.1 + 0.9)).abs() < 1e-14);
        // 10! / (6! 3! 1!) = 840.
        assert!((log_coefficient(&o) - 840f64.ln()).abs() < 1e-12);
        // An outcome that cannot happen and did not costs nothing; one that did, everything.
        assert_eq!(deviance(&[1.0, 1.0, 0.0, 0.0], &[0.5, 0.5, 0.0, 0.0]), 0.0);
        assert_eq!(pearson(&[1.0, 1.0, 0.0, 0.0], &[0.5, 0.5, 0.0, 0.0]), 0.0);
        assert_eq!(deviance(&[1.0, 0.0, 0.0, 1.0], &[0.5, 0.5, 0.0, 0.0]), f64::INFINITY);
        assert_eq!(pearson(&[1.0, 0.0, 1.0, 0.0], &[0.5, 0.5, 0.0, 0.0]), f64::INFINITY);
    }

    #[test]
    fn logarithms_of_probabilities() {
        let all = Outcome::ALL.into_iter().filter(|outcome| !outcome.has_grades());
        for outcome in all.chain([Outcome::DavidsonBothBad]) {
            for (z, e) in [(0.4, 0.7), (-3.0, 0.2)] {
                let at = At { z, cuts: [e, -0.3] };
                let p = outcome.probabilities(at);
                let logs = log_probabilities(outcome, at);
                assert_eq!(logs[3].is_finite(), outcome == Outcome::DavidsonBothBad);
                assert!(p
                    .iter()
                    .zip(&logs)
                    .take(outcome.outcomes())
                    .all(|(p, l)| (p.ln() - l).abs() < 1e-13));
            }
            let far = log_probabilities(outcome, At { z: -900.0, cuts: [0.7, 0.1] });
            assert!(far.iter().take(outcome.outcomes()).all(|l| l.is_finite()) && far[0] < -400.0, "{far:?}");
        }
        let only_ties = log_probabilities(Outcome::Davidson, At::new(1.0, f64::INFINITY));
        let never = f64::NEG_INFINITY;
        assert_eq!(only_ties, [never, never, 0.0, never]);
        assert_eq!(log_probabilities(Outcome::Davidson, At::new(1.0, never))[2], never);
        assert_eq!(log_probabilities(Outcome::RaoKupper, At::new(1.0, 0.0))[2], never);
    }

    #[test]
    fn halves_of_ties() {
        let counts = Counts::new([3.0, 1.0, 2.0, 0.0]);
        assert_eq!(observed(Outcome::BradleyTerry, &counts), [4.0, 2.0, 0.0, 0.0]);
        assert_eq!(observed(Outcome::Davidson, &counts), [3.0, 1.0, 2.0, 0.0]);
    }
}
