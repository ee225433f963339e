//! Claims in words about the order of items, each with two p-values: against its being false, and against its being true.
//!
//! Of the two hypotheses of a claim exactly one is true. Where each is rejected at a share of alpha, any of the claims that
//! are said to be supported or refuted is false with probability at most alpha.

use crate::room::{self, Gather as _};

/// A claim.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// An item is above another.
    Above {
        /// The item.
        first: usize,
        /// The other.
        second: usize,
        /// By more than this, which may be negative: it is not worse by as much.
        by: f64,
    },
    /// Two items differ by less than a number.
    Parity {
        /// An item.
        first: usize,
        /// The other.
        second: usize,
        /// The number.
        within: f64,
    },
    /// An item is among the first.
    Top {
        /// The item.
        item: usize,
        /// How many these are.
        k: usize,
        /// It is the one that leads, and was chosen because it does.
        is_chosen: bool,
    },
    /// Each item is above the next.
    Order(Vec<usize>),
    /// Each item of one group is above each of another.
    Groups {
        /// The items that are above.
        upper: Vec<usize>,
        /// The others.
        lower: Vec<usize>,
    },
}

/// The judgement of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Neither is established.
    Open,
    /// It is true.
    Supported,
    /// It is false.
    Refuted,
}

/// A pair, and the number that its difference is compared with.
pub type Compared = (usize, usize, f64);

impl Claim {
    /// The differences that the claim is about, among this many items.
    pub fn differences(&self, items: usize) -> Vec<Compared> {
        match self {
            &Claim::Above { first, second, by } => vec![(first, second, by)],
            &Claim::Parity { first, second, within } => {
                vec![(first, second, within), (first, second, -within)]
            }
            &Claim::Top { item, .. } => {
                (0..items).filter(|&other| other != item).map(|other| (item, other, 0.0)).gathered()
            }
            Claim::Order(order) => order.windows(2).map(|pair| (pair[0], pair[1], 0.0)).gathered(),
            Claim::Groups { upper, lower } => {
                upper.iter().flat_map(|&i| lower.iter().map(move |&j| (i, j, 0.0))).gathered()
            }
        }
    }

    /// The p-values against the claim's being false and against its being true, from those of its differences: the
    /// probabilities of what was seen, or more, where a difference is no larger than its number, and where it is no smaller.
    pub fn combine(&self, each: &[[f64; 2]]) -> [f64; 2] {
        let largest = |side: usize| each.iter().fold(0.0, |most: f64, p| larger(most, p[side]));
        let smallest = |side: usize| each.iter().fold(1.0, |least: f64, p| smaller(least, p[side]));
        match self {
            Claim::Above { .. } => each[0],
            // Below the upper number and above the lower one; beyond either of them.
            Claim::Parity { .. } => {
                [larger(each[0][1], each[1][0]), (2.0 * smaller(each[0][0], each[1][1])).min(1.0)]
            }
            &Claim::Top { k, is_chosen, .. } => {
                let m = each.len() + 1;
                // Of the others all but k - 1 are below; of these k - 1 or more are above.
                let [p, q] = [(0, m - k, k), (1, k, m - k)].map(|(side, place, times)| {
                    let mut sorted = each.iter().map(|p| p[side]).gathered();
                    room::sort_by(&mut sorted, f64::total_cmp);
                    match place.checked_sub(1).and_then(|at| sorted.get(at)) {
                        Some(p) => (times as f64 * p).min(1.0),
                        // Nobody has to be passed; or nobody is there to pass.
                        None => f64::from(u8::from(side == 1)),
                    }
                });
                [if is_chosen { (2.0 * p).min(1.0) } else { p }, q]
            }
            Claim::Order(_) | Claim::Groups { .. } => {
                [largest(0), (each.len() as f64 * smallest(1)).min(1.0)]
            }
        }
    }
}

/// The state of a claim among this many.
pub fn state([p, q]: [f64; 2], alpha: f64, claims: usize) -> State {
    let share = alpha / claims as f64;
    match () {
        () if p <= share => State::Supported,
        () if q <= share => State::Refuted,
        () => State::Open,
    }
}

/// The larger of two p-values; NaN, of a difference that is not known, decides nothing.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else {
        a.max(b)
    }
}

fn smaller(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else {
        a.min(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_about_differences() {
        let order = Claim::Order(vec![2, 0, 1]);
        assert_eq!(order.differences(3), [(2, 0, 0.0), (0, 1, 0.0)]);
        let groups = Claim::Groups { upper: vec![0, 1], lower: vec![2] };
        assert_eq!(groups.differences(4), [(0, 2, 0.0), (1, 2, 0.0)]);
        assert_eq!(groups.combine(&[[0.01, 0.99], [0.2, 0.8]]), [0.2, 1.0]);
        assert_eq!(order.combine(&[[0.99, 0.01], [0.5, 0.5]]), [0.99, 0.02]);
        let parity = Claim::Parity { first: 0, second: 1, within: 0.5 };
        assert_eq!(parity.differences(2), [(0, 1, 0.5), (0, 1, -0.5)]);
        // Far above the upper number: beyond it with p = .001.
        assert_eq!(parity.combine(&[[0.001, 0.999], [1e-9, 1.0]]), [0.999, 0.002]);
    }

    #[test]
    fn the_first_k_allow_k_less_one_above() {
        let each = [[0.6, 0.4], [0.03, 0.97], [0.01, 0.99]];
        let top = |k, is_chosen| Claim::Top { item: 0, k, is_chosen }.combine(&each);
        assert_eq!(top(1, false), [0.6, 1.0]);
        assert_eq!(top(2, false)[0], 0.06);
        assert_eq!(top(2, true)[0], 0.12);
        // Among the first four of four everybody is.
        assert_eq!(top(4, false), [0.0, 1.0]);
        assert!(Claim::Order(vec![0, 1]).combine(&[[f64::NAN; 2]])[0].is_nan());
        assert_eq!(state([f64::NAN; 2], 0.05, 1), State::Open);
        assert_eq!(state([0.01, 0.99], 0.05, 5), State::Supported);
        assert_eq!(state([0.99, 0.011], 0.05, 5), State::Open);
        assert_eq!(state([0.99, 0.01], 0.05, 5), State::Refuted);
    }
}
