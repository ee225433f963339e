//! Words and lines, as all writers need them.

use std::collections::BTreeMap;

/// "rank_sets" as RankSets; words among `capitals` in capitals.
pub fn camel(name: &str, capitals: &[&str]) -> String {
    let words = name.trim_start_matches("duel_").split('_');
    words
        .map(|word| {
            if capitals.contains(&word) {
                word.to_uppercase()
            } else {
                with_first(word, char::to_ascii_uppercase)
            }
        })
        .collect()
}

/// A text whose first letter is changed.
pub fn with_first(text: &str, change: fn(&char) -> char) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| change(&c)).into_iter().chain(letters).collect()
}

/// A text as lines of at most `width` letters, all but the first behind `indent`.
pub fn wrapped(text: &str, indent: &str, width: usize) -> Vec<String> {
    let start = text.len() - text.trim_start().len();
    let mut words = text[start..].split_whitespace();
    let mut lines = vec![text[..start].to_string() + words.next().unwrap_or_default()];
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => *line += &format!(" {word}"),
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}

/// The names of the interface in a language.
#[derive(Default)]
pub struct Words(pub BTreeMap<String, String>);

impl Words {
    /// A comment that was written for C.
    pub fn translate(&self, comment: &str) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (mut out, mut rest, mut last) = (String::new(), comment, "DUEL");
        while let Some(at) = rest.find(is_part) {
            let end = rest[at..].find(|c| !is_part(c)).map_or(rest.len(), |length| at + length);
            let word = &rest[at..end];
            // "_SHARED" after "DUEL_POSITION_NONE (default),".
            let short = word.strip_prefix('_').filter(|short| short.starts_with(char::is_uppercase));
            let mut families = last
                .match_indices('_')
                .filter_map(|(at, _)| self.0.get(&format!("{}_{}", &last[..at], short?)));
            let known = families.next_back().or(self.0.get(word));
            last = if word.starts_with("DUEL_") { word } else { last };
            out += &rest[..at];
            out += known.map_or(word.trim_start_matches("DUEL_"), String::as_str);
            rest = &rest[end..];
            // A function there may be an attribute here.
            if word == "duel_last_error_row" {
                rest = rest.trim_start_matches("()");
            }
        }
        out + rest
    }
}

/// A comment without the sentences about the size of a struct, which other languages set.
pub fn without_sizes(comment: &str) -> String {
    let sentences = comment.split_inclusive(". ").filter(|sentence| !sentence.contains("struct_size"));
    sentences.collect::<String>().trim_end().to_string()
}

/// Values 1 and 0 in C are true and false in other languages.
pub fn with_truth(comment: &str, truth: &str) -> String {
    if comment.starts_with("1 if ") {
        return comment.replace("; else 0", "").replace("1 if ", &format!("{truth} if "));
    }
    if let Some(rest) = comment.strip_prefix("1: ") {
        return format!("{truth}: {rest}");
    }
    comment.replace("Non-zero", truth).replace("non-zero", truth)
}
