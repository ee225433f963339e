//! Keeps the comments of the Go package: a constant `Name Type = C.DUEL_NAME`, a field of a struct of options, and one of a
//! struct that is filled from facts (`Name: float64(c.name)`) say what the header says, in Go's names. So does a function, a
//! method or a type whose comment begins with its name and a colon; by hand is what follows from "Arguments:" on.

use super::{facts, names, WHOLE};
use crate::description::{Doc, Interface, Item};
use crate::text::{with_first, with_truth, without_sizes, wrapped, Words};
use crate::Generated;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Go's names.
#[derive(Default)]
pub struct Names<'a> {
    words: Words,
    /// The comments of constants by their names in C, and those of fields by their struct and name in Go.
    docs: BTreeMap<String, &'a Doc>,
    /// Words that have a capital also within a sentence.
    proper: BTreeSet<String>,
    /// Fields of options, which messages name.
    options: BTreeSet<String>,
}

/// The sources that are by hand, but for comments.
pub fn sources(root: &Path) -> Result<Vec<Generated>, String> {
    let directory = root.join("bindings/go");
    let found = std::fs::read_dir(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let mut files = Vec::new();
    for path in found.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        let is_kept = name.ends_with(".go") && !name.ends_with("_test.go");
        if is_kept && !WHOLE.contains(&name.as_str()) {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
            files.push(Generated { path: format!("bindings/go/{name}"), text });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// The name and the constant of `Name Type = C.DUEL_NAME`.
fn constant(line: &str) -> Option<(&str, &str)> {
    let (left, right) = line.strip_prefix('\t')?.split_once("= C.DUEL_")?;
    let is_name = right.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| (left.split(' ').next().unwrap_or_default(), &line[line.len() - right.len() - 5..]))
}

/// A text in which fields of structs have a capital: Options.Accept, Info.Dimension. Between sentences there is a blank.
fn with_fields(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric();
    let mut parts = text.split('.');
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let of = out.rsplit(|c| !is_part(c)).next().unwrap_or_default();
        let is_field = of.len() > 1 && of.starts_with(char::is_uppercase);
        out += ".";
        out += &if is_field { with_first(part, char::to_ascii_uppercase) } else { part.to_string() };
    }
    out
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
    pub fn read(interface: &'a Interface, files: &[&Generated]) -> Names<'a> {
        let mut read = Names::default();
        let others = [
            ("NULL", "nil"),
            ("duel_last_error_row", "Error.Row"),
            // A matrix knows its sizes.
            ("feature_count", "columns"),
            ("ranking_count", "rows"),
            ("sum_is_constant", "sumIsConstant"),
        ];
        read.words.0.extend(others.map(|(name, word)| (name.to_string(), word.to_string())));
        for item in interface.items() {
            match item {
                Item::Enumeration(item) => {
                    read.docs.extend(item.values.iter().map(|value| (value.name.clone(), &value.doc)));
                    if let Some((go, _)) = names::enumeration(&item.name) {
                        read.words.0.insert(item.name.clone(), go.clone());
                        read.docs.insert(go, &item.doc);
                    }
                }
                Item::Opaque(name, doc) => {
                    let go = names::camel(name);
                    read.docs.insert(go.clone(), doc);
                    read.words.0.insert(name.clone(), go);
                }
                _ => {}
            }
        }
        for of in interface.structs() {
            let is_facts = facts::structs(interface).any(|known| known.name == of.name);
            let name = |field: &str| if is_facts { names::fact(field) } else { names::option(field) };
            let long = of
                .fields
                .iter()
                .filter(|field| field.name.contains(|c: char| c == '_' || c.is_ascii_digit()));
            for field in long {
                // Fields that options and facts have both are called as in options.
                read.words.0.entry(field.name.clone()).or_insert_with(|| name(&field.name));
            }
            let is_options = of.name.ends_with("_options");
            if is_options || is_facts {
                let go = if is_facts { names::facts(interface, &of.name) } else { names::options(&of.name) };
                let of_field = |field: &'a crate::description::Variable| {
                    (format!("{go}.{}", name(&field.name)), &field.doc)
                };
                read.docs.extend(of.fields.iter().map(of_field));
                read.docs.insert(go.clone(), &of.doc);
                read.words.0.insert(of.name.clone(), go);
            }
            if is_options {
                read.options.extend(of.fields.iter().map(|field| field.name.clone()));
            }
        }
        for item in interface.items() {
            let text = item.doc().lines.join(" ");
            let words: Vec<&str> = text.split(' ').collect();
            let within = words.windows(2).filter(|pair| {
                pair[0].starts_with(char::is_lowercase) && !pair[0].ends_with(['.', ':']) && pair[1] != "I"
            });
            read.proper.extend(within.filter_map(|pair| first_word(pair[1])).map(String::from));
        }
        for file in files {
            read.of_file(interface, &file.text);
        }
        read
    }

    /// Go's names of constants, functions and options of C, by which errors are translated.
    pub fn words(&self) -> String {
        let mut out = String::from(
            "// Code generated by `cargo xtask interface` from the sources of this package. DO NOT EDIT.\n\n\
             package duel\n\nimport \"sync\"\n\n\
             // wordsOfGo are the names of this package for constants, functions and options of C, which messages of the \
             library have.\n\
             var wordsOfGo = sync.OnceValue(func() map[string]string {\n\tpairs := []string{\n",
        );
        for (of, name) in &self.words.0 {
            if of.starts_with("DUEL_") || of.starts_with("duel_") || self.options.contains(of.as_str()) {
                let _ = writeln!(out, "\t\t\"{of}\", \"{name}\",");
            }
        }
        out + "\t}\n\twords := make(map[string]string, len(pairs)/2)\n\tfor at := 0; at < len(pairs); at += 2 {\n\t\t\
               words[pairs[at]] = pairs[at+1]\n\t}\n\treturn words\n})\n"
    }

    /// A sentence of C in Go's names.
    pub fn said(&self, sentence: &str) -> String {
        with_fields(&self.words.translate(&with_truth(sentence, "true")).replace('`', ""))
    }

    /// The names of constants and functions in a source.
    fn of_file(&mut self, interface: &'a Interface, text: &str) {
        let mut function = None;
        for line in text.lines() {
            if let Some((name, of)) = constant(line) {
                self.words.0.insert(of.to_string(), name.to_string());
            }
            if line.starts_with("func ") {
                function = declared(line).map(|(_, name)| name);
            }
            for (at, _) in line.match_indices("C.duel_") {
                let name = first_word(&line[at + 2..]).unwrap_or_default();
                if let (Some(function), Some(Item::Function(of))) = (&function, interface.find(name)) {
                    self.words.0.entry(name.to_string()).or_insert(function.clone());
                    self.docs.entry(function.clone()).or_insert(&of.doc);
                }
            }
        }
    }

    /// A comment above what Go calls `name`, its lines behind `margin`.
    fn comment(&self, margin: &str, name: &str, doc: &Doc) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, paragraph) in doc.paragraphs().iter().enumerate() {
            // Zero options stand where C has none.
            let paragraph = &without_sizes(paragraph)
                .replace("NULL in place of the options means", "The zero value means")
                .replace("NULL means all defaults", "The zero value means all defaults");
            let mut text = self.said(paragraph);
            let begin = first_word(paragraph).unwrap_or_default();
            let opening = paragraph.chars().take(30).collect::<String>();
            let is_cited = opening.contains(" (19") || opening.contains(" (20");
            // A letter, a name of C, a hypothesis such as H0, and AIC keep their capitals.
            let is_symbol = begin.len() == 1 && begin != "A"
                || begin.contains('_')
                || begin.chars().skip(1).any(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
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
    pub fn commented(&self, text: &str) -> String {
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
