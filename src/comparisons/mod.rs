//! Sets of comparisons: the sufficient statistic of pairwise judgements, with its names.
//!
//! - `column`, `rows`: data as the caller hands them over, and what makes a row invalid;
//! - `names`: names or ids of items, judges and contexts; `text` interns;
//! - `cells`: counts by (context, judge, left, right), and by cluster, order and shares where there are some, sorted;
//! - `append`: from rows to cells; `decode` reads columns, `tally` counts batches by `table` and `records`;
//! - `covariate`: numbers that belong to items, contexts, answers or judges;
//! - `merge`: the sum of two sets, by name;
//! - `bytes`: sets as canonical bytes, and back;
//! - `sample`, `filter`: sets drawn from, or cut out of, a set; `fold_assignment` assigns comparisons to folds, `renumber` gives new ids;
//! - `graph`: components and groups of a set, before any model.

mod addresses;
mod append;
#[cfg(test)]
mod beside;
mod bytes;
mod cells;
mod column;
mod covariate;
mod decode;
mod filter;
mod graph;
#[cfg(test)]
mod properties;
mod merge;
mod names;
mod records;
mod renumber;
mod rows;
mod sample;
mod table;
mod tally;
#[cfg(test)]
mod testing;
mod text;
mod fold_assignment;

use crate::room::{Gather as _, TryRoom as _};
pub use addresses::Address;
pub use append::Appender;
pub use cells::Cells;
pub use column::{Coded, Column, Key, Place, Texts};
pub use covariate::{Covariate, CovariateOf};
pub(crate) use graph::{components_of, groups_of};
pub use names::{list, Kind};
pub use rows::{CovariateValues, Rows, HIGHEST_GRADE};
pub use sample::Unit;

use crate::error::{Error, Result};
use crate::room;
use names::Names;
use std::ffi::CStr;
use std::sync::Arc;

/// Stands in a cell for the anonymous judge, or for no context.
pub const NONE: u32 = u32::MAX;

/// A set of comparisons: counts of cells, names of items, judges, contexts and clusters, and covariates.
///
/// A copy shares its parts with the original until one of the two changes. Two sets are equal if
/// they hold the same names under the same ids, the same counts and the same covariates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Set {
    items: Arc<Names>,
    judges: Arc<Names>,
    contexts: Arc<Names>,
    clusters: Arc<Names>,
    cells: Arc<Cells>,
    covariates: Arc<Vec<Covariate>>,
}

impl Set {
    /// An empty set.
    pub fn new() -> Set {
        Set::default()
    }

    /// Fix the order of names before data comes; names already known keep their id. All or none.
    pub fn intern(&mut self, kind: Kind, names: &[&str]) -> Result<()> {
        let store = Arc::make_mut(self.names_mut(kind));
        let mark = store.mark();
        let interned = room::attempt(|| {
            for (row, name) in names.iter().enumerate() {
                store.intern(kind, name, row, "names")?;
            }
            room::check();
            Ok(())
        });
        if interned.is_err() {
            store.undo(mark);
        }
        interned
    }

    /// Number of items: names known, or one more than the largest id.
    pub fn items(&self) -> usize {
        self.items.len()
    }

    /// Number of judges with a name or an id; the anonymous judge is not counted.
    pub fn judges(&self) -> usize {
        self.judges.len()
    }

    /// Number of contexts.
    pub fn contexts(&self) -> usize {
        self.contexts.len()
    }

    /// Number of clusters apart from contexts.
    pub fn clusters(&self) -> usize {
        self.clusters.len()
    }

    /// How many comparisons have no presentation order.
    pub fn unordered(&self) -> f64 {
        let cells = &self.cells;
        let without = cells.counts.iter().enumerate().filter(|(cell, _)| !cells.is_ordered(*cell));
        without.flat_map(|(_, counts)| counts).sum()
    }

    /// Declares that no comparison of the set has a presentation order: which item was on the left says nothing from then
    /// on. a > b and b < a become one cell.
    pub fn forget_order(&mut self) -> Result<()> {
        let cells = Arc::new(self.cells.without_order()?);
        room::check();
        self.cells = cells;
        Ok(())
    }

    /// Whether some comparisons have no judge. Looks through the cells.
    pub fn has_anonymous_judge(&self) -> bool {
        self.cells.judge.contains(&NONE)
    }

    /// Whether weights are importance weights, so that cells keep their sums of squares.
    pub fn importance(&self) -> bool {
        !self.cells.squares.is_empty()
    }

    /// The name of an id; where the set has ids instead of names, the zero-based id in decimal.
    pub fn name(&self, kind: Kind, id: usize) -> Option<&str> {
        self.c_name(kind, id).and_then(|name| name.to_str().ok())
    }

    /// As [`Set::name`], with the NUL that C wants; borrowed from the set.
    pub fn c_name(&self, kind: Kind, id: usize) -> Option<&CStr> {
        self.names(kind).get(id)
    }

    /// The id of a name; where the set has ids, of its decimal.
    pub fn find(&self, kind: Kind, name: &str) -> Option<usize> {
        self.names(kind).find(name).map(|id| id as usize)
    }

    /// The ids of a column of names or ids that the set knows; `argument` is the column's name in
    /// messages. An unknown name or id is [`Error::Name`] with its row.
    pub fn resolve(&self, kind: Kind, key: &Key, argument: &str) -> Result<Vec<u32>> {
        column::resolve(self.names(kind), kind, key, argument)
    }

    /// The ids of a column of names or ids, of which new ones become known; [`NONE`] where one may be missing and is.
    pub(crate) fn identify(
        &mut self,
        kind: Kind,
        key: &Key,
        length: usize,
        argument: &str,
        may_be_missing: bool,
    ) -> Result<Vec<u32>> {
        let known = Arc::make_mut(self.names_mut(kind));
        column::identify(known, kind, key, length, argument, may_be_missing)
    }

    /// The ids of a kind in the canonical order, which is that of the names alone: by their bytes. Where
    /// the set has ids, by number. It is the order of the ids after saving and loading.
    pub fn in_order(&self, kind: Kind) -> Vec<u32> {
        let names = self.names(kind);
        bytes::sorted(names).unwrap_or_else(|| (0..names.len() as u32).gathered())
    }

    /// Whether a kind goes by ids rather than names.
    pub fn has_ids(&self, kind: Kind) -> bool {
        matches!(self.names(kind), Names::Ids(_))
    }

    /// The counts.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// All covariates, in order of first sight.
    pub fn covariates(&self) -> &[Covariate] {
        &self.covariates
    }

    /// The covariate with this name.
    pub fn covariate(&self, name: &str) -> Option<&Covariate> {
        self.covariates.iter().find(|covariate| covariate.name() == name)
    }

    fn names(&self, kind: Kind) -> &Names {
        match kind {
            Kind::Item => &self.items,
            Kind::Judge => &self.judges,
            Kind::Context => &self.contexts,
            Kind::Cluster => &self.clusters,
        }
    }

    fn names_mut(&mut self, kind: Kind) -> &mut Arc<Names> {
        match kind {
            Kind::Item => &mut self.items,
            Kind::Judge => &mut self.judges,
            Kind::Context => &mut self.contexts,
            Kind::Cluster => &mut self.clusters,
        }
    }
}

/// Make room for `additional` more values, or say that memory is not to be had.
fn reserve<T>(buffer: &mut Vec<T>, additional: usize) -> Result<()> {
    buffer.try_grow(additional).map_err(|_| {
        let bytes = additional.saturating_mul(std::mem::size_of::<T>());
        Error::Memory(format!("no memory for {bytes} bytes of comparisons"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_be_fixed_before_data_come() {
        let mut set = Set::new();
        set.intern(Kind::Item, &["b", "a", "b"]).unwrap();
        set.intern(Kind::Item, &["a", "c"]).unwrap();
        assert_eq!((set.items(), set.find(Kind::Item, "c"), set.find(Kind::Judge, "c")), (3, Some(2), None));
        assert_eq!((set.name(Kind::Item, 0), set.name(Kind::Item, 3)), (Some("b"), None));
        assert_eq!(set.c_name(Kind::Item, 1).map(CStr::to_bytes_with_nul), Some(&b"a\0"[..]));
        let old = set.clone();
        let error = set.intern(Kind::Item, &["d", ""]).unwrap_err();
        assert_eq!((error.code(), error.row_number()), (4, Some(1)));
        assert_eq!(error.to_string(), "names: a name is empty");
        assert_eq!(set, old);
        // A set that was refused a name has not decided for names.
        let mut set = Set::new();
        set.intern(Kind::Judge, &["\0"]).unwrap_err();
        assert_eq!(set, Set::new());
    }

    #[test]
    fn the_canonical_order_is_that_of_names_and_of_a_loaded_set() {
        let mut set = Set::new();
        set.intern(Kind::Item, &["b", "a", "\u{e9}", "B", "10", "9"]).unwrap();
        assert_eq!(set.in_order(Kind::Item), [4, 5, 3, 1, 0, 2]);
        assert!(set.in_order(Kind::Judge).is_empty());
        let loaded = Set::load(&set.save()).unwrap();
        assert_eq!(loaded.in_order(Kind::Item), [0, 1, 2, 3, 4, 5]);
        let names = |set: &Set| -> Vec<String> {
            set.in_order(Kind::Item)
                .iter()
                .map(|&i| set.name(Kind::Item, i as usize).unwrap().into())
                .collect()
        };
        assert_eq!(names(&loaded), names(&set));
        // Ids are ordered by number, not by its decimals.
        let mut ids = Set::new();
        let key = |values| Key { values, base: 0 };
        let rows = Rows {
            length: 1,
            left: key(Column::U8(&[11])),
            right: key(Column::U8(&[2])),
            outcome: Column::U8(&[1]),
            ..Rows::default()
        };
        ids.append(&rows).unwrap();
        assert_eq!(ids.in_order(Kind::Item), (0..12).collect::<Vec<u32>>());
    }

    #[test]
    fn sets_go_from_thread_to_thread() {
        fn check<T: Send + Sync>() {}
        check::<Set>();
    }
}
