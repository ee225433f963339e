//! Drawing labels from probabilities, and mixing these with uniform ones.

use super::{check_probabilities, LabelValues};
use crate::error::{Error, Result};
use crate::random::Random;

/// How pairs are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawing {
    /// Each by itself.
    Independent,
    /// At most one of a context.
    OnePair,
}

impl Drawing {
    /// All by their numbers.
    pub const ALL: [Drawing; 2] = [Drawing::Independent, Drawing::OnePair];
}

/// Probabilities of one context may sum to more than 1 by this, for rounding.
const ROUNDING: f64 = 1e-9;

/// Draws pairs, 1 for each drawn and 0 for the others. Every context has a stream of random numbers of its
/// own, with the number `first` + its row, so that shards and orders do not matter. `drawn` is as long as
/// `pi`, contexts x pairs.
pub fn draw(
    pi: &[f64],
    pairs: usize,
    drawing: Drawing,
    seed: u64,
    first: u64,
    drawn: &mut [f64],
) -> Result<()> {
    if pairs == 0 || pi.len() % pairs != 0 || drawn.len() != pi.len() {
        let (given, room) = (pi.len(), drawn.len());
        return Err(Error::Size(format!(
            "pi: {given} numbers for rows of {pairs} pairs, and room for {room}"
        )));
    }
    check_probabilities(pi, pairs, "pi")?;
    if drawing == Drawing::OnePair {
        for (context, own) in pi.chunks(pairs).enumerate() {
            let sum: f64 = own.iter().sum();
            if sum > 1.0 + ROUNDING {
                return Err(Error::row(context, format!("pi: the probabilities of a context sum to {sum}")));
            }
        }
    }
    for (context, (own, out)) in pi.chunks(pairs).zip(drawn.chunks_mut(pairs)).enumerate() {
        let mut random = Random::new(seed, first.wrapping_add(context as u64));
        match drawing {
            Drawing::Independent => {
                for (p, out) in own.iter().zip(out) {
                    *out = f64::from(u8::from(random.uniform() < *p));
                }
            }
            Drawing::OnePair => {
                let mut left = random.uniform();
                for (p, out) in own.iter().zip(out) {
                    *out = f64::from(u8::from((0.0..*p).contains(&left)));
                    left -= p;
                }
            }
        }
    }
    Ok(())
}

/// (1 - share) pi + share u in place, u the uniform probability that spends as much on every context: it
/// keeps the floor and the budget, and guards against weights that are wrong. `most` is the largest u.
pub fn mix(weights: &LabelValues<'_>, spend: f64, share: f64, most: f64, pi: &mut [f64]) -> Result<()> {
    if !(0.0..=1.0).contains(&share) {
        return Err(Error::Argument(format!("mix is {share}; it must be between 0 and 1")));
    }
    let uniform = (spend / weights.total_cost).min(most);
    for own in pi.chunks_mut(weights.pairs()) {
        for (pi, _) in own.iter_mut().zip(&weights.costs).filter(|(_, c)| **c > 0.0) {
            *pi = (1.0 - share) * *pi + share * uniform;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_are_the_probabilities() {
        const CONTEXTS: usize = 40_000;
        let own = [0.2, 0.0, 0.55, 0.25];
        let pi: Vec<f64> = own.iter().copied().cycle().take(CONTEXTS * 4).collect();
        let mut drawn = vec![f64::NAN; pi.len()];
        for drawing in Drawing::ALL {
            draw(&pi, 4, drawing, 5, 0, &mut drawn).unwrap();
            for (k, p) in own.iter().enumerate() {
                let count = drawn.iter().skip(k).step_by(4).sum::<f64>();
                let sd = (CONTEXTS as f64 * p * (1.0 - p)).sqrt();
                assert!((count - CONTEXTS as f64 * p).abs() <= 4.0 * sd, "{count} {p}");
            }
            if drawing == Drawing::OnePair {
                assert!(drawn.chunks(4).all(|row| row.iter().sum::<f64>() == 1.0));
            } else {
                let both = drawn.chunks(4).filter(|row| row[0] + row[2] == 2.0).count() as f64;
                assert!((both - 0.11 * CONTEXTS as f64).abs() < 250.0, "{both}");
            }
            // A shard draws what the whole did.
            let mut shard = vec![0.0; 400];
            draw(&pi[..400], 4, drawing, 5, 300, &mut shard).unwrap();
            assert_eq!(shard, drawn[1200..1600]);
        }
    }

    #[test]
    fn what_cannot_be_drawn() {
        let tried = |pi: &[f64], pairs, drawing| draw(pi, pairs, drawing, 0, 0, &mut vec![0.0; pi.len()]);
        assert!(tried(&[0.5; 3], 2, Drawing::Independent).is_err());
        assert!(tried(&[0.5; 4], 0, Drawing::Independent).is_err());
        for bad in [-0.1, 1.1, f64::NAN] {
            let error = tried(&[0.5, 0.5, 0.5, bad], 2, Drawing::Independent).unwrap_err();
            assert_eq!(error.row_number(), Some(1));
        }
        assert!(tried(&[0.5, 0.6], 2, Drawing::Independent).is_ok());
        assert_eq!(tried(&[0.5, 0.6], 2, Drawing::OnePair).unwrap_err().row_number(), Some(0));
    }
}
