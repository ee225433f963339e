//! Names of the interface as Python calls them.

use super::{camel, list, quoted, text};
use crate::text::Words;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Names of the interface as Python calls them.
pub(super) struct Names {
    words: Words,
    /// Opaque types, the longest first: "duel_set".
    pub(super) nouns: Vec<String>,
    /// Structs and enumerations.
    pub(super) types: BTreeSet<String>,
}

impl Names {
    pub(super) fn of(interface: &Value) -> Names {
        let named = |key: &str| list(interface, key).iter().map(|v| text(v, "name").to_string());
        let mut nouns: Vec<String> = named("opaques").collect();
        nouns.sort_by_key(|noun| std::cmp::Reverse(noun.len()));
        let types = named("structs").chain(named("enums")).collect();
        let mut names = Names { words: Words::default(), nouns, types };
        let mut words = BTreeMap::new();
        for value in list(interface, "enums").iter().flat_map(|of| list(of, "values")) {
            let (name, label) = (text(value, "name"), text(value, "label"));
            let word = match name.strip_prefix("DUEL_ERR_") {
                Some("NAME") => "InvalidNameError".to_string(),
                Some("MEMORY") => "OutOfMemoryError".to_string(),
                Some(_) => camel(label) + "Error",
                None => quoted(label),
            };
            words.insert(name.to_string(), word);
        }
        words.extend(names.types.iter().chain(&names.nouns).map(|name| (name.clone(), camel(name))));
        for function in named("functions") {
            let word = match names.method(&function) {
                Some((noun, method)) => format!("{}.{method}", camel(noun)),
                None => function.trim_start_matches("duel_").to_string(),
            };
            words.insert(function, word);
        }
        let others = [
            ("NULL", "None"),
            ("duel_last_error_row", "Error.row"),
            ("duel_last_error", "the error"),
            ("DUEL_ERR_", "Error"),
        ];
        words.extend(others.map(|(name, word)| (name.to_string(), word.to_string())));
        names.words.0 = words;
        names
    }

    /// The class and the method of a function, if its first word is a noun.
    pub(super) fn method<'a>(&self, function: &'a str) -> Option<(&str, &'a str)> {
        self.nouns.iter().find_map(|noun| {
            let rest = function.strip_prefix(noun.as_str())?.strip_prefix('_')?;
            Some((noun.as_str(), rest))
        })
    }

    pub(super) fn translate(&self, comment: &str) -> String {
        self.words.translate(comment)
    }
}
