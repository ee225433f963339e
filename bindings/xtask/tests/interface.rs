//! The committed files are the generated ones, and cbindgen, which reads the same sources in a way of its own,
//! declares the same.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use xtask::description::Item;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn committed_files_are_the_generated_ones() {
    for file in xtask::generate(&root()).expect("the interface can be read") {
        let committed = std::fs::read_to_string(root().join(&file.path)).unwrap_or_default();
        assert!(committed == file.text, "{} is out of date: run `make header`", file.path);
    }
}

/// Names of the interface in a text: DUEL_ and what follows; a family, as in DUEL_FIT_..., has no name.
fn constants(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("DUEL_") {
        let is_part = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
        let length = text.as_bytes()[at..].iter().take_while(|byte| is_part(byte)).count();
        if !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
            && !text[at..at + length].ends_with('_')
        {
            found.insert(text[at..at + length].to_string());
        }
    }
    found
}

/// Names in messages and comments of the library exist.
#[test]
fn names_in_messages_are_those_of_the_header() {
    let header = std::fs::read_to_string(root().join("include/duel.h")).expect("the header");
    let known = constants(&header);
    assert!(known.contains("DUEL_MODEL_DAVIDSON") && known.len() > 300);
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&entry).expect("a source");
                let unknown: Vec<_> = constants(&text).difference(&known).cloned().collect();
                assert!(unknown.is_empty(), "{}: {unknown:?}", entry.display());
            }
        }
    }
}

/// A header without comments and directives, as text of single spaces.
fn bare(header: &str) -> String {
    let mut text = String::new();
    let mut rest = header;
    while let Some(at) = rest.find("/*") {
        text.push_str(&rest[..at]);
        rest = rest[at..].split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let lines =
        text.lines().filter(|line| !line.trim_start().starts_with('#') && !line.contains("extern \"C\""));
    let joined = lines.collect::<Vec<_>>().join(" ");
    let mut text = joined.split_whitespace().collect::<Vec<_>>().join(" ");
    for (from, to) in [("( ", "("), (" )", ")"), ("const *const *", "const * const *"), ("* const", "*const")]
    {
        text = text.replace(from, to);
    }
    text
}

/// Structs and functions of a header: name and declaration.
fn declarations(header: &str) -> BTreeMap<String, String> {
    let text = bare(header);
    let mut found = BTreeMap::new();
    let mut depth = 0;
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b';' if depth == 0 => {
                let declaration = text[start..at].trim();
                start = at + 1;
                let name = match declaration.split_once('(') {
                    Some((head, _)) if !declaration.contains('{') && !head.starts_with("typedef") => {
                        head.rsplit([' ', '*']).next()
                    }
                    _ if declaration.starts_with("typedef struct {") => declaration.rsplit([' ', '}']).next(),
                    _ => None,
                };
                if let Some(name) = name {
                    found.insert(name.to_string(), declaration.to_string());
                }
            }
            _ => {}
        }
    }
    found
}

fn by_cbindgen() -> String {
    let config = cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("cbindgen.toml");
    let interface = xtask::read::read(&root(), "0").expect("the interface can be read");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for section in &interface.sections {
        builder = builder.with_src(root().join(format!("src/ffi/{}.rs", section.file)));
    }
    let mut bytes = Vec::new();
    builder.generate().expect("a header").write(&mut bytes);
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn cbindgen_declares_the_same() {
    let ours = std::fs::read_to_string(root().join("include/duel.h")).expect("include/duel.h");
    let theirs = by_cbindgen();
    let (mine, other) = (declarations(&ours), declarations(&theirs));
    assert!(mine.len() > 100, "{} declarations", mine.len());
    for (name, declaration) in &mine {
        let plain = |text: &String| text.replace("struct Arrow", "Arrow");
        assert_eq!(Some(plain(declaration)), other.get(name).map(plain), "{name}");
    }
    let left: Vec<_> =
        other.keys().filter(|name| !mine.contains_key(*name) && name.starts_with("duel_")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn cbindgen_knows_the_same_numbers() {
    let interface = xtask::read::read(&root(), "0").expect("the interface can be read");
    let theirs: BTreeMap<String, i64> = by_cbindgen()
        .lines()
        .filter_map(|line| line.strip_prefix("#define "))
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, value)| Some((name.to_string(), value.trim().parse().ok()?)))
        .collect();
    let mut numbers = BTreeMap::new();
    for item in interface.items() {
        match item {
            Item::Constant(constant) => {
                numbers.insert(constant.name.clone(), constant.value);
            }
            Item::Enumeration(item) => {
                numbers.extend(item.values.iter().map(|value| (value.name.clone(), value.value)));
            }
            _ => {}
        }
    }
    assert!(numbers.len() > 200);
    for (name, value) in &numbers {
        if let Some(other) = theirs.get(name) {
            assert_eq!(value, other, "{name}");
        } else {
            // Sums of others come out as an expression.
            assert!(by_cbindgen().contains(name.as_str()), "{name}");
        }
    }
}

#[test]
fn every_function_says_what_its_parameters_are_and_since_when() {
    let interface = xtask::read::read(&root(), "0").expect("the interface can be read");
    for item in interface.items() {
        let Item::Function(function) = item else { continue };
        assert!(!function.doc.paragraphs().is_empty(), "{}: no comment", function.name);
        assert!(function.doc.since().is_some(), "{}: no @since", function.name);
        for named in function.doc.parameters() {
            assert!(
                function.parameters.iter().any(|p| p.name == named),
                "{}: @param {named} is not a parameter",
                function.name
            );
        }
    }
}

/// The rows of a table of the migration page: an old name, and what stands beside it.
fn migrations() -> Vec<(String, String)> {
    let page = std::fs::read_to_string(root().join("MIGRATION.md")).expect("MIGRATION.md can be read");
    page.lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .map(|(old, new)| (old.to_string(), new.trim_end_matches(" |").to_string()))
        .collect()
}

#[test]
fn the_migration_page_knows_every_old_name() {
    let interface = xtask::read::read(&root(), "0").expect("the interface can be read");
    let mut names = std::collections::BTreeSet::new();
    for item in interface.items() {
        names.insert(item.name().to_string());
        if let Item::Enumeration(item) = item {
            names.extend(item.values.iter().map(|value| value.name.clone()));
        }
    }
    let rows = migrations();
    let old = include_str!("data/names_0_1.txt");
    for name in old.lines().filter(|line| !line.starts_with('#')) {
        let is_listed = rows.iter().any(|(of, _)| of == name);
        assert!(is_listed || names.contains(name), "MIGRATION.md does not say what became of {name}");
    }
    for (of, to) in &rows {
        assert!(old.lines().any(|name| name == of), "{of} was not in 0.1");
        for name in to.split('`').filter(|word| word.starts_with("duel_") || word.starts_with("DUEL_")) {
            assert!(names.contains(name), "MIGRATION.md sends {of} to {name}, which is not in the header");
        }
    }
}

#[test]
fn the_manual_of_r_lists_the_columns_of_every_table_that_it_hands_out() {
    // Columns that R turns into something else: matrices, trees, maps, rows and columns that are named otherwise.
    const TURNED: [&str; 21] = [
        "estimate_compact_letters",
        "estimate_contrasts",
        "estimate_rank_summary",
        "estimate_ranks",
        "estimate_tiers",
        "estimate_values",
        // Of groups, selection and warnings R has no methods yet.
        "gars_bounds",
        "gars_groups",
        "gars_selection",
        "nuisance_warnings",
        "matrix_bicluster",
        "model_function",
        "model_compact_letters",
        "model_influence",
        "model_profile",
        "model_scores",
        "model_sensitivities",
        "model_tiers",
        "set_leave_one_judge_out",
        "tree_cluster",
        "votes_reliability",
    ];
    let pages = std::fs::read_dir(root().join("bindings/r/man")).expect("the manual");
    let text: String = pages
        .filter_map(|page| std::fs::read_to_string(page.ok()?.path()).ok())
        .collect::<Vec<_>>()
        .join("\n");
    for table in duel::catalogue::tables() {
        let is_listed = text.contains(&format!("  % columns of {}\n", table.name));
        assert_ne!(is_listed, TURNED.contains(&table.name), "{}", table.name);
        // Columns are read in every language: their sentences have no name of C.
        for column in &table.columns {
            let text = column.text.to_string_lossy();
            assert!(!text.contains("duel_"), "{}: {text}", table.name);
        }
    }
}

#[test]
fn the_layer_of_cpp_calls_every_function_and_has_every_option() {
    // Views of columns have a type; the version is a text there.
    const OTHERS: [&str; 5] =
        ["duel_version_number", "duel_table_f64", "duel_table_i64", "duel_table_bool", "duel_table_codes"];
    let layer = std::fs::read_to_string(root().join("include/duel.hpp")).expect("include/duel.hpp");
    let code: String = layer.lines().filter(|line| !line.trim_start().starts_with(['/', '*'])).collect();
    let interface = xtask::read::read(&root(), "0").expect("the interface can be read");
    let is_word = |at: usize, length: usize| {
        !code[at + length..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
    };
    for function in interface.functions().filter(|function| !OTHERS.contains(&function.name.as_str())) {
        let is_called = code.match_indices(&function.name).any(|(at, _)| is_word(at, function.name.len()));
        assert!(is_called, "duel.hpp does not call {}", function.name);
    }
    for of in interface.structs().filter(|of| of.name.ends_with("_options")) {
        assert!(code.contains(&of.name), "duel.hpp does not have {}", of.name);
    }
}
