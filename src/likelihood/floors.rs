//! Where linear thresholds of Rao and Kupper end: at zero, pair by pair.

use super::{Constraint, ConstraintState, Objective};
use crate::outcome::TIE;
use crate::room::{Gather as _, Put as _};
use crate::terms::Entries;

impl Objective {
    /// The floors of a design: one for every cell whose threshold is estimated and that never tied.
    pub fn floors(&self) -> Vec<Constraint> {
        let design = &self.data.design;
        // Stiffer than the likelihood is in any threshold, so that a round or two settle them.
        let weight = 10.0 * design.total();
        let mut seen = std::collections::BTreeSet::new();
        let mut floors = Vec::new();
        for (cell, counts) in design.counts.iter().enumerate() {
            crate::room::check();
            let (index, value) = design.cuts[TIE].rows.row(cell);
            if index.is_empty() || counts.tie > 0.0 || counts.total() == 0.0 {
                continue;
            }
            let mut along: Entries = index.iter().copied().zip(value.iter().copied()).gathered();
            along.sort_unstable_by_key(|(k, _)| *k);
            // Cells of one pair, in two orders or contexts, share a threshold.
            let key: Vec<(u32, u64)> = along.iter().map(|(k, v)| (*k, v.to_bits())).gathered();
            if !seen.insert(key) {
                continue;
            }
            floors.put(Constraint {
                along,
                target: 0.0,
                weight,
                multiplier: 0.0,
                state: ConstraintState::Inactive,
            });
        }
        floors
    }
}
