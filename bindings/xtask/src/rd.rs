//! Keeps columns and facts in the manual of R: between `% columns of NAME` and `% end of columns` a page of
//! bindings/r/man lists the columns of a table as its schema describes them, between `% facts of duel_NAME_facts` and
//! `% end of facts` the fields of a struct as the header does.

use crate::description::{Interface, Item, Struct};
use crate::tables::Table;
use crate::text::{with_first, with_truth, wrapped, Words};
use crate::Generated;
use std::path::Path;

const START: &str = "  % columns of ";
const END: &str = "  % end of columns";
const FACTS: &str = "  % facts of ";
const END_OF_FACTS: &str = "  % end of facts";

/// The pages that list columns or facts.
pub fn pages(root: &Path, interface: &Interface, described: &[Table]) -> Result<Vec<Generated>, String> {
    let words = words(interface);
    let directory = root.join("bindings/r/man");
    let found = std::fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let mut paths: Vec<_> = found.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut out = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "Rd")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let path = format!("bindings/r/man/{name}");
        let before = std::fs::read_to_string(root.join(&path)).map_err(|e| format!("{path}: {e}"))?;
        if before.contains(START) || before.contains(FACTS) {
            let text =
                page(&before, interface, described, &words).map_err(|error| format!("{path}: {error}"))?;
            out.push(Generated { path, text });
        }
    }
    Ok(out)
}

/// Constants are words in R, and a function of an object has its name behind the object's.
fn words(interface: &Interface) -> Words {
    let mut words = Words::default();
    words.0.insert("NULL".into(), "`NULL`".into());
    for item in interface.items() {
        match item {
            Item::Enumeration(of) => {
                let labels = of.values.iter().map(|v| (v.name.clone(), format!("`\"{}\"`", of.label(v))));
                words.0.extend(labels);
            }
            Item::Function(of) => {
                let short = of.name.splitn(3, '_').nth(2).unwrap_or_default();
                words.0.insert(of.name.clone(), format!("`{short}`"));
            }
            _ => {}
        }
    }
    words
}

/// The fields of a struct, an item each.
fn facts(of: &Struct, words: &Words) -> Vec<String> {
    let mut lines = vec!["  \\describe{".to_string()];
    for field in of.fields.iter().filter(|f| !["struct_size", "reserved"].contains(&f.name.as_str())) {
        let about = with_truth(&field.doc.paragraphs().join(" "), "`TRUE`").replace("zero-based", "");
        // Symbols and names of other fields keep their letters.
        let first = about.split(' ').next().unwrap_or_default();
        let is_name = first.len() == 1 || of.fields.iter().any(|other| other.name == first);
        let about = words.translate(&about);
        let about = if is_name { about } else { with_first(&about, char::to_ascii_uppercase) };
        let item = format!("    \\item{{\\code{{{}}}}}{{{}}}", field.name, marked(&about));
        lines.extend(wrapped(&item, "      ", 110));
    }
    lines.push("  }".to_string());
    lines
}

fn page(before: &str, interface: &Interface, described: &[Table], words: &Words) -> Result<String, String> {
    let mut lines = Vec::new();
    let mut is_skipped = false;
    for line in before.lines() {
        if let Some(name) = line.strip_prefix(START) {
            let table = described.iter().find(|table| table.name == name);
            lines.push(line.to_string());
            lines.push("  \\describe{".to_string());
            let columns = &table.ok_or_else(|| format!("there is no table {name}"))?.columns;
            // Rows of contrasts have their names in R, where numbers start at one.
            for column in columns.iter().filter(|column| column.name != "contrast") {
                let sentence = marked(&column.sentence()).replace(", from 0", ", from 1");
                let item = format!("    \\item{{\\code{{{}}}}}{{{sentence}}}", column.name);
                lines.extend(wrapped(&item, "      ", 110));
            }
            lines.push("  }".to_string());
            is_skipped = true;
        } else if let Some(name) = line.strip_prefix(FACTS) {
            let of = interface.structure(name).ok_or_else(|| format!("there is no struct {name}"))?;
            lines.push(line.to_string());
            lines.extend(facts(of, words));
            is_skipped = true;
        } else if line == END || line == END_OF_FACTS {
            is_skipped = false;
        }
        if !is_skipped {
            lines.push(line.to_string());
        }
    }
    if is_skipped {
        Err("the columns or facts have no end".to_string())
    } else {
        Ok(lines.join("\n") + "\n")
    }
}

/// A sentence in the markup of the manual: backticks enclose code.
fn marked(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('%', "\\%").replace('{', "\\{").replace('}', "\\}");
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("\\code{{{part}}}") } else { part.to_string() }).collect()
}
