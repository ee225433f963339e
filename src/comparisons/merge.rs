//! The sum of two sets, by name.

use super::cells::add_batch;
use super::covariate::Covariate;
use super::names::{Kind, Names};
use super::records::LARGEST_SUM;
use super::renumber::Renumbering;
use super::Set;
use crate::error::{Error, Result};
use crate::room::{self, Gather as _};
use std::sync::Arc;

impl Set {
    /// Add the comparisons and covariates of `other`, matching items, judges, contexts, clusters and covariates
    /// by name, or by id where both sets have ids. A failure changes nothing.
    ///
    /// Merging is associative and commutative up to the order of ids; with counts that are whole
    /// numbers, shards merged in any order save to the same bytes.
    pub fn merge(&mut self, other: &Set) -> Result<()> {
        if !self.cells.is_empty() && !other.cells.is_empty() && self.importance() != other.importance() {
            return Err(Error::data("one set has importance weights, the other frequencies"));
        }
        let known = self.cells.total() + other.cells.total();
        let squares = self.cells.total_squares() + other.cells.total_squares();
        if known > LARGEST_SUM || squares > LARGEST_SUM {
            return Err(Error::data("the sum of the weights of both sets overflows"));
        }
        // The names of this set come first, and a copy shares its names: merge into the copy.
        let mut sum = self.clone();
        let renumbering = Renumbering {
            items: merge_names(&mut sum.items, &other.items, Kind::Item)?,
            judges: merge_names(&mut sum.judges, &other.judges, Kind::Judge)?,
            contexts: merge_names(&mut sum.contexts, &other.contexts, Kind::Context)?,
            clusters: merge_names(&mut sum.clusters, &other.clusters, Kind::Cluster)?,
            drops_anonymous: false,
        };
        for covariate in other.covariates.iter() {
            sum.merge_covariate(&renumbering.covariate(covariate))?;
        }
        let batch = renumbering.cells(&other.cells)?;
        add_batch(&mut sum.cells, batch)?;
        room::check();
        *self = sum;
        Ok(())
    }

    fn merge_covariate(&mut self, other: &Covariate) -> Result<()> {
        let Some(index) = self.covariates.iter().position(|covariate| covariate.name == other.name) else {
            Arc::make_mut(&mut self.covariates).push(other.clone());
            return Ok(());
        };
        let known = &self.covariates[index];
        if known.of != other.of {
            let (name, one, two) = (&known.name, known.of, other.of);
            return Err(Error::data(format!(
                "covariate {name:?} belongs to {one} in one set, to {two} in the other"
            )));
        }
        let values = other.keys.iter().zip(&other.values).enumerate();
        let entries = values.map(|(entry, (&key, &value))| (key, value, entry)).gathered();
        let grown = known
            .with(entries)
            .map_err(|conflict| Error::data(conflict.describe(self, &other.name, other.of)))?;
        Arc::make_mut(&mut self.covariates)[index] = grown;
        Ok(())
    }
}

/// Add the names of `other`; their new ids, or None if ids stay.
fn merge_names(names: &mut Arc<Names>, other: &Arc<Names>, kind: Kind) -> Result<Option<Vec<u32>>> {
    match (&**names, &**other) {
        (_, Names::Undecided) => Ok(None),
        (Names::Undecided, _) => {
            *names = Arc::clone(other);
            Ok(None)
        }
        (Names::Ids(one), Names::Ids(two)) => {
            if two.count > one.count {
                *names = Arc::clone(other);
            }
            Ok(None)
        }
        (Names::Text(one), Names::Text(two)) => {
            if one == two {
                return Ok(None);
            }
            let count = two.len();
            let names = Arc::make_mut(names);
            (0..count).map(|id| names.intern(kind, two.get(id), id, "names")).gathered_or().map(Some)
        }
        _ => Err(Error::name(format!("the {kind}s of one set have names, those of the other are ids"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::{Column, CovariateValues, Key, Rows};

    fn key(values: Column) -> Key {
        Key { values, base: 0 }
    }

    fn pair(left: Column, right: Column, weight: f64, importance: bool) -> Set {
        let mut set = Set::new();
        set.append(&Rows {
            length: 1,
            left: key(left),
            right: key(right),
            outcome: Column::U8(&[1]),
            weight: Column::F64(&[weight]),
            importance,
            ..Rows::default()
        })
        .unwrap();
        set
    }

    fn named(left: &str, right: &str) -> Set {
        pair(Column::Text(&[left]), Column::Text(&[right]), 1.0, false)
    }

    fn with_value(mut set: Set, item: &str, value: f64) -> Set {
        set.add_covariate(&CovariateValues {
            name: "x",
            length: 1,
            item: key(Column::Text(&[item])),
            value: Column::F64(&[value]),
            ..CovariateValues::default()
        })
        .unwrap();
        set
    }

    #[test]
    fn names_decide_what_is_the_same() {
        let mut set = named("a", "b");
        set.merge(&named("b", "a")).unwrap();
        set.merge(&named("c", "b")).unwrap();
        set.merge(&named("a", "b")).unwrap();
        assert_eq!((0..3).map(|id| set.name(Kind::Item, id).unwrap()).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(set.cells().left, [0, 1, 2]);
        assert_eq!(set.cells().right, [1, 0, 1]);
        assert_eq!(set.cells().counts.iter().map(|counts| counts[0]).collect::<Vec<_>>(), [2.0, 1.0, 1.0]);
    }

    #[test]
    fn ids_stay_what_they_are() {
        let ids = |right| pair(Column::U8(&[0]), Column::U8(&[right]), 1.0, false);
        for (mut one, two) in [(ids(5), ids(2)), (ids(2), ids(5))] {
            one.merge(&two).unwrap();
            assert_eq!((one.items(), one.cells().len()), (6, 2));
        }
    }

    #[test]
    fn an_empty_set_takes_either_kind_of_weights() {
        let weighted = pair(Column::Text(&["a"]), Column::Text(&["b"]), 2.0, true);
        let mut sum = Set::new();
        sum.merge(&weighted).unwrap();
        sum.merge(&Set::new()).unwrap();
        assert!(sum == weighted && sum.importance());
    }

    #[test]
    fn covariates_are_joined_by_name_of_item() {
        let mut set = with_value(named("a", "b"), "b", 1.0);
        set.merge(&with_value(named("c", "b"), "c", 2.0)).unwrap();
        set.merge(&with_value(named("c", "b"), "b", 1.0)).unwrap();
        let x = set.covariate("x").unwrap();
        assert_eq!([0, 1, 2].map(|item| x.value(item, 0)), [None, Some(1.0), Some(2.0)]);
    }

    #[test]
    fn what_does_not_fit_changes_nothing() {
        let set = with_value(named("a", "b"), "a", 1.0);
        let mut by_context = named("z", "b");
        by_context.intern(Kind::Context, &["q"]).unwrap();
        by_context
            .add_covariate(&CovariateValues {
                name: "x",
                length: 1,
                context: key(Column::Text(&["q"])),
                value: Column::U8(&[1]),
                ..CovariateValues::default()
            })
            .unwrap();
        let heavy = || pair(Column::Text(&["z"]), Column::Text(&["a"]), 1.5e308, false);
        let mut full = set.clone();
        full.merge(&heavy()).unwrap();
        let cases = [
            (&set, pair(Column::U8(&[0]), Column::U8(&[1]), 1.0, false), 4, "ids"),
            (&set, pair(Column::Text(&["z"]), Column::Text(&["a"]), 1.0, true), 3, "importance"),
            (
                &set,
                with_value(named("z", "a"), "a", 2.0),
                3,
                "covariate \"x\" is 2 for item \"a\", and was 1",
            ),
            (&set, by_context, 3, "belongs to items in one set, to contexts in the other"),
            (&full, heavy(), 3, "overflows"),
        ];
        for (set, other, code, part) in cases {
            let mut sum = set.clone();
            let error = sum.merge(&other).unwrap_err();
            assert!(error.code() == code && error.to_string().contains(part), "{error}");
            assert_eq!(sum, *set);
        }
    }
}
