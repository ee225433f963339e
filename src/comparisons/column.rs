//! Columns of names, ids and numbers, as the caller hands them over.

use super::addresses::Address;
use super::names::{self, Kind, Names, MOST};
use super::NONE;
use crate::error::{Error, Result};
use crate::room::Gather as _;
use std::fmt::Debug;

/// Names by their number, as unchecked bytes: the reader of a name checks it.
pub trait Texts: Debug {
    /// How many there are.
    fn len(&self) -> usize;

    /// The bytes of a name; None where it is missing. `room` is for names that have to be written first.
    fn get<'b>(&'b self, number: usize, room: &'b mut Vec<u8>) -> Option<&'b [u8]>;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A key that is equal only for the same names, of this batch and of the one before it; None where that is not known.
    /// Names of the same place are looked up once.
    fn place(&self) -> Option<Place> {
        None
    }

    /// Sets `out` to the addresses of the names from `first` on; false where names have none that stay.
    fn addresses(&self, first: usize, out: &mut [Address]) -> bool {
        let _ = (first, out);
        false
    }
}

/// Where names are: addresses and lengths.
pub type Place = [usize; 5];

impl Texts for &[&str] {
    fn len(&self) -> usize {
        <[&str]>::len(self)
    }

    fn get<'b>(&'b self, number: usize, _: &'b mut Vec<u8>) -> Option<&'b [u8]> {
        Some(self[number].as_bytes())
    }

    fn addresses(&self, first: usize, out: &mut [Address]) -> bool {
        let names = &self[first..];
        out.iter_mut().zip(names).for_each(|(out, name)| *out = [name.as_ptr() as usize, name.len()]);
        true
    }
}

/// A column of names that were numbered before: a dictionary.
#[derive(Clone, Copy, Debug)]
pub struct Coded<'a> {
    /// For each row the number of its name, integers; -1 where there is none.
    pub codes: Column<'a>,
    /// The names. Those that no row uses are ignored.
    pub names: &'a dyn Texts,
}

/// A column of values, borrowed.
#[derive(Clone, Copy, Debug, Default)]
pub enum Column<'a> {
    /// No such column.
    #[default]
    Absent,
    /// Names.
    Text(&'a [&'a str]),
    /// Names, some of which may be missing.
    Names(&'a dyn Texts),
    /// Names and their codes.
    Coded(&'a Coded<'a>),
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
    /// The id of the first item, judge or context, or the code of the first name: 0 in C, 1 in R. Ignored with plain
    /// names.
    pub base: i64,
}

impl Column<'_> {
    pub(crate) fn is_present(&self) -> bool {
        !matches!(self, Column::Absent)
    }

    /// Whether it holds names, plain or by their codes.
    pub(super) fn has_names(&self) -> bool {
        matches!(self, Column::Text(_) | Column::Names(_) | Column::Coded(_))
    }

    /// The names: of each row, or of each code.
    pub(super) fn texts(&self) -> Option<&dyn Texts> {
        match self {
            Column::Text(names) => Some(names),
            Column::Names(names) => Some(*names),
            Column::Coded(coded) => Some(coded.names),
            _ => None,
        }
    }

    /// How many values there are.
    pub fn length(&self) -> usize {
        match self {
            Column::Absent => 0,
            Column::Text(v) => v.len(),
            Column::Names(v) => v.len(),
            Column::Coded(v) => v.codes.length(),
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
    pub fn integer(&self, row: usize) -> i128 {
        match self {
            Column::Absent | Column::Text(_) | Column::Names(_) | Column::Coded(_) | Column::F64(_) => 0,
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
    pub(crate) fn number(&self, row: usize) -> f64 {
        match self {
            Column::F64(v) => v[row],
            other => other.integer(row) as f64,
        }
    }

    fn check_length(&self, length: usize, column: &str) -> Result<()> {
        if self.is_present() && self.length() != length {
            return Err(Error::Argument(format!("{column} has {} values, not {length}", self.length())));
        }
        Ok(())
    }

    pub(crate) fn check_numbers(&self, length: usize, column: &str) -> Result<()> {
        if self.has_names() {
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
            (Column::Coded(Coded { codes, .. }), _)
                if codes.has_names() || matches!(codes, Column::Absent | Column::F64(_)) =>
            {
                return Err(Error::Argument(format!("{column}: the codes of names must be integers")))
            }
            (values, Names::Ids(_)) if values.has_names() => {
                return Err(Error::name(format!("{column} holds names, but the {kind}s of this set are ids")))
            }
            (Column::Absent, _) | (_, Names::Undecided | Names::Ids(_)) => (),
            (values, Names::Text(_)) if values.has_names() => (),
            (values, Names::Text(_)) => {
                values.check_length(length, column)?;
                return self.check_known(names.len(), kind, column);
            }
        }
        self.values.check_length(length, column)
    }

    /// Ids where there are names: each must be that of a name.
    fn check_known(&self, count: usize, kind: Kind, column: &str) -> Result<()> {
        for row in 0..self.values.length() {
            let Some(id) = self.id(row, column, kind != Kind::Item)? else { continue };
            if id as usize >= count {
                let (value, base) = (self.values.integer(row), self.base);
                let message =
                    format!("{column}: {value} is the id of no {kind}; there are {count}, from {base}");
                return Err(Error::Name { row: Some(row), message });
            }
        }
        Ok(())
    }

    /// The error of the name or id of a row, if any.
    pub(super) fn fault(&self, row: usize, column: &str, may_be_missing: bool) -> Result<()> {
        let refuse = |fault: String| Error::Name { row: Some(row), message: format!("{column}: {fault}") };
        match &self.values {
            Column::Absent => Ok(()),
            values if values.has_names() => match self.text(row, column, may_be_missing)? {
                Some(name) => names::from_bytes(&name).map(|_| ()).map_err(refuse),
                None if may_be_missing => Ok(()),
                None => Err(refuse("the name is missing".into())),
            },
            _ => self.id(row, column, may_be_missing).map(|_| ()),
        }
    }

    /// The bytes of the name of a row, unchecked; None where it is missing.
    pub(super) fn text(&self, row: usize, column: &str, may_be_missing: bool) -> Result<Option<Vec<u8>>> {
        let number = match self.values {
            Column::Coded(_) => match self.id(row, column, may_be_missing)? {
                Some(number) => number as usize,
                None => return Ok(None),
            },
            _ => row,
        };
        let Some(texts) = self.values.texts() else { return Ok(None) };
        Ok(texts.get(number, &mut Vec::new()).map(<[u8]>::to_vec))
    }

    /// The zero-based id of a row of integers, or the number of its name among those that have codes; None for -1
    /// where it may be missing.
    pub(super) fn id(&self, row: usize, column: &str, may_be_missing: bool) -> Result<Option<u32>> {
        let (values, most) = match &self.values {
            Column::Coded(coded) => (&coded.codes, coded.names.len().min(MOST)),
            values => (values, MOST),
        };
        let (value, base) = (values.integer(row), i128::from(self.base));
        let is_missing = value == MISSING && base >= 0;
        if may_be_missing && is_missing {
            return Ok(None);
        }
        let id = value - base;
        if let (Column::Coded(_), true) = (self.values, id < 0 || id >= most as i128) {
            let fault = match is_missing {
                true => "the name is missing".into(),
                false => format!("{value} is the code of no name; there are {most}, from {base}"),
            };
            return Err(Error::Name { row: Some(row), message: format!("{column}: {fault}") });
        }
        if id < 0 {
            return Err(Error::row(row, format!("{column} is {value}, below the first id {base}")));
        }
        if id >= most as i128 {
            let last = base + most as i128 - 1;
            return Err(Error::row(row, format!("{column} is {value}, above the last possible id {last}")));
        }
        Ok(Some(id as u32))
    }
}

/// Stands for no judge or no context among integers, unless ids count from below it.
pub(super) const MISSING: i128 = -1;

/// The ids of a column of names or ids that are known.
pub(super) fn resolve(known: &Names, kind: Kind, key: &Key, argument: &str) -> Result<Vec<u32>> {
    let length = key.values.length();
    if !key.values.is_present() {
        return Err(Error::Argument(format!("{argument} is absent")));
    }
    key.check(known, kind, length, argument)?;
    let refuse =
        |row: usize, fault: String| Error::Name { row: Some(row), message: format!("{argument}: {fault}") };
    let unknown = |row: usize, name: String| refuse(row, format!("no {kind} of the set is called {name}"));
    (0..length)
        .map(|row| {
            if key.values.has_names() {
                let name = key.text(row, argument, false)?;
                let name = name.ok_or_else(|| refuse(row, "the name is missing".into()))?;
                let name = std::str::from_utf8(&name).map_err(|_| refuse(row, names::NOT_UTF8.into()))?;
                return known.find(name).ok_or_else(|| unknown(row, format!("{name:?}")));
            }
            let value = key.values.integer(row) - i128::from(key.base);
            u32::try_from(value)
                .ok()
                .filter(|&id| id != NONE && (id as usize) < known.len())
                .ok_or_else(|| unknown(row, key.values.integer(row).to_string()))
        })
        .gathered_or()
}

/// The ids of a column of names or ids, of which new ones become known; NONE where one may be missing and is.
pub(super) fn identify(
    known: &mut Names,
    kind: Kind,
    key: &Key,
    length: usize,
    column: &str,
    may_be_missing: bool,
) -> Result<Vec<u32>> {
    match key.values.is_present() {
        true => key.check(known, kind, length, column)?,
        false if may_be_missing => return Ok(vec![NONE; length]),
        false => return Err(Error::Argument(format!("{column} is absent"))),
    }
    let Some(texts) = key.values.texts() else {
        let ids =
            (0..length).map(|row| Ok(key.id(row, column, may_be_missing)?.unwrap_or(NONE))).gathered_or()?;
        let most = ids.iter().filter(|id| **id != NONE).max().map_or(0, |id| *id as usize + 1);
        known.grow_ids(kind, most, column)?;
        return Ok(ids);
    };
    let refuse =
        |row: usize, fault: String| Error::Name { row: Some(row), message: format!("{column}: {fault}") };
    let mut buffer = Vec::new();
    let mut intern = |row: usize, number: usize| match texts.get(number, &mut buffer) {
        Some(bytes) => {
            let name = std::str::from_utf8(bytes).map_err(|_| refuse(row, names::NOT_UTF8.into()))?;
            known.intern(kind, name, row, column)
        }
        None if may_be_missing => Ok(NONE),
        None => Err(refuse(row, "the name is missing".into())),
    };
    if !matches!(key.values, Column::Coded(_)) {
        return (0..length).map(|row| intern(row, row)).gathered_or();
    }
    // Each code is looked up once.
    let mut ids = vec![None; texts.len()];
    let of_row = |row: usize| match key.id(row, column, may_be_missing)? {
        None => Ok(NONE),
        Some(code) => match ids[code as usize] {
            Some(id) => Ok(id),
            None => {
                let id = intern(row, code as usize)?;
                ids[code as usize] = Some(id);
                Ok(id)
            }
        },
    };
    (0..length).map(of_row).gathered_or()
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
        assert_eq!(set.resolve(Item, &ids(Column::U8(&[2, 1])), "left"), Ok(vec![1, 0]));
        assert_eq!(set.resolve(Item, &ids(Column::U8(&[3])), "left").unwrap_err().code(), 4);
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
