//! Differences of two items on few units, exactly: flips of their signs, and bets on differences that have bounds.

use super::paired::{check_level, check_margin, fewest_that_differ};
use super::verdict::Want;
use crate::error::{Error, Result};
use crate::interrupt;
use crate::progress::{Progress, Watch};
use crate::random::Random;
use crate::room::Gather as _;

/// Of this many differences all patterns of signs are looked at.
const EXACT: usize = 20;

/// Sums whose difference is this share of the sum of absolute differences are the same.
const SAME: f64 = 1e-12;

/// Bets of a mixture.
const BETS: usize = 64;

/// Draws of one stream of random numbers.
const BLOCK: usize = 256;

/// Random signs that are drawn at once.
const AT_ONCE: usize = 64;

/// Halvings of [-1, 1] that leave neighbouring numbers.
const HALVINGS: usize = 54;

/// The question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exact {
    /// The level of the interval, and of the fewest units.
    pub level: f64,
    /// The question of the e-value.
    pub want: Want,
    /// Its margin, in the unit of the differences.
    pub margin: f64,
    /// The bounds of scores, where they have any.
    pub bounds: Option<[f64; 2]>,
    /// Draws of signs where there are too many patterns.
    pub draws: usize,
    /// Their seed.
    pub seed: u64,
}

/// The answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExactFound {
    /// The mean difference.
    pub estimate: f64,
    /// Differences that are not 0.
    pub differing: usize,
    /// The fewest that could ever have a p-value of 1 - level.
    pub fewest: f64,
    /// Patterns of signs, or draws of them with the data.
    pub patterns: usize,
    /// Whether the patterns are all there are.
    pub is_exact: bool,
    /// Two-sided p-value: the share of patterns whose sum is as far from 0.
    pub p: f64,
    /// One-sided: the share whose sum is as large.
    pub p_larger: f64,
    /// The same among the patterns of positive sums; 1 where the sum is not positive.
    pub p_selective: f64,
    /// Logarithm of the e-value of what is wanted; NaN without bounds.
    pub log_e: f64,
    /// The interval of the mean at all looks; NaN without bounds.
    pub interval: [f64; 2],
}

/// Patterns: all, and those whose sum is as far from 0, as large, and positive.
#[derive(Debug, Clone, Copy, Default)]
struct Shares {
    all: usize,
    as_far: usize,
    as_large: usize,
    positive: usize,
}

impl Shares {
    fn add(&mut self, sum: f64, observed: f64, same: f64) {
        self.all += 1;
        self.as_far += usize::from(sum.abs() >= observed.abs() - same);
        self.as_large += usize::from(sum >= observed - same);
        self.positive += usize::from(sum > same);
    }
}

/// The answers to differences of units, the first item less the second.
pub fn exact_differences(differences: &[f64], asked: &Exact, watch: Watch<'_>) -> Result<ExactFound> {
    check(differences, asked)?;
    let moving: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).gathered();
    let total: f64 = moving.iter().sum();
    let same = SAME * moving.iter().map(|d| d.abs()).sum::<f64>();
    let is_exact = moving.len() <= EXACT;
    let shares = if is_exact {
        every_pattern(&moving, total, same)
    } else {
        drawn_patterns(&moving, total, same, asked, watch)?
    };
    let share = |of: usize| of as f64 / shares.all as f64;
    let (log_e, interval) = match asked.bounds {
        Some(bounds) => bets(differences, bounds, asked),
        None => (f64::NAN, [f64::NAN; 2]),
    };
    Ok(ExactFound {
        estimate: differences.iter().sum::<f64>() / differences.len() as f64,
        differing: moving.len(),
        fewest: fewest_that_differ(asked.level),
        patterns: shares.all,
        is_exact,
        p: share(shares.as_far),
        p_larger: share(shares.as_large),
        p_selective: if total > same { shares.as_large as f64 / shares.positive as f64 } else { 1.0 },
        log_e,
        interval,
    })
}

/// All 2^G patterns, each sum made of those of two halves so that no error grows.
fn every_pattern(differences: &[f64], observed: f64, same: f64) -> Shares {
    let (left, right) = differences.split_at(differences.len() / 2);
    let (left, right) = (sums(left), sums(right));
    let mut shares = Shares::default();
    for one in &left {
        for other in &right {
            shares.add(one + other, observed, same);
        }
        interrupt::spend(2 * right.len());
    }
    shares
}

/// The sums by all patterns of signs.
fn sums(differences: &[f64]) -> Vec<f64> {
    let of = |pattern: usize| {
        let signed = differences.iter().enumerate();
        signed.map(|(at, d)| if pattern >> at & 1 == 0 { *d } else { -d }).sum::<f64>()
    };
    (0..1usize << differences.len()).map(of).gathered()
}

/// Drawn patterns with that of the data.
fn drawn_patterns(
    differences: &[f64],
    observed: f64,
    same: f64,
    asked: &Exact,
    watch: Watch<'_>,
) -> Result<Shares> {
    let mut shares = Shares::default();
    shares.add(observed, observed, same);
    for (block, first) in (0..asked.draws).step_by(BLOCK).enumerate() {
        let mut random = Random::new(asked.seed, block as u64);
        for _ in first..asked.draws.min(first + BLOCK) {
            let mut sum = 0.0;
            for some in differences.chunks(AT_ONCE) {
                let signs: [f64; AT_ONCE] = random.signs();
                sum += some.iter().zip(signs).map(|(d, sign)| sign * d).sum::<f64>();
            }
            shares.add(sum, observed, same);
            interrupt::spend(2 * differences.len());
        }
        watch(&Progress::of_parts(first as f64 / asked.draws as f64, block as u64))?;
    }
    Ok(shares)
}

/// The logarithm of the e-value and the interval, by bets on differences over the width of the bounds.
fn bets(differences: &[f64], bounds: [f64; 2], asked: &Exact) -> (f64, [f64; 2]) {
    let width = bounds[1] - bounds[0];
    let above: Vec<f64> = differences.iter().map(|d| (d / width).clamp(-1.0, 1.0)).gathered();
    let below: Vec<f64> = above.iter().map(|d| -d).gathered();
    let margin = asked.margin / width;
    let log_e = match asked.want {
        // Both must hold, so that the lesser evidence is that of equality.
        Want::Equal => log_wealth(&above, -margin).min(log_wealth(&below, -margin)),
        want => log_wealth(&above, want.threshold(margin)),
    };
    let target = (2.0 / (1.0 - asked.level)).ln();
    let interval = [lower_bound(&above, target) * width, -lower_bound(&below, target) * width];
    (log_e, interval)
}

/// log of the mean over bets l_j = (j - 1/2) / 64 / (1 + mu) of prod (1 + l_j (d_i - mu)), differences within [-1, 1]: evidence
/// against a mean of at most `mu` > -1 (Waudby-Smith and Ramdas 2024). With c_j = (j - 1/2) / 64 a factor is
/// 1 - c_j + c_j (1 + d_i) / (1 + mu), which is not negative and falls in mu.
fn log_wealth(differences: &[f64], mu: f64) -> f64 {
    const LARGE: f64 = 1e150;
    let mut logs = [0.0; BETS];
    for (at, log) in logs.iter_mut().enumerate() {
        let c = (at as f64 + 0.5) / BETS as f64;
        let (stays, grows) = (1.0 - c, c / (1.0 + mu));
        let mut product = 1.0f64;
        for d in differences {
            // A logarithm is taken only before the product leaves the range of numbers.
            let next = product * (stays + grows * (1.0 + d));
            if !(1.0 / LARGE..=LARGE).contains(&next) {
                *log += next.ln();
                product = 1.0;
            } else {
                product = next;
            }
        }
        *log += product.ln();
        interrupt::spend(differences.len());
    }
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + (logs.iter().map(|log| (log - most).exp()).sum::<f64>() / BETS as f64).ln()
}

/// The mean at which the logarithm of the e-value is `target`: all smaller ones are excluded. -1 where none is.
fn lower_bound(differences: &[f64], target: f64) -> f64 {
    let (mut low, mut high) = (-1.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if log_wealth(differences, middle) >= target {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

fn check(differences: &[f64], asked: &Exact) -> Result<()> {
    let bad = |message: String| Err(Error::Argument(message));
    if differences.is_empty() {
        return bad("count is 0; give at least one difference".into());
    }
    if let Some(row) = differences.iter().position(|d| !d.is_finite()) {
        let message =
            format!("differences: {} is not a difference; leave out units without one", differences[row]);
        return Err(Error::row(row, message));
    }
    check_level(asked.level)?;
    let Some([lower, upper]) = asked.bounds else {
        // Without bounds no e-value has a margin.
        return match (asked.margin, asked.want) {
            (0.0, Want::Better) => Ok(()),
            _ => bad("lower_bound and upper_bound are 0; the question of want and margin needs the bounds of scores".into()),
        };
    };
    if !(lower < upper && (upper - lower).is_finite()) {
        return bad(format!(
            "lower_bound is {lower} and upper_bound {upper}; scores must be finite and the second the larger"
        ));
    }
    let width = upper - lower;
    if let Some(row) = differences.iter().position(|d| d.abs() > width * (1.0 + SAME)) {
        let message = format!(
            "differences: {} is more than scores within {lower} and {upper} can differ",
            differences[row]
        );
        return Err(Error::row(row, message));
    }
    check_margin(asked.want, asked.margin, width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{paired, Paired};
    use crate::progress::unwatched;
    use approx::assert_relative_eq;

    const ASKED: Exact =
        Exact { level: 0.95, want: Want::Better, margin: 0.0, bounds: None, draws: 40_000, seed: 1 };
    const UNIT: Exact = Exact { bounds: Some([0.0, 1.0]), ..ASKED };

    fn found(differences: &[f64], asked: &Exact) -> ExactFound {
        exact_differences(differences, asked, &mut unwatched()).unwrap()
    }

    fn counted(first: usize, second: usize, rest: usize) -> Vec<f64> {
        [vec![1.0; first], vec![-1.0; second], vec![0.0; rest]].concat()
    }

    /// On 0/1 differences the flips are McNemar's test: exactly for few, by draws for many.
    #[test]
    fn zero_one_differences_are_mcnemars() {
        for (b, c, rest) in [(0, 0, 4), (1, 0, 3), (5, 0, 0), (6, 1, 9), (3, 9, 30), (10, 10, 1), (15, 5, 2)]
        {
            let signs = found(&counted(b, c, rest), &ASKED);
            let counts = paired(&Paired {
                only_first: b as f64,
                only_second: c as f64,
                tasks: (b + c + rest) as f64,
                level: 0.95,
                want: Want::Better,
                margin: 0.0,
            })
            .unwrap();
            assert!(signs.is_exact && signs.patterns == 1 << (b + c) && signs.differing == b + c);
            assert_relative_eq!(signs.p, counts.p, max_relative = 1e-12);
            assert_relative_eq!(signs.p_larger, counts.p_larger, max_relative = 1e-12);
            assert_relative_eq!(signs.p_selective, counts.p_selective, max_relative = 1e-12);
            assert_relative_eq!(signs.estimate, counts.estimate, max_relative = 1e-14);
        }
        let signs = found(&counted(25, 10, 100), &UNIT);
        let p = 0.016_673_847_800_120_715;
        let error = (p * (1.0 - p) / 40_000f64).sqrt();
        assert!(!signs.is_exact && signs.patterns == 40_001);
        assert!((signs.p - p).abs() < 4.0 * error && (signs.p_larger - 0.5 * p).abs() < 4.0 * error);
        assert!((signs.p_selective - p).abs() < 6.0 * error, "{signs:?}");
        let other = found(&counted(25, 10, 100), &Exact { seed: 2, ..UNIT });
        assert!(other.p != signs.p && found(&counted(25, 10, 100), &UNIT) == signs);
    }

    /// Sums that are equal but for rounding are equal, and order and scale do not matter.
    #[test]
    fn rounding_makes_no_difference() {
        let plain = [1.0, 2.0, 3.0, -4.0, 5.0, 6.0];
        let tenths = [0.5, 0.1, 0.6, 0.3, -0.4, 0.2];
        let (one, other) = (found(&plain, &ASKED), found(&tenths, &ASKED));
        assert_eq!((one.p, one.p_larger, one.p_selective), (other.p, other.p_larger, other.p_selective));
        // Of 64 patterns of 1 to 6 those with a sum of 13 or more: a part of 4 or less with the other sign.
        assert_eq!(one.p_larger, 7.0 / 64.0);
        assert_eq!(found(&[-1.0, -2.0], &ASKED).p_selective, 1.0);
    }

    /// The e-value has mean one at its mean, for every two-point distribution within the bounds.
    #[test]
    fn bets_are_fair() {
        for (low, high) in [(-1.0, 1.0), (-0.2, 0.9), (0.0, 0.5)] {
            let chance: f64 = 0.3;
            let mu = low + chance * (high - low);
            let mut mean = 0.0;
            for ups in 0..=6u32 {
                let differences = [vec![high; ups as usize], vec![low; 6 - ups as usize]].concat();
                let ways = [1.0, 6.0, 15.0, 20.0, 15.0, 6.0, 1.0][ups as usize];
                let p = ways * chance.powi(ups as i32) * (1.0 - chance).powi(6 - ups as i32);
                mean += p * log_wealth(&differences, mu).exp();
            }
            assert_relative_eq!(mean, 1.0, max_relative = 1e-12);
        }
    }

    #[test]
    fn bounds_are_where_evidence_is_enough() {
        let differences: Vec<f64> = (0..300).map(|at| ((at * 37 % 101) as f64 - 40.0) / 101.0).gathered();
        let asked = found(&differences, &UNIT);
        let [lower, upper] = asked.interval;
        let target = 40f64.ln();
        assert_relative_eq!(log_wealth(&differences, lower), target, max_relative = 1e-9);
        assert!(lower < asked.estimate && asked.estimate < upper);
        // Reversed, and on a scale of one's own.
        let scaled: Vec<f64> = differences.iter().map(|d| -10.0 * d).gathered();
        let turned = found(&scaled, &Exact { bounds: Some([-3.0, 7.0]), ..ASKED });
        assert_relative_eq!(turned.interval[0], -10.0 * upper, max_relative = 1e-9);
        assert_relative_eq!(turned.interval[1], -10.0 * lower, max_relative = 1e-9);
        // The wanted is shown at the level of the interval where its e-value reaches it.
        for (want, margin) in
            [(Want::Better, 0.05), (Want::NotWorse, 0.05), (Want::Equal, 0.3), (Want::Equal, 0.01)]
        {
            let asked = found(&differences, &Exact { want, margin, ..UNIT });
            let shown = match want {
                Want::Equal => lower > -margin && upper < margin,
                want => lower > want.threshold(margin),
            };
            assert_eq!(asked.log_e >= target, shown, "{want:?}");
        }
        assert_eq!(found(&[-1.0; 30], &UNIT).interval[0], -1.0);
        assert!(found(&[1.0; 9000], &UNIT).log_e > 6000.0);
    }

    #[test]
    fn what_is_refused() {
        let two = [0.5, -0.5];
        for (differences, asked, words) in [
            (&[][..], ASKED, "count is 0"),
            (&[0.1, f64::NAN], ASKED, "NaN is not a difference"),
            (&two, Exact { level: 0.0, ..ASKED }, "level is 0"),
            (&two, Exact { margin: 0.1, ..ASKED }, "needs the bounds of scores"),
            (&two, Exact { want: Want::Equal, ..UNIT }, "equal needs a number above 0"),
            (&two, Exact { margin: 1.0, ..UNIT }, "margin is 1"),
            (&two, Exact { bounds: Some([1.0, 1.0]), ..ASKED }, "lower_bound is 1 and upper_bound 1"),
            (&two, Exact { bounds: Some([0.0, 0.4]), ..ASKED }, "0.5 is more than scores within 0 and 0.4"),
        ] {
            let error = exact_differences(differences, &asked, &mut unwatched()).unwrap_err();
            assert!(error.to_string().contains(words), "{error}");
        }
    }
}
