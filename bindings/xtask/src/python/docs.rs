//! Docstrings of the interface.

use super::names::Names;
use super::{camel, given, list, pointee, structure, text};
use crate::text::wrapped;
use serde_json::Value;
use std::fmt::Write;

/// A docstring of paragraphs, and of sections of entries.
pub(super) fn docstring(
    out: &mut String,
    indent: &str,
    doc: &str,
    sections: &[(&str, Vec<(String, String)>)],
) {
    let mut body = String::new();
    for (at, paragraph) in doc.split("\n\n").filter(|p| !p.is_empty()).enumerate() {
        if at > 0 {
            body.push('\n');
        }
        let lines = wrapped(&format!("{indent}{paragraph}"), indent, 100);
        let _ = writeln!(body, "{}", lines.join("\n"));
    }
    for (title, entries) in sections.iter().filter(|(_, entries)| !entries.is_empty()) {
        let _ = write!(body, "\n{indent}{title}:\n");
        for (name, about) in entries {
            let lines = wrapped(&format!("{indent}    {name}: {about}"), &format!("{indent}        "), 100);
            let _ = writeln!(body, "{}", lines.join("\n"));
        }
    }
    let body = escaped(body.trim_start().trim_end());
    let is_long = body.contains('\n') || body.ends_with('"');
    let end = if is_long { format!("\n{indent}") } else { String::new() };
    let _ = writeln!(out, "{indent}\"\"\"{body}{end}\"\"\"");
}

/// The docstring of a function.
pub(super) fn documented(
    out: &mut String,
    indent: &str,
    interface: &Value,
    names: &Names,
    function: &Value,
    keywords: &[&Value],
) {
    let about = |p: &Value| (text(p, "name").to_string(), names.translate(text(p, "doc")));
    let with_role = |role: &str| {
        list(function, "parameters")
            .iter()
            .filter(|p| text(p, "role") == role && !text(p, "doc").is_empty() && text(p, "name") != "cancel")
            .map(about)
            .collect::<Vec<_>>()
    };
    let is_said = |p: &&&Value| !matches!(text(p, "doc"), "" | "NULL: all defaults.");
    let mut options: Vec<(String, String)> = keywords.iter().filter(is_said).map(|p| about(p)).collect();
    for keyword in keywords {
        let named = pointee(text(keyword, "type")).0;
        if let Some(structure) = structure(interface, &named) {
            let fields: Vec<&str> = given(structure).map(|f| text(f, "name")).collect();
            options.push((camel(&named), fields.join(", ") + "."));
        }
    }
    let columns = list(interface, "tables")
        .iter()
        .filter(|table| text(table, "function") == text(function, "name"))
        .flat_map(|table| list(table, "columns"))
        .map(|column| {
            let labels: Vec<&str> = list(column, "labels").iter().filter_map(Value::as_str).collect();
            let unit = match text(column, "unit") {
                "" => String::new(),
                unit => format!(" Unit: {unit}."),
            };
            let listed =
                if labels.is_empty() { String::new() } else { format!(" One of {}.", labels.join(", ")) };
            (text(column, "name").to_string(), names.translate(text(column, "doc")) + &listed + &unit)
        })
        .collect();
    // Words that only say how C passes an argument.
    let is_said =
        |doc: &str| !doc.contains("struct_size") && !doc.contains("free it") && doc != "receives the table.";
    let outputs = with_role("output")
        .into_iter()
        .filter(|(_, doc)| is_said(doc))
        .map(|(name, doc)| (name, doc.trim_start_matches("receives ").to_string()))
        .collect();
    let sections =
        [("Args", with_role("input")), ("Options", options), ("Gives", outputs), ("Columns", columns)];
    // Room for results is Python's own affair.
    let said: String = text(function, "doc")
        .split_inclusive(". ")
        .filter(|sentence| !sentence.contains("Call it twice"))
        .collect();
    docstring(out, indent, &names.translate(said.trim_end()), &sections);
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace("\"\"\"", "'''")
}
