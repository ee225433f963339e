//! Writes include/duel.h: C89 to C23 and C++98 to C++20, in sections by noun.

use crate::description::*;
use crate::options::sentences;
use crate::tables;
use duel::table::Described;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Lines are wrapped beyond this column where they can be.
const WIDTH: usize = 100;

/// The Arrow C interfaces, word for word compatible with other headers that define them under the same guards.
const ARROW: &str = include_str!("arrow.h");

/// The header.
pub fn write(interface: &Interface, preface: &Doc, described: &[Described]) -> Result<String, String> {
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
    for item in interface.items() {
        if let Item::Opaque(name, doc) = item {
            comment(&mut out, "", "/**", &doc.lines);
            let _ = writeln!(out, "typedef struct {name} {name};\n");
        }
    }
    check_order(interface)?;
    for section in &interface.sections {
        let declared: Vec<&Item> =
            section.items.iter().filter(|item| !matches!(item, Item::Opaque(..))).collect();
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
            out.push('\n');
        }
    }
    out.push_str("#ifdef __cplusplus\n}\n#endif\n\n#endif /* DUEL_H */\n");
    Ok(out)
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

fn declare(out: &mut String, item: &Item, interface: &Interface, described: &[Described]) {
    match item {
        Item::Constant(item) => {
            comment(out, "", "/**", &item.doc.lines);
            let _ = writeln!(out, "#define {} {}", item.name, item.value);
        }
        Item::Enumeration(item) if item.values.is_empty() => {
            comment(out, "", "/**", &item.doc.lines);
            let _ = writeln!(out, "typedef int32_t {};", item.name);
        }
        Item::Enumeration(item) => {
            comment(out, "", "/**", &item.doc.lines);
            out.push_str("typedef enum {\n");
            for (at, value) in item.values.iter().enumerate() {
                comment(out, "  ", "/**", &value.doc.lines);
                let comma = if at + 1 < item.values.len() { "," } else { "" };
                let _ = writeln!(out, "  {} = {}{comma}", value.name, value.value);
            }
            let _ = writeln!(out, "}} {};", item.name);
        }
        Item::Struct(item) => {
            comment(out, "", "/**", &item.doc.lines);
            out.push_str("typedef struct {\n");
            for field in &item.fields {
                comment(out, "  ", "/**", &field.doc.lines);
                let _ = writeln!(out, "  {};", field.kind.declare(&field.name));
            }
            let _ = writeln!(out, "}} {};", item.name);
        }
        Item::Opaque(..) => {}
        Item::Callback(item) => {
            comment(out, "", "/**", &item.doc.lines);
            let head = format!("typedef {}", item.result.declare(&format!("(*{})", item.name)));
            signature(out, &head, &item.parameters);
        }
        Item::Function(item) => {
            let mut lines = item.doc.lines.clone();
            for sentence in sentences(interface, item) {
                lines.extend(tables::wrapped(&sentence, "  ", WIDTH - 3));
            }
            if let Some(table) = tables::answered_by(described, &item.name) {
                lines.extend(tables::columns(table, WIDTH - 3));
            }
            comment(out, "", "/**", &lines);
            signature(out, &item.result.declare(&item.name), &item.parameters);
        }
    }
}

/// Parameters on the line of the name if there is room, else below each other.
fn signature(out: &mut String, head: &str, parameters: &[Variable]) {
    let mut declared: Vec<String> = parameters.iter().map(|p| p.kind.declare(&p.name)).collect();
    if declared.is_empty() {
        declared.push("void".to_string());
    }
    let line = format!("{head}({});", declared.join(", "));
    if line.len() <= WIDTH {
        let _ = writeln!(out, "{line}");
        return;
    }
    let indent = " ".repeat(head.len() + 1);
    let _ = writeln!(out, "{head}({});", declared.join(&format!(",\n{indent}")));
}

/// C reads from top to bottom: every type must be declared before it is used.
fn check_order(interface: &Interface) -> Result<(), String> {
    let mut known: BTreeSet<&str> = interface
        .items()
        .filter(|item| matches!(item, Item::Opaque(..)))
        .map(Item::name)
        .chain(["struct ArrowArrayStream"])
        .collect();
    for section in &interface.sections {
        for item in &section.items {
            let missing =
                item.types().into_iter().filter_map(Type::mentions).find(|name| !known.contains(name));
            if let Some(missing) = missing {
                return Err(format!(
                    "{} uses {missing} before it is declared: change the order of modules in src/ffi/lib.rs",
                    item.name()
                ));
            }
            known.insert(item.name());
        }
    }
    Ok(())
}
