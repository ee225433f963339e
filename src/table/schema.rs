//! The columns of a result.

use super::labels::LabelSource;
use crate::room::Gather as _;
use std::ffi::CStr;

/// Type of a column; the numbers are those of the C interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Free text.
    Text = 1,
    /// Whole numbers.
    I64 = 8,
    /// Numbers; NaN where missing.
    F64 = 10,
    /// True or false.
    Bool = 11,
    /// One of several labels: an item, a judge, a value of an enumeration. The code is the id or the value.
    Code = 12,
    /// A set of labels, one for each bit.
    Flags = 13,
}

/// The objects that the whole numbers of a column count from zero, so that hosts that count from one can add one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refers {
    /// Nothing: the numbers are what they are.
    Nothing = 0,
    /// Ids of items.
    Item = 1,
    /// Ids of judges.
    Judge = 2,
    /// Ids of contexts.
    Context = 3,
    /// Rows of the input.
    Row = 4,
    /// Ids of clusters.
    Cluster = 5,
    /// Ids of covariates.
    Covariate = 6,
}

/// The kind of a column.
#[derive(Debug, Clone, Copy)]
pub struct Description {
    /// Its name: stable, in snake_case, at most 24 letters.
    pub name: &'static CStr,
    /// Its unit, such as "log odds"; empty where it has none.
    pub unit: &'static CStr,
    /// One sentence: what it is, and when it is missing.
    pub text: &'static CStr,
    /// Its type.
    pub kind: Type,
    /// The objects to which its whole numbers refer.
    pub refers: Refers,
    /// The labels of its codes or bits.
    pub labels: LabelSource,
}

/// How to read a cell from a row of the result. None and NaN are missing.
#[derive(Debug)]
pub enum Cell<R> {
    /// A number.
    F64(fn(&R) -> f64),
    /// A whole number.
    I64(fn(&R) -> Option<i64>),
    /// True or false.
    Bool(fn(&R) -> Option<bool>),
    /// A code.
    Code(fn(&R) -> Option<usize>),
    /// Bits.
    Flags(fn(&R) -> i32),
    /// Free text.
    Text(fn(&R) -> Option<&CStr>),
}

/// A column of a schema.
#[derive(Debug)]
pub struct SchemaColumn<R: 'static> {
    /// Its kind.
    pub about: Description,
    /// How to read it.
    pub cell: Cell<R>,
}

impl<R> SchemaColumn<R> {
    /// A column of numbers.
    pub const fn f64(
        name: &'static CStr,
        unit: &'static CStr,
        text: &'static CStr,
        read: fn(&R) -> f64,
    ) -> SchemaColumn<R> {
        SchemaColumn::plain(name, unit, text, Type::F64, Cell::F64(read))
    }

    /// A column of whole numbers.
    pub const fn i64(
        name: &'static CStr,
        unit: &'static CStr,
        text: &'static CStr,
        read: fn(&R) -> Option<i64>,
    ) -> SchemaColumn<R> {
        SchemaColumn::plain(name, unit, text, Type::I64, Cell::I64(read))
    }

    /// A column of truth values.
    pub const fn bool(
        name: &'static CStr,
        text: &'static CStr,
        read: fn(&R) -> Option<bool>,
    ) -> SchemaColumn<R> {
        SchemaColumn::plain(name, c"", text, Type::Bool, Cell::Bool(read))
    }

    /// A column of free text.
    pub const fn text(
        name: &'static CStr,
        text: &'static CStr,
        read: fn(&R) -> Option<&CStr>,
    ) -> SchemaColumn<R> {
        SchemaColumn::plain(name, c"", text, Type::Text, Cell::Text(read))
    }

    /// A column of items.
    pub const fn item(
        name: &'static CStr,
        text: &'static CStr,
        read: fn(&R) -> Option<usize>,
    ) -> SchemaColumn<R> {
        SchemaColumn::code(name, text, Refers::Item, LabelSource::Items, read)
    }

    /// A column of judges.
    pub const fn judge(
        name: &'static CStr,
        text: &'static CStr,
        read: fn(&R) -> Option<usize>,
    ) -> SchemaColumn<R> {
        SchemaColumn::code(name, text, Refers::Judge, LabelSource::Judges, read)
    }

    /// A column of contexts.
    pub const fn context(
        name: &'static CStr,
        text: &'static CStr,
        read: fn(&R) -> Option<usize>,
    ) -> SchemaColumn<R> {
        SchemaColumn::code(name, text, Refers::Context, LabelSource::Contexts, read)
    }

    /// A column of clusters.
    pub const fn cluster(
        name: &'static CStr,
        text: &'static CStr,
        read: fn(&R) -> Option<usize>,
    ) -> SchemaColumn<R> {
        SchemaColumn::code(name, text, Refers::Cluster, LabelSource::Clusters, read)
    }

    /// A column of covariates.
    pub const fn covariate(
        name: &'static CStr,
        text: &'static CStr,
        read: fn(&R) -> Option<usize>,
    ) -> SchemaColumn<R> {
        SchemaColumn::code(name, text, Refers::Covariate, LabelSource::Covariates, read)
    }

    /// A column of numbers of rows of the input, from zero.
    pub const fn row(
        name: &'static CStr,
        text: &'static CStr,
        read: fn(&R) -> Option<i64>,
    ) -> SchemaColumn<R> {
        let labels = LabelSource::Nothing;
        let about = Description { name, unit: c"", text, kind: Type::I64, refers: Refers::Row, labels };
        SchemaColumn { about, cell: Cell::I64(read) }
    }

    /// A column of values of an enumeration, whose labels are `labels` from zero on.
    pub const fn choice(
        name: &'static CStr,
        text: &'static CStr,
        labels: &'static [&'static CStr],
        read: fn(&R) -> Option<usize>,
    ) -> SchemaColumn<R> {
        SchemaColumn::code(name, text, Refers::Nothing, LabelSource::Listed(labels), read)
    }

    /// A column of bits, each with a label.
    pub const fn flags(
        name: &'static CStr,
        text: &'static CStr,
        labels: &'static [&'static CStr],
        read: fn(&R) -> i32,
    ) -> SchemaColumn<R> {
        let about = Description {
            name,
            unit: c"",
            text,
            kind: Type::Flags,
            refers: Refers::Nothing,
            labels: LabelSource::Listed(labels),
        };
        SchemaColumn { about, cell: Cell::Flags(read) }
    }

    const fn code(
        name: &'static CStr,
        text: &'static CStr,
        refers: Refers,
        labels: LabelSource,
        read: fn(&R) -> Option<usize>,
    ) -> SchemaColumn<R> {
        let about = Description { name, unit: c"", text, kind: Type::Code, refers, labels };
        SchemaColumn { about, cell: Cell::Code(read) }
    }

    const fn plain(
        name: &'static CStr,
        unit: &'static CStr,
        text: &'static CStr,
        kind: Type,
        cell: Cell<R>,
    ) -> SchemaColumn<R> {
        let labels = LabelSource::Nothing;
        SchemaColumn { about: Description { name, unit, text, kind, refers: Refers::Nothing, labels }, cell }
    }
}

/// The columns of a result. They never depend on data, model or options.
#[derive(Debug)]
pub struct Schema<R: 'static> {
    /// Noun and result, as in the name of the function that answers it: "model_equivalence".
    pub name: &'static str,
    /// A title for readers.
    pub title: &'static CStr,
    /// The columns, in order; new ones come last.
    pub columns: &'static [SchemaColumn<R>],
}

/// A table as it is described.
#[derive(Debug, Clone)]
pub struct Described {
    /// Noun and result, as in the name of its function: "model_equivalence".
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its columns.
    pub columns: Vec<Description>,
}

impl<R> Schema<R> {
    /// The schema without the functions that read rows.
    pub fn described(&self) -> Described {
        Described {
            name: self.name,
            title: self.title.to_str().unwrap_or_default(),
            columns: self.columns.iter().map(|column| column.about).gathered(),
        }
    }
}
