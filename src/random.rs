//! Random numbers: ChaCha8, one independent stream for every chunk of work from one seed, so that
//! results do not depend on which thread did what.

use once_cell::sync::Lazy;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Binomial, Distribution, Gamma, StandardNormal};

/// A reproducible source of random numbers.
#[derive(Debug, Clone)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// The stream with number `stream` of the seed `seed`.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Random(generator)
    }

    /// Uniform on [0, 1), 53 bits.
    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Uniform on 0..bound (`bound` > 0), by rejection, without bias.
    pub fn below(&mut self, bound: u64) -> u64 {
        let zone = u64::MAX - (u64::MAX % bound + 1) % bound;
        loop {
            let draw = self.0.next_u64();
            if draw <= zone {
                return draw % bound;
            }
        }
    }

    /// Up to 64 signs, 1 or -1 with the same probability.
    pub fn signs<const N: usize>(&mut self) -> [f64; N] {
        let bits = self.0.next_u32() as u64 | if N > 32 { (self.0.next_u32() as u64) << 32 } else { 0 };
        std::array::from_fn(|k| if bits >> k & 1 == 0 { 1.0 } else { -1.0 })
    }

    /// Standard normal.
    pub fn normal(&mut self) -> f64 {
        StandardNormal.sample(&mut self.0)
    }

    /// Binomial with `trials` trials and success probability `p` in [0, 1].
    pub fn binomial(&mut self, trials: u64, p: f64) -> u64 {
        match Binomial::new(trials, p.clamp(0.0, 1.0)) {
            Ok(distribution) => distribution.sample(&mut self.0),
            Err(_) => 0,
        }
    }

    /// Gamma with the given shape and scale one; 0 for a shape that is not positive.
    pub fn gamma(&mut self, shape: f64) -> f64 {
        match Gamma::new(shape, 1.0) {
            Ok(distribution) => distribution.sample(&mut self.0),
            Err(_) => 0.0,
        }
    }

    /// Left, right, tie and both bad among `trials` comparisons with these probabilities.
    pub fn outcomes(&mut self, trials: u64, p: &[f64; 4]) -> [u64; 4] {
        let decided = p[0] + p[1];
        let bad = if p[3] > 0.0 { self.binomial(trials, p[3]) } else { 0 };
        let good = trials - bad;
        let share = if p[3] > 0.0 { p[2] / (decided + p[2]) } else { p[2] };
        let tie = if p[2] > 0.0 { self.binomial(good, share) } else { 0 };
        let win = if decided > 0.0 { self.binomial(good - tie, p[0] / decided) } else { 0 };
        [win, good - tie - win, tie, bad]
    }
}

/// Hoermann's constants.
#[derive(Debug, Clone, Copy)]
pub struct Ptrs {
    mean: f64,
    log_mean: f64,
    a: f64,
    b: f64,
    inverse_alpha: f64,
    squeeze: f64,
}

/// A Poisson distribution that is drawn from again and again, so that its constants are computed once: a bootstrap
/// of many cells spends most of its time here.
///
/// Up to a mean of 10 by summing probabilities; above by Hoermann's transformed rejection with squeeze
/// (PTRS, 1993), which seldom needs a logarithm.
#[derive(Debug, Clone, Copy)]
pub enum Count {
    /// Always zero.
    Zero,
    /// Mean, and the probability of zero.
    Small(f64, f64),
    /// The constants of PTRS.
    Large(Ptrs),
}

impl Count {
    /// The distribution with this mean; always 0 for a mean that is not positive.
    pub fn new(mean: f64) -> Count {
        if mean.is_nan() || mean <= 0.0 {
            return Count::Zero;
        }
        if mean < 10.0 {
            return Count::Small(mean, (-mean).exp());
        }
        let b = 0.931 + 2.53 * mean.sqrt();
        Count::Large(Ptrs {
            mean,
            log_mean: mean.ln(),
            a: -0.059 + 0.02483 * b,
            b,
            inverse_alpha: 1.1239 + 1.1328 / (b - 3.4),
            squeeze: 0.9277 - 3.6224 / (b - 2.0),
        })
    }

    /// A draw.
    pub fn poisson(&self, random: &mut Random) -> f64 {
        match *self {
            Count::Zero => 0.0,
            Count::Small(mean, zero) => {
                let mut left = random.uniform();
                let (mut count, mut p) = (0.0, zero);
                // Beyond 1000 the probabilities have long vanished.
                while left >= p && count < 1000.0 {
                    left -= p;
                    count += 1.0;
                    p *= mean / count;
                }
                count
            }
            Count::Large(Ptrs { mean, log_mean, a, b, inverse_alpha, squeeze }) => loop {
                let u = random.uniform() - 0.5;
                let v = random.uniform();
                let us = 0.5 - u.abs();
                let shifted = (2.0 * a / us + b) * u + mean + 0.43;
                if shifted < 0.0 {
                    continue;
                }
                // The floor: a function call on processors of the oldest kind, a conversion is not.
                let count = shifted as u64 as f64;
                if us >= 0.07 && v <= squeeze {
                    return count;
                }
                if us < 0.013 && v > us {
                    continue;
                }
                let bound = count * log_mean - mean - log_factorial(count);
                if (v * inverse_alpha / (a / (us * us) + b)).ln() <= bound {
                    return count;
                }
            },
        }
    }
}

/// The logarithm of k! for a whole k: those of small numbers are computed once.
fn log_factorial(k: f64) -> f64 {
    static SMALL: Lazy<[f64; 1024]> = Lazy::new(|| std::array::from_fn(|k| libm::lgamma(k as f64 + 1.0)));
    SMALL.get(k as usize).copied().unwrap_or_else(|| libm::lgamma(k + 1.0))
}

#[cfg(test)]
mod tests {
    use super::{log_factorial, Count, Random};

    #[test]
    fn logarithms_of_factorials_sum_logarithms() {
        let mut sum = 0.0;
        for k in 0..1100 {
            sum += f64::from(k.max(1)).ln();
            assert!((log_factorial(k.into()) - sum).abs() <= 1e-13 * (1.0 + sum), "{k}");
        }
    }

    /// Frequencies against the probabilities, by chi-square, on both sides of the change of method.
    #[test]
    fn counts_have_the_poisson_distribution() {
        for (stream, mean) in [0.05, 1.0, 7.3, 9.99, 10.0, 23.7, 400.0].into_iter().enumerate() {
            let (distribution, mut random) = (Count::new(mean), Random::new(3, stream as u64));
            const DRAWS: usize = 200_000;
            let mut seen = vec![0.0; (mean + 12.0 * mean.sqrt() + 20.0) as usize];
            (0..DRAWS).for_each(|_| seen[distribution.poisson(&mut random) as usize] += 1.0);
            let (mut chi, mut cells, mut rest) = (0.0, 0.0, [0.0; 2]);
            for (k, count) in seen.iter().enumerate() {
                let k = k as f64;
                let expected = DRAWS as f64 * (k * mean.ln() - mean - libm::lgamma(k + 1.0)).exp();
                if expected < 10.0 {
                    rest = [rest[0] + count, rest[1] + expected];
                } else {
                    chi += (count - expected).powi(2) / expected;
                    cells += 1.0;
                }
            }
            chi += (rest[0] - rest[1]).powi(2) / rest[1].max(1.0);
            // Chi-square with as many degrees of freedom: mean and variance.
            assert!(chi < cells + 4.5 * (2.0f64 * cells).sqrt() + 6.0, "mean {mean}: {chi} of {cells} cells");
        }
        assert_eq!(Count::new(0.0).poisson(&mut Random::new(1, 0)), 0.0);
        assert_eq!(Count::new(f64::NAN).poisson(&mut Random::new(1, 0)), 0.0);
    }

    #[test]
    fn streams_are_reproducible_and_distinct() {
        let draw =
            |stream| (0..4).map(move |_| stream).scan(Random::new(7, stream), |r, _| Some(r.uniform()));
        assert!(draw(0).eq(draw(0)));
        assert!(!draw(0).eq(draw(1)));
    }

    #[test]
    fn below_is_unbiased_and_in_range() {
        let mut random = Random::new(1, 0);
        let mut counts = [0usize; 3];
        for _ in 0..30_000 {
            counts[random.below(3) as usize] += 1;
        }
        assert!(counts.iter().all(|&c| (c as f64 - 10_000.0).abs() < 400.0), "{counts:?}");
    }
}
