//! Code that languages have by hand repeats neither numbers of columns nor, beyond what is counted here, sentences of the header.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Sources of a folder that end so, without those that are generated as a whole.
fn sources(folder: &str, ending: &str) -> Vec<(String, String)> {
    const GENERATED: [&str; 11] = [
        "tables.go",
        "constants.go",
        "facts.go",
        "methods.go",
        "options.go",
        "calls.h",
        "calls.R",
        "constants.h",
        "_constants.py",
        "_description.py",
        "_methods.py",
    ];
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            let name = path.file_name().expect("a name").to_string_lossy().to_string();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(ending)
                && !GENERATED.contains(&name.as_str())
                && !name.ends_with("_test.go")
            {
                found.push((name, std::fs::read_to_string(path).expect("a source")));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} has no {ending}");
    found
}

#[test]
fn columns_are_asked_for_by_name() {
    let hosts = [("bindings/go", ".go"), ("bindings/r/src", ".c"), ("include", ".hpp"), ("examples", ".c")];
    let mut asked = 0;
    for (name, text) in hosts.into_iter().flat_map(|(folder, ending)| sources(folder, ending)) {
        for call in text.split("duel_table_get(").skip(1) {
            let place = call.split(',').nth(1).unwrap_or_default().trim();
            assert!(place.starts_with(|c: char| c.is_ascii_alphabetic()), "{name} asks for column {place}");
            asked += 1;
        }
    }
    assert!(asked >= 4, "{asked} calls");
}

/// Words in small letters, joined by single blanks, without marks of comments and of code.
fn plain(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim().trim_start_matches(['/', '*', '#', '\'']));
    let joined = lines.collect::<Vec<_>>().join(" ").replace('`', "").replace("\\code{", "").replace('}', "");
    joined.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Sentences of the header that are long enough not to be the same by chance.
fn sentences() -> BTreeSet<String> {
    let interface = xtask::read::read(&root(), "0").expect("the interface can be read");
    let mut all = BTreeSet::new();
    let docs = interface.items().flat_map(|item| {
        let fields = match item {
            xtask::description::Item::Struct(of) => of.fields.iter().map(|field| &field.doc).collect(),
            xtask::description::Item::Enumeration(of) => of.values.iter().map(|value| &value.doc).collect(),
            _ => Vec::new(),
        };
        [vec![item.doc()], fields].concat()
    });
    for paragraph in docs.flat_map(|doc| doc.paragraphs()) {
        let text = plain(&paragraph);
        all.extend(text.split_inclusive(". ").map(|s| s.trim().to_string()).filter(|s| s.len() >= 50));
    }
    assert!(all.len() > 500, "{} sentences", all.len());
    all
}

#[test]
fn comments_by_hand_repeat_few_sentences_of_the_header() {
    // These numbers only ever fall.
    let sentences = sentences();
    for (folder, ending, most) in [
        ("bindings/go", ".go", 7),
        ("bindings/python/src/duel", ".py", 9),
        ("bindings/r/man", ".Rd", 9),
        ("bindings/c", ".hpp.in", 1),
    ] {
        let mut repeated = Vec::new();
        for (name, text) in sources(folder, ending) {
            // Comments are generated in Go within declarations, and above them after a name and a colon up to
            // "Arguments:"; in R between marks.
            let (mut is_generated, mut before) = (false, "");
            let by_hand = text.lines().filter(|line| {
                let is_named = line.split_once(": ").is_some_and(|(head, _)| head.matches(' ').count() == 1);
                is_generated = match ending {
                    ".go" => {
                        let begins = line.starts_with("// ") && !before.starts_with("//") && is_named;
                        begins
                            || is_generated && line.starts_with("//") && !line.starts_with("// Arguments: ")
                    }
                    _ => {
                        ["% columns of ", "% facts of "].iter().any(|mark| line.contains(mark))
                            || is_generated && !line.contains("% end of ")
                    }
                };
                before = line;
                !is_generated && !line.starts_with("\t//")
            });
            let text = plain(&by_hand.collect::<Vec<_>>().join("\n"));
            let found = sentences.iter().filter(|sentence| text.contains(sentence.as_str()));
            repeated.extend(found.map(|sentence| format!("{name}: {sentence}")));
        }
        assert!(repeated.len() <= most, "{folder}: {} repeated\n{}", repeated.len(), repeated.join("\n"));
    }
}
