//! What is said of tables, from their schemas in the core.

use crate::description::*;
use duel::table::{catalogue, Described, Description, LabelSource, Refers, Type as Kind};

/// The tables of the core, each with its function; an error where one lacks the other.
pub fn of(interface: &Interface) -> Result<Vec<Described>, String> {
    let described = catalogue();
    let answers: Vec<&str> = interface.items().filter(|item| is_answer(item)).map(Item::name).collect();
    if let Some(name) = answers.iter().find(|name| answered_by(&described, name).is_none()) {
        return Err(format!("{name} answers a table that the catalogue in src/table does not list"));
    }
    let lonely = described.iter().find(|table| !answers.contains(&format!("duel_{}", table.name).as_str()));
    match lonely {
        Some(table) => Err(format!("there is no function duel_{0} for the table {0}", table.name)),
        None => Ok(described),
    }
}

/// Whether a function hands out a table.
fn is_answer(item: &Item) -> bool {
    let Item::Function(function) = item else { return false };
    function.parameters.iter().any(|p| p.kind.declare("") == "duel_table **")
}

/// The table that a function answers.
pub fn answered_by<'a>(described: &'a [Described], function: &str) -> Option<&'a Described> {
    described.iter().find(|table| function.strip_prefix("duel_") == Some(table.name))
}

/// The tables that are asked of a model with nothing but the options of inference: their bindings need no thought.
pub fn plain_questions<'a>(interface: &Interface, described: &'a [Described]) -> Vec<&'a Described> {
    let is_plain = |name: &str| {
        interface.items().any(|item| {
            let Item::Function(function) = item else { return false };
            let types: Vec<String> = function.parameters.iter().map(|p| p.kind.declare("")).collect();
            function.name == name
                && types == ["const duel_model *", "const duel_inference_options *", "duel_table **"]
        })
    };
    described.iter().filter(|table| is_plain(&format!("duel_{}", table.name))).collect()
}

/// The type of a column, as C calls it.
pub fn type_of(column: &Description) -> &'static str {
    match column.kind {
        Kind::Text => "text",
        Kind::I64 => "int64_t",
        Kind::F64 => "double",
        Kind::Bool => "bool",
        Kind::Code => "code",
        Kind::Flags => "flags",
    }
}

/// The noun that whole numbers of a column refer to; empty for none.
pub fn refers_of(column: &Description) -> &'static str {
    match column.refers {
        Refers::Nothing => "",
        Refers::Item => "item",
        Refers::Judge => "judge",
        Refers::Context => "context",
        Refers::Row => "row",
    }
}

/// The labels of an enumeration or of bits.
pub fn listed_labels(column: &Description) -> Option<Vec<&'static str>> {
    match column.labels {
        LabelSource::Listed(labels) => Some(labels.iter().map(|l| l.to_str().unwrap_or_default()).collect()),
        _ => None,
    }
}

/// The sentence of a column, with its unit and its labels.
pub fn sentence(column: &Description) -> String {
    let mut all = column.text.to_str().unwrap_or_default().to_string();
    if let Some(labels) = listed_labels(column) {
        let which = if column.kind == Kind::Flags { "Any of" } else { "It is one of" };
        all = format!("{all} {which} {}.", labels.join(", "));
    }
    match column.unit.to_str().unwrap_or_default() {
        unit if unit.is_empty() || *unit == *column.name.to_string_lossy() => all,
        unit => all + " Unit: " + unit + ".",
    }
}

/// The columns of a table as lines of a comment, none longer than `width`.
pub fn columns(table: &Described, width: usize) -> Vec<String> {
    let mut lines = vec!["Columns:".to_string()];
    for column in &table.columns {
        let kind = match (column.kind, refers_of(column), listed_labels(column)) {
            (Kind::Code, "", Some(labels)) => format!("one of {}", labels.join(", ")),
            (Kind::Flags, _, Some(labels)) => format!("bits: {}", labels.join(", ")),
            (Kind::Code, refers, _) => refers.to_string(),
            (_, "", _) => type_of(column).to_string(),
            (_, refers, _) => format!("{}, {refers}", type_of(column)),
        };
        let unit = column.unit.to_str().unwrap_or_default();
        let comma = if unit.is_empty() { "" } else { ", " };
        let text = column.text.to_str().unwrap_or_default();
        let whole = format!("{} ({kind}{comma}{unit}): {text}", column.name.to_str().unwrap_or_default());
        lines.extend(wrapped(&format!("  {whole}"), "    ", width));
    }
    lines
}

/// A text as lines of at most `width` letters, all but the first behind `indent`.
pub fn wrapped(text: &str, indent: &str, width: usize) -> Vec<String> {
    let start = text.len() - text.trim_start().len();
    let mut lines = vec![text[..start].to_string()];
    let mut is_begun = false;
    for word in text[start..].split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if !is_begun {
            line.push_str(word);
        } else if line.len() + 1 + word.len() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(format!("{indent}{word}"));
        }
        is_begun = true;
    }
    lines
}
