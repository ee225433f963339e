//! Writes include/duel.json: the interface as data, for whoever writes a binding.

use crate::description::*;
use crate::options;
use crate::roles::{self, Role};
use crate::stated;
use crate::tables::{answered_by, Table};
use serde_json::{json, Map, Value};
use std::collections::BTreeMap;

/// The description as text.
pub fn write(value: &Value) -> Result<String, String> {
    serde_json::to_string_pretty(value).map(|text| text + "\n").map_err(|e| e.to_string())
}

/// The description.
pub fn value(interface: &Interface, described: &[Table]) -> Result<Value, String> {
    let layouts = interface.layouts()?;
    let sections = interface.sections.iter().map(|section| {
        let declares: Vec<&str> = section.items.iter().map(Item::name).collect();
        json!({ "name": section.file, "title": section.title, "declares": declares })
    });
    let mut all = Map::new();
    all.insert("format".into(), json!(1));
    all.insert("version".into(), json!(interface.version));
    all.insert("sections".into(), sections.collect());
    for kind in ["enums", "constants", "structs", "opaques", "callbacks", "functions"] {
        all.insert(kind.into(), json!([]));
    }
    for item in interface.items() {
        let (kind, entry) = match item {
            Item::Constant(item) => ("constants", constant(item)),
            Item::Enumeration(item) => ("enums", enumeration(item)),
            Item::Struct(item) => ("structs", structure(interface, item, &layouts)?),
            Item::Opaque(name, doc) => {
                let free = interface.find(&format!("{name}_free")).map(Item::name);
                ("opaques", json!({ "name": name, "doc": text(doc), "free": free }))
            }
            Item::Callback(item) => ("callbacks", function(interface, item, described)?),
            Item::Function(item) => ("functions", function(interface, item, described)?),
        };
        all.get_mut(kind).and_then(Value::as_array_mut).ok_or(kind)?.push(entry);
    }
    all.insert("tables".into(), described.iter().map(table).collect());
    Ok(Value::Object(all))
}

fn table(table: &Table) -> Value {
    let columns = table.columns.iter().map(|column| {
        json!({
            "name": column.name, "type": column.type_of(), "refers": column.refers, "unit": column.unit,
            "doc": column.text, "labels": column.labels,
        })
    });
    let columns: Vec<Value> = columns.collect();
    json!({
        "name": table.name, "function": format!("duel_{}", table.name), "title": table.title, "columns": columns,
    })
}

/// A comment as text.
pub fn text(doc: &Doc) -> String {
    doc.paragraphs().join("\n\n")
}

fn constant(item: &Constant) -> Value {
    json!({ "name": item.name, "value": item.value, "doc": text(&item.doc) })
}

/// An enumeration, whose values have for labels what their names do not have in common.
fn enumeration(item: &Enumeration) -> Value {
    let values = item.values.iter().map(|value| {
        let label = item.label(value);
        json!({ "name": value.name, "value": value.value, "label": label, "doc": text(&value.doc) })
    });
    let values: Vec<Value> = values.collect();
    // Bits are powers of two, and unions of them.
    let has = |number| item.values.iter().any(|value| value.value == number);
    let is_flags = has(8) && has(16) && !has(3);
    json!({ "name": item.name, "doc": text(&item.doc), "flags": is_flags, "values": values })
}

/// An object without what it does not have.
fn present(mut object: Value) -> Value {
    if let Some(entries) = object.as_object_mut() {
        entries.retain(|_, value| !value.is_null());
    }
    object
}

fn structure(
    interface: &Interface,
    item: &Struct,
    layouts: &BTreeMap<String, (usize, usize)>,
) -> Result<Value, String> {
    let (offsets, size, _) = offsets(item, layouts).map_err(|error| format!("{}: {error}", item.name))?;
    let role = match item.name.rsplit('_').next() {
        Some("options") => "options",
        Some("facts") => "facts",
        _ if item.fields.first().is_some_and(|f| f.name == "struct_size") => "struct",
        _ => "value",
    };
    let fields = item.fields.iter().zip(offsets).map(|(field, offset)| {
        let count = roles::count_of(&field.name, &item.fields);
        let (named, is_truth) = (enumeration_of(interface, item, field)?, roles::is_truth(field));
        let numbers = named.as_ref().and_then(|name| match interface.find(name) {
            Some(Item::Enumeration(found)) => Some(found),
            _ => None,
        });
        let is_pointer = interface.is_pointer(&field.kind);
        let is_chosen = role == "options" && !is_pointer && field.name != "struct_size";
        let default = is_chosen.then(|| stated::default_of(numbers, is_truth, field)).transpose();
        let is_nullable = is_pointer.then(|| stated::is_nullable_field(item, field, count.as_deref()));
        Ok(present(json!({
            "name": field.name,
            "type": field.kind.declare("").trim_end(),
            "offset": offset,
            "count": count,
            "enum": named,
            "bool": is_truth.then_some(true),
            "default": default.map_err(|error| format!("{}.{}: {error}", item.name, field.name))?,
            "nullable": is_nullable,
            "doc": text(&field.doc),
        })))
    });
    let fields = fields.collect::<Result<Vec<Value>, String>>()?;
    Ok(json!({ "name": item.name, "role": role, "size": size, "doc": text(&item.doc), "fields": fields }))
}

/// Fields whose enumeration has another name than they.
const ENUMERATIONS: [(&str, &str); 10] = [
    ("accept", "duel_fit_problem"),
    ("bias_reduction", "duel_bias"),
    ("functionals", "duel_functional"),
    ("problems", "duel_fit_problem"),
    ("propensities", "duel_propensity"),
    ("second_order_basis", "duel_residual_basis"),
    ("status", "duel_policy_status"),
    ("threshold_offsets", "duel_offsets"),
    ("tie_basis", "duel_basis"),
    ("tie_link", "duel_link"),
];

/// The enumeration of a field of 4 bytes: the one of its name, or as listed. An error where its comment begins with a
/// constant and it has none, or names no constant of the one it has.
pub fn enumeration_of(
    interface: &Interface,
    of: &Struct,
    field: &Variable,
) -> Result<Option<String>, String> {
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
    match interface.find(&wanted) {
        Some(Item::Enumeration(item)) if item.values.iter().any(|value| comment.contains(&value.name)) => {
            Ok(Some(wanted))
        }
        Some(Item::Enumeration(_)) => {
            Err(format!("{}.{}: its comment names no constant of {wanted}", of.name, field.name))
        }
        _ if comment.starts_with("DUEL_") => {
            Err(format!("{}.{}: of which enumeration are its constants?", of.name, field.name))
        }
        _ => Ok(None),
    }
}

fn function(interface: &Interface, item: &Function, tables: &[Table]) -> Result<Value, String> {
    let mut output: Option<&str> = None;
    let mut parameters = Vec::new();
    for (at, parameter) in item.parameters.iter().enumerate() {
        let role = roles::of(interface, item, at);
        if role == Role::Capacity && output.is_none() {
            return Err(format!("{}: {} follows no output", item.name, parameter.name));
        }
        // Of a struct that it shares with others a function reads a part.
        let named = parameter.kind.mentions().unwrap_or_default();
        let reads = (role == Role::Options).then(|| options::fields(interface, &item.name, named).0);
        let sentence = item.doc.parameter(&parameter.name);
        let is_array = matches!(role, Role::Input | Role::Output) && interface.is_pointer(&parameter.kind);
        let is_nullable = match role {
            Role::Object => Some(item.name.ends_with("_free") || item.name.ends_with("_raise")),
            _ if interface.is_pointer(&parameter.kind) => {
                Some(stated::is_nullable_parameter(item, parameter)?)
            }
            _ => None,
        };
        let is_handle = role == Role::Output && parameter.kind.declare("").ends_with("**");
        parameters.push(present(json!({
            "name": parameter.name,
            "type": parameter.kind.declare("").trim_end(),
            "role": role.name(),
            "of": output.filter(|_| role == Role::Capacity),
            "count": roles::count_of(&parameter.name, &item.parameters),
            "reads": reads,
            "nullable": is_nullable,
            "shape": sentence.as_deref().filter(|_| is_array).and_then(stated::shape),
            "owner": is_handle.then_some("caller"),
            "doc": sentence,
        })));
        if role == Role::Output {
            output = Some(&parameter.name);
        }
    }
    // A token comes by itself or in a struct of options.
    let is_token = |variable: &Variable| variable.kind.mentions() == Some("duel_cancel");
    let cancellable = item.parameters.iter().any(|p| {
        let of = p.kind.mentions().and_then(|name| interface.structure(name));
        is_token(p) || of.is_some_and(|of| of.fields.iter().any(is_token))
    });
    // The noun that the first argument is; what takes none is of the library.
    let noun = item.name.split('_').nth(1).filter(|_| !item.parameters.is_empty());
    Ok(json!({
        "name": item.name,
        "noun": noun,
        "errors": stated::errors(item),
        "table": answered_by(tables, &item.name).map(|table| table.name),
        "result": item.result.declare("").trim_end(),
        "since": item.doc.since(),
        "cancellable": cancellable,
        "doc": text(&item.doc),
        "parameters": parameters,
    }))
}
