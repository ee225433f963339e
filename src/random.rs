//! Random numbers: ChaCha8, one independent stream for every chunk of work from one seed, so that
//! results do not depend on which thread did what.

use rand_chacha::rand_core::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Binomial, Distribution, Gamma, Poisson, StandardNormal};

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

    /// Standard normal.
    pub fn normal(&mut self) -> f64 {
        StandardNormal.sample(&mut self.0)
    }

    /// Binomial with `trials` trials and success probability `p` in [0, 1].
    pub fn binomial(&mut self, trials: u64, p: f64) -> u64 {
        match Binomial::new(trials, p.clamp(0.0, 1.0)) {
            Ok(law) => law.sample(&mut self.0),
            Err(_) => 0,
        }
    }

    /// Gamma with the given shape and scale one; 0 for a shape that is not positive.
    pub fn gamma(&mut self, shape: f64) -> f64 {
        match Gamma::new(shape, 1.0) {
            Ok(law) => law.sample(&mut self.0),
            Err(_) => 0.0,
        }
    }

    /// Left, right and tie among `trials` comparisons with these probabilities.
    pub fn outcomes(&mut self, trials: u64, p: &[f64; 3]) -> [u64; 3] {
        let tie = if p[2] > 0.0 { self.binomial(trials, p[2]) } else { 0 };
        let decided = p[0] + p[1];
        let win = if decided > 0.0 { self.binomial(trials - tie, p[0] / decided) } else { 0 };
        [win, trials - tie - win, tie]
    }

    /// Poisson with the given mean; 0 for a mean that is not positive.
    pub fn poisson(&mut self, mean: f64) -> f64 {
        match Poisson::new(mean) {
            Ok(law) => law.sample(&mut self.0),
            Err(_) => 0.0,
        }
    }
}

/// A Poisson law that is drawn from again and again.
#[derive(Debug, Clone, Copy)]
pub struct Count(Option<Poisson<f64>>);

impl Count {
    /// The law with this mean; always 0 for a mean that is not positive.
    pub fn new(mean: f64) -> Count {
        Count(Poisson::new(mean).ok())
    }

    /// A draw.
    pub fn poisson(&self, random: &mut Random) -> f64 {
        self.0.map_or(0.0, |law| law.sample(&mut random.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

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
