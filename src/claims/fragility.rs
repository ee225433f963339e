//! How few changes of the data make a claim false: the greedy order of first-order effects, and the search along it that
//! refits confirm (Broderick, Giordano and Meager; Huang, Shen, Wei and Broderick).

use crate::error::Result;
use crate::room;

/// Steps of the search beyond the prediction, as a share of what has been tried.
const STEP: f64 = 8.0;

/// One kind of change: what it takes off the claim, to first order, and how often it can be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// The charge of each.
    pub effect: f64,
    /// How often it can be made.
    pub times: f64,
    /// Which change it is.
    pub which: usize,
}

/// Changes that work against a claim, the strongest first; equal ones in their order.
pub fn in_order(mut changes: Vec<Change>) -> Vec<Change> {
    changes.retain(|change| change.effect > 0.0 && change.times >= 1.0);
    changes.iter_mut().for_each(|change| change.times = change.times.floor());
    room::sort_by(&mut changes, |a, b| b.effect.total_cmp(&a.effect));
    changes
}

/// The fewest changes, in their order, that take off more than the gap, to first order.
pub fn predicted(changes: &[Change], gap: f64) -> Option<f64> {
    let (mut taken, mut count) = (0.0, 0.0);
    for change in changes {
        let needed = ((gap - taken) / change.effect).floor() + 1.0;
        if needed <= change.times {
            return Some(count + needed.max(0.0));
        }
        taken += change.times * change.effect;
        count += change.times;
    }
    None
}

/// The first `count` changes, each with how often it is made.
pub fn first(changes: &[Change], count: f64) -> impl Iterator<Item = (usize, f64)> + '_ {
    let mut left = count;
    changes.iter().map_while(move |change| {
        let times = change.times.min(left);
        left -= times;
        (times > 0.0).then_some((change.which, times))
    })
}

/// The result for a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fate {
    /// It stands.
    Stands,
    /// It fell: what the gap is now.
    Falls(f64),
    /// There is no fit any more.
    NoFit,
}

/// The smallest number of changes along the order after which the claim does not stand, and what became of it; None if
/// it stands after all. `try_out` is asked from `start` on, by growing steps, then between.
pub fn confirmed(
    start: f64,
    most: f64,
    mut try_out: impl FnMut(f64) -> Result<Fate>,
) -> Result<Option<(f64, Fate)>> {
    let (mut stands, mut count) = (0.0, start.clamp(1.0, most.max(1.0)));
    let mut fate = try_out(count)?;
    while fate == Fate::Stands {
        if count >= most {
            return Ok(None);
        }
        stands = count;
        count = (count + (count / STEP).floor().max(1.0)).min(most);
        fate = try_out(count)?;
    }
    fewest(stands, (count, fate), try_out).map(Some)
}

/// The smallest number above one with which a claim stands and up to one with which it does not, by bisection.
pub fn fewest(
    mut stands: f64,
    (mut count, mut fate): (f64, Fate),
    mut try_out: impl FnMut(f64) -> Result<Fate>,
) -> Result<(f64, Fate)> {
    while count - stands > 1.0 {
        let middle = ((count + stands) / 2.0).floor();
        match try_out(middle)? {
            Fate::Stands => stands = middle,
            other => (count, fate) = (middle, other),
        }
    }
    Ok((count, fate))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes() -> Vec<Change> {
        let of = |effect, times, which| Change { effect, times, which };
        in_order(vec![of(0.1, 5.0, 0), of(-1.0, 9.0, 1), of(0.3, 2.5, 2), of(0.1, 3.0, 3), of(0.2, 0.5, 4)])
    }

    #[test]
    fn the_strongest_first_and_whole_ones() {
        let found = changes();
        assert_eq!(
            found.iter().map(|c| (c.which, c.times)).collect::<Vec<_>>(),
            [(2, 2.0), (0, 5.0), (3, 3.0)]
        );
        assert_eq!(first(&found, 4.0).collect::<Vec<_>>(), [(2, 2.0), (0, 2.0)]);
        assert_eq!(first(&found, 99.0).count(), 3);
    }

    #[test]
    fn predictions_exceed_the_gap() {
        let found = changes();
        assert_eq!(predicted(&found, 0.29), Some(1.0));
        // Exactly the gap is not beyond it.
        assert_eq!(predicted(&found, 0.3), Some(2.0));
        assert_eq!(predicted(&found, 0.65), Some(3.0));
        assert_eq!(predicted(&found, 1.35), Some(10.0));
        assert_eq!(predicted(&found, 1.45), None);
    }

    #[test]
    fn the_search_finds_the_smallest_number() {
        for falls_at in [1.0, 2.0, 7.0, 40.0, 100.0] {
            for start in [1.0, 5.0, 40.0, 90.0] {
                let mut asked = 0;
                let found = confirmed(start, 100.0, |count| {
                    asked += 1;
                    Ok(if count >= falls_at { Fate::Falls(-count) } else { Fate::Stands })
                });
                assert_eq!(found.unwrap(), Some((falls_at, Fate::Falls(-falls_at))));
                assert!(asked < 45, "{asked}");
            }
        }
        assert_eq!(confirmed(3.0, 10.0, |_| Ok(Fate::Stands)).unwrap(), None);
        let gone = confirmed(3.0, 10.0, |count| Ok(if count > 4.0 { Fate::NoFit } else { Fate::Stands }));
        assert_eq!(gone.unwrap(), Some((5.0, Fate::NoFit)));
    }
}
