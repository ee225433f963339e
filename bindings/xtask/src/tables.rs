//! The documentation of tables, from their schemas in the core.

use crate::description::*;
use crate::text::wrapped;
use duel::catalogue;
use duel::table::{LabelSource, Refers, Type as Kind};
use std::ffi::CStr;

/// A table.
pub struct Table {
    pub name: &'static str,
    pub title: &'static str,
    pub columns: Vec<Column>,
}

/// A column of a table.
pub struct Column {
    pub name: &'static str,
    pub unit: &'static str,
    pub text: &'static str,
    pub kind: Kind,
    /// The noun that its numbers refer to; empty for none.
    pub refers: &'static str,
    /// The labels of an enumeration or of bits.
    pub labels: Option<Vec<&'static str>>,
}

/// The tables of the core, each with its function; an error where one lacks the other.
pub fn of(interface: &Interface) -> Result<Vec<Table>, String> {
    let text = |text: &'static CStr| text.to_str().map_err(|error| error.to_string());
    let mut tables = Vec::new();
    for table in catalogue::tables() {
        let columns = table.columns.iter().map(|column| {
            let labels = match column.labels {
                LabelSource::Listed(labels) => {
                    Some(labels.iter().map(|l| text(l)).collect::<Result<_, _>>()?)
                }
                _ => None,
            };
            let refers = match column.refers {
                Refers::Nothing => "",
                Refers::Item => "item",
                Refers::Judge => "judge",
                Refers::Context => "context",
                Refers::Row => "row",
                Refers::Cluster => "cluster",
                Refers::Covariate => "covariate",
            };
            let (name, unit, text) = (text(column.name)?, text(column.unit)?, text(column.text)?);
            Ok(Column { name, unit, text, kind: column.kind, refers, labels })
        });
        let columns = columns.collect::<Result<_, String>>()?;
        tables.push(Table { name: table.name, title: table.title, columns });
    }
    let is_answer =
        |function: &&Function| function.parameters.iter().any(|p| p.kind.declare("") == "duel_table **");
    let answers: Vec<&str> =
        interface.functions().filter(is_answer).map(|function| function.name.as_str()).collect();
    if let Some(name) = answers.iter().find(|name| answered_by(&tables, name).is_none()) {
        return Err(format!("{name} answers a table that the src/catalogue.rs does not list"));
    }
    let lonely = tables.iter().find(|table| !answers.contains(&format!("duel_{}", table.name).as_str()));
    match lonely {
        Some(table) => Err(format!("there is no function duel_{0} for the table {0}", table.name)),
        None => Ok(tables),
    }
}

/// The table that a function answers.
pub fn answered_by<'a>(tables: &'a [Table], function: &str) -> Option<&'a Table> {
    tables.iter().find(|table| function.strip_prefix("duel_") == Some(table.name))
}

impl Column {
    /// Its type, as C calls it.
    pub fn type_of(&self) -> &'static str {
        match self.kind {
            Kind::Text => "text",
            Kind::I64 => "int64_t",
            Kind::F64 => "double",
            Kind::Bool => "bool",
            Kind::Code => "code",
            Kind::Flags => "flags",
        }
    }

    /// Its sentence, with its unit and its labels.
    pub fn sentence(&self) -> String {
        let mut all = self.text.to_string();
        if let Some(labels) = &self.labels {
            let which = if self.kind == Kind::Flags { "Any of" } else { "It is one of" };
            all += &format!(" {which} {}.", labels.join(", "));
        }
        match self.unit {
            unit if unit.is_empty() || unit == self.name => all,
            unit => all + " Unit: " + unit + ".",
        }
    }
}

/// The columns of a table as lines of a comment, none longer than `width`.
pub fn columns(table: &Table, width: usize) -> Vec<String> {
    let mut lines = vec!["Columns:".to_string()];
    for column in &table.columns {
        let kind = match (column.kind, column.refers, &column.labels) {
            (Kind::Code, "", Some(labels)) => format!("one of {}", labels.join(", ")),
            (Kind::Flags, _, Some(labels)) => format!("bits: {}", labels.join(", ")),
            (Kind::Code, refers, _) => refers.to_string(),
            (_, "", _) => column.type_of().to_string(),
            (_, refers, _) => format!("{}, {refers}", column.type_of()),
        };
        let comma = if column.unit.is_empty() { "" } else { ", " };
        let whole = format!("  {} ({kind}{comma}{}): {}", column.name, column.unit, column.text);
        lines.extend(wrapped(&whole, "    ", width));
    }
    lines
}
