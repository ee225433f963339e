//! What the probabilities of one context say of every pair, before any functional: computed once for all
//! of them.

use super::input;
use super::pairs::{Load, Project, Turn, SMALL};
use super::specification::{EdgeForm, Functional, Pairs, Specification};
use crate::error::{Error, Result};
use crate::solve::reserve;

/// Probabilities and scores of one context. Matrices are K x K, row-major, zero on the diagonal.
#[derive(Debug, Clone)]
pub(super) struct Scores {
    /// Number of items.
    pub(super) items: usize,
    /// Number of categories.
    pub(super) categories: usize,
    /// Weights of categories for the item shown first, w1, and second, w2.
    pub(super) weights: [Vec<f64>; 2],
    /// Probabilities, K x K x C.
    pub(super) mu: Vec<f64>,
    /// s1 = <w1, mu>, the score of the item shown first, and s2 = <w2, mu>.
    pub(super) s: [Vec<f64>; 2],
    /// Their transposes.
    turned: [Vec<f64>; 2],
    /// <1 - w1, mu> and <1 - w2, mu>: one minus the scores without cancellation. Empty where log odds are
    /// not asked for; the other score where weights are complementary.
    rest: [Vec<f64>; 2],
    /// (s1_jk + s2_kj) / 2.
    pub(super) ssym: Vec<f64>,
    /// Its transpose.
    pub(super) ssym_turned: Vec<f64>,
    /// The Bradley-Terry projection by either form of edges; empty where no functional asks for it.
    projections: [Vec<f64>; 2],
    /// Room for odds; empty where there are no projections, or none by scores alone.
    odds: [Vec<f64>; 2],
    /// Probabilities of a judge, K x K x C; empty where none are needed.
    pub(super) judge: Vec<f64>,
    /// Propensities of all pairs, K x K; empty where none are needed.
    pub(super) propensities: Vec<f64>,
    /// Whether pairs are unordered: a label of (j, k) then stands for its mirror image too.
    pub(super) folded: bool,
    floor: f64,
    needs_odds: bool,
    complementary: bool,
}

impl Scores {
    pub(super) fn new(specification: &Specification) -> Result<Scores> {
        let (items, categories) = (specification.items, specification.categories);
        let pairs = items * items;
        let odds = specification.functionals.iter().any(|f| {
            matches!(f, Functional::BradleyTerry(_) | Functional::Softmax(_) | Functional::Restricted(_))
        });
        let complementary = specification.is_complementary();
        let rest = if odds && !complementary { pairs } else { 0 };
        let room = if odds && complementary { pairs } else { 0 };
        let mut projections = [Vec::new(), Vec::new()];
        for functional in &specification.functionals {
            match functional {
                Functional::BradleyTerry(form) | Functional::Softmax(form) => {
                    projections[*form as usize] = reserve(items)?;
                }
                Functional::Restricted(_) => projections[EdgeForm::default() as usize] = reserve(items)?,
                _ => {}
            }
        }
        let judge = if specification.needs_judge() { pairs * categories } else { 0 };
        let propensities = if specification.needs_propensities() { pairs } else { 0 };
        Ok(Scores {
            items,
            categories,
            weights: [specification.first.clone(), specification.second.clone()],
            mu: reserve(pairs * categories)?,
            s: [reserve(pairs)?, reserve(pairs)?],
            turned: [reserve(pairs)?, reserve(pairs)?],
            rest: [reserve(rest)?, reserve(rest)?],
            ssym: reserve(pairs)?,
            ssym_turned: reserve(pairs)?,
            projections,
            odds: [reserve(room)?, reserve(room)?],
            judge: reserve(judge)?,
            propensities: reserve(propensities)?,
            folded: specification.pairs == Pairs::Unordered,
            floor: specification.floor,
            needs_odds: odds,
            complementary,
        })
    }

    /// Takes probabilities, K x K x C, those of an item against itself all 1 / C: checks them, makes them
    /// sum to one, raises them to the floor and computes their scores. Says how many were below the floor.
    pub(super) fn take(&mut self, from: &[f64]) -> Result<usize> {
        let (k, c) = (self.items, self.categories);
        let [s1, s2] = &mut self.s;
        let load = Load {
            from,
            categories: c,
            weights: [&self.weights[0], &self.weights[1]],
            floor: self.floor,
            mu: &mut self.mu,
            s: [s1, s2],
        };
        let loaded = load.run();
        if !loaded.valid {
            input::check(from, k, c, "mu")?;
        }
        for j in 0..k {
            let pair = j * (k + 1);
            self.mu[pair * c..(pair + 1) * c].fill(0.0);
            self.s.iter_mut().for_each(|s| s[pair] = 0.0);
        }
        if self.needs_odds && !self.complementary {
            for (pair, mu) in self.mu.chunks_exact(c).enumerate() {
                let rest = |weights: &[f64]| mu.iter().zip(weights).map(|(m, w)| m * (1.0 - w)).sum::<f64>();
                self.rest[0][pair] = rest(&self.weights[0]);
                self.rest[1][pair] = rest(&self.weights[1]);
            }
        }
        let [t1, t2] = &mut self.turned;
        let s = [&*self.s[0], &*self.s[1]];
        Turn { items: k, s, turned: [t1, t2], ssym: [&mut self.ssym, &mut self.ssym_turned] }.run();
        for form in [EdgeForm::Antisymmetric, EdgeForm::Paper] {
            let mut projection = std::mem::take(&mut self.projections[form as usize]);
            let done = self.project(form, &mut projection);
            self.projections[form as usize] = projection;
            done?;
        }
        Ok(loaded.floored)
    }

    /// The Bradley-Terry projection.
    pub(super) fn projection(&self, form: EdgeForm) -> &[f64] {
        &self.projections[form as usize]
    }

    /// One minus a score.
    pub(super) fn rest(&self, side: usize, pair: usize) -> f64 {
        if self.complementary {
            self.s[1 - side][pair]
        } else {
            self.rest[side][pair]
        }
    }

    /// The log odds l_jk that j is better than k; as printed they are those of j < k, and minus them for k.
    pub(super) fn edge(&self, form: EdgeForm, j: usize, k: usize) -> Result<f64> {
        let (jk, kj) = (j * self.items + k, k * self.items + j);
        let s = &self.s;
        let value = match form {
            _ if self.complementary => 0.5 * log_ratio([s[0][jk], s[1][kj]], [s[1][jk], s[0][kj]]),
            EdgeForm::Paper if j < k => {
                0.5 * log_ratio([s[0][jk], s[1][kj]], [self.rest(0, jk), self.rest(1, kj)])
            }
            EdgeForm::Paper => -0.5 * log_ratio([s[0][kj], s[1][jk]], [self.rest(0, kj), self.rest(1, jk)]),
            EdgeForm::Antisymmetric => {
                let own = log_ratio([s[0][jk], s[1][kj]], [self.rest(0, jk), self.rest(1, kj)]);
                let other = log_ratio([s[0][kj], s[1][jk]], [self.rest(0, kj), self.rest(1, jk)]);
                0.25 * (own - other)
            }
        };
        if value.is_finite() {
            return Ok(value);
        }
        Err(Error::data(format!(
            "mu: the log odds of items {} and {} are {value}: a score is 0 or 1, which a floor prevents",
            j.min(k),
            j.max(k)
        )))
    }

    /// The row means of the log odds: H (H' L0 H)^-1 H' B' is B' / K on the complete graph.
    fn project(&mut self, form: EdgeForm, out: &mut [f64]) -> Result<()> {
        if out.is_empty() {
            return Ok(());
        }
        if self.complementary {
            let [a, b] = &mut self.odds;
            let s = [&*self.s[0], &*self.s[1]];
            let turned = [&*self.turned[0], &*self.turned[1]];
            if (Project { items: self.items, s, turned, odds: [a, b], out }).run() {
                return Ok(());
            }
        }
        let paired = form == EdgeForm::Antisymmetric && !self.complementary;
        let factor = if paired { 0.25 } else { 0.5 } / self.items as f64;
        for (j, out) in out.iter_mut().enumerate() {
            // A logarithm for as many pairs as their odds stay within range together.
            let (mut sum, mut above, mut below) = (0.0, 1.0, 1.0);
            for k in (0..self.items).filter(|&k| k != j) {
                let (a, b) = self.odds(form, j.min(k), j.max(k));
                if !(a > SMALL && b > SMALL) {
                    let edge = self.edge(form, j.min(k), j.max(k))?;
                    sum += if j < k { edge } else { -edge } / (factor * self.items as f64);
                    continue;
                }
                let (a, b) = if j < k { (a, b) } else { (b, a) };
                (above, below) = (above * a, below * b);
                if above < SMALL || below < SMALL {
                    sum += (above / below).ln();
                    (above, below) = (1.0, 1.0);
                }
            }
            *out = factor * (sum + (above / below).ln());
        }
        Ok(())
    }

    /// What the edge of items j < k is the logarithm of, but for its factor, above and below the line.
    fn odds(&self, form: EdgeForm, j: usize, k: usize) -> (f64, f64) {
        let (jk, kj) = (j * self.items + k, k * self.items + j);
        let s = &self.s;
        if self.complementary {
            return (s[0][jk] * s[1][kj], s[1][jk] * s[0][kj]);
        }
        let (a, b) = (s[0][jk] * s[1][kj], self.rest(0, jk) * self.rest(1, kj));
        match form {
            EdgeForm::Paper => (a, b),
            EdgeForm::Antisymmetric => (a * self.rest(0, kj) * self.rest(1, jk), b * s[0][kj] * s[1][jk]),
        }
    }

    /// The derivative of the edge of items `low` < `high` in the probabilities of the ordered pair (j, k)
    /// that they form, C numbers: the g of the Jacobian, seen from the lower item.
    pub(super) fn edge_slope(&self, form: EdgeForm, j: usize, k: usize, out: &mut [f64]) {
        let pair = j * self.items + k;
        let slope = |side: usize| 1.0 / (self.s[side][pair] * self.rest(side, pair));
        let (first, second) = match form {
            EdgeForm::Paper if j < k => (0.5 * slope(0), 0.0),
            EdgeForm::Paper => (0.0, 0.5 * slope(1)),
            EdgeForm::Antisymmetric if j < k => (0.25 * slope(0), -0.25 * slope(1)),
            EdgeForm::Antisymmetric => (-0.25 * slope(0), 0.25 * slope(1)),
        };
        for (out, (a, b)) in out.iter_mut().zip(self.weights[0].iter().zip(&self.weights[1])) {
            *out = first * a + second * b;
        }
    }
}

/// log(a b / (c d)) with one logarithm where the products neither vanish nor overflow.
fn log_ratio(above: [f64; 2], below: [f64; 2]) -> f64 {
    let (a, b) = (above[0] * above[1], below[0] * below[1]);
    if a > SMALL && b > SMALL {
        return (a / b).ln();
    }
    above[0].ln() + above[1].ln() - below[0].ln() - below[1].ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_far_apart() {
        assert!(
            (log_ratio([1e-200, 1e-150], [1e-3, 0.5])
                - (-350.0 + 3.0) * std::f64::consts::LN_10
                - std::f64::consts::LN_2)
                .abs()
                < 1e-10
        );
        assert_eq!(log_ratio([0.5, 0.5], [0.25, 1.0]), 0.0);
        assert_eq!(log_ratio([0.0, 0.5], [0.25, 1.0]), f64::NEG_INFINITY);
    }

    /// Weights that are not complementary, by hand.
    #[test]
    fn scores_of_two_items_by_hand() {
        let functional = Functional::BradleyTerry(EdgeForm::Antisymmetric);
        let specification = Specification::new(2, 4, vec![functional]).unwrap();
        let mut scores = Scores::new(&specification).unwrap();
        scores.floor = 0.0;
        let mut mu = [0.25; 16];
        mu[4..8].copy_from_slice(&[0.4, 0.3, 0.2, 0.1]);
        mu[8..12].copy_from_slice(&[0.1, 0.5, 0.3, 0.1]);
        scores.take(&mu).unwrap();
        assert!((scores.s[0][1] - 0.6).abs() < 1e-15 && (scores.s[1][1] - 0.5).abs() < 1e-15);
        assert!((scores.rest(0, 1) - 0.4).abs() < 1e-15 && (scores.rest(1, 2) - 0.2).abs() < 1e-15);
        assert!((scores.ssym[1] - 0.7).abs() < 1e-15 && (scores.ssym[2] - 0.45).abs() < 1e-15);
        let logit = |p: f64| (p / (1.0 - p)).ln();
        let (own, other) = (logit(0.6) + logit(0.8), logit(0.4) + logit(0.5));
        let edge = |form, j, k| scores.edge(form, j, k).unwrap();
        assert!((edge(EdgeForm::Antisymmetric, 0, 1) - 0.25 * (own - other)).abs() < 1e-14);
        assert!((edge(EdgeForm::Antisymmetric, 1, 0) + 0.25 * (own - other)).abs() < 1e-14);
        assert!((edge(EdgeForm::Paper, 0, 1) - 0.5 * own).abs() < 1e-14);
        assert!((edge(EdgeForm::Paper, 1, 0) + 0.5 * own).abs() < 1e-14);
        let half = 0.125 * (own - other);
        assert!((scores.projection(EdgeForm::Antisymmetric)[0] - half).abs() < 1e-14);
        assert!(scores.projection(EdgeForm::Paper).is_empty());
    }
}
