//! Floor and budget, and the search for the multiplier that spends the budget exactly.

use super::LabelValues;
use crate::error::{Error, Result};

/// The budget.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// alpha: the least probability of every pair on offer, 0 to 1.
    pub floor: f64,
    /// beta: mean cost per context, E sum c pi.
    pub spend: f64,
}

/// How the budget binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It is spent.
    Active,
    /// The floor alone spends the budget: every probability is at the floor, lambda is infinite.
    Floor,
    /// The budget exceeds the cost of all useful labels: lambda is 0.
    Slack,
}

impl Status {
    /// All by their numbers.
    pub const ALL: [Status; 3] = [Status::Active, Status::Floor, Status::Slack];
}

/// The multiplier of the budget: the decrease of the variance per unit of a larger budget.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Multiplier {
    /// lambda, 0 to infinity.
    pub lambda: f64,
    /// How the budget binds.
    pub status: Status,
}

impl Multiplier {
    pub(super) const FLOOR: Multiplier = Multiplier { lambda: f64::INFINITY, status: Status::Floor };
    pub(super) const SLACK: Multiplier = Multiplier { lambda: 0.0, status: Status::Slack };

    /// Active, from m = 1 / sqrt(lambda).
    pub(super) fn active(m: f64) -> Multiplier {
        Multiplier { lambda: (m * m).recip(), status: Status::Active }
    }
}

/// Two amounts of money that differ by no more than this share are the same.
const ROUNDING: f64 = 1e-12;

impl Budget {
    /// Checks that floor and budget are finite and in range.
    pub fn check(&self) -> Result<()> {
        let Budget { floor, spend } = *self;
        if !(0.0..=1.0).contains(&floor) {
            return Err(Error::Argument(format!("floor is {floor}; it must be between 0 and 1")));
        }
        if !(spend.is_finite() && spend >= 0.0) {
            return Err(Error::Argument(format!("budget is {spend}; it must be finite and at least 0")));
        }
        Ok(())
    }

    /// Checks both, and that the budget is not below the cost of the floor. True where the floor alone spends the
    /// budget; `total_cost` is the cost of all pairs of a context.
    pub(super) fn is_the_floor(&self, total_cost: f64) -> Result<bool> {
        self.check()?;
        let Budget { floor, spend } = *self;
        let least = floor * total_cost;
        if spend < least * (1.0 - ROUNDING) {
            return Err(Error::Argument(format!(
                "budget is {spend} per context, but the floor of {floor} alone costs {least}"
            )));
        }
        Ok(spend <= least * (1.0 + ROUNDING))
    }

    /// The same for weights.
    pub(super) fn floor_of(&self, weights: &LabelValues<'_>) -> Result<bool> {
        self.is_the_floor(weights.total_cost)
    }
}

/// The m at which `spend` (a value and a slope) is `target`: Newton's method within a bracket. The spend of
/// independent draws is piecewise linear in m, so that the last step is the closed form on the final set
/// of pairs between their bounds. m spans hundreds of orders of magnitude; brackets are halved in log m.
pub(super) fn search(
    start: f64,
    target: f64,
    mut spend: impl FnMut(f64) -> Result<(f64, f64)>,
) -> Result<f64> {
    let (mut low, mut high) = (0.0, f64::INFINITY);
    let mut m = if start > 0.0 && start.is_finite() { start } else { 1.0 };
    for _ in 0..STEPS {
        let (value, slope) = spend(m)?;
        if value <= target {
            low = m;
        } else {
            high = m;
        }
        let newton = m + (target - value) / slope;
        if slope > 0.0 && slope.is_finite() && (newton - m).abs() <= PRECISION * m {
            return Ok(newton);
        }
        m = if newton > low && newton < high {
            newton
        } else if low > 0.0 && high < f64::INFINITY {
            (low * high).sqrt()
        } else if low > 0.0 {
            low * REACH
        } else {
            high / REACH
        };
        if high.is_finite() && high - low <= PRECISION * high {
            return Ok(low);
        }
    }
    Err(Error::NotConverged(format!("the multiplier of the budget is between {low} and {high}")))
}

/// Relative precision of m.
const PRECISION: f64 = 1e-15;
/// Steps until the search is given up: a bracket of all doubles is halved to the last bit in 75.
const STEPS: usize = 500;
/// Factor by which an open bracket is extended.
const REACH: f64 = 1024.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_that_are_none() {
        let refused = |floor, spend| Budget { floor, spend }.is_the_floor(3.0).is_err();
        for bad in [f64::NAN, -0.1, f64::INFINITY] {
            assert!(refused(bad, 1.0) && refused(0.1, bad));
        }
        assert!(refused(1.1, 5.0) && refused(0.5, 1.4));
        assert!(Budget { floor: 0.5, spend: 1.5 }.is_the_floor(3.0).unwrap());
        assert!(Budget { floor: 0.0, spend: 0.0 }.is_the_floor(3.0).unwrap());
        assert!(!Budget { floor: 0.5, spend: 1.6 }.is_the_floor(3.0).unwrap());
    }

    /// A line with two kinks, from starts hundreds of orders of magnitude away.
    #[test]
    fn the_root_is_found_from_anywhere() {
        for root in [1e-140, 1e-9, 3.0, 1e120] {
            for start in [1e-150, 1.0, 1e150, f64::NAN] {
                let bounded = |m: f64| {
                    let free = m < 10.0 * root && m > 0.1 * root;
                    let value = (m / root).clamp(0.1, 10.0) + 0.25 * (m / root).min(1.0);
                    let slope = f64::from(u8::from(free)) + 0.25 * f64::from(u8::from(m < root));
                    Ok((value, slope / root))
                };
                let found = search(start, 1.25, bounded).unwrap();
                assert!((found / root - 1.0).abs() < 1e-14, "{found} {root} {start}");
            }
        }
    }
}
