//! Keeps the comments of the Go package: a constant `Name Type = C.DUEL_NAME`, a field of a struct of options, and one of a
//! struct that is filled from facts (`Name: float64(c.name)`) say what the header says, in Go's names. So does a function, a
//! method or a type whose comment begins with its name and a colon; by hand is what follows from "Arguments:" on.

use crate::description::{Doc, Interface, Item};
use crate::go::camel;
use crate::go_options::{go_field, go_name};
use crate::text::{with_first, with_truth, without_sizes, wrapped, Words};
use crate::Generated;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Go's names.
#[derive(Default)]
struct Names<'a> {
    words: Words,
    /// The comments of constants by their names in C, and those of fields by their struct and name in Go.
    docs: BTreeMap<String, &'a Doc>,
    /// Words that have a capital also within a sentence.
    proper: BTreeSet<String>,
}

/// The sources whose comments are kept.
pub fn sources(root: &Path, interface: &Interface) -> Result<Vec<Generated>, String> {
    let directory = root.join("bindings/go");
    let found = std::fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let mut files = Vec::new();
    for path in found.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        let is_kept = name.ends_with(".go") && !name.ends_with("_test.go");
        if is_kept && !["tables.go", "conversions.go"].contains(&name.as_str()) {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
            files.push(Generated { path: format!("bindings/go/{name}"), text });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let names = Names::read(interface, &files);
    for file in &mut files {
        file.text = names.commented(&file.text);
    }
    Ok(files)
}

/// The name and the constant of `Name Type = C.DUEL_NAME`.
fn constant(line: &str) -> Option<(&str, &str)> {
    let (left, right) = line.strip_prefix('\t')?.split_once("= C.DUEL_")?;
    let is_name = right.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| (left.split(' ').next().unwrap_or_default(), &line[line.len() - right.len() - 5..]))
}

/// The word of letters, digits and underscores at the start of a text, if there is one.
fn first_word(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// The name that a line declares, and the name of the package that it has: "Scores" and "Model.Scores".
fn declared(line: &str) -> Option<(&str, String)> {
    if let Some(name) = line.strip_prefix("type ").and_then(first_word) {
        return Some((name, name.to_string()));
    }
    let head = line.strip_prefix("func ")?;
    let (receiver, rest) = head.strip_prefix('(').and_then(|h| h.split_once(") ")).unwrap_or(("", head));
    let noun = receiver.split(['*', ' ']).next_back().unwrap_or_default();
    let name = first_word(rest).unwrap_or_default();
    let dot = if noun.is_empty() { "" } else { "." };
    let is_public = [noun, name].iter().all(|word| !word.starts_with(char::is_lowercase));
    is_public.then(|| (name, format!("{noun}{dot}{name}")))
}

impl<'a> Names<'a> {
    fn read(interface: &'a Interface, files: &[Generated]) -> Names<'a> {
        let mut names = Names::default();
        let others = [("NULL", "nil"), ("duel_last_error_row", "Error.Row")];
        names.words.0.extend(others.map(|(name, word)| (name.to_string(), word.to_string())));
        for item in interface.items() {
            match item {
                Item::Enumeration(item) => {
                    names.docs.extend(item.values.iter().map(|value| (value.name.clone(), &value.doc)));
                }
                Item::Opaque(name, doc) => {
                    let go = camel(name.trim_start_matches("duel_"));
                    names.docs.insert(go.clone(), doc);
                    names.words.0.insert(name.clone(), go);
                }
                _ => {}
            }
        }
        for of in interface.structs() {
            let long = of.fields.iter().filter(|field| field.name.contains('_'));
            names.words.0.extend(long.map(|field| (field.name.clone(), go_field(&field.name))));
            if of.name.ends_with("_options") {
                let go = go_name(&of.name);
                names.docs.extend(of.fields.iter().map(|f| (format!("{go}.{}", go_field(&f.name)), &f.doc)));
                names.words.0.insert(of.name.clone(), go);
            }
        }
        for item in interface.items() {
            let text = item.doc().lines.join(" ");
            let words: Vec<&str> = text.split(' ').collect();
            let within = words.windows(2).filter(|pair| {
                pair[0].starts_with(char::is_lowercase) && !pair[0].ends_with(['.', ':']) && pair[1] != "I"
            });
            names.proper.extend(within.filter_map(|pair| first_word(pair[1])).map(String::from));
        }
        for file in files {
            names.of_file(interface, &file.text);
        }
        names
    }

    /// The names of constants, functions and facts in a source.
    fn of_file(&mut self, interface: &'a Interface, text: &str) {
        let (mut function, mut literal, mut facts) = (None, "", None);
        for line in text.lines() {
            if let Some((name, of)) = constant(line) {
                self.words.0.insert(of.to_string(), name.to_string());
            }
            if line.starts_with("func ") {
                function = declared(line).map(|(_, name)| name);
            }
            if let Some(name) = line.trim().strip_suffix('{').and_then(|l| l.rsplit([' ', '\t']).next()) {
                literal = name;
            }
            for (at, _) in line.match_indices("C.duel_") {
                let name = first_word(&line[at + 2..]).unwrap_or_default();
                if let Some(of) = interface.structure(name).filter(|of| of.name.ends_with("_facts")) {
                    facts = Some(of);
                } else if let (Some(function), Some(Item::Function(of))) = (&function, interface.find(name)) {
                    self.words.0.entry(name.to_string()).or_insert(function.clone());
                    self.docs.entry(function.clone()).or_insert(&of.doc);
                }
            }
            // `Name: float64(c.name),` in the literal of a struct.
            if let (Some(of), Some((go, value))) = (facts, line.trim().split_once(':')) {
                let parts = value.split("c.").skip(1).filter_map(first_word);
                let fields: Vec<_> =
                    parts.filter_map(|part| of.fields.iter().find(|f| f.name == part)).collect();
                if let ([field], Some(_)) = (&fields[..], first_word(go).filter(|word| *word == go)) {
                    self.docs.insert(format!("{literal}.{go}"), &field.doc);
                    self.words.0.insert(of.name.clone(), literal.to_string());
                    self.docs.insert(literal.to_string(), &of.doc);
                }
            }
        }
    }

    /// A comment above what Go calls `name`, its lines behind `margin`.
    fn comment(&self, margin: &str, name: &str, doc: &Doc) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, paragraph) in doc.paragraphs().iter().enumerate() {
            let mut text =
                self.words.translate(&with_truth(&without_sizes(paragraph), "true")).replace('`', "");
            let begin = first_word(paragraph).unwrap_or_default();
            let opening = paragraph.chars().take(30).collect::<String>();
            let is_cited = opening.contains(" (19") || opening.contains(" (20");
            let is_symbol = begin.len() == 1 && begin != "A" || begin.contains('_');
            let is_name = is_symbol || is_cited || paragraph.contains(&format!("{begin}'s"));
            if at > 0 {
                text = with_first(&text, char::to_ascii_uppercase);
            } else if !is_name && !self.proper.contains(begin) {
                text = with_first(&text, char::to_ascii_lowercase);
            }
            let text = if at == 0 { format!("{name}: {text}") } else { text };
            lines.extend((at > 0).then(|| margin.trim_end().to_string()));
            lines.extend(wrapped(&format!("{margin}{text}"), margin, 110));
        }
        lines
    }

    /// Writes the comment above a declaration anew, if it begins with the name and a colon.
    fn describe(&self, lines: &mut Vec<String>, line: &str) {
        let Some((name, of)) = declared(line) else { return };
        let start = lines.iter().rposition(|line| !line.starts_with("//")).map_or(0, |at| at + 1);
        let is_kept = lines.get(start).is_some_and(|line| line.starts_with(&format!("// {name}: ")));
        let Some(doc) = self.docs.get(&of).filter(|_| is_kept) else { return };
        let by_hand = lines[start..].iter().position(|line| line.starts_with("// Arguments: "));
        let own = by_hand.map_or(Vec::new(), |at| lines.split_off(start + at));
        lines.truncate(start);
        lines.extend(self.comment("// ", name, doc));
        lines.extend((!own.is_empty()).then(|| "//".to_string()));
        lines.extend(own);
    }

    /// A source with the comments of what it declares.
    fn commented(&self, text: &str) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut structure = String::new();
        for line in text.lines() {
            self.describe(&mut lines, line);
            if let Some(head) = line.strip_prefix("type ") {
                structure = first_word(head).unwrap_or_default().to_string();
            } else if !line.starts_with('\t') {
                structure.clear();
            }
            let (name, place) = match constant(line) {
                Some((name, of)) => (name, of.to_string()),
                None => {
                    let name = line.strip_prefix('\t').and_then(first_word).unwrap_or_default();
                    (name, format!("{structure}.{name}"))
                }
            };
            if let Some(doc) = self.docs.get(&place).filter(|doc| !doc.lines.is_empty()) {
                while lines.last().is_some_and(|line| line.starts_with("\t//")) {
                    lines.pop();
                }
                lines.extend(self.comment("\t// ", name, doc));
            }
            lines.push(line.to_string());
        }
        lines.join("\n") + "\n"
    }
}
