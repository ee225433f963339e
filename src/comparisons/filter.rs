//! A set cut down to some items or some judges.

use super::names::{Kind, Names};
use super::renumber::Renumbering;
use super::text::Text;
use super::{Set, NONE};
use crate::error::{Error, Result};
use crate::room::{with_room, Gather as _};
use std::sync::Arc;

impl Set {
    /// Keep some items (comparisons of two kept items), or some judges (the anonymous one goes).
    ///
    /// Ids are given anew, in the old order; names stay. Contexts and clusters that lose all comparisons go.
    /// Where a set has ids instead of names and they change, the old ids become names.
    pub fn filter(&self, kind: Kind, ids: &[usize]) -> Result<Set> {
        let count = match kind {
            Kind::Item => self.items(),
            Kind::Judge => self.judges(),
            Kind::Context | Kind::Cluster => {
                return Err(Error::Argument(format!("kind is {kind}, not item or judge")))
            }
        };
        let mut kept = vec![false; count];
        for &id in ids {
            match kept.get_mut(id) {
                None => return Err(Error::Argument(format!("ids has {id}, but there are {count} {kind}s"))),
                Some(true) => return Err(Error::Argument(format!("ids has {id} twice"))),
                Some(kept) => *kept = true,
            }
        }
        let mut filtered = self.clone();
        let mut renumbering = Renumbering::default();
        match kind {
            Kind::Judge => {
                renumbering.drops_anonymous = true;
                renumbering.judges = filtered.keep(kind, &kept);
            }
            _ => renumbering.items = filtered.keep(kind, &kept),
        }
        let cells = renumbering.cells(&self.cells)?;

        let stay = |count: usize, before: &[u32], after: &[u32]| {
            let mut stays = vec![true; count];
            mark(&mut stays, before, false);
            mark(&mut stays, after, true);
            stays
        };
        let contexts = stay(self.contexts(), &self.cells.context, &cells.context);
        let clusters = stay(self.clusters(), &self.cells.cluster, &cells.cluster);
        renumbering.contexts = filtered.keep(Kind::Context, &contexts);
        renumbering.clusters = filtered.keep(Kind::Cluster, &clusters);
        let are_renumbered = renumbering.contexts.is_some() || renumbering.clusters.is_some();
        filtered.cells = Arc::new(if are_renumbered { renumbering.cells(&self.cells)? } else { cells });
        let covariates = self.covariates.iter().map(|covariate| renumbering.covariate(covariate));
        filtered.covariates = Arc::new(covariates.gathered());
        Ok(filtered)
    }

    /// Keep some names of a kind; the new ids by old ones, or None if all stay.
    fn keep(&mut self, kind: Kind, kept: &[bool]) -> Option<Vec<u32>> {
        if kept.iter().all(|&kept| kept) {
            return None;
        }
        let mut text = Text::default();
        let mut new = with_room(kept.len());
        for (id, &kept) in kept.iter().enumerate() {
            new.push(if kept { text.push(self.name(kind, id).unwrap_or_default()) } else { NONE });
        }
        *self.names_mut(kind) = Arc::new(if text.len() == 0 { Names::Undecided } else { Names::Text(text) });
        Some(new)
    }
}

/// Set the flag of every context of the cells.
fn mark(flags: &mut [bool], contexts: &[u32], flag: bool) {
    for &context in contexts.iter().filter(|&&context| context != NONE) {
        flags[context as usize] = flag;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::{Column, CovariateValues, Key, Rows};

    fn key(values: Column) -> Key {
        Key { values, base: 0 }
    }

    /// Items a, b, c; judges by id; contexts p, q, and one that nobody saw; rows without a judge.
    fn example() -> Set {
        let mut set = Set::new();
        set.intern(Kind::Context, &["unseen"]).unwrap();
        let rows = Rows {
            length: 3,
            left: key(Column::Text(&["a", "b", "c"])),
            right: key(Column::Text(&["b", "c", "a"])),
            judge: key(Column::U8(&[0, 1, 1])),
            context: key(Column::Text(&["p", "q", "q"])),
            outcome: Column::U8(&[1, 2, 3]),
            ..Rows::default()
        };
        set.append(&rows).unwrap();
        set.append(&Rows { judge: Key::default(), context: Key::default(), ..rows }).unwrap();
        set.add_covariate(&CovariateValues {
            name: "x",
            length: 2,
            context: key(Column::Text(&["p", "q"])),
            item: key(Column::Text(&["a", "c"])),
            value: Column::U8(&[1, 2]),
            ..CovariateValues::default()
        })
        .unwrap();
        set
    }

    fn names(set: &Set, kind: Kind, count: usize) -> Vec<&str> {
        (0..count).map(|id| set.name(kind, id).unwrap()).collect()
    }

    #[test]
    fn items_go_with_their_comparisons_and_contexts() {
        let kept = example().filter(Kind::Item, &[2, 1]).unwrap();
        assert_eq!(names(&kept, Kind::Item, kept.items()), ["b", "c"]);
        assert_eq!(names(&kept, Kind::Context, kept.contexts()), ["unseen", "q"]);
        assert_eq!((kept.judges(), kept.has_anonymous_judge()), (2, true));
        let cells = kept.cells();
        assert_eq!((&cells.context[..], &cells.judge[..]), (&[1, NONE][..], &[1, NONE][..]));
        assert_eq!((&cells.left[..], &cells.right[..]), (&[0, 0][..], &[1, 1][..]));
        let x = kept.covariate("x").unwrap();
        assert_eq!((x.value(1, 1), x.value(0, 0), x.value(1, 0)), (Some(2.0), None, None));
    }

    #[test]
    fn judges_go_with_their_comparisons() {
        let kept = example().filter(Kind::Judge, &[1]).unwrap();
        // The only judge left was number 1, and is called so.
        assert_eq!(names(&kept, Kind::Judge, kept.judges()), ["1"]);
        assert!(!kept.has_anonymous_judge());
        assert_eq!((kept.items(), kept.cells().len(), kept.cells().total()), (3, 2, 2.0));
        let all = example().filter(Kind::Judge, &[0, 1]).unwrap();
        assert_eq!((all.judges(), all.cells().len(), all.has_anonymous_judge()), (2, 3, false));
    }

    #[test]
    fn nothing_may_be_left() {
        let kept = example().filter(Kind::Item, &[]).unwrap();
        assert_eq!((kept.items(), kept.cells().len()), (0, 0));
        assert_eq!(Set::load(&kept.save()).unwrap(), kept);
    }

    #[test]
    fn ids_are_checked() {
        let cases = [
            (Kind::Item, vec![0, 3], "ids has 3, but there are 3 items"),
            (Kind::Item, vec![1, 2, 1], "ids has 1 twice"),
            (Kind::Context, vec![0], "kind is context"),
        ];
        for (kind, ids, part) in cases {
            let error = example().filter(kind, &ids).unwrap_err();
            assert!(error.code() == 2 && error.to_string().contains(part), "{error}");
        }
    }
}
