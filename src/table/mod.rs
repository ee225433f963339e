//! Results whose rows hold several meanings: tables of named, typed columns.
//!
//! A [`Schema`] says once what the columns of a result are: name, unit, sentence, type, and how to read the cell
//! from a row of the result. [`Table::new`] applies it. Every language shows a table by what the schema says, so
//! that a new result needs one function, one schema and one test.
//!
//! - `schema`: what columns are;
//! - `values`: the numbers of one column, laid out as Arrow lays them out;
//! - `labels`: the names behind codes;
//! - `words`: labels that several tables share;
//! - `print`: tables as text.
//!
//! All tables are listed in [`catalogue`](crate::catalogue).

mod labels;
mod print;
mod schema;
#[cfg(test)]
mod tests;
mod values;
mod words;

use crate::room::Gather as _;
use crate::room::{Put as _, TryRoom as _};
pub use labels::{LabelSource, Labels};
pub use print::DIGITS;
pub use schema::{Cell, Described, Description, Refers, Schema, SchemaColumn, Type};
pub use values::{Data, Values};
pub use words::{status_of, STATUS};

use crate::comparisons::Set;
use crate::error::{Error, Result};
use std::ffi::CString;

/// The facts of a table: what it was computed with.
#[derive(Debug, Clone, PartialEq)]
pub struct TableFacts {
    /// Level of the intervals; NaN for a table without intervals.
    pub level: f64,
    /// How intervals share the level, by its number in the C interface; None without intervals.
    pub intervals: Option<i32>,
    /// The covariance behind standard errors, as resolved, by its number; None where there are none.
    pub covariance: Option<i32>,
    /// The distribution of quantiles, as resolved, by its number; None where there are none.
    pub quantiles: Option<i32>,
    /// Degrees of freedom; NaN where there are none, or each value has its own.
    pub df: f64,
    /// Replicates behind the numbers; NaN without a bootstrap.
    pub replicates: f64,
    /// Sentences for the reader, each on a line.
    pub notes: CString,
}

impl Default for TableFacts {
    fn default() -> Self {
        TableFacts {
            level: f64::NAN,
            intervals: None,
            covariance: None,
            quantiles: None,
            df: f64::NAN,
            replicates: f64::NAN,
            notes: CString::default(),
        }
    }
}

/// A column of a table: its description, its numbers and its labels.
#[derive(Debug)]
pub struct Filled {
    /// Its description.
    pub about: Description,
    /// Its numbers.
    pub values: Values,
    /// Which of the table's labels belong to its codes; None for types without labels.
    pub labels: Option<usize>,
}

/// A result with named columns. Complete and immutable once it is made; holds its names itself.
#[derive(Debug)]
pub struct Table {
    title: &'static std::ffi::CStr,
    rows: usize,
    columns: Vec<Filled>,
    labels: Vec<Labels>,
    facts: TableFacts,
}

impl Table {
    /// Reads every column of a schema from the rows of a result. `set` holds the names of items, judges and
    /// contexts; it is shared, not copied.
    pub fn new<R>(schema: &'static Schema<R>, rows: &[R], set: &Set, facts: TableFacts) -> Result<Table> {
        let mut columns = Vec::new();
        columns.try_room(schema.columns.len()).map_err(|_| no_memory(rows.len()))?;
        let mut labels: Vec<Labels> = Vec::new();
        for column in schema.columns {
            let source = column.about.labels;
            let at = match labels.iter().position(|l| l.source() == source) {
                _ if source == LabelSource::Nothing => None,
                Some(at) => Some(at),
                None => {
                    labels.try_grow(1).map_err(|_| no_memory(rows.len()))?;
                    labels.put(Labels::new(source, set)?);
                    Some(labels.len() - 1)
                }
            };
            let values = Values::read(&column.cell, rows).map_err(|()| no_memory(rows.len()))?;
            columns.put(Filled { about: column.about, values, labels: at });
        }
        Ok(Table { title: schema.title, rows: rows.len(), columns, labels, facts })
    }

    /// The title.
    pub fn title(&self) -> &'static std::ffi::CStr {
        self.title
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// All columns.
    pub fn columns(&self) -> &[Filled] {
        &self.columns
    }

    /// All labels, each list once.
    pub fn all_labels(&self) -> &[Labels] {
        &self.labels
    }

    /// The labels of a column's codes or bits.
    pub fn labels(&self, column: &Filled) -> Option<&Labels> {
        self.labels.get(column.labels?)
    }

    /// Facts about how it was computed.
    pub fn facts(&self) -> &TableFacts {
        &self.facts
    }

    /// The place of a column. The error of an unknown name says the nearest one, and all there are.
    pub fn find(&self, name: &str) -> Result<usize> {
        let names = || self.columns.iter().map(|c| c.about.name.to_str().unwrap_or_default());
        if let Some(at) = names().position(|n| n == name) {
            return Ok(at);
        }
        let nearest = names().min_by_key(|n| distance(n, name)).unwrap_or_default();
        let all: Vec<&str> = names().gathered();
        Err(Error::name(format!(
            "there is no column \"{name}\"; did you mean \"{nearest}\"? The columns are {}",
            all.join(", ")
        )))
    }
}

fn no_memory(rows: usize) -> Error {
    Error::Memory(format!("no memory for a table of {rows} rows"))
}

/// Edit distance (Levenshtein) of two short names.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).gathered();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
