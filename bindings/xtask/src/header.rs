//! Writes include/duel.h: C89 to C23 and C++98 to C++20, in sections by noun.

use crate::description::*;
use crate::options::sentences;
use crate::tables::{self, Table};
use crate::text::wrapped;
use std::fmt::Write;

/// Lines are wrapped beyond this column where they can be.
const WIDTH: usize = 100;

/// The Arrow C interfaces, word for word compatible with other headers that define them under the same guards.
const ARROW: &str = include_str!("../arrow.h");

/// The header.
pub fn write(interface: &Interface, preface: &Doc, described: &[Table]) -> String {
    let mut out = String::new();
    comment(&mut out, "", "/*", &preface.lines);
    let number = interface.version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let number = number.fold(0, |n, part| n * 1000 + part);
    let _ = write!(
        out,
        "\n#ifndef DUEL_H\n#define DUEL_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n\
         /** The version this header belongs to. */\n#define DUEL_VERSION \"{}\"\n\
         /** The same as a number: major * 1000000 + minor * 1000 + patch. */\n\
         #define DUEL_VERSION_NUMBER {number}\n\n\
         #ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n{ARROW}\n",
        interface.version
    );
    banner(&mut out, "Types that C does not see into");
    let is_opaque = |item: &&Item| matches!(item, Item::Opaque(..));
    for item in interface.items().filter(is_opaque) {
        declare(&mut out, item, interface, described);
    }
    for section in &interface.sections {
        let declared: Vec<&Item> = section.items.iter().filter(|item| !is_opaque(item)).collect();
        if declared.is_empty() {
            continue;
        }
        banner(&mut out, &section.title);
        if section.doc.lines.iter().any(|line| !line.is_empty()) {
            comment(&mut out, "", "/*", &section.doc.lines);
            out.push('\n');
        }
        for item in declared {
            declare(&mut out, item, interface, described);
        }
    }
    out.push_str("#ifdef __cplusplus\n}\n#endif\n\n#endif /* DUEL_H */\n");
    out
}

/// A line between sections.
fn banner(out: &mut String, title: &str) {
    let line = format!("/* ---- {title} ");
    let dashes = WIDTH.saturating_sub(line.len() + 3);
    let _ = writeln!(out, "{line}{} */\n", "-".repeat(dashes));
}

/// A comment; on one line if it has one and there is room.
fn comment(out: &mut String, indent: &str, open: &str, lines: &[String]) {
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |at| at + 1);
    let lines = &lines[first..last];
    match lines {
        [] => {}
        [line] if indent.len() + open.len() + line.len() + 4 <= WIDTH => {
            let _ = writeln!(out, "{indent}{open} {line} */");
        }
        _ => {
            let _ = writeln!(out, "{indent}{open}");
            for line in lines {
                let _ = writeln!(out, "{}", format!("{indent} * {line}").trim_end());
            }
            let _ = writeln!(out, "{indent} */");
        }
    }
}

fn declare(out: &mut String, item: &Item, interface: &Interface, described: &[Table]) {
    let mut lines = item.doc().lines.clone();
    if let Item::Function(item) = item {
        for sentence in sentences(interface, item) {
            lines.extend(wrapped(&sentence, "  ", WIDTH - 3));
        }
        if let Some(table) = tables::answered_by(described, &item.name) {
            lines.extend(tables::columns(table, WIDTH - 3));
        }
    }
    comment(out, "", "/**", &lines);
    let _ = match item {
        Item::Constant(item) => writeln!(out, "#define {} {}", item.name, item.value),
        Item::Enumeration(item) if item.values.is_empty() => writeln!(out, "typedef int32_t {};", item.name),
        Item::Enumeration(item) => {
            out.push_str("typedef enum {\n");
            for (at, value) in item.values.iter().enumerate() {
                comment(out, "  ", "/**", &value.doc.lines);
                let comma = if at + 1 < item.values.len() { "," } else { "" };
                let _ = writeln!(out, "  {} = {}{comma}", value.name, value.value);
            }
            writeln!(out, "}} {};", item.name)
        }
        Item::Struct(item) => {
            out.push_str("typedef struct {\n");
            for field in &item.fields {
                comment(out, "  ", "/**", &field.doc.lines);
                let _ = writeln!(out, "  {};", field.kind.declare(&field.name));
            }
            writeln!(out, "}} {};", item.name)
        }
        Item::Opaque(name, _) => writeln!(out, "typedef struct {name} {name};"),
        Item::Callback(item) => {
            let head = format!("typedef {}", item.result.declare(&format!("(*{})", item.name)));
            writeln!(out, "{}", signature(&head, &item.parameters))
        }
        Item::Function(item) => {
            writeln!(out, "{}", signature(&item.result.declare(&item.name), &item.parameters))
        }
    };
    out.push('\n');
}

/// Parameters on the line of the name if there is room, else below each other.
fn signature(head: &str, parameters: &[Variable]) -> String {
    let mut declared: Vec<String> = parameters.iter().map(|p| p.kind.declare(&p.name)).collect();
    if declared.is_empty() {
        declared.push("void".to_string());
    }
    let line = format!("{head}({});", declared.join(", "));
    let indent = " ".repeat(head.len() + 1);
    if line.len() <= WIDTH {
        line
    } else {
        format!("{head}({});", declared.join(&format!(",\n{indent}")))
    }
}
