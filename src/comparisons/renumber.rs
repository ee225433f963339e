//! New ids for items, judges and contexts, applied to cells and covariates.

use super::cells::{canonical, pack, unpack, Beside, Cell, Cells, Key};
use super::covariate::{self, Covariate};
use super::names::Kind;
use super::NONE;
use crate::error::Result;
use crate::room::{with_room, Gather as _, Put as _};

/// New ids by old ones. Nothing: as before. [`NONE`] in a list: gone.
#[derive(Default)]
pub(super) struct Renumbering {
    pub(super) items: Option<Vec<u32>>,
    pub(super) judges: Option<Vec<u32>>,
    pub(super) contexts: Option<Vec<u32>>,
    pub(super) clusters: Option<Vec<u32>>,
    /// Whether comparisons without a judge go.
    pub(super) drops_anonymous: bool,
}

impl Renumbering {
    /// The new id; None if it was removed.
    fn id(&self, kind: Kind, id: u32) -> Option<u32> {
        let list = match kind {
            Kind::Item => &self.items,
            Kind::Judge => &self.judges,
            Kind::Context => &self.contexts,
            Kind::Cluster => &self.clusters,
        };
        match list {
            Some(list) => Some(list[id as usize]).filter(|&new| new != NONE),
            None => Some(id),
        }
    }

    /// The new key of a cell; None if the cell was removed.
    fn key(&self, (key, beside): Key) -> Option<Key> {
        let [context, judge, left, right] = unpack(key);
        let context = if context == NONE { NONE } else { self.id(Kind::Context, context)? };
        let judge = match judge {
            NONE if self.drops_anonymous => return None,
            NONE => NONE,
            judge => self.id(Kind::Judge, judge)?,
        };
        let cluster = match beside.cluster {
            NONE => NONE,
            cluster => self.id(Kind::Cluster, cluster)?,
        };
        let key = pack(context, judge, self.id(Kind::Item, left)?, self.id(Kind::Item, right)?);
        Some((key, Beside { cluster, ..beside }))
    }

    /// A cell under its new key, in canonical form; None if it was removed.
    pub(super) fn cell(&self, (key, counts, squares): Cell) -> Option<Cell> {
        Some(canonical((self.key(key)?, counts, squares)))
    }

    /// The cells that stay, by new key in order, each with its old place.
    pub(super) fn order(&self, cells: &Cells) -> Vec<(u128, usize)> {
        let mut order = with_room(cells.len());
        let key = |cell: usize| self.cell(cells.cell(cell)).map(|((key, _), ..)| key);
        order.put_each((0..cells.len()).filter_map(|cell| Some((key(cell)?, cell))));
        order.sort_unstable();
        if !cells.is_plain() {
            // Those alike in context, judge, left and right, by the rest of their keys.
            let rest = |cell: usize| self.cell(cells.cell(cell)).map(|((_, beside), ..)| beside);
            for run in order.chunk_by_mut(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
                crate::room::sort_by_key(run, |&(_, cell)| rest(cell));
            }
        }
        order
    }

    /// The cells that stay, under their new keys.
    pub(super) fn cells(&self, cells: &Cells) -> Result<Cells> {
        let order = self.order(cells);
        let mut renumbered = Cells::default();
        renumbered.reserve(order.len(), !cells.squares.is_empty())?;
        let stay = order.into_iter().filter_map(|(_, cell)| self.cell(cells.cell(cell)));
        stay.for_each(|cell| renumbered.push(cell));
        Ok(renumbered)
    }

    /// A covariate under its new keys, without those that are gone.
    pub(super) fn covariate(&self, old: &Covariate) -> Covariate {
        let (first_kind, second_kind) = old.of.kinds();
        let key = |key: u64| {
            let first = self.id(first_kind, (key >> 32) as u32)?;
            let second = match second_kind {
                Some(kind) => self.id(kind, key as u32)?,
                None => 0,
            };
            Some(covariate::pack(first, second))
        };
        let values = old.keys.iter().zip(&old.values);
        let mut entries: Vec<(u64, f64)> =
            values.filter_map(|(&old, &value)| Some((key(old)?, value))).gathered();
        entries.sort_unstable_by_key(|&(key, _)| key);
        let mut new = Covariate::new(&old.name, old.of);
        (new.keys, new.values) =
            (entries.iter().map(|e| e.0).gathered(), entries.iter().map(|e| e.1).gathered());
        new
    }
}
