//! duel/_description.py: structs and functions as data, from which calls are made.

use super::docs::documented;
use super::methods::plain;
use super::names::Names;
use super::{camel, head, list, options_of, pointee, quoted, refers, structure, text};
use serde_json::Value;
use std::fmt::Write;

/// duel/_description.py: structs and functions as data, and what is said of the functions.
pub fn description(interface: &Value) -> String {
    let names = Names::of(interface);
    let mut out = head("Structs and functions of the interface as data, from which calls are made.");
    let _ = write!(out, "VERSION = {}\n\n", quoted(text(interface, "version")));
    out.push_str("# The function that frees an object.\nFREES = {\n");
    for opaque in list(interface, "opaques") {
        let _ = writeln!(out, "    {}: {},", opaque["name"], opaque["free"]);
    }
    out.push_str("}\n\n# The classes of enumerations.\nENUMS = {\n");
    for enumeration in list(interface, "enums") {
        let _ = writeln!(out, "    {}: {},", enumeration["name"], quoted(&camel(text(enumeration, "name"))));
    }
    let prefix = |of: &Value| {
        let first = &list(of, "values")[0];
        quoted(text(first, "name").trim_end_matches(&text(first, "label").to_uppercase()))
    };
    let prefixes: Vec<String> = list(interface, "enums").iter().map(prefix).collect();
    let _ = writeln!(
        out,
        "}}\n\n# Prefixes of the names of constants in C.\nPREFIXES = ({})\n",
        prefixes.join(", ")
    );
    out.push_str(
        "# Size and fields of structs: name, type, what it refers to, field that counts it.\nSTRUCTS = {\n",
    );
    for structure in list(interface, "structs") {
        let fields = list(structure, "fields").iter().map(|field| {
            let part = |key| text(field, key).to_string();
            [part("name"), part("type"), refers(structure, field), part("count")]
        });
        entry(&mut out, text(structure, "name"), &structure["size"].to_string(), fields);
    }
    out.push_str("}\n\n# Result and parameters of functions and callbacks: name, type, role, what it is a size of.\nFUNCTIONS = {\n");
    for function in list(interface, "functions").iter().chain(list(interface, "callbacks")) {
        let all = list(function, "parameters");
        let parameters = all.iter().map(|parameter| {
            let part = |key| text(parameter, key).to_string();
            let counted = all.iter().find(|p| text(p, "count") == text(parameter, "name"));
            let of = counted.map_or(part("of"), |p| text(p, "name").to_string());
            [part("name"), part("type"), part("role"), of]
        });
        entry(&mut out, text(function, "name"), &function["result"].to_string(), parameters);
    }
    out.push_str(
        "}\n\n# Options with a token that the function does not read, and refuses.\nWITHOUT_CANCEL = {\n",
    );
    for function in list(interface, "functions") {
        for parameter in options_of(function) {
            let of = structure(interface, &pointee(text(parameter, "type")).0);
            let has_token = of.is_some_and(|s| list(s, "fields").iter().any(|f| f["name"] == "cancel"));
            if has_token && !list(parameter, "reads").iter().any(|field| field == "cancel") {
                let _ = writeln!(out, "    ({}, {}),", function["name"], parameter["name"]);
            }
        }
    }
    out.push_str("}\n\n# The manual of the functions that methods written by hand call.\nDOCS = {\n");
    for function in list(interface, "functions") {
        if plain(interface, &names, function).is_none() {
            let mut doc = String::new();
            documented(&mut doc, "    ", interface, &names, function, &options_of(function));
            let _ = writeln!(out, "    {}: {},", function["name"], doc.trim());
        }
    }
    out.push_str("}\n");
    out
}

/// An entry of a dictionary: a tuple of `head` and of rows, whose parts are strings.
fn entry(out: &mut String, name: &str, head: &str, rows: impl Iterator<Item = [String; 4]>) {
    let _ = writeln!(out, "    {}: ({head}, (", quoted(name));
    for row in rows {
        let _ = writeln!(out, "        ({}),", row.map(|part| quoted(&part)).join(", "));
    }
    out.push_str("    )),\n");
}
