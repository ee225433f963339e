//! D-optimal policies: the smallest determinant of the covariance of the scores.
//!
//! Sigma(pi) = Cov F + E sum M_p / pi_p, M_p = J_p V_p J_p', on the complement of the constant directions
//! (the determinant of the whole is zero). log det is concave in Sigma, so that the A-optimal policy for
//! the weights tr(Sigma^-1 M_p) at the last Sigma never raises it: each step majorises, and is a minimum.
//! log det Sigma is convex in log pi and the budget is a convex set in it, so the limit is the optimum.

use super::{a_optimal, a_optimal_at, Budget, LabelValues, Multiplier, Outcome};
use crate::error::{Error, Result};
use crate::linalg::Factor;
use crate::progress::Watch;
use crate::room::{reserve, with_room, Duplicate as _, Gather as _, Put as _};

/// The information of labels about the scores, pair by pair: M_p of every context.
pub trait Information {
    /// Number of contexts.
    fn contexts(&self) -> usize;
    /// Number of pairs of each.
    fn pairs(&self) -> usize;
    /// Number of scores.
    fn dimension(&self) -> usize;
    /// tr(Q M_p) of the pairs of a context, for a symmetric Q.
    fn weights(&mut self, context: usize, q: &[f64], out: &mut [f64]) -> Result<()>;
    /// Adds the sum of factor_p M_p over the pairs of a context; pairs of factor 0 are ignored.
    fn add(&mut self, context: usize, factors: &[f64], sum: &mut [f64]) -> Result<()>;
}

/// M_p as matrices in memory: contexts x pairs x dimension x dimension.
#[derive(Debug, Clone, Copy)]
pub struct Matrices<'a> {
    values: &'a [f64],
    pairs: usize,
    dimension: usize,
}

impl<'a> Matrices<'a> {
    /// Matrices, symmetric and positive semidefinite (which is not checked beyond finite numbers and
    /// diagonals that are not negative).
    pub fn new(values: &'a [f64], pairs: usize, dimension: usize) -> Result<Matrices<'a>> {
        let size = dimension.checked_mul(dimension).and_then(|square| square.checked_mul(pairs));
        let row = match size {
            Some(row) if row > 0 && !values.is_empty() && values.len() % row == 0 => row,
            _ => {
                let given = values.len();
                return Err(Error::Size(format!(
                    "information: {given} numbers are no contexts of {pairs} matrices of {dimension} rows"
                )));
            }
        };
        for (at, value) in values.iter().enumerate() {
            let place = at % (dimension * dimension);
            let diagonal = place / dimension == place % dimension;
            if !value.is_finite() || (diagonal && *value < 0.0) {
                return Err(Error::row(
                    at / row,
                    format!("information: {value} is no element of a covariance"),
                ));
            }
        }
        Ok(Matrices { values, pairs, dimension })
    }

    fn of(&self, context: usize) -> impl Iterator<Item = &'a [f64]> {
        let square = self.dimension * self.dimension;
        self.values.chunks(square).skip(context * self.pairs).take(self.pairs)
    }
}

impl Information for Matrices<'_> {
    fn contexts(&self) -> usize {
        self.values.len() / (self.pairs * self.dimension * self.dimension)
    }

    fn pairs(&self) -> usize {
        self.pairs
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn weights(&mut self, context: usize, q: &[f64], out: &mut [f64]) -> Result<()> {
        self.of(context).zip(out).for_each(|(m, out)| *out = crate::vectors::dot(m, q).max(0.0));
        Ok(())
    }

    fn add(&mut self, context: usize, factors: &[f64], sum: &mut [f64]) -> Result<()> {
        for (m, factor) in self.of(context).zip(factors).filter(|(_, factor)| **factor != 0.0) {
            sum.iter_mut().zip(m).for_each(|(sum, m)| *sum += factor * m);
        }
        Ok(())
    }
}

/// A D-optimal policy.
#[derive(Debug, Clone)]
pub struct DOptimal {
    /// The multiplier of the budget in the last step.
    pub multiplier: Multiplier,
    /// Probabilities, contexts x pairs.
    pub pi: Vec<f64>,
    /// Sigma(pi), square.
    pub covariance: Vec<f64>,
    /// log det Sigma(pi) off the constant directions.
    pub log_determinant: f64,
    /// The spend, and the variance sum tr(Sigma^-1 M / pi) with the uniform policy's.
    pub outcome: Outcome,
    /// Steps made.
    pub iterations: usize,
    /// The weights of the last step, contexts x pairs.
    pub weights: Vec<f64>,
    /// The costs of the pairs, 0 for those not on offer.
    pub costs: Vec<f64>,
}

/// When the largest change of a probability is no more than this, the policy has converged.
const CONVERGED: f64 = 1e-13;
/// Steps until that is given up; 20 are usual.
const STEPS: usize = 2000;

/// The D-optimal policy. `fixed` is Cov F(mu(X)), square; `constant` are directions v with v'F constant,
/// one after the other; costs as in [`LabelValues::new`].
pub fn d_optimal(
    information: &mut dyn Information,
    fixed: &[f64],
    constant: &[f64],
    costs: Option<&[f64]>,
    budget: Budget,
    threads: usize,
    watch: Watch<'_>,
) -> Result<DOptimal> {
    let (contexts, pairs, d) = (information.contexts(), information.pairs(), information.dimension());
    let complement = Complement::new(fixed, constant, d)?;
    let mut weights = reserve(contexts.saturating_mul(pairs))?;
    let mut pi = reserve(weights.len())?;
    // The uniform policy to begin with.
    let (total_cost, floored) = {
        let first = LabelValues::new(&weights, pairs, costs)?;
        (first.total_cost, budget.floor_of(&first)?)
    };
    let uniform = (budget.spend / total_cost).min(1.0);
    if uniform == 0.0 {
        return Err(Error::Argument("budget is 0; without labels there is no covariance".into()));
    }
    let offered: Vec<bool> = match costs {
        Some(costs) => costs.iter().map(|c| *c > 0.0).gathered(),
        None => vec![true; pairs],
    };
    for own in pi.chunks_mut(pairs) {
        own.iter_mut().zip(&offered).for_each(|(pi, on)| *pi = if *on { uniform } else { 0.0 });
    }
    let mut covariance = complement.covariance(information, fixed, &pi)?;
    let mut found = (Multiplier::FLOOR, f64::NAN);
    for iteration in 1..=STEPS {
        let (q, log_determinant) = complement.inverse(&covariance)?;
        if found.1.is_finite() && log_determinant > found.1 + 1e-9 * (1.0 + found.1.abs()) {
            return Err(Error::Numeric(format!("log det Sigma rose from {} to {log_determinant}", found.1)));
        }
        for (context, own) in weights.chunks_mut(pairs).enumerate() {
            information.weights(context, &q, own)?;
        }
        let weighed = LabelValues::new(&weights, pairs, costs)?;
        let multiplier =
            if floored { Multiplier::FLOOR } else { a_optimal(&weighed, budget, threads, watch)? };
        let before = crate::room::copied(&pi);
        let outcome = a_optimal_at(&weighed, budget.floor, multiplier.lambda, threads, &mut pi, watch)?;
        covariance = complement.covariance(information, fixed, &pi)?;
        let change = pi.iter().zip(&before).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
        found = (multiplier, log_determinant);
        if change <= CONVERGED {
            let (_, log_determinant) = complement.inverse(&covariance)?;
            return Ok(DOptimal {
                multiplier,
                pi,
                covariance,
                log_determinant,
                outcome,
                iterations: iteration,
                costs: weighed.costs().duplicate(),
                weights,
            });
        }
    }
    Err(Error::NotConverged(format!("a D-optimal policy changes yet after {STEPS} steps")))
}

/// The complement of the constant directions, by an orthonormal basis of these.
struct Complement {
    dimension: usize,
    /// Orthonormal vectors, one after the other.
    basis: Vec<f64>,
}

impl Complement {
    fn new(fixed: &[f64], constant: &[f64], d: usize) -> Result<Complement> {
        if fixed.len() != d * d {
            return Err(Error::Size(format!("covariance: {} numbers are not {d} x {d}", fixed.len())));
        }
        if let Some(at) = fixed.iter().position(|x| !x.is_finite()) {
            return Err(Error::row(at / d, format!("covariance: {} is not finite", fixed[at])));
        }
        if d == 0 || constant.len() % d != 0 || constant.len() / d >= d {
            return Err(Error::Size(format!(
                "constant: {} numbers are no fewer than {d} directions of {d} scores",
                constant.len()
            )));
        }
        let mut basis: Vec<f64> = with_room(constant.len());
        for (row, direction) in constant.chunks(d).enumerate() {
            let mut own = direction.duplicate();
            let size = crate::vectors::dot(&own, &own).sqrt();
            // Gram and Schmidt, twice for rounding.
            for before in basis.chunks(d).chain(basis.chunks(d)) {
                let along = crate::vectors::dot(before, &own);
                own.iter_mut().zip(before).for_each(|(x, b)| *x -= along * b);
            }
            let left = crate::vectors::dot(&own, &own).sqrt();
            if !(size.is_finite() && left > 1e-8 * size) {
                let message = "constant: a direction is zero, not finite or a sum of those before it";
                return Err(Error::row(row, message));
            }
            basis.put_each(own.iter().map(|x| x / left));
        }
        Ok(Complement { dimension: d, basis })
    }

    /// Cov F + E sum M / pi, its constant directions taken out.
    fn covariance(&self, information: &mut dyn Information, fixed: &[f64], pi: &[f64]) -> Result<Vec<f64>> {
        let (d, pairs) = (self.dimension, information.pairs());
        let mut sum = reserve(d * d)?;
        let mut factors = reserve(pairs)?;
        for (context, own) in pi.chunks(pairs).enumerate() {
            factors.iter_mut().zip(own).for_each(|(f, p)| *f = if *p > 0.0 { p.recip() } else { 0.0 });
            information.add(context, &factors, &mut sum)?;
        }
        let n = information.contexts() as f64;
        sum.iter_mut().zip(fixed).for_each(|(sum, fixed)| *sum = *sum / n + fixed);
        for direction in self.basis.chunks(d) {
            self.take_out(direction, &mut sum);
        }
        Ok(sum)
    }

    /// (I - vv') S (I - vv').
    fn take_out(&self, v: &[f64], matrix: &mut [f64]) {
        let d = self.dimension;
        let along: Vec<f64> = matrix.chunks(d).map(|row| crate::vectors::dot(row, v)).gathered();
        let both = crate::vectors::dot(&along, v);
        for (i, row) in matrix.chunks_mut(d).enumerate() {
            for (j, x) in row.iter_mut().enumerate() {
                *x += both * v[i] * v[j] - along[i] * v[j] - v[i] * along[j];
            }
        }
    }

    /// The inverse on the complement (zero along the constant directions) and the log determinant there:
    /// with N the basis and s a scale, (S + s NN')^-1 - NN'/s, and log det (S + s NN') - r log s.
    fn inverse(&self, matrix: &[f64]) -> Result<(Vec<f64>, f64)> {
        let (d, directions) = (self.dimension, self.basis.len() / self.dimension);
        let scale = (0..d).map(|i| matrix[i * d + i]).sum::<f64>() / (d - directions) as f64;
        let mut factor = Factor::new(d)?;
        let filled = factor.matrix();
        filled.copy_from_slice(matrix);
        for v in self.basis.chunks(d) {
            filled.iter_mut().enumerate().for_each(|(at, x)| *x += scale * v[at / d] * v[at % d]);
        }
        if !factor.factor() {
            return Err(Error::NotIdentified(
                "the covariance of the scores is singular beyond the constant directions; a floor or a \
                 larger budget labels more pairs"
                    .into(),
            ));
        }
        let log = |x: f64| 2.0 * x.ln();
        let whole: f64 = (0..d).map(|i| log(factor.matrix()[i * d + i])).sum();
        let mut inverse = factor.inverse()?;
        for v in self.basis.chunks(d) {
            inverse.iter_mut().enumerate().for_each(|(at, x)| *x -= v[at / d] * v[at % d] / scale);
        }
        Ok((inverse, whole - directions as f64 * scale.ln()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::unwatched;
    use crate::random::Random;

    /// Differences of items: M = (e_j - e_k)(e_j - e_k)' times a weight, singular along 1.
    fn differences(contexts: usize, items: usize, seed: u64) -> (Vec<f64>, Vec<f64>, usize) {
        let mut random = Random::new(seed, 0);
        let pairs: Vec<(usize, usize)> = (0..items).flat_map(|j| (0..j).map(move |k| (j, k))).collect();
        let mut matrices = vec![0.0; contexts * pairs.len() * items * items];
        for (at, m) in matrices.chunks_mut(items * items).enumerate() {
            let (j, k) = pairs[at % pairs.len()];
            let weight = random.normal().exp();
            m[j * items + j] = weight;
            m[k * items + k] = weight;
            m[j * items + k] = -weight;
            m[k * items + j] = -weight;
        }
        let mut fixed = vec![0.0; items * items];
        for i in 0..items {
            for j in 0..items {
                fixed[i * items + j] = if i == j { 1.0 } else { 0.0 } - 1.0 / items as f64;
            }
        }
        (matrices, fixed, pairs.len())
    }

    /// No exchange of spending between two pairs lowers the determinant.
    #[test]
    fn no_exchange_is_better() {
        let (contexts, items) = (5, 4);
        let (matrices, fixed, pairs) = differences(contexts, items, 2);
        let mut information = Matrices::new(&matrices, pairs, items).unwrap();
        let costs: Vec<f64> = (0..pairs).map(|k| 1.0 + 0.2 * k as f64).collect();
        let budget = Budget { floor: 0.05, spend: 2.5 };
        let ones = vec![1.0; items];
        let found =
            d_optimal(&mut information, &fixed, &ones, Some(&costs), budget, 1, &mut unwatched()).unwrap();
        assert!((found.outcome.spend - budget.spend).abs() < 1e-12);
        let complement = Complement::new(&fixed, &ones, items).unwrap();
        let mut value = |pi: &[f64]| {
            complement.inverse(&complement.covariance(&mut information, &fixed, pi).unwrap()).unwrap().1
        };
        assert!((value(&found.pi) - found.log_determinant).abs() < 1e-12);
        let mut tried = 0;
        for (a, b) in (0..contexts * pairs).flat_map(|a| (0..a).map(move |b| (a, b))) {
            for sign in [1.0, -1.0] {
                let mut pi = found.pi.clone();
                pi[a] += sign * 1e-4 / costs[a % pairs];
                pi[b] -= sign * 1e-4 / costs[b % pairs];
                if [pi[a], pi[b]].iter().all(|p| (budget.floor..=1.0).contains(p)) {
                    assert!(value(&pi) > found.log_determinant - 1e-12);
                    tried += 1;
                }
            }
        }
        assert!(tried > 100);
    }

    #[test]
    fn what_is_no_problem_is_refused() {
        let (matrices, fixed, pairs) = differences(2, 3, 1);
        assert!(Matrices::new(&matrices[1..], pairs, 3).is_err());
        let mut broken = matrices.clone();
        broken[pairs * 9] = -1.0;
        assert_eq!(Matrices::new(&broken, pairs, 3).unwrap_err().row_number(), Some(1));
        let mut information = Matrices::new(&matrices, pairs, 3).unwrap();
        let mut solve = |fixed: &[f64], constant: &[f64], spend| {
            let budget = Budget { floor: 0.0, spend };
            d_optimal(&mut information, fixed, constant, None, budget, 1, &mut unwatched())
                .map(|d| d.iterations)
        };
        assert!(solve(&fixed, &[1.0; 3], 1.0).is_ok());
        assert!(matches!(solve(&fixed, &[], 1.0), Err(Error::NotIdentified(_))));
        assert!(matches!(solve(&fixed[1..], &[1.0; 3], 1.0), Err(Error::Size(_))));
        assert!(matches!(solve(&fixed, &[1.0; 4], 1.0), Err(Error::Size(_))));
        assert_eq!(solve(&fixed, &[0.0; 3], 1.0).unwrap_err().row_number(), Some(0));
        assert!(solve(&fixed, &[1.0; 3], 0.0).is_err());
        assert!(solve(&[f64::NAN; 9], &[1.0; 3], 1.0).is_err());
    }
}
