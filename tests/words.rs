//! The library's words are those of the field: no source has one of the private words below, and no comment begins
//! with "What".

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

/// Private words, with the term that stands in their place.
const REPLACED: &[(&str, &str)] = &[
    ("law", "outcome model, or distribution"),
    ("laws", "outcome models, or distributions"),
    ("urn", "fold assignment"),
    ("loose", "unidentified"),
    ("untold", "unidentified"),
    ("mute", "uninformative"),
    ("siege", "search"),
    ("ghost", "pseudo-item"),
    ("grain", "aggregation"),
    ("bend", "curvature"),
    ("dearness", "total cost"),
    ("runaway", "divergence"),
    ("runaways", "diverging"),
    ("runs off", "diverges"),
    ("trouble", "diagnostic"),
    ("troubles", "diagnostics"),
    ("run off", "diverge"),
];

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a file").path();
        match path.is_dir() {
            true => sources(&path, out),
            false => out.extend(path.extension().is_some_and(|kind| kind == "rs").then_some(path)),
        }
    }
}

/// Whether a text holds a word, or an identifier one of whose parts it is.
fn holds(text: &str, word: &str) -> bool {
    let lower = text.to_lowercase();
    let ends = |at: usize| !lower[at..].starts_with(|c: char| c.is_alphanumeric());
    let begins = |at: usize| !lower[..at].ends_with(|c: char| c.is_alphanumeric());
    lower.match_indices(word).any(|(at, _)| begins(at) && ends(at + word.len()))
}

#[test]
fn words_are_those_of_the_field() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    assert!(files.len() > 300, "{} sources", files.len());
    let mut found = Vec::new();
    for path in files {
        for (number, line) in read_to_string(&path).expect("a source").lines().enumerate() {
            let place = || format!("{}:{}", path.strip_prefix(root).unwrap_or(&path).display(), number + 1);
            for (word, term) in REPLACED.iter().filter(|(word, _)| holds(line, word)) {
                found.push(format!("{}: \"{word}\" is {term}", place()));
            }
            let comment = line.split_once("//").map(|(_, text)| text.trim_start_matches(['/', '!']));
            if comment.is_some_and(|text| text.starts_with(" What ")) {
                found.push(format!("{}: a comment begins with \"What\"", place()));
            }
        }
    }
    assert!(found.is_empty(), "{} places:\n{}", found.len(), found.join("\n"));
}

#[test]
fn parts_of_identifiers_count_and_parts_of_words_do_not() {
    assert!(holds("let of_law = 1;", "law") && holds("A law: one.", "law"));
    assert!(!holds("flaws", "law") && !holds("lawful", "law"));
}
