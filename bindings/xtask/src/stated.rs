//! Facts that comments state in regular phrases: what zero stands for, whether a pointer may be NULL, errors, shapes.

use crate::description::*;
use crate::json::text;
use serde_json::{json, Value};

/// The constants that a text names.
fn constants(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("DUEL_"))
}

/// A whole number without a point.
fn plain(number: f64) -> Value {
    if number.fract() == 0.0 {
        json!(number as i64)
    } else {
        json!(number)
    }
}

/// The value that zero stands for in a field of options: "0: 0.95", "DUEL_TIES_HALF (default)", else zero itself.
/// An error where the constant called the default is not zero, and the comment does not say that zero stands for it.
pub fn default_of(
    enumeration: Option<&Enumeration>,
    is_truth: bool,
    field: &Variable,
) -> Result<Value, String> {
    let comment = text(&field.doc);
    let phrase = comment.split_once("0: ").filter(|(before, _)| before.is_empty() || before.ends_with(' '));
    let zero = enumeration.and_then(|e| e.values.iter().find(|v| v.value == 0)).map(|v| v.name.as_str());
    let called = constants(&comment).find(|name| comment.contains(&format!("{name} (default")));
    Ok(match (phrase, called) {
        _ if is_truth => json!(false),
        (_, Some(name)) if Some(name) == zero || comment.contains("(default, also 0)") => json!(name),
        (_, Some(name)) => return Err(format!("{name} is called the default, and is not 0")),
        (_, None) if zero.is_some() => json!(zero),
        (Some((_, rest)), None) => {
            let end = [". ", "; "].iter().filter_map(|end| rest.find(end)).min().unwrap_or(rest.len());
            let words = rest[..end].trim_end_matches('.');
            let number = words.split(" (").next().unwrap_or_default();
            match (number.parse::<f64>(), number) {
                (Ok(number), _) => plain(number),
                (_, "one" | "once") => json!(1),
                _ => json!(words),
            }
        }
        (None, None) => json!(0),
    })
}

/// Whether a pointer inside a struct may be NULL: its comment says so, it is counted, or it is handed to a callback.
pub fn is_nullable_field(of: &Struct, field: &Variable, count: Option<&str>) -> bool {
    let says = text(&field.doc).contains("NULL") || text(&of.doc).contains("a field that is NULL");
    says || count.is_some() || field.name == "user"
}

/// Whether a pointer of a function may be NULL, as the sentence about it says. An error where the body takes NULL for a
/// thing left out, and the sentence does not say so.
pub fn is_nullable_parameter(function: &Function, parameter: &Variable) -> Result<bool, String> {
    let sentence = function.doc.parameter(&parameter.name).unwrap_or_default();
    let says = sentence.replace("not NULL", "").contains("NULL") || parameter.name == "user";
    let is_freed = function.name.ends_with("_free") || function.name.ends_with("_raise");
    if function.optional.contains(&parameter.name) && !says && !is_freed {
        return Err(format!("{}: the sentence about {} does not say NULL", function.name, parameter.name));
    }
    Ok(says || is_freed)
}

/// Whether the sentence about a parameter says what zero stands for.
pub fn is_zero_told(sentence: &str) -> bool {
    sentence.starts_with("0: ")
        || [" 0: ", "; 0: ", "also 0", "(default"].iter().any(|s| sentence.contains(s))
}

/// The errors that a function's comment names.
pub fn errors(function: &Function) -> Vec<String> {
    let comment = function.doc.lines.join(" ");
    let mut named: Vec<String> = constants(&comment).map(String::from).collect();
    named.retain(|name| name.starts_with("DUEL_ERR_"));
    named.sort();
    named.dedup();
    named
}

/// The sizes of an array where the sentence about it begins with them: "items x items, row-major".
pub fn shape(sentence: &str) -> Option<Vec<&str>> {
    let sentence =
        ["NULL, or ", "receives ", "room for "].iter().fold(sentence, |s, b| s.strip_prefix(b).unwrap_or(s));
    let words: Vec<&str> = sentence.split(' ').collect();
    let many =
        words.iter().skip(1).step_by(2).take_while(|word| matches!(**word, "x" | "times" | "*")).count();
    let sizes = words.iter().step_by(2).take(many + 1);
    (many > 0).then(|| sizes.map(|size| size.trim_end_matches([',', ':', ';', '.'])).collect())
}
