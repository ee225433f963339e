//! Writes include/duel.hpp: what bindings/c/duel.hpp.in has by hand, with structs of options and the methods that are one
//! call of C in the places of its marks, `//@ options` and `//@ methods duel_set`.

mod methods;
mod options;

use crate::description::Interface;
use std::path::Path;

/// The part by hand.
const SOURCE: &str = "bindings/c/duel.hpp.in";

/// The file.
pub fn header(root: &Path, interface: &Interface) -> Result<String, String> {
    let by_hand = std::fs::read_to_string(root.join(SOURCE)).map_err(|e| format!("{SOURCE}: {e}"))?;
    let mut out = String::new();
    let mut marked = Vec::new();
    for line in by_hand.lines() {
        let Some(mark) = line.trim().strip_prefix("//@ ") else {
            out += line;
            out.push('\n');
            continue;
        };
        marked.push(mark);
        match mark.split_once(' ').unwrap_or((mark, "")) {
            ("options", "") => out += &options::options(interface)?,
            ("keeping", "") => out += &options::keeping(interface),
            ("methods", noun) => out += &methods::methods(interface, &by_hand, noun)?,
            _ => return Err(format!("{SOURCE}: the mark \"{mark}\" is not known")),
        }
    }
    let is_marked = |noun: &str| marked.iter().any(|mark| mark.strip_prefix("methods ") == Some(noun));
    match methods::NOUNS.iter().find(|(noun, _)| !is_marked(noun)) {
        Some((noun, _)) => Err(format!("{SOURCE} has no mark \"//@ methods {noun}\"")),
        None => Ok(out),
    }
}

/// Whether the part by hand speaks of a function in code.
fn calls(by_hand: &str, function: &str) -> bool {
    by_hand.match_indices(function).any(|(at, _)| {
        let next = by_hand[at + function.len()..].chars().next();
        let line = by_hand[..at].rsplit('\n').next().unwrap_or_default().trim_start();
        !line.starts_with(['*', '/']) && !next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// The first sentence of a comment.
fn sentence(doc: &crate::description::Doc) -> String {
    let text = doc.paragraphs().into_iter().next().unwrap_or_default();
    // A point within brackets or an abbreviation ends no sentence.
    let ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let end = ends.into_iter().find(|&at| {
        let head = &text[..at];
        head.matches('(').count() == head.matches(')').count()
    });
    text[..end.unwrap_or(text.len())].to_string()
}
