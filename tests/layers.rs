//! No module of the library imports one that stands above it. The order is that of the map in `src/lib.rs`.

#[path = "support/sources.rs"]
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::Path;

/// The modules, the lowest first, as the map lists them.
fn order(map: &str) -> Vec<String> {
    let lines = map.lines().skip_while(|line| *line != "//! ```text").skip(1);
    lines
        .take_while(|line| *line != "//! ```")
        .filter_map(|line| line.trim_start_matches("//! ").split_once("  "))
        .flat_map(|(_, names)| names.split_whitespace().map(str::to_string))
        .collect()
}

/// The code of a file without comments, up to its tests.
fn code(text: &str) -> String {
    let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    own.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The first names of a tree of imports, `a::b` or `{a::b, c::{d, e}}`.
fn first_names(tree: &str) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let first = |part: &str| part.trim().chars().take_while(|&c| is_name(c)).collect::<String>();
    let Some(group) = tree.strip_prefix('{') else { return vec![first(tree)] };
    let (mut depth, mut parts) = (1, vec![String::new()]);
    for c in group.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            _ if depth == 0 => break,
            ',' if depth == 1 => parts.push(String::new()),
            _ => parts.last_mut().expect("a part").push(c),
        }
    }
    parts.iter().map(|part| first(part)).filter(|name| !name.is_empty()).collect()
}

/// Which module each depends on, and a file that shows it.
fn dependencies(source: &Path) -> BTreeMap<(String, String), String> {
    let mut found = BTreeMap::new();
    // Without the C interface and files of tests alone.
    let mut all = sources::sources(source, &["ffi", "tests", "testing", "properties", "lib"]);
    all.sort();
    for path in all {
        let inside = path.strip_prefix(source).expect("a file of src");
        let top = inside.iter().next().and_then(|name| name.to_str()).expect("a name");
        let module = top.trim_end_matches(".rs");
        let text = code(&read_to_string(&path).expect("a source"));
        let is_mod = inside.file_name().is_some_and(|name| name == "mod.rs");
        let depth = inside.components().count() - usize::from(is_mod);
        assert!(!text.contains(&"super::".repeat(depth)), "{}: write crate::", inside.display());
        for (at, _) in text.match_indices("crate::") {
            for name in first_names(&text[at + "crate::".len()..]) {
                if name != module {
                    found.entry((module.to_string(), name)).or_insert(inside.display().to_string());
                }
            }
        }
    }
    found
}

#[test]
fn no_module_imports_one_above_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let map = read_to_string(source.join("lib.rs")).expect("the map");
    let order = order(&map);
    let place = |module: &str| order.iter().position(|name| name == module);
    let listed: BTreeSet<&str> = order.iter().map(String::as_str).collect();
    let declared = map.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
    let declared: BTreeSet<&str> = declared.map(|name| name.trim_end_matches(';')).collect();
    assert_eq!(listed, declared, "the map lists every module once");
    assert_eq!(listed.len(), order.len(), "the map lists every module once");
    let found = dependencies(&source);
    assert!(found.len() > 100, "only {} dependencies were found", found.len());
    let upward: Vec<String> = found
        .iter()
        .filter(|((from, to), _)| place(to).is_none_or(|to| place(from).is_none_or(|from| from < to)))
        .map(|((from, to), file)| format!("{from} imports {to} ({file})"))
        .collect();
    // Where none points up there is no cycle.
    assert!(upward.is_empty(), "{} of {}:\n{}", upward.len(), found.len(), upward.join("\n"));
}
