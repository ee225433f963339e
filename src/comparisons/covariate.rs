//! Covariates: numbers that belong to items, contexts, answers or judges.

use super::names::{check, Kind};
use super::{CovariateValues, Set};
use crate::error::{Error, Result};
use crate::room::{self, Gather as _, Put as _};
use std::ffi::{CStr, CString};
use std::sync::Arc;

/// The objects to which the values of a covariate belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CovariateOf {
    /// Items.
    Item,
    /// Contexts.
    Context,
    /// Answers: a context and an item.
    ContextItem,
    /// A judge and an item.
    JudgeItem,
}

impl CovariateOf {
    pub(super) const ALL: [CovariateOf; 4] =
        [CovariateOf::Item, CovariateOf::Context, CovariateOf::ContextItem, CovariateOf::JudgeItem];

    /// The kinds of the first and the second key.
    pub(super) fn kinds(self) -> (Kind, Option<Kind>) {
        match self {
            CovariateOf::Item => (Kind::Item, None),
            CovariateOf::Context => (Kind::Context, None),
            CovariateOf::ContextItem => (Kind::Context, Some(Kind::Item)),
            CovariateOf::JudgeItem => (Kind::Judge, Some(Kind::Item)),
        }
    }
}

impl std::fmt::Display for CovariateOf {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            CovariateOf::Item => "items",
            CovariateOf::Context => "contexts",
            CovariateOf::ContextItem => "contexts and items",
            CovariateOf::JudgeItem => "judges and items",
        })
    }
}

/// One covariate: a number by key. Not every key needs one.
#[derive(Debug, PartialEq)]
pub struct Covariate {
    pub(super) name: String,
    /// The name with the NUL that C wants.
    c_name: CString,
    pub(super) of: CovariateOf,
    /// First key in the upper half, second (or 0) in the lower; sorted, unique.
    pub(super) keys: Vec<u64>,
    pub(super) values: Vec<f64>,
}

/// Two values for one key.
pub(super) struct Conflict {
    key: u64,
    old: f64,
    new: f64,
    /// Number of the new entry.
    entry: usize,
}

impl Clone for Covariate {
    fn clone(&self) -> Covariate {
        Covariate {
            name: self.name.clone(),
            c_name: self.c_name.clone(),
            of: self.of,
            keys: room::copied(&self.keys),
            values: room::copied(&self.values),
        }
    }
}

impl Covariate {
    pub(super) fn new(name: &str, of: CovariateOf) -> Covariate {
        Covariate {
            name: name.into(),
            c_name: CString::new(name).unwrap_or_default(),
            of,
            keys: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name for C, borrowed.
    pub fn c_name(&self) -> &CStr {
        &self.c_name
    }

    /// The kind of object it belongs to.
    pub fn of(&self) -> CovariateOf {
        self.of
    }

    /// Its value at (item, _), (context, _), (context, item) or (judge, item); `second` is ignored
    /// where the covariate has one key.
    pub fn value(&self, first: u32, second: u32) -> Option<f64> {
        let second = if self.of.kinds().1.is_some() { second } else { 0 };
        let place = self.keys.binary_search(&pack(first, second)).ok()?;
        Some(self.values[place])
    }

    /// This covariate with more entries (key, value, number), or the first of them that contradicts.
    pub(super) fn with(
        &self,
        mut entries: Vec<(u64, f64, usize)>,
    ) -> std::result::Result<Covariate, Conflict> {
        entries.sort_unstable_by_key(|&(key, _, entry)| (key, entry));
        let mut sum = Covariate::new(&self.name, self.of);
        let mut conflict: Option<Conflict> = None;
        let mut known = self.keys.iter().copied().zip(self.values.iter().copied()).peekable();
        for (key, value, entry) in entries {
            while let Some((key, value)) = known.next_if(|&(other, _)| other <= key) {
                sum.keys.put(key);
                sum.values.put(value);
            }
            match (sum.keys.last(), sum.values.last()) {
                (Some(&last), Some(&old)) if last == key => {
                    if old != value && conflict.as_ref().is_none_or(|first| entry < first.entry) {
                        conflict = Some(Conflict { key, old, new: value, entry });
                    }
                }
                _ => {
                    sum.keys.put(key);
                    sum.values.put(value);
                }
            }
        }
        for (key, value) in known {
            sum.keys.put(key);
            sum.values.put(value);
        }
        match conflict {
            Some(conflict) => Err(conflict),
            None => Ok(sum),
        }
    }
}

impl Set {
    /// Set values of a covariate, all or none.
    ///
    /// Values of one covariate may come in several calls; a second, different value for the same key
    /// is refused. Its keys must be known to the set.
    pub fn add_covariate(&mut self, values: &CovariateValues) -> Result<()> {
        check(values.name).map_err(|fault| Error::name(format!("covariate: {fault}")))?;
        let present = [&values.item, &values.context, &values.judge].map(|key| key.values.is_present());
        let of = match present {
            [true, false, false] => CovariateOf::Item,
            [false, true, false] => CovariateOf::Context,
            [true, true, false] => CovariateOf::ContextItem,
            [true, false, true] => CovariateOf::JudgeItem,
            _ => {
                return Err(Error::Argument(
                    "keys of a covariate must be item, context, context and item, or judge and item".into(),
                ))
            }
        };
        let index = self.covariates.iter().position(|covariate| covariate.name == values.name);
        let fresh = Covariate::new(values.name, of);
        let known = index.map_or(&fresh, |index| &self.covariates[index]);
        if known.of != of {
            let name = values.name;
            return Err(Error::Argument(format!("covariate {name:?} belongs to {}, not to {of}", known.of)));
        }
        let grown = known
            .with(self.entries(of, values)?)
            .map_err(|conflict| Error::row(conflict.entry, conflict.describe(self, values.name, of)))?;
        let covariates = Arc::make_mut(&mut self.covariates);
        covariates.reserve(1);
        room::check();
        match index {
            Some(index) => covariates[index] = grown,
            None => covariates.push(grown),
        }
        Ok(())
    }

    /// Rows as (key, value, row).
    fn entries(&self, of: CovariateOf, values: &CovariateValues) -> Result<Vec<(u64, f64, usize)>> {
        let ids = |kind: Kind| {
            let (key, column) = match kind {
                Kind::Item => (&values.item, "item"),
                Kind::Judge => (&values.judge, "judge"),
                Kind::Context => (&values.context, "context"),
                // No covariate belongs to clusters.
                Kind::Cluster => return Err(Error::Internal("a covariate of clusters".into())),
            };
            key.check(self.names(kind), kind, values.length, column)?;
            self.resolve(kind, key, column)
        };
        if !values.value.is_present() {
            return Err(Error::Argument("value is absent".into()));
        }
        values.value.check_numbers(values.length, "value")?;
        let (first, second) = of.kinds();
        let first = ids(first)?;
        let second = second.map(ids).transpose()?;
        (0..values.length)
            .map(|row| {
                // Adding zero turns a negative zero into a plain one.
                let value = values.value.number(row) + 0.0;
                if !value.is_finite() {
                    return Err(Error::row(row, format!("value is {value}, which is not finite")));
                }
                Ok((pack(first[row], second.as_ref().map_or(0, |ids| ids[row])), value, row))
            })
            .gathered_or()
    }
}

impl Conflict {
    /// The conflict in words, with the names of `set`.
    pub(super) fn describe(&self, set: &Set, name: &str, of: CovariateOf) -> String {
        let (first, second) = of.kinds();
        let called =
            |kind: Kind, id: u64| format!("{kind} {:?}", set.name(kind, id as usize).unwrap_or_default());
        let mut place = called(first, self.key >> 32);
        if let Some(second) = second {
            place = format!("{place}, {}", called(second, self.key & u64::from(u32::MAX)));
        }
        format!("covariate {name:?} is {} for {place}, and was {}", self.new, self.old)
    }
}

/// A key of a covariate.
pub(super) fn pack(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::{Column, Key, Rows};

    fn key(values: Column) -> Key {
        Key { values, base: 0 }
    }

    const ITEMS: Key = Key { values: Column::Text(&["b", "a"]), base: 0 };
    const JUDGES: Key = Key { values: Column::U8(&[1, 2]), base: 1 };
    const CONTEXTS: Key = Key { values: Column::Text(&["q", "q"]), base: 0 };

    fn set() -> Set {
        let mut set = Set::new();
        set.append(&Rows {
            length: 2,
            left: key(Column::Text(&["a", "b"])),
            right: key(Column::Text(&["b", "a"])),
            judge: JUDGES,
            context: CONTEXTS,
            outcome: Column::U8(&[1, 2]),
            ..Rows::default()
        })
        .unwrap();
        set
    }

    fn values<'a>(name: &'a str, value: &'a [f64]) -> CovariateValues<'a> {
        CovariateValues { name, length: value.len(), value: Column::F64(value), ..CovariateValues::default() }
    }

    #[test]
    fn keys_say_what_a_covariate_belongs_to() {
        let mut set = set();
        let base = values("i", &[1.0, 2.0]);
        set.add_covariate(&CovariateValues { item: ITEMS, ..base }).unwrap();
        set.add_covariate(&CovariateValues { name: "ci", item: ITEMS, context: CONTEXTS, ..base }).unwrap();
        set.add_covariate(&CovariateValues { name: "ji", item: ITEMS, judge: JUDGES, ..base }).unwrap();
        let one = CovariateValues {
            length: 1,
            context: key(Column::Text(&["q"])),
            value: Column::I8(&[-3]),
            ..base
        };
        set.add_covariate(&CovariateValues { name: "c", ..one }).unwrap();
        let of: Vec<CovariateOf> = set.covariates().iter().map(Covariate::of).collect();
        assert_eq!(
            of,
            [CovariateOf::Item, CovariateOf::ContextItem, CovariateOf::JudgeItem, CovariateOf::Context]
        );
        let value = |name, first, second| set.covariate(name).unwrap().value(first, second);
        assert_eq!((value("i", 0, 7), value("i", 1, 0), value("i", 2, 0)), (Some(2.0), Some(1.0), None));
        assert_eq!((value("ci", 0, 0), value("ci", 0, 1), value("ci", 1, 0)), (Some(2.0), Some(1.0), None));
        assert_eq!((value("ji", 0, 1), value("ji", 1, 0), value("ji", 0, 0)), (Some(1.0), Some(2.0), None));
        assert_eq!((value("c", 0, 9), set.covariate("d")), (Some(-3.0), None));
    }

    #[test]
    fn values_may_come_in_parts_but_not_contradict() {
        let mut set = set();
        let part = |names, value| CovariateValues { item: key(Column::Text(names)), ..values("x", value) };
        set.add_covariate(&part(&["b"], &[1.0])).unwrap();
        set.add_covariate(&part(&["a", "b", "a"], &[2.0, 1.0, 2.0])).unwrap();
        let old = set.clone();
        for (names, value, row) in [
            (&["a", "b"][..], &[2.0, 5.0][..], 1),
            (&["a", "a"], &[2.0, 3.0], 1),
            (&["b", "a"], &[0.0, 0.0], 0),
        ] {
            let error = set.add_covariate(&part(names, value)).unwrap_err();
            assert_eq!((error.code(), error.row_number()), (3, Some(row)), "{error}");
            assert_eq!(set, old);
        }
        let error = set.add_covariate(&part(&["b"], &[5.0])).unwrap_err();
        assert_eq!(error.to_string(), "covariate \"x\" is 5 for item \"b\", and was 1");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let mut set = set();
        let good = CovariateValues { item: ITEMS, ..values("x", &[1.0, 2.0]) };
        set.add_covariate(&good).unwrap();
        let old = set.clone();
        let cases = [
            (CovariateValues { name: "", ..good }, 4, None, "covariate: a name is empty"),
            (CovariateValues { judge: JUDGES, item: Key::default(), ..good }, 2, None, "keys of a covariate"),
            (CovariateValues { judge: JUDGES, context: CONTEXTS, ..good }, 2, None, "keys of a covariate"),
            (
                CovariateValues { context: CONTEXTS, ..good },
                2,
                None,
                "belongs to items, not to contexts and items",
            ),
            (
                CovariateValues { item: key(Column::Text(&["b", "z"])), ..good },
                4,
                Some(1),
                "item: no item of the set is called \"z\"",
            ),
            (
                CovariateValues { item: key(Column::U8(&[0, 9])), ..good },
                4,
                Some(1),
                "9 is the id of no item",
            ),
            (
                CovariateValues { item: key(Column::Text(&["b"])), ..good },
                2,
                None,
                "item has 1 values, not 2",
            ),
            (CovariateValues { value: Column::Absent, ..good }, 2, None, "value is absent"),
            (
                CovariateValues { value: Column::Text(&["1", "2"]), ..good },
                2,
                None,
                "value is a column of text",
            ),
            (CovariateValues { value: Column::F64(&[1.0]), ..good }, 2, None, "value has 1 values, not 2"),
            (CovariateValues { value: Column::F64(&[1.0, f64::NAN]), ..good }, 3, Some(1), "value is NaN"),
            (
                CovariateValues { value: Column::F64(&[f64::INFINITY, 1.0]), ..good },
                3,
                Some(0),
                "value is inf",
            ),
        ];
        for (case, code, row, part) in cases {
            let error = set.add_covariate(&case).unwrap_err();
            assert_eq!((error.code(), error.row_number()), (code, row), "{error}");
            assert!(error.to_string().contains(part), "{error}");
            assert_eq!(set, old);
        }
    }
}
