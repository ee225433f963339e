//! Drawing without replacement: comparisons shared out over folds.

use crate::random::Random;
use crate::room::Gather as _;

/// Folds with room for some more units each.
pub(super) struct FoldAssignment {
    room: Vec<u64>,
    total: u64,
}

impl FoldAssignment {
    /// Room for `units` units over `folds` folds, as evenly as can be.
    pub(super) fn new(units: u64, folds: usize) -> FoldAssignment {
        let (each, more) = (units / folds as u64, units % folds as u64);
        FoldAssignment::with_room((0..folds as u64).map(|fold| each + u64::from(fold < more)).gathered())
    }

    /// Folds of these sizes.
    pub(super) fn with_room(room: Vec<u64>) -> FoldAssignment {
        FoldAssignment { total: room.iter().sum(), room }
    }

    /// The fold of the next unit. Every order of sharing out is as likely as any other, so that this
    /// is the same as shuffling the units and dealing them.
    pub(super) fn draw(&mut self, random: &mut Random) -> usize {
        let mut ticket = random.below(self.total);
        let fold = self.room.iter().position(|&room| {
            let found = ticket < room;
            ticket = ticket.wrapping_sub(if found { 0 } else { room });
            found
        });
        let fold = fold.unwrap_or(0);
        self.room[fold] -= 1;
        self.total -= 1;
        fold
    }

    /// How many of the next `units` units, which are alike, fall to `fold`; folds draw in order, so
    /// that the numbers do not depend on which one is asked for.
    pub(super) fn draw_alike(&mut self, units: u64, fold: usize, random: &mut Random) -> u64 {
        let mut left = units;
        let mut share = 0;
        let mut population = self.total;
        for (number, room) in self.room.iter_mut().enumerate() {
            let drawn = hypergeometric(random, population, *room, left);
            population -= *room;
            *room -= drawn;
            left -= drawn;
            if number == fold {
                share = drawn;
            }
        }
        self.total -= units;
        share
    }
}

/// The number of marked ones among `draws` from `population`, `marked` of which are marked.
///
/// By inversion from the mode outwards, in some multiple of the standard deviation steps.
fn hypergeometric(random: &mut Random, population: u64, marked: u64, draws: u64) -> u64 {
    let lowest = (draws + marked).saturating_sub(population);
    let highest = draws.min(marked);
    if lowest == highest {
        return lowest;
    }
    let (n, k, d) = (population as f64, marked as f64, draws as f64);
    let mode = ((d + 1.0) * (k + 1.0) / (n + 2.0)) as u64;
    let mode = mode.clamp(lowest, highest);
    let m = mode as f64;
    let at_mode = (log_choose(k, m) + log_choose(n - k, d - m) - log_choose(n, d)).exp();
    let mut left = random.uniform() - at_mode;
    let (mut up, mut down) = ((mode, at_mode), (mode, at_mode));
    while left >= 0.0 && (up.0 < highest || down.0 > lowest) {
        if up.0 < highest {
            let x = up.0 as f64;
            up = (up.0 + 1, up.1 * (k - x) * (d - x) / ((x + 1.0) * (n - k - d + x + 1.0)));
            left -= up.1;
            if left < 0.0 {
                return up.0;
            }
        }
        if down.0 > lowest {
            let x = down.0 as f64;
            down = (down.0 - 1, down.1 * x * (n - k - d + x) / ((k - x + 1.0) * (d - x + 1.0)));
            left -= down.1;
            if left < 0.0 {
                return down.0;
            }
        }
    }
    // Either the mode was drawn, or rounding left a little beyond the last step.
    mode
}

/// log of n over k.
fn log_choose(n: f64, k: f64) -> f64 {
    libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Probabilities of all numbers, by the plain product formula.
    fn distribution(population: u64, marked: u64, draws: u64) -> Vec<f64> {
        let choose = |n: u64, k: u64| (0..k).map(|i| (n - i) as f64 / (k - i) as f64).product::<f64>();
        let some = |x: u64| x <= marked && draws - x <= population - marked;
        let distribution = (0..=draws).map(|x| {
            if some(x) {
                choose(marked, x) * choose(population - marked, draws - x) / choose(population, draws)
            } else {
                0.0
            }
        });
        distribution.collect()
    }

    #[test]
    fn hypergeometric_numbers_have_their_distribution() {
        let mut random = Random::new(11, 0);
        for (population, marked, draws) in
            [(10, 4, 3), (10, 8, 7), (50, 1, 25), (30, 15, 15), (7, 7, 3), (9, 0, 4)]
        {
            let distribution = distribution(population, marked, draws);
            let count = 40_000;
            let mut seen = vec![0.0; distribution.len()];
            for _ in 0..count {
                seen[hypergeometric(&mut random, population, marked, draws) as usize] += 1.0;
            }
            for (seen, p) in seen.iter().zip(distribution) {
                let error = (p * (1.0 - p) / f64::from(count)).sqrt();
                assert!((seen / f64::from(count) - p).abs() <= 4.5 * error, "{seen} for {p}");
            }
        }
    }

    #[test]
    fn large_numbers_have_mean_and_variance() {
        let (population, marked, draws) = (3_000_000_000u64, 1_000_000_000u64, 10_000_000u64);
        let mut random = Random::new(2, 0);
        let numbers: Vec<f64> =
            (0..2000).map(|_| hypergeometric(&mut random, population, marked, draws) as f64).collect();
        let mean = numbers.iter().sum::<f64>() / 2000.0;
        let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 2000.0;
        let expected = 1e7 * (1.0 / 3.0) * (2.0 / 3.0) * (1.0 - 1.0 / 300.0);
        assert!((mean - 1e7 / 3.0).abs() < 4.0 * (expected / 2000.0f64).sqrt(), "{mean}");
        assert!((variance / expected - 1.0).abs() < 0.15, "{variance} for {expected}");
    }

    #[test]
    fn an_assignment_is_emptied_evenly() {
        let mut random = Random::new(4, 0);
        let mut assignment = FoldAssignment::new(11, 3);
        let mut counts = [0; 3];
        (0..6).for_each(|_| counts[assignment.draw(&mut random)] += 1);
        assert_eq!((assignment.total, assignment.room.iter().sum::<u64>()), (5, 5));
        counts[1] += assignment.draw_alike(4, 1, &mut random);
        counts[assignment.draw(&mut random)] += 1;
        assert_eq!((assignment.total, assignment.room.iter().sum::<u64>()), (0, 0));
        assert!(counts[1] == 4 && counts.iter().all(|&count| count <= 4), "{counts:?}");
    }
}
