//! Adjustment of p-values for many tests at once, from the p-values alone.

use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::room::{self, Gather as _, Put as _};

/// About the nanoseconds that a value takes; of millions few are in the cache.
const EACH: usize = 40;

/// How p-values are adjusted for the number of tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Adjustment {
    /// By the distribution of the largest statistic of the family: exact for its dependence.
    #[default]
    SingleStep,
    /// Not at all.
    None,
    /// Bonferroni: holds under any dependence.
    Bonferroni,
    /// Holm (1979), a step-down Bonferroni: holds under any dependence.
    Holm,
    /// Hochberg (1988), a step-up Bonferroni: holds under independence and positive dependence.
    Hochberg,
    /// Benjamini and Hochberg (1995): the false discovery rate, under independence and positive
    /// dependence.
    BenjaminiHochberg,
    /// Benjamini and Yekutieli (2001): the false discovery rate under any dependence.
    BenjaminiYekutieli,
    /// Wang and Ramdas (2022), of e-values: the false discovery rate under any dependence.
    EBh,
    /// Holm's procedure of e-values, the closed test with averages (Vovk and Wang 2021): the familywise error rate under
    /// any dependence.
    EHolm,
}

impl Adjustment {
    /// Whether it is of e-values, not of p-values.
    pub fn is_of_e_values(self) -> bool {
        matches!(self, Adjustment::EBh | Adjustment::EHolm)
    }

    /// All by their numbers.
    pub const ALL: [Adjustment; 9] = [
        Adjustment::SingleStep,
        Adjustment::None,
        Adjustment::Bonferroni,
        Adjustment::Holm,
        Adjustment::Hochberg,
        Adjustment::BenjaminiHochberg,
        Adjustment::BenjaminiYekutieli,
        Adjustment::EBh,
        Adjustment::EHolm,
    ];
}

/// Adjusted p-values, or logarithms of adjusted e-values from those of e-values. Those that are NaN are no part of the
/// family and stay NaN; every other p-value must lie between 0 and 1.
///
/// The adjusted p-value of a test is the smallest level of the procedure at which it is rejected, as in
/// Wright (1992).
pub fn adjust(p: &[f64], adjustment: Adjustment) -> Result<Vec<f64>> {
    if adjustment.is_of_e_values() {
        return Ok(adjust_e_values(p, adjustment));
    }
    if let Some(at) = p.iter().position(|p| *p < 0.0 || *p > 1.0) {
        return Err(Error::row(at, format!("p_values: {} is not between 0 and 1", p[at])));
    }
    let known = p.iter().filter(|p| !p.is_nan()).count();
    let count = known as f64;
    let order = || ascending(p, known);
    // The k-th smallest of m p-values, k from 0.
    let rest = |k: usize| count - k as f64;
    match adjustment {
        Adjustment::SingleStep => Err(Error::Unsupported(
            "adjustment: the single step needs the dependence of the tests, not their p-values alone".into(),
        )),
        Adjustment::None => Ok(room::copied(p)),
        Adjustment::Bonferroni => Ok(p.iter().map(|p| least(count * p, 1.0)).gathered()),
        Adjustment::Holm => Ok(step_down(p, &order(), rest)),
        Adjustment::Hochberg => Ok(step_up(p, &order(), rest)),
        Adjustment::BenjaminiHochberg => Ok(step_up(p, &order(), |k| count / (k + 1) as f64)),
        Adjustment::BenjaminiYekutieli => {
            let harmonic: f64 = (1..=known).map(|k| 1.0 / k as f64).sum();
            Ok(step_up(p, &order(), |k| harmonic * count / (k + 1) as f64))
        }
        Adjustment::EBh | Adjustment::EHolm => Err(Error::Internal("e-values are adjusted elsewhere".into())),
    }
}

/// The indices of the values that are not NaN, the smallest value first; `known` is their number.
fn ascending(values: &[f64], known: usize) -> Vec<usize> {
    let mut order = room::with_room(known);
    order.put_each((0..values.len()).inspect(|_| spend(EACH)).filter(|&k| !values[k].is_nan()));
    room::sort_by(&mut order, |&a, &b| values[a].total_cmp(&values[b]));
    order
}

/// Logarithms of adjusted e-values: a hypothesis is rejected at alpha where its own is at least log(1 / alpha).
fn adjust_e_values(log_e: &[f64], adjustment: Adjustment) -> Vec<f64> {
    let order = ascending(log_e, log_e.iter().filter(|e| !e.is_nan()).count());
    let mut adjusted = vec![f64::NAN; log_e.len()];
    if adjustment == Adjustment::EBh {
        // The k largest are rejected where k times the smallest of them is at least K / alpha.
        let count = order.len();
        let mut largest = f64::NEG_INFINITY;
        for (at, &k) in order.iter().enumerate() {
            spend(EACH);
            largest = largest.max(log_e[k] + ((count - at) as f64).ln() - (count as f64).ln());
            adjusted[k] = largest;
        }
        return adjusted;
    }
    // The least mean of an e-value and of this many of the smallest others: these are taken in while they lower it, which
    // for a larger one is never fewer. None but smaller ones do.
    let (mut taken, mut sum) = (0, f64::NEG_INFINITY);
    for (at, &k) in order.iter().enumerate() {
        spend(EACH);
        let mean = |sum: f64, taken: usize| log_sum(sum, log_e[k]) - ((taken + 1) as f64).ln();
        while taken < at && log_e[order[taken]] < mean(sum, taken) {
            sum = log_sum(sum, log_e[order[taken]]);
            taken += 1;
        }
        adjusted[k] = mean(sum, taken);
    }
    adjusted
}

/// The logarithm of the sum of two numbers from theirs.
fn log_sum(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if high.is_infinite() {
        return high;
    }
    high + (low - high).exp().ln_1p()
}

/// The smaller of two numbers, NaN if the first is.
fn least(a: f64, b: f64) -> f64 {
    if a > b {
        b
    } else {
        a
    }
}

/// From the smallest p-value up, none smaller than the one before.
fn step_down(p: &[f64], order: &[usize], factor: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut adjusted = vec![f64::NAN; p.len()];
    let mut largest: f64 = 0.0;
    for (k, &at) in order.iter().enumerate() {
        spend(EACH);
        largest = largest.max(factor(k) * p[at]);
        adjusted[at] = least(largest, 1.0);
    }
    adjusted
}

/// From the largest p-value down, none larger than the one before.
fn step_up(p: &[f64], order: &[usize], factor: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut adjusted = vec![f64::NAN; p.len()];
    let mut smallest: f64 = 1.0;
    for (k, &at) in order.iter().enumerate().rev() {
        spend(EACH);
        smallest = smallest.min(factor(k) * p[at]);
        adjusted[at] = smallest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_p_values_by_hand() {
        let p = [0.01, 0.04, f64::NAN, 0.03, 0.005];
        let h = 1.0 + 0.5 + 1.0 / 3.0 + 0.25;
        for (adjustment, expected) in [
            (Adjustment::None, [0.01, 0.04, 0.03, 0.005]),
            (Adjustment::Bonferroni, [0.04, 0.16, 0.12, 0.02]),
            (Adjustment::Holm, [0.03, 0.06, 0.06, 0.02]),
            (Adjustment::Hochberg, [0.03, 0.04, 0.04, 0.02]),
            (Adjustment::BenjaminiHochberg, [0.02, 0.04, 0.04, 0.02]),
            (Adjustment::BenjaminiYekutieli, [0.02 * h, 0.04 * h, 0.04 * h, 0.02 * h]),
        ] {
            let found = adjust(&p, adjustment).unwrap();
            assert!(found[2].is_nan());
            for (at, expected) in [0, 1, 3, 4].into_iter().zip(expected) {
                assert!((found[at] - expected).abs() < 1e-15, "{adjustment:?} {at}: {}", found[at]);
            }
        }
    }

    /// The adjusted p-value is the smallest level at which the procedure, followed literally, rejects.
    #[test]
    fn adjusted_values_are_the_levels_of_the_procedures() {
        let mut random = crate::random::Random::new(9, 0);
        for size in [1, 2, 6] {
            let p: Vec<f64> = (0..size).map(|_| random.uniform().powi(3)).collect();
            let mut sorted = p.clone();
            sorted.sort_by(f64::total_cmp);
            for level in (1..100).map(|k| f64::from(k) / 100.0) {
                let holm = (0..size).take_while(|k| sorted[*k] <= level / (size - k) as f64).count();
                let hochberg = (0..size).rev().find(|k| sorted[*k] <= level / (size - k) as f64);
                let discovery = (0..size).rev().find(|k| sorted[*k] <= level * (k + 1) as f64 / size as f64);
                for (adjustment, rejected) in [
                    (Adjustment::Holm, holm),
                    (Adjustment::Hochberg, hochberg.map_or(0, |k| k + 1)),
                    (Adjustment::BenjaminiHochberg, discovery.map_or(0, |k| k + 1)),
                ] {
                    let found = adjust(&p, adjustment).unwrap();
                    assert_eq!(found.iter().filter(|q| **q <= level).count(), rejected, "{adjustment:?}");
                }
            }
        }
    }

    /// Followed literally: the largest rejected set of e-BH, and the closed test of all means with others.
    #[test]
    fn adjusted_e_values_are_the_levels_of_the_procedures() {
        let mut random = crate::random::Random::new(3, 0);
        for size in [1, 2, 7] {
            for _ in 0..20 {
                let log_e: Vec<f64> = (0..size).map(|_| 8.0 * random.uniform() - 3.0).collect();
                let e: Vec<f64> = log_e.iter().map(|v| v.exp()).collect();
                let holm = adjust(&log_e, Adjustment::EHolm).unwrap();
                for (i, holm) in holm.iter().enumerate() {
                    let least = (0..1usize << size)
                        .filter(|set| set >> i & 1 == 1)
                        .map(|set| {
                            let members: Vec<f64> =
                                (0..size).filter(|k| set >> k & 1 == 1).map(|k| e[k]).collect();
                            members.iter().sum::<f64>() / members.len() as f64
                        })
                        .fold(f64::INFINITY, f64::min);
                    assert!((holm - least.ln()).abs() < 1e-12, "{log_e:?} {i}");
                }
                let discovery = adjust(&log_e, Adjustment::EBh).unwrap();
                let mut sorted = e.clone();
                sorted.sort_by(|a, b| b.total_cmp(a));
                for alpha in [0.02, 0.05, 0.2, 0.9] {
                    let reaches = |k: &usize| sorted[k - 1] >= size as f64 / (alpha * *k as f64);
                    let rejected = (1..=size).rev().find(reaches).unwrap_or(0);
                    let found = discovery.iter().filter(|v| **v >= -f64::ln(alpha)).count();
                    assert_eq!(found, rejected);
                }
            }
        }
        let found = adjust(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY], Adjustment::EHolm).unwrap();
        assert!(found[0].is_nan() && found[1] == f64::INFINITY && found[2] == f64::NEG_INFINITY);
    }

    #[test]
    fn bad_p_values_are_named() {
        let error = adjust(&[0.5, 1.5], Adjustment::Holm).unwrap_err();
        assert!(error.row_number() == Some(1) && error.to_string().contains("1.5"), "{error}");
        assert!(matches!(adjust(&[0.5], Adjustment::SingleStep), Err(Error::Unsupported(_))));
        assert!(adjust(&[], Adjustment::Holm).unwrap().is_empty());
        assert_eq!(adjust(&[1.0, 0.9], Adjustment::Bonferroni).unwrap(), [1.0, 1.0]);
    }
}
