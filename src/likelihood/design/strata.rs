//! Strata: what of a cell's key is beside judge and items, as one number, for the sets that have more than contexts.

use super::{Aggregation, Design};
use crate::comparisons::{Set, NONE};
use crate::room::{self, with_room, Gather as _, Put as _};

/// Context, cluster, whether there is no order, the shares of each judgement by their bits, and the grade; what a design does
/// not keep is the same throughout.
type Stratum = (u32, u32, bool, [u64; 5], Option<usize>);

/// The strata of the cells of a set.
pub(super) struct Strata {
    /// All that there are, in order.
    pub(super) distinct: Vec<Stratum>,
    /// The place of each cell's among them.
    pub(super) of_cell: Vec<u32>,
    /// The place of that of an ordered comparison without context and cluster.
    pub(super) of_nothing: u32,
}

impl Strata {
    /// The strata that an aggregation tells apart; None where contexts say everything. `nothing`: a comparison without context
    /// and cluster is there, too.
    pub(super) fn of(set: &Set, aggregation: Aggregation, nothing: bool) -> Option<Strata> {
        let cells = set.cells();
        let by_cluster = aggregation.cluster && cells.has_clusters();
        let by_order = aggregation.order && cells.has_unordered();
        let by_shares = aggregation.shares && cells.has_shares();
        let by_grade = aggregation.grade && cells.highest_grade().is_some();
        if !(by_cluster || by_order || by_shares || by_grade) {
            return None;
        }
        let keeps_context = aggregation.context || (aggregation.cluster && !by_cluster);
        let context = |context: u32| if keeps_context { context } else { 0 };
        let labels = if by_cluster { set.cluster_labels() } else { Vec::new() };
        let cluster = |cell: usize| labels.get(cell).copied().unwrap_or(NONE);
        let shares = |cell: usize| match cells.shares(cell) {
            Some(shares) if by_shares => shares.map(f64::to_bits),
            _ => [0; 5],
        };
        let stratum = |cell: usize| {
            let unordered = by_order && !cells.is_ordered(cell);
            let grade = cells.grade(cell).filter(|_| by_grade);
            (context(cells.context[cell]), cluster(cell), unordered, shares(cell), grade)
        };
        let of_nothing = (context(NONE), NONE, false, [0; 5], None);
        let mut distinct: Vec<Stratum> = with_room(cells.len() + 1);
        distinct.put_each((0..cells.len()).map(stratum).chain(nothing.then_some(of_nothing)));
        room::sort_by_key(&mut distinct, |stratum| *stratum);
        distinct.dedup();
        let place = |stratum: Stratum| distinct.partition_point(|other| *other < stratum) as u32;
        let of_cell = (0..cells.len()).map(|cell| place(stratum(cell))).gathered();
        let of_nothing = place(of_nothing);
        Some(Strata { distinct, of_cell, of_nothing })
    }

    /// Replaces the strata that a design has in place of contexts by what they are.
    pub(super) fn write(&self, aggregation: Aggregation, design: &mut Design) {
        let strata = std::mem::take(&mut design.contexts);
        let each = || strata.iter().map(|&at| self.distinct[at as usize]);
        // Where all are the default, the design has no such column.
        let is_kept = |differs: fn(&Stratum) -> bool| self.distinct.iter().any(differs);
        if aggregation.context || (aggregation.cluster && !is_kept(|s| s.1 != NONE)) {
            design.contexts = each().map(|s| s.0).gathered();
        }
        if aggregation.cluster && is_kept(|s| s.1 != NONE) {
            design.clusters = each().map(|s| s.1).gathered();
        }
        if is_kept(|s| s.2) {
            design.unordered = each().map(|s| s.2).gathered();
        }
        if is_kept(|s| s.3 != [0; 5]) {
            design.split = each().map(|s| s.3 != [0; 5]).gathered();
        }
        if is_kept(|s| s.4.is_some()) {
            design.grades = each().map(|s| s.4).gathered();
        }
    }
}
