//! The multiplier of an A-optimal policy for more contexts than fit in memory: a histogram of t = sqrt(W / c)
//! that holds the cost and the cost times t of every bin, from which spends follow but for the bins that
//! the floor and the ceiling cut. Histograms merge by elementwise addition.

use super::a_optimal::spend;
use super::budget::search;
use super::{Budget, LabelValues, Multiplier};
use crate::error::{Error, Result};

/// Bins of one octave: t within a bin differs by 1/64 at most.
const BINS: usize = 64;
/// Octaves of t, from 2^-64 to 2^64; what lies outside is put into the bin at the end, with its own t.
const OCTAVES: usize = 128;
/// Contexts, the cost of all pairs of a context, then cost and cost times t of every bin.
const HEAD: usize = 2;
/// How many numbers a histogram is.
pub const HISTOGRAM_LENGTH: usize = HEAD + 2 * BINS * OCTAVES;

/// A histogram in memory of the caller, all zero at first.
#[derive(Debug)]
pub struct Histogram<'a>(&'a mut [f64]);

impl<'a> Histogram<'a> {
    /// The histogram in these numbers.
    pub fn new(numbers: &'a mut [f64]) -> Result<Histogram<'a>> {
        check(numbers)?;
        Ok(Histogram(numbers))
    }

    /// Adds contexts.
    pub fn push(&mut self, weights: &LabelValues<'_>) {
        self.0[0] += weights.contexts() as f64;
        self.0[1] += weights.contexts() as f64 * weights.total_cost;
        for row in weights.values.chunks(weights.pairs()) {
            for (&w, &c) in row.iter().zip(&weights.costs) {
                if c > 0.0 && w > 0.0 {
                    let t = (w / c).sqrt();
                    let bin = HEAD + 2 * bin_of(t);
                    self.0[bin] += c;
                    self.0[bin + 1] += c * t;
                }
            }
        }
    }
}

fn check(numbers: &[f64]) -> Result<()> {
    if numbers.len() != HISTOGRAM_LENGTH {
        let length = numbers.len();
        return Err(Error::Size(format!("histogram: {length} numbers; it has {HISTOGRAM_LENGTH}")));
    }
    match numbers.iter().position(|x| !(x.is_finite() && *x >= 0.0)) {
        Some(at) => Err(Error::row(at, format!("histogram: {} is not finite and at least 0", numbers[at]))),
        None => Ok(()),
    }
}

/// The bin of a positive t: its octave from the exponent, its place in it from the first bits after.
fn bin_of(t: f64) -> usize {
    const SHIFT: u32 = 52 - BINS.trailing_zeros();
    const FIRST: u64 = (1023 - OCTAVES as u64 / 2) * BINS as u64;
    ((t.to_bits() >> SHIFT).saturating_sub(FIRST) as usize).min(BINS * OCTAVES - 1)
}

/// The multiplier that spends the budget on the contexts of a histogram. The error in spending is that of
/// bins cut by a bound, 1e-5 of the budget and less.
pub fn multiplier(numbers: &[f64], budget: Budget) -> Result<Multiplier> {
    check(numbers)?;
    let (n, all) = (numbers[0], numbers[1]);
    if n == 0.0 {
        return Err(Error::Argument("histogram: there are no contexts in it".into()));
    }
    if budget.is_the_floor(all / n)? {
        return Ok(Multiplier::FLOOR);
    }
    let bins = || numbers[HEAD..].chunks(2).filter(|bin| bin[0] > 0.0).map(|bin| (bin[1] / bin[0], bin[0]));
    let (utility, free) = bins().fold((0.0, 0.0), |(a, b), (t, c)| (a + c, b + c * t));
    let (target, idle) = (n * budget.spend, budget.floor * (all - utility));
    if target >= utility + idle {
        return Ok(Multiplier::SLACK);
    }
    let m = search(target / free, target, |m| {
        let sums = bins().map(|(t, c)| spend(t, c, m, budget.floor));
        let (clipped, slope) = sums.fold((idle, 0.0), |(a, b), (x, y)| (a + x, b + y));
        Ok((clipped + m * slope, slope))
    })?;
    Ok(Multiplier::active(m))
}

#[cfg(test)]
mod tests {
    use super::super::testing::problem;
    use super::*;
    use crate::policy::{a_optimal, a_optimal_at};
    use crate::progress::unwatched;

    #[test]
    fn bins_are_ordered_and_narrow() {
        assert_eq!(bin_of(1e-300), 0);
        assert_eq!(bin_of(1e300), BINS * OCTAVES - 1);
        let mut last = 0;
        for k in 0..20_000 {
            let t = 1e-12 * 1.002f64.powi(k);
            let bin = bin_of(t);
            assert!(bin == last || k == 0 || bin == last + 1, "{t}");
            assert!(bin_of(t * 1.0157) > bin);
            last = bin;
        }
    }

    /// Shards, added element by element, spend as much as the exact multiplier does.
    #[test]
    fn shards_add_up() {
        const PAIRS: usize = 12;
        let (values, costs) = problem(2000, PAIRS, 4);
        let weights = LabelValues::new(&values, PAIRS, Some(&costs)).unwrap();
        let mut total = vec![0.0; HISTOGRAM_LENGTH];
        for shard in values.chunks(PAIRS * 300) {
            let mut own = vec![0.0; HISTOGRAM_LENGTH];
            Histogram::new(&mut own).unwrap().push(&LabelValues::new(shard, PAIRS, Some(&costs)).unwrap());
            total.iter_mut().zip(own).for_each(|(a, b)| *a += b);
        }
        let all: f64 = costs.iter().sum();
        for (floor, share, error) in
            [(0.05, 0.5, 3e-5), (0.05, 0.8, 3e-5), (0.01, 0.05, 3e-5), (0.0, 0.3, 3e-5)]
        {
            let budget = Budget { floor, spend: share * all };
            let found = multiplier(&total, budget).unwrap();
            let exact = a_optimal(&weights, budget, 1, &mut unwatched()).unwrap();
            assert_eq!(found.status, exact.status);
            let mut pi = vec![0.0; values.len()];
            let spent = a_optimal_at(&weights, floor, found.lambda, 1, &mut pi, &mut unwatched()).unwrap();
            assert!((spent.spend / budget.spend - 1.0).abs() < error, "{spent:?} {budget:?}");
        }
        let budget = |share: f64| Budget { floor: 0.1, spend: share * all };
        assert_eq!(multiplier(&total, budget(0.1)).unwrap(), Multiplier::FLOOR);
        assert_eq!(multiplier(&total, budget(0.95)).unwrap(), Multiplier::SLACK);
        assert!(multiplier(&total, budget(0.05)).is_err());
        assert!(multiplier(&vec![0.0; HISTOGRAM_LENGTH], budget(0.5)).is_err());
        assert!(multiplier(&total[1..], budget(0.5)).is_err());
        total[5] = f64::NAN;
        assert_eq!(multiplier(&total, budget(0.5)).unwrap_err().row_number(), Some(5));
    }
}
