//! Columns of names, ids and numbers, as the caller hands them over.

use super::names::{self, ids_among_names, Kind, Names, MOST};
use crate::error::{Error, Result};
use crate::room::Gather as _;

/// A column of values, borrowed.
#[derive(Clone, Copy, Debug, Default)]
pub enum Column<'a> {
    /// No such column.
    #[default]
    Absent,
    /// Names.
    Text(&'a [&'a str]),
    /// Integers or ids.
    I8(&'a [i8]),
    /// Integers or ids.
    U8(&'a [u8]),
    /// Integers or ids.
    I16(&'a [i16]),
    /// Integers or ids.
    U16(&'a [u16]),
    /// Integers or ids.
    I32(&'a [i32]),
    /// Integers or ids.
    U32(&'a [u32]),
    /// Integers or ids.
    I64(&'a [i64]),
    /// Integers or ids.
    U64(&'a [u64]),
    /// Real numbers.
    F64(&'a [f64]),
}

/// A column of names or ids.
#[derive(Clone, Copy, Debug, Default)]
pub struct Key<'a> {
    /// Names, or integers of any width.
    pub values: Column<'a>,
    /// The id of the first item, judge or context: 0 in C, 1 in R. Ignored with names.
    pub base: i64,
}

impl Column<'_> {
    pub(super) fn is_present(&self) -> bool {
        !matches!(self, Column::Absent)
    }

    fn len(&self) -> usize {
        match self {
            Column::Absent => 0,
            Column::Text(v) => v.len(),
            Column::I8(v) => v.len(),
            Column::U8(v) => v.len(),
            Column::I16(v) => v.len(),
            Column::U16(v) => v.len(),
            Column::I32(v) => v.len(),
            Column::U32(v) => v.len(),
            Column::I64(v) => v.len(),
            Column::U64(v) => v.len(),
            Column::F64(v) => v.len(),
        }
    }

    /// The value as an integer; of no meaning for text and reals, which the column check refuses.
    pub(super) fn integer(&self, row: usize) -> i128 {
        match self {
            Column::Absent | Column::Text(_) | Column::F64(_) => 0,
            Column::I8(v) => v[row].into(),
            Column::U8(v) => v[row].into(),
            Column::I16(v) => v[row].into(),
            Column::U16(v) => v[row].into(),
            Column::I32(v) => v[row].into(),
            Column::U32(v) => v[row].into(),
            Column::I64(v) => v[row].into(),
            Column::U64(v) => v[row].into(),
        }
    }

    /// The value as a real number.
    pub(super) fn number(&self, row: usize) -> f64 {
        match self {
            Column::F64(v) => v[row],
            other => other.integer(row) as f64,
        }
    }

    fn check_length(&self, length: usize, column: &str) -> Result<()> {
        if self.is_present() && self.len() != length {
            return Err(Error::Argument(format!("{column} has {} values, not {length}", self.len())));
        }
        Ok(())
    }

    pub(super) fn check_numbers(&self, length: usize, column: &str) -> Result<()> {
        if let Column::Text(_) = self {
            return Err(Error::Argument(format!("{column} is a column of text, not of numbers")));
        }
        self.check_length(length, column)
    }
}

impl Key<'_> {
    pub(super) fn check(&self, names: &Names, kind: Kind, length: usize, column: &str) -> Result<()> {
        match (&self.values, names) {
            (Column::F64(_), _) => {
                return Err(Error::Argument(format!("{column} is a column of reals, not of names or ids")))
            }
            (Column::Text(_), Names::Ids(_)) => {
                return Err(Error::name(format!("{column} holds names, but the {kind}s of this set are ids")))
            }
            (Column::Absent, _) | (Column::Text(_), _) | (_, Names::Undecided | Names::Ids(_)) => (),
            (_, Names::Text(_)) => return Err(ids_among_names(kind, column)),
        }
        self.values.check_length(length, column)
    }

    /// What is wrong with the name or id of a row, if anything.
    pub(super) fn fault(&self, row: usize, column: &str) -> Result<()> {
        match self.values {
            Column::Absent => Ok(()),
            Column::Text(names) => names::check(names[row])
                .map_err(|fault| Error::Name { row: Some(row), message: format!("{column}: {fault}") }),
            _ => self.id(row, column).map(|_| ()),
        }
    }

    /// The zero-based id of a row of integers.
    pub(super) fn id(&self, row: usize, column: &str) -> Result<u32> {
        let value = self.values.integer(row);
        let id = value - i128::from(self.base);
        if id < 0 {
            return Err(Error::row(row, format!("{column} is {value}, below the first id {}", self.base)));
        }
        if id >= MOST as i128 {
            let last = i128::from(self.base) + MOST as i128 - 1;
            return Err(Error::row(row, format!("{column} is {value}, above the last possible id {last}")));
        }
        Ok(id as u32)
    }
}

/// The ids of a column of names or ids that are known.
pub(super) fn resolve(known: &Names, kind: Kind, key: &Key, argument: &str) -> Result<Vec<u32>> {
    let length = key.values.len();
    if !key.values.is_present() {
        return Err(Error::Argument(format!("{argument} is absent")));
    }
    key.check(known, kind, length, argument)?;
    let unknown = |row: usize, name: String| Error::Name {
        row: Some(row),
        message: format!("{argument}: no {kind} of the set is called {name}"),
    };
    (0..length)
        .map(|row| match key.values {
            Column::Text(names) => {
                known.find(names[row]).ok_or_else(|| unknown(row, format!("{:?}", names[row])))
            }
            _ => {
                let value = key.values.integer(row) - i128::from(key.base);
                u32::try_from(value)
                    .ok()
                    .filter(|&id| (id as usize) < known.len())
                    .ok_or_else(|| unknown(row, key.values.integer(row).to_string()))
            }
        })
        .gathered_or()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::Kind::{Item, Judge};
    use crate::comparisons::{Rows, Set};

    fn names<'a>(values: &'a [&'a str]) -> Key<'a> {
        Key { values: Column::Text(values), base: 0 }
    }

    /// Ids that start at 1, as in R.
    fn ids(values: Column) -> Key {
        Key { values, base: 1 }
    }

    fn set(left: Key, right: Key) -> Set {
        let mut set = Set::new();
        set.append(&Rows { length: 1, left, right, outcome: Column::U8(&[1]), ..Rows::default() }).unwrap();
        set
    }

    #[test]
    fn names_resolve_to_ids_that_are_known() {
        let set = set(names(&["a"]), names(&["b"]));
        assert_eq!(set.resolve(Item, &names(&["b", "a", "b"]), "left"), Ok(vec![1, 0, 1]));
        let error = set.resolve(Item, &names(&["a", "x"]), "left").unwrap_err();
        assert_eq!((error.code(), error.row_number()), (4, Some(1)));
        assert_eq!(error.to_string(), "left: no item of the set is called \"x\"");
        assert_eq!(set.resolve(Item, &ids(Column::U8(&[1])), "left").unwrap_err().code(), 4);
        assert_eq!(set.resolve(Item, &Key::default(), "left").unwrap_err().code(), 2);
        assert_eq!(set.resolve(Item, &ids(Column::F64(&[1.0])), "left").unwrap_err().code(), 2);
    }

    #[test]
    fn ids_resolve_from_their_base() {
        let set = set(ids(Column::U8(&[1])), ids(Column::U8(&[7])));
        assert_eq!(set.resolve(Item, &ids(Column::I16(&[7, 1])), "item"), Ok(vec![6, 0]));
        for wrong in [8, 0] {
            let error = set.resolve(Item, &ids(Column::I16(&[7, wrong])), "item").unwrap_err();
            assert_eq!((error.code(), error.row_number()), (4, Some(1)));
        }
        assert_eq!(set.resolve(Judge, &ids(Column::U8(&[1])), "judge").unwrap_err().row_number(), Some(0));
    }
}
