//! Keeps the columns of tables in the manual of R: between `% columns of NAME` and `% end of columns` a page of
//! bindings/r/man lists the columns of a table as its schema describes them.

use crate::tables::Table;
use crate::text::wrapped;
use crate::Generated;
use std::path::Path;

const START: &str = "  % columns of ";
const END: &str = "  % end of columns";

/// The pages that list columns.
pub fn pages(root: &Path, described: &[Table]) -> Result<Vec<Generated>, String> {
    let directory = root.join("bindings/r/man");
    let found = std::fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let mut paths: Vec<_> = found.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let mut out = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "Rd")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let path = format!("bindings/r/man/{name}");
        let before = std::fs::read_to_string(root.join(&path)).map_err(|e| format!("{path}: {e}"))?;
        if before.contains(START) {
            let text = page(&before, described).map_err(|error| format!("{path}: {error}"))?;
            out.push(Generated { path, text });
        }
    }
    Ok(out)
}

fn page(before: &str, described: &[Table]) -> Result<String, String> {
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
        } else if line == END {
            is_skipped = false;
        }
        if !is_skipped {
            lines.push(line.to_string());
        }
    }
    if is_skipped {
        Err("the columns have no end".to_string())
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
