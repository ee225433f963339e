//! A-optimal policies: the smallest sum of variances, every pair drawn independently.
//!
//! pi = clip(sqrt(W / (lambda c)), alpha, 1). With t = sqrt(W / c) and m = 1 / sqrt(lambda) the spend
//! E sum c clip(t m, alpha, 1) is increasing and piecewise linear in m. Pairs of weight 0 stay at the floor
//! for every lambda > 0, so that a budget may be out of reach: then lambda is 0 and all others are certain.

use super::budget::search;
use super::kernel::{Apply, Prices, Spend};
use super::{Budget, LabelValues, Multiplier, Outcome};
use crate::error::Result;
use crate::progress::Watch;

/// The multiplier of the budget, exact: no probabilities are kept.
pub fn a_optimal(
    weights: &LabelValues<'_>,
    budget: Budget,
    threads: usize,
    watch: Watch<'_>,
) -> Result<Multiplier> {
    if budget.floor_of(weights)? {
        return Ok(Multiplier::FLOOR);
    }
    let n = weights.contexts() as f64;
    let costs = &weights.costs;
    let [utility, free] = weights.sweep(&mut [], 0, threads, watch, |_, row, _, sums| {
        for (&w, &c) in row.iter().zip(costs) {
            if c > 0.0 && w > 0.0 {
                sums[0] += c;
                sums[1] += (w * c).sqrt();
            }
        }
    })?;
    let reach = utility / n + budget.floor * (weights.total_cost - utility / n);
    if budget.spend >= reach {
        return Ok(Multiplier::SLACK);
    }
    let target = n * budget.spend;
    let prices = Prices::new(costs);
    let m = search(target / free, target, |m| {
        let [clipped, slope] = weights.sweep(&mut [], 0, threads, watch, |_, row, _, sums| {
            let found = Spend { weights: row, prices: &prices, m, floor: budget.floor }.run();
            sums.iter_mut().zip(found).for_each(|(sum, x)| *sum += x);
        })?;
        Ok((clipped + m * slope, slope))
    })?;
    Ok(Multiplier::active(m))
}

/// The cost of a pair at m: c times the bound it is at, and the slope c t where it is at none.
pub(super) fn spend(t: f64, cost: f64, m: f64, floor: f64) -> (f64, f64) {
    let pi = t * m;
    if pi <= floor {
        (cost * floor, 0.0)
    } else if pi >= 1.0 {
        (cost, 0.0)
    } else {
        (0.0, cost * t)
    }
}

/// The probabilities at a multiplier, into contexts x pairs: for the weights it was found with, or for
/// others of the same population (a shard, new contexts).
pub fn a_optimal_at(
    weights: &LabelValues<'_>,
    floor: f64,
    lambda: f64,
    threads: usize,
    pi: &mut [f64],
    watch: Watch<'_>,
) -> Result<Outcome> {
    let m = lambda.sqrt().recip();
    let prices = Prices::new(&weights.costs);
    let sums = weights.sweep(pi, weights.pairs(), threads, watch, |_, row, own, sums| {
        let found = Apply { weights: row, prices: &prices, m, floor, pi: own }.run();
        sums.iter_mut().zip(found).for_each(|(sum, x)| *sum += x);
    })?;
    Ok(weights.outcome(sums, 1.0))
}

#[cfg(test)]
mod tests {
    use super::super::testing::problem;
    use super::*;
    use crate::policy::Status;
    use crate::progress::unwatched;

    fn solved(weights: &LabelValues<'_>, budget: Budget, threads: usize) -> (Multiplier, Vec<f64>, Outcome) {
        let found = a_optimal(weights, budget, threads, &mut unwatched()).unwrap();
        let mut pi = vec![f64::NAN; weights.contexts() * weights.pairs()];
        let (floor, lambda) = (budget.floor, found.lambda);
        let outcome = a_optimal_at(weights, floor, lambda, threads, &mut pi, &mut unwatched()).unwrap();
        (found, pi, outcome)
    }

    /// Spend, bounds and the condition of Karush, Kuhn and Tucker: W / pi^2 = lambda c where pi is free,
    /// less at the floor, more at one.
    #[test]
    fn the_optimum_satisfies_its_conditions() {
        for (seed, contexts, pairs) in [(1, 1, 1), (2, 40, 6), (3, 3000, 30)] {
            let (values, costs) = problem(contexts, pairs, seed);
            let weights = LabelValues::new(&values, pairs, Some(&costs)).unwrap();
            for (floor, share) in [(0.0, 0.1), (0.05, 0.3), (0.2, 0.5), (0.01, 0.85)] {
                let budget = Budget { floor, spend: share * costs.iter().sum::<f64>() };
                let (found, pi, outcome) = solved(&weights, budget, 1);
                if found.status == Status::Slack {
                    continue;
                }
                assert_eq!(found.status, Status::Active);
                assert!((outcome.spend / budget.spend - 1.0).abs() < 1e-13, "{outcome:?} {budget:?}");
                for (at, (&w, &p)) in values.iter().zip(&pi).enumerate() {
                    let (gain, price) = (w / (p * p), found.lambda * costs[at % pairs]);
                    if p <= floor {
                        assert!(w == 0.0 || gain <= price * (1.0 + 1e-12));
                    } else if p == 1.0 {
                        assert!(gain >= price * (1.0 - 1e-12));
                    } else {
                        assert!((gain / price - 1.0).abs() < 1e-12);
                    }
                }
                assert!(outcome.variance <= outcome.uniform * (1.0 + 1e-12) || floor == 0.0);
                assert_eq!(solved(&weights, budget, 3), (found, pi, outcome));
            }
        }
    }

    #[test]
    fn floor_and_slack() {
        let weights = LabelValues::new(&[4.0, 0.0, 1.0, 2.0], 2, Some(&[1.0, 2.0])).unwrap();
        let (found, pi, _) = solved(&weights, Budget { floor: 0.25, spend: 0.75 }, 1);
        assert!(found.status == Status::Floor && pi == [0.25; 4]);
        let (found, pi, outcome) = solved(&weights, Budget { floor: 0.25, spend: 2.25 }, 1);
        assert!(found.status == Status::Slack && pi == [1.0, 0.25, 1.0, 1.0]);
        assert!((outcome.spend - 2.25).abs() < 1e-15);
        assert!(a_optimal(&weights, Budget { floor: 0.5, spend: 1.0 }, 1, &mut unwatched()).is_err());
        let nothing = LabelValues::new(&[0.0; 4], 2, None).unwrap();
        let (found, pi, outcome) = solved(&nothing, Budget { floor: 0.1, spend: 1.0 }, 1);
        assert!(found.status == Status::Slack && pi == [0.1; 4] && outcome.variance == 0.0);
    }

    #[test]
    fn weights_of_any_size() {
        for scale in [1e-280, 1e-30, 1e30, 1e280] {
            let (mut values, costs) = problem(30, 5, 9);
            values.iter_mut().for_each(|w| *w *= scale);
            let weights = LabelValues::new(&values, 5, Some(&costs)).unwrap();
            let budget = Budget { floor: 0.05, spend: 2.0 };
            let (found, _, outcome) = solved(&weights, budget, 1);
            assert!(found.status == Status::Active && (outcome.spend / 2.0 - 1.0).abs() < 1e-12);
        }
    }
}
