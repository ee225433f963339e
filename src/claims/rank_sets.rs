//! Sets of ranks that hold the true rank of one item, or of several at once (Mogstad, Romano, Shaikh and Wilhelm 2024).

use crate::error::Result;
use crate::interrupt::spend;

/// Which end of the ranges is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    /// Both ends.
    #[default]
    Both,
    /// The best rank alone: the worst is the number of items.
    Best,
    /// The worst rank alone: the best is 1.
    Worst,
}

impl Side {
    /// All by their numbers.
    pub const ALL: [Side; 3] = [Side::Both, Side::Best, Side::Worst];

    fn has(self, other: Side) -> bool {
        self == Side::Both || self == other
    }
}

/// The ordered pairs (j, k) of n items: whether each is among those whose j is significantly better, or may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Ordered {
    /// Number of items.
    pub items: usize,
    /// Row j, column k.
    pub pairs: Vec<bool>,
}

impl Ordered {
    /// The comparisons that the ranks of the members depend on, of those with a standard error.
    fn family(errors: &[f64], items: usize, members: &[usize], side: Side) -> Ordered {
        let mut family = Ordered { items, pairs: vec![false; items * items] };
        for &member in members {
            // Column by column.
            spend(40 * items);
            for other in (0..items).filter(|&other| other != member) {
                let error = errors[member * items + other];
                if error > 0.0 && error.is_finite() {
                    family.pairs[other * items + member] |= side.has(Side::Best);
                    family.pairs[member * items + other] |= side.has(Side::Worst);
                }
            }
        }
        family
    }

    /// How many are significantly better than an item.
    pub fn better_than(&self, item: usize) -> usize {
        spend(40 * self.items);
        (0..self.items).filter(|j| self.pairs[j * self.items + item]).count()
    }

    /// How many an item is significantly better than.
    pub fn worse_than(&self, item: usize) -> usize {
        self.pairs[item * self.items..(item + 1) * self.items].iter().filter(|pair| **pair).count()
    }
}

/// The pairs (j, k) of which j is significantly better, for the ranks of some members among all items, all at once.
///
/// `errors` are the standard errors of differences, items x items; a pair without a positive finite one is left out.
/// `critical` is the quantile of the largest standardised difference over a family of ordered pairs. In steps those that
/// are sure leave the family, and with `both_ways` their reverse with them, until no more become so.
pub fn sure(
    estimates: &[f64],
    errors: &[f64],
    members: &[usize],
    side: Side,
    (in_steps, both_ways): (bool, bool),
    mut critical: impl FnMut(&Ordered) -> Result<f64>,
) -> Result<Ordered> {
    let items = estimates.len();
    let mut family = Ordered::family(errors, items, members, side);
    let mut sure = Ordered { items, pairs: vec![false; items * items] };
    loop {
        if !family.pairs.contains(&true) {
            return Ok(sure);
        }
        let bar = critical(&family)?;
        let mut found = 0;
        for (item, estimate) in estimates.iter().enumerate() {
            spend(10 * items);
            for (at, other) in (item * items..).zip(estimates) {
                let lead = (estimate - other) / errors[at];
                if family.pairs[at] && lead > bar {
                    family.pairs[at] = false;
                    sure.pairs[at] = true;
                    if both_ways {
                        family.pairs[(at % items) * items + item] = false;
                    }
                    found += 1;
                }
            }
        }
        if found == 0 || !in_steps {
            return Ok(sure);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: [f64; 4] = [3.0, 1.0, 0.0, 2.5];

    fn errors() -> Vec<f64> {
        (0..16).map(|at| if at / 4 == at % 4 { 0.0 } else { 1.0 }).collect()
    }

    #[test]
    fn families_of_one_and_of_all() {
        let mut seen = Vec::new();
        let one = sure(&X, &errors(), &[1], Side::Both, (false, false), |family| {
            seen = family.pairs.clone();
            Ok(1.2)
        })
        .unwrap();
        // (j, 1) and (1, k).
        assert_eq!(seen.iter().filter(|pair| **pair).count(), 6);
        assert_eq!((one.better_than(1), one.worse_than(1)), (2, 0));
        for (side, pairs) in [(Side::Both, 12), (Side::Best, 12), (Side::Worst, 12)] {
            sure(&X, &errors(), &[0, 1, 2, 3], side, (false, false), |family| {
                assert_eq!(family.pairs.iter().filter(|pair| **pair).count(), pairs);
                Ok(1.0)
            })
            .unwrap();
        }
        let best = sure(&X, &errors(), &[1], Side::Best, (false, false), |_| Ok(0.8)).unwrap();
        assert_eq!((best.better_than(1), best.worse_than(1)), (2, 0));
        let worst = sure(&X, &errors(), &[1], Side::Worst, (false, false), |_| Ok(0.8)).unwrap();
        assert_eq!((worst.better_than(1), worst.worse_than(1)), (0, 1));
    }

    /// Fewer pairs have a lower bar.
    #[test]
    fn steps_go_on_until_nothing_is_new() {
        let both = sure(&X, &errors(), &[0, 1, 2, 3], Side::Both, (true, true), |family| {
            let left = family.pairs.iter().filter(|pair| **pair).count();
            // Two pairs for each that is decided.
            Ok([1.9, 9.9][usize::from(left == 12 - 2 * 3)])
        });
        assert_eq!([0, 1, 2, 3].map(|i| both.as_ref().unwrap().better_than(i)), [0, 1, 2, 0]);
        let mut bars = vec![0.6, 0.9, 1.2, 1.9].into_iter();
        let mut sizes = Vec::new();
        let found = sure(&X, &errors(), &[0, 1, 2, 3], Side::Both, (true, false), |family| {
            sizes.push(family.pairs.iter().filter(|pair| **pair).count());
            Ok(bars.next_back().unwrap_or(0.6))
        })
        .unwrap();
        // Leads 3, 2.5 and 2 pass 1.9, 1.5 passes 1.2, 1 passes 0.9, and 0.5 none.
        assert_eq!(sizes, [12, 9, 8, 7]);
        assert_eq!([0, 1, 2, 3].map(|i| found.better_than(i)), [0, 2, 3, 0]);
        assert_eq!([0, 1, 2, 3].map(|i| found.worse_than(i)), [2, 1, 0, 2]);
    }

    #[test]
    fn pairs_without_an_error_are_never_sure() {
        let mut errors = errors();
        for (a, b, error) in [(0, 1, 0.0), (0, 2, f64::NAN), (0, 3, f64::INFINITY)] {
            errors[4 * a + b] = error;
            errors[4 * b + a] = error;
        }
        let found =
            sure(&X, &errors, &[0], Side::Both, (true, false), |_| panic!("there is no pair")).unwrap();
        assert_eq!((found.better_than(0), found.worse_than(0)), (0, 0));
    }
}
