//! Writes include/duel.json: the interface as data, for whoever writes a binding.

use crate::description::*;
use crate::options;
use crate::roles::{self, Role};
use crate::tables;
use duel::table::Described;
use serde_json::{json, Map, Value};
use std::collections::BTreeMap;

/// The description as text.
pub fn write(value: &Value) -> Result<String, String> {
    serde_json::to_string_pretty(value).map(|text| text + "\n").map_err(|e| e.to_string())
}

/// The description.
pub fn value(interface: &Interface, described: &[Described]) -> Result<Value, String> {
    let layouts = interface.layouts()?;
    let mut enums = Vec::new();
    let mut constants = Vec::new();
    let mut structs = Vec::new();
    let mut opaques = Vec::new();
    let mut callbacks = Vec::new();
    let mut functions = Vec::new();
    for section in &interface.sections {
        for item in &section.items {
            match item {
                Item::Constant(item) => constants.push(constant(item)),
                Item::Enumeration(item) => enums.push(json!({
                    "name": item.name, "doc": text(&item.doc),
                    "values": item.values.iter().map(constant).collect::<Vec<_>>(),
                })),
                Item::Struct(item) => structs.push(structure(interface, item, &layouts)?),
                Item::Opaque(name, doc) => opaques.push(json!({
                    "name": name, "doc": text(doc), "free": free_of(interface, name),
                })),
                Item::Callback(item) => callbacks.push(function(interface, item)?),
                Item::Function(item) => functions.push(function(interface, item)?),
            }
        }
    }
    Ok(json!({
        "format": 1,
        "version": interface.version,
        "sections": interface.sections.iter().map(|s| json!({
            "name": s.file, "title": s.title,
            "declares": s.items.iter().map(Item::name).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "enums": enums,
        "constants": constants,
        "structs": structs,
        "opaques": opaques,
        "callbacks": callbacks,
        "functions": functions,
        "tables": described.iter().map(table).collect::<Vec<_>>(),
    }))
}

fn table(table: &Described) -> Value {
    let columns: Vec<Value> = table
        .columns
        .iter()
        .map(|column| {
            json!({
                "name": column.name.to_str().unwrap_or_default(),
                "type": tables::type_of(column),
                "refers": tables::refers_of(column),
                "unit": column.unit.to_str().unwrap_or_default(),
                "doc": column.text.to_str().unwrap_or_default(),
                "labels": tables::listed_labels(column),
            })
        })
        .collect();
    json!({
        "name": table.name, "function": format!("duel_{}", table.name), "title": table.title, "columns": columns,
    })
}

fn text(doc: &Doc) -> String {
    doc.paragraphs().join("\n\n")
}

fn constant(item: &Constant) -> Value {
    json!({ "name": item.name, "value": item.value, "doc": text(&item.doc) })
}

fn structure(
    interface: &Interface,
    item: &Struct,
    layouts: &BTreeMap<String, (usize, usize)>,
) -> Result<Value, String> {
    let (offsets, size, _) = offsets(item, layouts).map_err(|error| format!("{}: {error}", item.name))?;
    let is_sized = item.fields.first().is_some_and(|f| f.name == "struct_size");
    let role = match () {
        () if item.name.ends_with("_options") => "options",
        () if is_sized && text(&item.doc).starts_with("Facts") => "facts",
        () if is_sized => "struct",
        () => "value",
    };
    let fields: Vec<Value> = item
        .fields
        .iter()
        .zip(offsets)
        .map(|(field, offset)| {
            let mut entry = Map::new();
            entry.insert("name".into(), json!(field.name));
            entry.insert("type".into(), json!(field.kind.declare("").trim_end()));
            entry.insert("offset".into(), json!(offset));
            if let Some(count) = roles::count_of(&field.name, &item.fields) {
                entry.insert("count".into(), json!(count));
            }
            if let Some(enumeration) = enumeration_of(interface, item, field)? {
                entry.insert("enum".into(), json!(enumeration));
            }
            entry.insert("doc".into(), json!(text(&field.doc)));
            Ok(Value::Object(entry))
        })
        .collect::<Result<_, String>>()?;
    Ok(json!({ "name": item.name, "role": role, "size": size, "doc": text(&item.doc), "fields": fields }))
}

/// Fields whose enumeration has another name than they.
const ENUMERATIONS: [(&str, &str); 9] = [
    ("accept", "duel_fit_problem"),
    ("bias_reduction", "duel_bias"),
    ("functionals", "duel_functional"),
    ("problems", "duel_fit_problem"),
    ("propensities", "duel_propensity"),
    ("status", "duel_policy_status"),
    ("threshold_offsets", "duel_offsets"),
    ("tie_basis", "duel_basis"),
    ("tie_link", "duel_link"),
];

/// The enumeration of a field of 4 bytes: the one of its name, or as listed. An error where its comment begins with a
/// constant and it has none, or names no constant of the one it has.
fn enumeration_of(interface: &Interface, of: &Struct, field: &Variable) -> Result<Option<String>, String> {
    let is_number = |kind: &Type| matches!(kind, Type::Scalar("int32_t"));
    let numbers = match &field.kind {
        Type::Pointer { to, .. } => is_number(to),
        kind => is_number(kind),
    };
    if !numbers {
        return Ok(None);
    }
    let listed = ENUMERATIONS.iter().find(|(name, _)| *name == field.name).map(|(_, e)| (*e).to_string());
    let wanted = listed.unwrap_or_else(|| format!("duel_{}", field.name));
    let comment = text(&field.doc);
    let found = interface.items().find_map(|item| match item {
        Item::Enumeration(item) if item.name == wanted => Some(item),
        _ => None,
    });
    match found {
        Some(item) if item.values.iter().any(|value| comment.contains(&value.name)) => Ok(Some(wanted)),
        Some(_) => Err(format!("{}.{}: its comment names no constant of {wanted}", of.name, field.name)),
        None if comment.starts_with("DUEL_") => {
            Err(format!("{}.{}: of which enumeration are its constants?", of.name, field.name))
        }
        None => Ok(None),
    }
}

/// The function that frees an opaque type.
fn free_of(interface: &Interface, name: &str) -> Option<String> {
    let wanted = format!("{name}_free");
    interface.items().map(Item::name).find(|item| *item == wanted).map(String::from)
}

fn function(interface: &Interface, item: &Function) -> Result<Value, String> {
    let mut output: Option<&str> = None;
    let mut parameters = Vec::new();
    for (at, parameter) in item.parameters.iter().enumerate() {
        let role = roles::of(interface, item, at);
        let mut entry = Map::new();
        entry.insert("name".into(), json!(parameter.name));
        entry.insert("type".into(), json!(parameter.kind.declare("").trim_end()));
        entry.insert("role".into(), json!(role.name()));
        if role == Role::Capacity {
            let of = output.ok_or_else(|| format!("{}: {} follows no output", item.name, parameter.name))?;
            entry.insert("of".into(), json!(of));
        }
        if let Some(count) = roles::count_of(&parameter.name, &item.parameters) {
            entry.insert("count".into(), json!(count));
        }
        if role == Role::Options {
            // Of a struct that it shares with others a function reads a part.
            let of = parameter.kind.mentions().unwrap_or_default();
            entry.insert("reads".into(), json!(options::fields(interface, &item.name, of).0));
        }
        if role == Role::Output {
            output = Some(&parameter.name);
        }
        if let Some(about) = item.doc.parameter(&parameter.name) {
            entry.insert("doc".into(), json!(about));
        }
        parameters.push(Value::Object(entry));
    }
    let cancellable = item.parameters.iter().any(|p| {
        let name = p.kind.mentions().unwrap_or_default();
        name == "duel_cancel" || has_cancel(interface, name)
    });
    Ok(json!({
        "name": item.name,
        "result": item.result.declare("").trim_end(),
        "since": item.doc.since(),
        "cancellable": cancellable,
        "doc": text(&item.doc),
        "parameters": parameters,
    }))
}

/// Whether a struct of options carries a cancel token.
fn has_cancel(interface: &Interface, name: &str) -> bool {
    interface.items().any(|item| match item {
        Item::Struct(s) => {
            s.name == name && s.fields.iter().any(|f| f.kind.mentions() == Some("duel_cancel"))
        }
        _ => false,
    })
}
