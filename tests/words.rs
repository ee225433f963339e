//! The library's words are those of the field: no source has one of the private words below, and no comment begins
//! with "What".

#[path = "support/sources.rs"]
mod sources;

use std::fs::read_to_string;
use std::path::Path;

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

/// Phrases that had to be read twice, with a plainer one. Case does not matter, nor where a comment breaks the line.
const REWRITTEN: &[(&str, &str)] = &[
    ("or which is none", "NaN, or the condition that fails"),
    ("which is none", "which is not an optimum, not a number, ..."),
    ("refuses what is no", "checks that ... is in range"),
    ("the likelihood is none", "there is no proper likelihood"),
    ("nothing is known", "unidentified"),
    ("nothing is said", "undefined"),
    ("directions that change nothing", "null directions"),
    ("nothing but rounding", "rounding only"),
    ("next to nothing", "almost nothing"),
    ("so many", "this many, or the name of the count"),
    ("cannot be told", "is not identified, or not significantly different"),
    ("votes otherwise", "departs from the others"),
    ("as the others would have it", "departs from the others"),
    ("do not belong:", "depart from the others"),
    ("is not looked at", "is ignored"),
    ("are not looked at", "are ignored"),
    ("nobody asked for", "by default"),
    ("nobody knows", "unknown"),
    ("one less the", "1 - the"),
    ("1 less the", "1 - the"),
    ("number by number", "element by element"),
    ("turned round", "reversed"),
    ("a liking for", "a preference for"),
    ("falls as a coin", "at random"),
    ("by a coin", "at random"),
    ("as a coin falls", "at random"),
    ("is gone", "is zero, or was removed"),
    ("at once leaves open", "the ranks the item could still have"),
    ("halves of ties hide", "counting ties as half a win hides"),
    ("takes the result all the same", "returns the fit all the same"),
];

/// Whether a text holds a word, or an identifier one of whose parts it is.
fn holds(text: &str, word: &str) -> bool {
    let lower = text.to_lowercase();
    let ends = |at: usize| !lower[at..].starts_with(|c: char| c.is_alphanumeric());
    let begins = |at: usize| !lower[..at].ends_with(|c: char| c.is_alphanumeric());
    lower.match_indices(word).any(|(at, _)| begins(at) && ends(at + word.len()))
}

/// Asks of every line of the Rust files below folders of the repository; fails with the places where there is an answer.
fn ask(folders: &[&str], mut question: impl FnMut(&str) -> Option<String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files: Vec<_> = folders.iter().flat_map(|folder| sources::sources(&root.join(folder), &[])).collect();
    assert!(files.len() > 300, "{} sources", files.len());
    let mut found = Vec::new();
    for path in files {
        for (number, line) in read_to_string(&path).expect("a source").lines().enumerate() {
            let place = path.strip_prefix(root).unwrap_or(&path).display();
            found.extend(question(line).map(|answer| format!("{place}:{}: {answer}", number + 1)));
        }
    }
    assert!(found.is_empty(), "{} places:\n{}", found.len(), found.join("\n"));
}

#[test]
fn words_are_those_of_the_field() {
    ask(&["src"], |line| {
        let (word, term) = REPLACED.iter().find(|(word, _)| holds(line, word))?;
        Some(format!("\"{word}\" is {term}"))
    });
}

#[test]
fn phrases_need_no_second_reading() {
    let mut last = String::new();
    ask(&["src"], |line| {
        let text = line.trim().trim_start_matches(['/', '!']).trim_end_matches('\\').trim().to_lowercase();
        let both = format!("{last} {text}");
        let is_here = |phrase: &str| both.contains(phrase) && !last.contains(phrase);
        let found = REWRITTEN.iter().find(|(phrase, _)| is_here(phrase));
        last = text;
        found.map(|(phrase, plain)| format!("\"{phrase}\": say {plain}"))
    });
}

/// Nor does a sentence about a column.
#[test]
fn no_comment_begins_with_what() {
    ask(&["src", "tests", "benches", "bindings/xtask"], |line| {
        let comment = line.split_once("//").map(|(_, text)| text.trim_start_matches(['/', '!']));
        let begins = comment.is_some_and(|text| text.starts_with(" What ")) || line.contains("c\"What ");
        begins.then(|| line.trim().to_string())
    });
}

#[test]
fn parts_of_identifiers_count_and_parts_of_words_do_not() {
    assert!(holds("let of_law = 1;", "law") && holds("A law: one.", "law"));
    assert!(!holds("flaws", "law") && !holds("lawful", "law"));
}
