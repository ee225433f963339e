//! Writes what the Python package has of the interface: enumerations, the layout of structs and functions, options,
//! facts and rows of tables as types, and the methods of objects that need no thought. All of it from duel.json.

mod constants;
mod description;
mod docs;
mod methods;
mod names;

pub use constants::constants;
pub use description::description;
pub use methods::methods;

use serde_json::Value;
use std::fmt::Write;

/// The comment that heads a generated module.
fn head(about: &str) -> String {
    format!("\"\"\"{about}\n\nWritten by `cargo xtask interface` from duel.json; do not edit it.\n\"\"\"\n\n")
}

/// The names that a module gives away.
fn exported(out: &mut String, names: &[String]) {
    out.push_str("\n__all__ = [\n");
    for name in names {
        let _ = writeln!(out, "    {},", quoted(name));
    }
    out.push_str("]\n");
}

/// A text of a JSON object; empty where there is none.
fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// "duel_rank_sets" as RankSets.
fn camel(name: &str) -> String {
    crate::text::camel(name, &[])
}

/// A Python string literal.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// The name of an attribute, which is no keyword of Python.
fn attribute(name: &str) -> String {
    match name {
        "lambda" | "from" | "in" | "is" | "as" | "class" | "def" | "with" | "global" | "not" => {
            format!("{name}_")
        }
        name => name.to_string(),
    }
}

fn structure<'a>(interface: &'a Value, name: &str) -> Option<&'a Value> {
    list(interface, "structs").iter().find(|s| text(s, "name") == name)
}

/// Fields that a caller gives: neither sizes nor what the package itself writes.
fn given(structure: &Value) -> impl Iterator<Item = &Value> {
    list(structure, "fields").iter().filter(|field| {
        let name = text(field, "name");
        !matches!(name, "struct_size" | "reserved" | "user") && !name.ends_with("_count")
    })
}

fn options_of(function: &Value) -> Vec<&Value> {
    list(function, "parameters").iter().filter(|p| text(p, "role") == "options").collect()
}

/// The kind of numbers of a field: an enumeration, a truth value, an item or a judge; empty for numbers.
fn refers(structure: &Value, field: &Value) -> String {
    let is_options = text(structure, "role") == "options";
    match (text(field, "type"), text(field, "name")) {
        ("size_t", "reference_item" | "reference" | "first" | "second") if is_options => "item".into(),
        ("size_t", "reference_judge" | "judge") if is_options => "judge".into(),
        _ if field["bool"] == true => "bool".into(),
        _ => text(field, "enum").to_string(),
    }
}

/// The type without const and stars, and how many stars.
fn pointee(kind: &str) -> (String, usize) {
    let stars = kind.matches('*').count();
    (kind.replace("const", "").replace('*', "").replace("struct ", "").trim().to_string(), stars)
}
