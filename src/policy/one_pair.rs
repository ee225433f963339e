//! Policies that label at most one pair of a context.
//!
//! Minimise E sum W / pi with sum pi <= 1 in every context, pi >= alpha and E sum c pi <= beta:
//! pi = max(alpha, sqrt(W / (lambda c + nu))), where nu(x) is 0 if these sum to no more than 1, else what
//! makes them sum to 1. The spend does not increase with lambda.

use super::budget::search;
use super::{add, Budget, LabelValues, Multiplier, Outcome};
use crate::error::{Error, Result};
use crate::progress::Watch;

/// Floors that sum to one within this leave no choice.
const FULL: f64 = 1e-12;

/// Most steps to nu: some five are usual.
const STEPS: usize = 200;

/// Quantities that all contexts share.
struct Problem<'a> {
    costs: &'a [f64],
    floor: f64,
    /// 1 - alpha (N - 1): no probability can be larger.
    most: f64,
}

/// The multiplier of the budget, and nu of every context.
pub fn one_pair(
    weights: &LabelValues<'_>,
    budget: Budget,
    threads: usize,
    watch: Watch<'_>,
) -> Result<(Multiplier, Vec<f64>)> {
    let n = weights.contexts() as f64;
    let problem = Problem::new(weights, budget.floor)?;
    let mut nu = crate::room::reserve(weights.contexts())?;
    let is_floor = budget.floor_of(weights)?;
    let Some(problem) = problem else {
        // All is said by the floor, whatever the budget.
        nu.fill(f64::NAN);
        return Ok((if is_floor { Multiplier::FLOOR } else { Multiplier::SLACK }, nu));
    };
    if is_floor {
        return Ok((Multiplier::FLOOR, nu));
    }
    let [most, _] = problem.spend(weights, 0.0, &mut nu, threads, watch)?;
    if budget.spend * n >= most {
        return Ok((Multiplier::SLACK, nu));
    }
    let [free] = weights.sweep(&mut [], 0, threads, watch, |_, row, _, sums| {
        sums[0] += row
            .iter()
            .zip(&weights.costs)
            .filter(|(_, c)| **c > 0.0)
            .map(|(w, c)| (w * c).sqrt())
            .sum::<f64>();
    })?;
    let target = n * budget.spend;
    let m = search(target / free, target, |m| {
        let [spend, slope] = problem.spend(weights, (m * m).recip(), &mut nu, threads, watch)?;
        // From the derivative in lambda to that in m = lambda^(-1/2), whose cube may underflow.
        Ok((spend, -2.0 * slope / m / m / m))
    })?;
    let found = Multiplier::active(m);
    problem.spend(weights, found.lambda, &mut nu, threads, watch)?;
    Ok((found, nu))
}

/// The probabilities at a multiplier, into contexts x pairs, and nu into one number for each context.
pub fn one_pair_at(
    weights: &LabelValues<'_>,
    floor: f64,
    lambda: f64,
    threads: usize,
    (pi, nu): (&mut [f64], &mut [f64]),
    watch: Watch<'_>,
) -> Result<Outcome> {
    match Problem::new(weights, floor)? {
        None => nu.fill(f64::NAN),
        Some(problem) => {
            nu.fill(0.0);
            problem.spend(weights, lambda, nu, threads, watch)?;
        }
    }
    let nu = &*nu;
    let costs = &weights.costs;
    let sums = weights.sweep(pi, costs.len(), threads, watch, |context, row, own, sums| {
        for ((&w, &c), pi) in row.iter().zip(costs).zip(own) {
            *pi = if c == 0.0 {
                0.0
            } else if nu[context].is_nan() || w == 0.0 {
                floor
            } else {
                free(w, lambda * c + nu[context]).max(floor)
            };
            add(sums, w, c, *pi);
        }
    })?;
    Ok(weights.outcome(sums, 1.0 / weights.offered as f64))
}

/// sqrt(W / price), 0 at a price that is infinite.
fn free(weight: f64, price: f64) -> f64 {
    (weight / price).sqrt()
}

impl<'a> Problem<'a> {
    /// None where the floors sum to one.
    fn new(weights: &'a LabelValues<'_>, floor: f64) -> Result<Option<Problem<'a>>> {
        let pairs = weights.offered as f64;
        if floor * pairs > 1.0 + FULL {
            return Err(Error::Argument(format!(
                "floor is {floor}; with at most one pair of {pairs} it can be {} at most",
                1.0 / pairs
            )));
        }
        let most = 1.0 - floor * (pairs - 1.0);
        Ok((floor * pairs < 1.0 - FULL).then_some(Problem { costs: &weights.costs, floor, most }))
    }

    /// Total spend at lambda and its derivative in lambda; `nu` is where every context starts, and ends.
    fn spend(
        &self,
        weights: &LabelValues<'_>,
        lambda: f64,
        nu: &mut [f64],
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<[f64; 2]> {
        weights.sweep(nu, 1, threads, watch, |_, row, nu, sums| {
            nu[0] = self.nu(row, lambda, nu[0]);
            // With d the derivative of each free pi in its price: d nu = -(sum d c / sum d) d lambda.
            let (mut spend, mut d, mut dc, mut dcc) = (0.0, 0.0, 0.0, 0.0);
            for (&w, &c) in row.iter().zip(self.costs).filter(|(_, c)| **c > 0.0) {
                let price = lambda * c + nu[0];
                let pi = if w > 0.0 { free(w, price) } else { 0.0 };
                spend += c * pi.max(self.floor);
                if pi > self.floor {
                    let own = 0.5 * pi / price;
                    (d, dc, dcc) = (d + own, dc + own * c, dcc + own * c * c);
                }
            }
            let held = if nu[0] > 0.0 && d > 0.0 { dc * dc / d } else { 0.0 };
            sums[0] += spend;
            sums[1] -= (dcc - held).max(0.0);
        })
    }

    /// nu of a context. The sum of the probabilities is convex and decreasing in nu, so that Newton's
    /// method rises to the root from its left, and comes there in one step from its right.
    fn nu(&self, row: &[f64], lambda: f64, start: f64) -> f64 {
        // Each price is at least W / most^2, or its pair alone would pass what the others leave.
        let mut least = f64::NEG_INFINITY;
        for (&w, &c) in row.iter().zip(self.costs).filter(|(w, c)| **c > 0.0 && **w > 0.0) {
            least = f64::max(least, w / (self.most * self.most) - lambda * c);
        }
        if least == f64::NEG_INFINITY || (lambda > 0.0 && least <= 0.0 && self.sum(row, lambda, 0.0).0 <= 1.0)
        {
            return 0.0;
        }
        let least = least.max(0.0);
        let mut nu = start.max(least);
        for step in 0..STEPS {
            let (sum, slope) = self.sum(row, lambda, nu);
            let next = if slope < 0.0 { (nu - (sum - 1.0) / slope).max(least) } else { least };
            // After the first step it rises until rounding ends it.
            if (next - nu).abs() <= 1e-15 * next || (step > 0 && next <= nu) {
                return next;
            }
            nu = next;
        }
        nu
    }

    /// The sum of the probabilities of a context, and its derivative in nu.
    fn sum(&self, row: &[f64], lambda: f64, nu: f64) -> (f64, f64) {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (&w, &c) in row.iter().zip(self.costs).filter(|(_, c)| **c > 0.0) {
            let price = lambda * c + nu;
            let pi = if w > 0.0 { free(w, price) } else { 0.0 };
            sum += pi.max(self.floor);
            if pi > self.floor {
                slope -= 0.5 * pi / price;
            }
        }
        (sum, slope)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::problem;
    use super::*;
    use crate::policy::Status;
    use crate::progress::unwatched;

    /// Sums of at most one, the budget spent, and W / pi^2 = lambda c + nu off the floor.
    #[test]
    fn the_optimum_satisfies_its_conditions() {
        for (seed, contexts, pairs) in [(1, 30, 3), (2, 400, 15), (3, 50, 190)] {
            let (values, costs) = problem(contexts, pairs, seed);
            let weights = LabelValues::new(&values, pairs, Some(&costs)).unwrap();
            let mean = costs.iter().sum::<f64>() / pairs as f64;
            let mut seen = [false; 2];
            for (floor, share) in [(0.0, 0.1), (0.1, 0.5), (0.3, 0.75), (0.05, 0.9), (0.0, 5.0)] {
                let floor = floor / pairs as f64;
                let budget = Budget { floor, spend: share * mean };
                let (found, nu) = one_pair(&weights, budget, 1, &mut unwatched()).unwrap();
                let mut pi = vec![f64::NAN; values.len()];
                let mut again = vec![0.0; contexts];
                let to = (pi.as_mut_slice(), again.as_mut_slice());
                let outcome = one_pair_at(&weights, floor, found.lambda, 1, to, &mut unwatched()).unwrap();
                if found.status == Status::Active {
                    assert!((outcome.spend / budget.spend - 1.0).abs() < 1e-12, "{outcome:?} {budget:?}");
                } else {
                    assert!(found.lambda == 0.0 && outcome.spend <= budget.spend);
                }
                for (context, own) in pi.chunks(pairs).enumerate() {
                    let sum: f64 = own.iter().sum();
                    let nu = nu[context];
                    assert!((nu - again[context]).abs() <= 1e-12 * (nu + found.lambda));
                    assert!(sum <= 1.0 + 1e-13 && (nu == 0.0 || (sum - 1.0).abs() < 1e-13), "{sum} {nu}");
                    seen[usize::from(nu > 0.0)] = true;
                    for (k, &p) in own.iter().enumerate().filter(|(_, p)| **p > floor) {
                        let (gain, price) =
                            (values[context * pairs + k] / (p * p), found.lambda * costs[k] + nu);
                        assert!((gain / price - 1.0).abs() < 1e-12, "{gain} {price}");
                    }
                }
                let threaded = one_pair(&weights, budget, 3, &mut unwatched()).unwrap();
                assert!(threaded.0 == found && threaded.1 == nu);
            }
            assert!(seen == [true; 2]);
        }
    }

    /// The unit of the weights is the caller's.
    #[test]
    fn weights_of_any_size() {
        let (values, costs) = problem(40, 6, 4);
        let budget = Budget { floor: 0.01, spend: 0.2 * costs.iter().sum::<f64>() / 6.0 };
        let propensities = |unit: f64| {
            let scaled: Vec<f64> = values.iter().map(|w| unit * w).collect();
            let weights = LabelValues::new(&scaled, 6, Some(&costs)).unwrap();
            let (found, mut nu) = one_pair(&weights, budget, 1, &mut unwatched()).unwrap();
            let mut pi = vec![f64::NAN; values.len()];
            let to = (pi.as_mut_slice(), nu.as_mut_slice());
            one_pair_at(&weights, budget.floor, found.lambda, 1, to, &mut unwatched()).unwrap();
            pi
        };
        let expected = propensities(1.0);
        for unit in [1e-290, 1e290] {
            let found = propensities(unit);
            found.iter().zip(&expected).for_each(|(f, e)| assert!((f - e).abs() < 1e-12, "{f} {e} {unit}"));
        }
    }

    #[test]
    fn floors_that_leave_no_choice() {
        let weights = LabelValues::new(&[4.0, 0.0, 1.0, 1.0, 2.0, 3.0], 3, None).unwrap();
        let solve = |floor, spend| one_pair(&weights, Budget { floor, spend }, 1, &mut unwatched());
        let (found, nu) = solve(1.0 / 3.0, 1.5).unwrap();
        assert!(found.status == Status::Slack && nu.iter().all(|nu| nu.is_nan()));
        assert!(solve(1.0 / 3.0, 1.0).unwrap().0.status == Status::Floor);
        assert!(solve(0.2, 0.6).unwrap().0.status == Status::Floor);
        let error = solve(0.34, 2.0).unwrap_err().to_string();
        assert!(error.contains("0.34"), "{error}");
    }
}
