//! The power of McNemar's exact test, a double sum of binomial probabilities.

use super::{Planned, Spread};
use crate::claims::verdict::Want;
use crate::distributions::beta::{binomial_at, binomial_lower, binomial_upper};
use crate::interrupt;

/// Units up to which McNemar's power is summed.
const MOST_SUMMED: f64 = 1e6;

/// Standard deviations of a binomial variable beyond which nothing is summed.
const BEYOND: f64 = 9.0;

/// The power of McNemar's exact two-sided test to find the first better: over the numbers of tasks that differ, and of those that
/// only the first solves.
pub(super) fn exact_power(asked: &Planned, n: f64) -> f64 {
    let Spread::Tasks(win, lose) = asked.spread else { return f64::NAN };
    let is_it = asked.want == Want::Better && asked.margin == 0.0 && asked.group_size == 1.0;
    if !is_it || n > MOST_SUMMED {
        return f64::NAN;
    }
    let differ = win + lose;
    // 1 - level is rounded where the level is.
    let alpha = (1.0 - asked.level) * (1.0 + 1e-12);
    if differ >= 1.0 {
        return rejected(n, win, critical_loss(n, alpha));
    }
    let reach = BEYOND * (n * differ * (1.0 - differ)).sqrt() + 40.0;
    let (first, last) = ((n * differ - reach).floor().max(0.0), (n * differ + reach).ceil().min(n));
    let mut loss = critical_loss(first, alpha);
    let mut power = 0.0;
    let mut k = first;
    while k <= last {
        // With one more task the critical value is the same or one more.
        if 2.0 * binomial_lower(loss + 1.0, k, 0.5) <= alpha {
            loss += 1.0;
        }
        power += binomial_at(k, n, differ) * rejected(k, win / differ, loss);
        interrupt::spend(2000);
        k += 1.0;
    }
    power.min(1.0)
}

/// The most tasks that only the second solves with which k differing tasks are significant; -1: none.
fn critical_loss(k: f64, alpha: f64) -> f64 {
    let (mut low, mut high) = (-1.0, (0.5 * k).ceil());
    while high - low > 1.0 {
        let middle = (0.5 * (low + high)).floor();
        if 2.0 * binomial_lower(middle, k, 0.5) <= alpha {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// P(k - B <= loss), B binomial with k trials.
fn rejected(k: f64, win: f64, loss: f64) -> f64 {
    match () {
        () if loss < 0.0 => 0.0,
        () if win >= 1.0 => 1.0,
        () if win <= 0.0 => f64::from(u8::from(loss >= k)),
        () => binomial_upper(k - loss, k, win),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{found, ASKED};
    use super::*;
    use approx::assert_relative_eq;

    /// McNemar's power as the sum over both numbers, each p-value by itself.
    #[test]
    fn exact_power_is_a_double_sum() {
        for (win, lose, n, level) in
            [(0.3, 0.1, 40.0, 0.95), (0.2, 0.2, 25.0, 0.9), (0.9, 0.1, 12.0, 0.95), (0.5, 0.0, 30.0, 0.99)]
        {
            let asked = Planned { spread: Spread::Tasks(win, lose), units: Some(n), level, ..ASKED };
            let mut power = 0.0;
            for k in 0..=n as usize {
                for b in 0..=k {
                    let (k, b) = (k as f64, b as f64);
                    let p = (2.0 * binomial_lower(b.min(k - b), k, 0.5)).min(1.0);
                    if b > k - b && p <= 1.0 - level {
                        let tasks = |of: f64, total: f64, p: f64| match p {
                            p if p >= 1.0 => f64::from(u8::from(of == total)),
                            p => binomial_at(of, total, p),
                        };
                        power += tasks(k, n, win + lose) * tasks(b, k, win / (win + lose));
                    }
                }
            }
            assert_relative_eq!(found(&asked).power_exact, power, max_relative = 1e-9);
        }
        // Of many tasks it is that of the normal distribution.
        let many = Planned { spread: Spread::Tasks(0.1, 0.09), units: Some(20_000.0), ..ASKED };
        assert_relative_eq!(found(&many).power_exact, found(&many).power, max_relative = 5e-3);
    }
}
