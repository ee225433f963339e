//! Quantities of every pair from the probabilities of a few contexts, before any functional: computed once for all
//! of them, and for the contexts side by side.

use super::input;
use super::pairs::{lanes, lanes_of, Lanes, Load, Loaded, Project, Symmetric, LANES};
use super::specification::{EdgeForm, Functional, GarsSpecification, Pairs};
use crate::error::{Error, Result};
use crate::room::{reserve, Duplicate as _};

/// Probabilities and scores of some contexts. Matrices are K x K, row-major, zero on the diagonal.
#[derive(Debug, Clone)]
pub(super) struct Scores {
    /// Number of items.
    pub(super) items: usize,
    /// Number of categories.
    pub(super) categories: usize,
    /// Number of contexts; what stands in the lanes of no context has no meaning.
    pub(super) used: usize,
    /// Weights of categories for the item shown first, w1, and second, w2.
    pub(super) weights: [Vec<f64>; 2],
    /// Probabilities, K x K x C.
    pub(super) mu: Vec<Lanes>,
    /// s1 = <w1, mu>, the score of the item shown first, and s2 = <w2, mu>.
    pub(super) s: [Vec<Lanes>; 2],
    /// <1 - w1, mu> and <1 - w2, mu>: one minus the scores without cancellation. Empty where log odds are
    /// not asked for; the other score where weights are complementary.
    rest: [Vec<Lanes>; 2],
    /// (s1_jk + s2_kj) / 2.
    pub(super) ssym: Vec<Lanes>,
    /// The Bradley-Terry projection by either form of edges; empty where no functional asks for it.
    projections: [Vec<Lanes>; 2],
    /// Probabilities of the judge of every context, K x K x C; empty where none are needed.
    pub(super) judge: [Vec<f64>; LANES],
    /// Propensities of all pairs of every context, K x K; empty where none are needed.
    pub(super) propensities: [Vec<f64>; LANES],
    /// Whether pairs are unordered: a label of (j, k) then stands for its mirror image too.
    pub(super) folded: bool,
    floor: f64,
    needs_odds: bool,
    complementary: bool,
}

impl Scores {
    pub(super) fn new(specification: &GarsSpecification) -> Result<Scores> {
        let (items, categories) = (specification.items, specification.categories);
        let pairs = items * items;
        let odds = specification.functionals.iter().any(|f| {
            matches!(f, Functional::BradleyTerry(_) | Functional::Softmax(_) | Functional::Restricted(_))
        });
        let complementary = specification.is_complementary();
        let rest = if odds && !complementary { pairs } else { 0 };
        let mut projections = [Vec::new(), Vec::new()];
        for functional in &specification.functionals {
            match functional {
                Functional::BradleyTerry(form) | Functional::Softmax(form) => {
                    projections[*form as usize] = lanes_of(items)?;
                }
                Functional::Restricted(_) => {
                    projections[EdgeForm::default() as usize] = lanes_of(items)?;
                }
                _ => {}
            }
        }
        let judge = if specification.needs_judge() { pairs * categories } else { 0 };
        let propensities = if specification.needs_propensities() { pairs } else { 0 };
        let each = |size: usize| -> Result<[Vec<f64>; LANES]> {
            let mut own: [Vec<f64>; LANES] = Default::default();
            own.iter_mut().try_for_each(|own| reserve(size).map(|room| *own = room))?;
            Ok(own)
        };
        Ok(Scores {
            items,
            categories,
            used: 0,
            weights: [specification.first.duplicate(), specification.second.duplicate()],
            mu: lanes_of(pairs * categories)?,
            s: [lanes_of(pairs)?, lanes_of(pairs)?],
            rest: [lanes_of(rest)?, lanes_of(rest)?],
            ssym: lanes_of(pairs)?,
            projections,
            judge: each(judge)?,
            propensities: each(propensities)?,
            folded: specification.pairs == Pairs::Unordered,
            floor: specification.floor,
            needs_odds: odds,
            complementary,
        })
    }

    /// Takes the probabilities of up to LANES contexts, K x K x C: checks them, makes them sum to one, raises
    /// them to the floor and computes their scores. Says how many of every context were below the floor.
    pub(super) fn take(&mut self, contexts: &[&[f64]]) -> Result<Lanes> {
        let (k, c) = (self.items, self.categories);
        self.used = contexts.len();
        let [s1, s2] = &mut self.s;
        let load = Load {
            // Lanes of no context have the first once more.
            from: std::array::from_fn(|lane| contexts[if lane < contexts.len() { lane } else { 0 }]),
            items: k,
            categories: c,
            weights: [&self.weights[0], &self.weights[1]],
            floor: self.floor,
            mu: &mut self.mu,
            s: [s1, s2],
        };
        let Loaded { wrong, floored } = load.run();
        for (wrong, context) in wrong.iter().zip(contexts) {
            if *wrong > 0.0 {
                input::check(context, k, c, "mu")?;
            }
        }
        if self.needs_odds && !self.complementary {
            for (pair, mu) in self.mu.chunks_exact(c).enumerate() {
                for (rest, weights) in self.rest.iter_mut().zip(&self.weights) {
                    let terms = || mu.iter().zip(weights);
                    rest[pair] = lanes(|lane| terms().map(|(m, w)| m[lane] * (1.0 - w)).sum());
                }
            }
        }
        Symmetric { items: k, s: [&self.s[0], &self.s[1]], ssym: &mut self.ssym }.run();
        for form in [EdgeForm::Antisymmetric, EdgeForm::Paper] {
            let mut projection = std::mem::take(&mut self.projections[form as usize]);
            let done = self.project(form, &mut projection);
            self.projections[form as usize] = projection;
            done?;
        }
        Ok(floored)
    }

    /// The Bradley-Terry projection.
    pub(super) fn projection(&self, form: EdgeForm) -> &[Lanes] {
        &self.projections[form as usize]
    }

    /// One minus the scores.
    #[inline(always)]
    fn rest(&self) -> [&[Lanes]; 2] {
        if self.complementary {
            [&self.s[1], &self.s[0]]
        } else {
            [&self.rest[0], &self.rest[1]]
        }
    }

    /// The log odds l_jk that j is better than k in a context; as printed they are those of j < k, and minus
    /// them for k.
    pub(super) fn edge(&self, form: EdgeForm, lane: usize, j: usize, k: usize) -> Result<f64> {
        let (jk, kj) = (j * self.items + k, k * self.items + j);
        let s = |side: usize, pair: usize| self.s[side][pair][lane];
        let rest = |side: usize, pair: usize| self.rest()[side][pair][lane];
        let value = match form {
            _ if self.complementary => 0.5 * log_ratio([s(0, jk), s(1, kj)], [s(1, jk), s(0, kj)]),
            EdgeForm::Paper if j < k => 0.5 * log_ratio([s(0, jk), s(1, kj)], [rest(0, jk), rest(1, kj)]),
            EdgeForm::Paper => -0.5 * log_ratio([s(0, kj), s(1, jk)], [rest(0, kj), rest(1, jk)]),
            EdgeForm::Antisymmetric => {
                let own = log_ratio([s(0, jk), s(1, kj)], [rest(0, jk), rest(1, kj)]);
                let other = log_ratio([s(0, kj), s(1, jk)], [rest(0, kj), rest(1, jk)]);
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
    fn project(&self, form: EdgeForm, out: &mut [Lanes]) -> Result<()> {
        if out.is_empty() {
            return Ok(());
        }
        let paired = form == EdgeForm::Antisymmetric && !self.complementary;
        let s = [&*self.s[0], &*self.s[1]];
        let vanish = Project { items: self.items, s, rest: self.rest(), paired, out }.run();
        for lane in (0..self.used).filter(|&lane| vanish[lane]) {
            // Far apart: a logarithm for every pair.
            for (j, out) in out.iter_mut().enumerate() {
                let mut sum = 0.0;
                for k in (0..self.items).filter(|&k| k != j) {
                    sum += self.edge(form, lane, j, k)?;
                }
                out[lane] = sum / self.items as f64;
            }
        }
        Ok(())
    }

    /// The derivative of the edge of items `low` < `high` in the probabilities of the ordered pair (j, k)
    /// that they form, C numbers: the g of the Jacobian, seen from the lower item.
    #[inline(always)]
    pub(super) fn edge_slope(&self, form: EdgeForm, j: usize, k: usize, out: &mut [Lanes]) {
        let pair = j * self.items + k;
        let factors = match form {
            EdgeForm::Paper if j < k => [0.5, 0.0],
            EdgeForm::Paper => [0.0, 0.5],
            EdgeForm::Antisymmetric if j < k => [0.25, -0.25],
            EdgeForm::Antisymmetric => [-0.25, 0.25],
        };
        let rest = self.rest();
        let slope = |side: usize| {
            let (s, rest) = (&self.s[side][pair], &rest[side][pair]);
            // No slope that is not asked for: it may be infinite.
            lanes(|lane| if factors[side] == 0.0 { 0.0 } else { factors[side] / (s[lane] * rest[lane]) })
        };
        let slopes = [slope(0), slope(1)];
        for (out, (a, b)) in out.iter_mut().zip(self.weights[0].iter().zip(&self.weights[1])) {
            *out = lanes(|lane| slopes[0][lane] * a + slopes[1][lane] * b);
        }
    }
}

/// log(a b / (c d)) with one logarithm where the products neither vanish nor overflow.
fn log_ratio(above: [f64; 2], below: [f64; 2]) -> f64 {
    let (a, b) = (above[0] * above[1], below[0] * below[1]);
    if a > 1e-150 && b > 1e-150 {
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
        let specification = GarsSpecification::new(2, 4, vec![functional]).unwrap();
        let mut scores = Scores::new(&specification).unwrap();
        scores.floor = 0.0;
        let mut mu = [0.25; 16];
        mu[4..8].copy_from_slice(&[0.4, 0.3, 0.2, 0.1]);
        mu[8..12].copy_from_slice(&[0.1, 0.5, 0.3, 0.1]);
        scores.take(&[&mu]).unwrap();
        assert!((scores.s[0][1][0] - 0.6).abs() < 1e-15 && (scores.s[1][1][0] - 0.5).abs() < 1e-15);
        assert!((scores.rest()[0][1][0] - 0.4).abs() < 1e-15 && (scores.rest()[1][2][0] - 0.2).abs() < 1e-15);
        assert!((scores.ssym[1][0] - 0.7).abs() < 1e-15 && (scores.ssym[2][0] - 0.45).abs() < 1e-15);
        let logit = |p: f64| (p / (1.0 - p)).ln();
        let (own, other) = (logit(0.6) + logit(0.8), logit(0.4) + logit(0.5));
        let edge = |form, j, k| scores.edge(form, 0, j, k).unwrap();
        assert!((edge(EdgeForm::Antisymmetric, 0, 1) - 0.25 * (own - other)).abs() < 1e-14);
        assert!((edge(EdgeForm::Antisymmetric, 1, 0) + 0.25 * (own - other)).abs() < 1e-14);
        assert!((edge(EdgeForm::Paper, 0, 1) - 0.5 * own).abs() < 1e-14);
        assert!((edge(EdgeForm::Paper, 1, 0) + 0.5 * own).abs() < 1e-14);
        let half = 0.125 * (own - other);
        assert!((scores.projection(EdgeForm::Antisymmetric)[0][0] - half).abs() < 1e-14);
        assert!(scores.projection(EdgeForm::Paper).is_empty());
    }

    /// Products of odds underflow in one context and not in another.
    #[test]
    fn projections_far_apart() {
        let functional = Functional::BradleyTerry(EdgeForm::Antisymmetric);
        let specification = GarsSpecification::new(3, 2, vec![functional]).unwrap();
        let mut scores = Scores::new(&specification).unwrap();
        scores.floor = 0.0;
        let (rare, mut near, mut far) = (1e-90, [0.5; 18], [0.5; 18]);
        for (low, high) in [(0, 1), (0, 2), (1, 2)] {
            for (mu, p) in [(&mut near, 0.2), (&mut far, rare)] {
                mu[(low * 3 + high) * 2..][..2].copy_from_slice(&[p, 1.0 - p]);
                mu[(high * 3 + low) * 2..][..2].copy_from_slice(&[1.0 - p, p]);
            }
        }
        scores.take(&[&near, &far]).unwrap();
        for (lane, edge) in [(0.2f64 / 0.8).ln(), f64::ln(rare)].into_iter().enumerate() {
            for (found, share) in scores.projection(EdgeForm::Antisymmetric).iter().zip([2.0, 0.0, -2.0]) {
                assert!((found[lane] - share * edge / 3.0).abs() < 1e-13 * (1.0 + edge.abs()), "{found:?}");
            }
        }
    }
}
