//! duel/_methods.py: options, facts and rows of tables as types, and the methods of objects that need no thought.

use super::docs::{docstring, documented};
use super::names::Names;
use super::{attribute, camel, exported, given, head, list, pointee, quoted, refers, structure, text};
use crate::stated::is_zero_told;
use crate::text::{with_truth, without_sizes};
use serde_json::Value;
use std::fmt::Write;

/// duel/_methods.py: options, facts and rows as types, and the methods of objects that need no thought.
pub fn methods(interface: &Value) -> String {
    let names = Names::of(interface);
    let mut out = head("Options, facts and rows of tables as types, and the methods that need no thought.");
    out.push_str(
        "from __future__ import annotations\n\n\
         from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional, Sequence, Tuple, TypedDict, Union\n\n\
         from . import _constants\nfrom ._call import call\nfrom ._handles import Handle\nfrom ._structs import Facts\n\n\
         if TYPE_CHECKING:\n    from numpy.typing import ArrayLike\n    from typing_extensions import Self, Unpack\n\n    \
         from ._call import Cancel, Progress, ProgressLike\n",
    );
    for (module, class) in objects(&names) {
        let _ = writeln!(out, "    from .{module} import {class}");
    }
    out.push_str("    from ._constants import *\n    from .table import Table\n");
    let mut public = Vec::new();
    for structure in list(interface, "structs") {
        let name = camel(text(structure, "name"));
        let doc = names.translate(&without_sizes(text(structure, "doc")));
        let entries = |structure: &Value| -> Vec<(String, String)> {
            let about = |f: &Value| match f["bool"] == true {
                true => names.translate(&with_truth(text(f, "doc"), "True")),
                false => names.translate(text(f, "doc")),
            };
            given(structure).map(|f| (attribute(text(f, "name")), about(f))).collect()
        };
        if text(structure, "role") == "options" || name.ends_with("Facts") {
            public.push(name.clone());
        }
        if text(structure, "role") == "options" {
            let _ = write!(out, "\n\nclass {name}(TypedDict, total=False):\n");
            docstring(&mut out, "    ", &doc, &[("Keys", entries(structure))]);
            out.push('\n');
            for field in given(structure) {
                let kind = match text(field, "name") {
                    // By names of items, too (_call.py).
                    "fixed_scores" => "Union[ArrayLike, Mapping[str, float]]".to_string(),
                    _ => annotation(&names, text(field, "type"), &refers(structure, field)),
                };
                let _ = writeln!(out, "    {}: Optional[{kind}]", text(field, "name"));
            }
        } else if name.ends_with("Facts") {
            let _ = write!(out, "\n\nclass {name}(Facts):\n");
            docstring(&mut out, "    ", &doc, &[("Attributes", entries(structure))]);
            let _ = write!(out, "\n    _struct = {}\n", quoted(text(structure, "name")));
            for field in given(structure) {
                let kind = shown(text(field, "type"), &refers(structure, field));
                let _ = writeln!(out, "    {}: {kind}", attribute(text(field, "name")));
            }
        }
    }
    out.push_str("\n\nif TYPE_CHECKING:\n");
    for table in list(interface, "tables") {
        let _ = write!(out, "\n    class {}Row(NamedTuple):\n", camel(text(table, "name")));
        docstring(&mut out, "        ", &format!("A row of the table \"{}\".", text(table, "title")), &[]);
        out.push('\n');
        for column in list(table, "columns") {
            let kind = match text(column, "type") {
                "double" => "float",
                "int64_t" => "int",
                "bool" => "bool",
                "flags" => "Tuple[str, ...]",
                _ => "str",
            };
            let _ = writeln!(out, "        {}: {kind}", text(column, "name"));
        }
    }
    for noun in names.nouns.iter().rev().filter(is_mixed) {
        let _ = write!(out, "\n\nclass {}Methods(Handle):\n", camel(noun));
        let _ = write!(out, "    _noun = {}\n    __slots__ = ()\n", quoted(noun));
        for function in list(interface, "functions") {
            let owner = names.method(text(function, "name"));
            if let (Some((of, method)), Some(plain)) = (owner, plain(interface, &names, function)) {
                if of == noun {
                    write_method(&mut out, interface, &names, function, method, &plain);
                }
            }
        }
    }
    exported(&mut out, &public);
    out
}

fn write_method(
    out: &mut String,
    interface: &Value,
    names: &Names,
    function: &Value,
    method: &str,
    plain: &Plain<'_>,
) {
    let mut signature = vec!["self".to_string()];
    let object = text(&list(function, "parameters")[0], "name");
    let mut passed = vec![format!("{object}=self")];
    for argument in &plain.arguments {
        let name = text(argument.parameter, "name");
        let kind = annotation(names, text(argument.parameter, "type"), "");
        signature.push(match argument.default {
            Some("None") => format!("{name}: Optional[{kind}] = None"),
            Some(default) => format!("{name}: {kind} = {default}"),
            None => format!("{name}: {kind}"),
        });
        passed.push(format!("{name}={name}"));
    }
    if let Some(keywords) = plain.keywords {
        signature.push(format!("**options: Unpack[{}]", camel(&pointee(text(keywords, "type")).0)));
        passed.push(format!("{}=options", text(keywords, "name")));
    }
    let result = match &plain.outputs[..] {
        [] => "Self".to_string(),
        [one] => one.clone(),
        many => format!("Tuple[{}]", many.join(", ")),
    };
    let _ = write!(out, "\n    def {method}({}) -> {result}:\n", signature.join(", "));
    let keywords: Vec<&Value> = plain.keywords.into_iter().collect();
    documented(out, "        ", interface, names, function, &keywords);
    let call = format!("call({}, {})", quoted(text(function, "name")), passed.join(", "));
    let _ = match result.as_str() {
        // A function that changes its object gives it, so that calls can follow each other.
        "Self" => writeln!(out, "        {call}\n        return self"),
        result => writeln!(out, "        out: {result} = {call}\n        return out"),
    };
}

/// How Python annotates a value that a caller gives.
fn annotation(names: &Names, kind: &str, refers: &str) -> String {
    let (named, stars) = pointee(kind);
    match (named.as_str(), stars, refers) {
        ("char", 2, _) => "Sequence[str]".into(),
        ("char", 1, _) => "str".into(),
        ("int32_t", 1, refers) if refers.starts_with("duel_") => format!("Sequence[{}Like]", camel(refers)),
        (_, 0, "item" | "judge") => "Union[int, str]".into(),
        (_, 0, "bool") => "bool".into(),
        ("int32_t", 0, refers) if refers.starts_with("duel_") => format!("{}Like", camel(refers)),
        ("double", 0, _) => "float".into(),
        ("int32_t" | "size_t" | "uint64_t" | "int64_t", 0, _) => "int".into(),
        ("duel_progress_fn", 0, _) => "ProgressLike".into(),
        (named, 1, _) if names.nouns.iter().any(|noun| noun == named) => camel(named),
        (named, 1, _) if named.ends_with("_options") => camel(named),
        (named, 0, _) if names.types.contains(named) => format!("{}Like", camel(named)),
        _ => "ArrayLike".into(),
    }
}

/// How Python annotates a value of a result.
fn shown(kind: &str, refers: &str) -> String {
    match (kind, refers) {
        (_, "bool") => "bool".into(),
        ("const char *", _) => "str".into(),
        ("double", _) => "float".into(),
        (_, refers) if refers.starts_with("duel_") => format!("Optional[{}]", camel(refers)),
        _ => "int".into(),
    }
}

/// A parameter of a generated method.
pub(super) struct Argument<'a> {
    parameter: &'a Value,
    /// Its value if it is not given.
    default: Option<&'static str>,
}

/// A function that becomes a method without thought: its arguments, the options that become keywords, and its outputs.
pub(super) struct Plain<'a> {
    arguments: Vec<Argument<'a>>,
    keywords: Option<&'a Value>,
    outputs: Vec<String>,
}

/// Whether a function needs nothing but numbers, choices, objects and options, and gives objects, tables or facts.
pub(super) fn plain<'a>(interface: &'a Value, names: &Names, function: &'a Value) -> Option<Plain<'a>> {
    let (noun, _) = names.method(text(function, "name"))?;
    if !is_mixed(&&noun.to_string()) {
        return None;
    }
    let parameters = list(function, "parameters");
    let (object, rest) = parameters.split_first()?;
    if text(object, "role") != "object"
        || pointee(text(object, "type")).0 != noun
        || text(function, "result") != "duel_status"
    {
        return None;
    }
    let taken: Vec<&str> = rest.iter().map(|p| text(p, "name")).collect();
    let are_keywords = |p: &&Value| {
        let fields: Vec<&str> = structure(interface, &pointee(text(p, "type")).0)
            .map(|s| given(s).map(|f| text(f, "name")).collect())
            .unwrap_or_default();
        text(p, "role") == "options" && !fields.iter().any(|field| taken.contains(field))
    };
    // No argument is called as the keywords are together.
    let own = rest.iter().find(|p| text(p, "name") == "options").filter(are_keywords);
    let keywords = own.or_else(|| rest.iter().rfind(are_keywords));
    let mut found = Plain { arguments: Vec::new(), keywords, outputs: Vec::new() };
    for parameter in rest {
        let (named, stars) = pointee(text(parameter, "type"));
        let is_object = names.nouns.contains(&named);
        match (text(parameter, "role"), stars) {
            ("options", 1) if keywords.is_some_and(|k| text(k, "name") == text(parameter, "name")) => {}
            ("options", 1) => found.arguments.push(Argument { parameter, default: Some("None") }),
            ("input", 1) if named == "duel_cancel" => {}
            ("input", 1) if is_object => {
                let default = text(parameter, "doc").starts_with("NULL").then_some("None");
                found.arguments.push(Argument { parameter, default });
            }
            ("input", 0) => found.arguments.push(Argument { parameter, default: default_of(parameter) }),
            ("output", 2) if named == "duel_table" => {
                found.outputs.push(format!("Table[{}Row]", camel(text(function, "name"))));
            }
            ("output", 2) if is_object => found.outputs.push(camel(&named)),
            ("output", 1) if names.types.contains(&named) => found.outputs.push(camel(&named)),
            _ => return None,
        }
    }
    // Python has those that may be left out last.
    found.arguments.sort_by_key(|argument| argument.default.is_some());
    Some(found)
}

/// Zero, where the manual says what zero means.
fn default_of(parameter: &Value) -> Option<&'static str> {
    let doc = text(parameter, "doc");
    let is_choice = text(parameter, "type").starts_with("duel_");
    let says = is_zero_told(doc);
    match text(parameter, "name") {
        "seed" => Some("0"),
        _ if says && is_choice => Some("None"),
        _ if says => Some("0"),
        _ => None,
    }
}

/// Whether the class of an object has generated methods: tables and tokens are written by hand.
fn is_mixed(noun: &&String) -> bool {
    !matches!(noun.as_str(), "duel_table" | "duel_cancel")
}

/// The module of every class that stands for objects.
fn objects(names: &Names) -> Vec<(String, String)> {
    let mut all: Vec<_> = names
        .nouns
        .iter()
        .filter(is_mixed)
        .map(|n| (n.trim_start_matches("duel_").to_string(), camel(n)))
        .collect();
    all.sort();
    all
}
