//! Writes what the Python package has of the interface: enumerations, the layout of structs and functions, options,
//! facts and rows of tables as types, and the methods of objects that need no thought. All of it from duel.json.

use crate::text::{with_truth, without_sizes, wrapped, Words};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The comment that heads a generated module.
fn head(about: &str) -> String {
    format!("\"\"\"{about}\n\nWritten by `cargo xtask interface` from duel.json; do not edit it.\n\"\"\"\n\n")
}

/// A text of a JSON object; empty where there is none.
fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// "duel_rank_sets" as RankSets.
fn camel(name: &str) -> String {
    crate::text::camel(name, &[])
}

/// A Python string literal.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// The name of an attribute, which is no keyword of Python.
fn attribute(name: &str) -> String {
    match name {
        "lambda" | "from" | "in" | "is" | "as" | "class" | "def" | "with" | "global" | "not" => {
            format!("{name}_")
        }
        name => name.to_string(),
    }
}

/// An entry of a dictionary: a tuple of `head` and of rows, whose parts are strings.
fn entry(out: &mut String, name: &str, head: &str, rows: impl Iterator<Item = [String; 4]>) {
    let _ = writeln!(out, "    {}: ({head}, (", quoted(name));
    for row in rows {
        let _ = writeln!(out, "        ({}),", row.map(|part| quoted(&part)).join(", "));
    }
    out.push_str("    )),\n");
}

/// Names of the interface as Python calls them.
struct Names {
    words: Words,
    /// Opaque types, the longest first: "duel_set".
    nouns: Vec<String>,
    /// Structs and enumerations.
    types: BTreeSet<String>,
}

impl Names {
    fn of(interface: &Value) -> Names {
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
    fn method<'a>(&self, function: &'a str) -> Option<(&str, &'a str)> {
        self.nouns.iter().find_map(|noun| {
            let rest = function.strip_prefix(noun.as_str())?.strip_prefix('_')?;
            Some((noun.as_str(), rest))
        })
    }

    fn translate(&self, comment: &str) -> String {
        self.words.translate(comment)
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace("\"\"\"", "'''")
}

/// A docstring of paragraphs, and of sections of entries.
fn docstring(out: &mut String, indent: &str, doc: &str, sections: &[(&str, Vec<(String, String)>)]) {
    let mut body = String::new();
    for (at, paragraph) in doc.split("\n\n").filter(|p| !p.is_empty()).enumerate() {
        if at > 0 {
            body.push('\n');
        }
        let lines = wrapped(&format!("{indent}{paragraph}"), indent, 100);
        let _ = writeln!(body, "{}", lines.join("\n"));
    }
    for (title, entries) in sections.iter().filter(|(_, entries)| !entries.is_empty()) {
        let _ = write!(body, "\n{indent}{title}:\n");
        for (name, about) in entries {
            let lines = wrapped(&format!("{indent}    {name}: {about}"), &format!("{indent}        "), 100);
            let _ = writeln!(body, "{}", lines.join("\n"));
        }
    }
    let body = escaped(body.trim_start().trim_end());
    let is_long = body.contains('\n') || body.ends_with('"');
    let end = if is_long { format!("\n{indent}") } else { String::new() };
    let _ = writeln!(out, "{indent}\"\"\"{body}{end}\"\"\"");
}

/// duel/_constants.py: an enumeration for each of C.
pub fn constants(interface: &Value) -> String {
    let names = Names::of(interface);
    let mut out = head("The enumerations of the interface: words and members are accepted alike.");
    out.push_str("from enum import IntEnum, IntFlag\nfrom typing import Iterable, Literal, Union\n");
    let mut public = Vec::new();
    for enumeration in list(interface, "enums") {
        let name = camel(text(enumeration, "name"));
        public.extend([name.clone(), format!("{name}Like"), format!("{name}Word")]);
        let base = if enumeration["flags"] == true { "IntFlag" } else { "IntEnum" };
        let _ = write!(out, "\n\nclass {name}({base}):\n");
        docstring(&mut out, "    ", &names.translate(text(enumeration, "doc")), &[]);
        out.push('\n');
        let mut words = Vec::new();
        for value in list(enumeration, "values") {
            let word = text(value, "label");
            let _ = writeln!(out, "    {} = {}", word.to_uppercase(), value["value"]);
            docstring(&mut out, "    ", &names.translate(text(value, "doc")), &[]);
            words.push(quoted(word));
        }
        let (words, many) = (words.join(", "), format!(", Iterable[{name}Word]"));
        let many = if enumeration["flags"] == true { many.as_str() } else { "" };
        let _ =
            write!(out, "\n\n{name}Word = Literal[{words}]\n{name}Like = Union[{name}, {name}Word{many}]\n");
    }
    for constant in list(interface, "constants") {
        let name = text(constant, "name").trim_start_matches("DUEL_");
        let _ = write!(out, "\n{name} = {}\n", constant["value"]);
        docstring(&mut out, "", &names.translate(text(constant, "doc")), &[]);
        public.push(name.to_string());
    }
    exported(&mut out, &public);
    out
}

/// The names that a module gives away.
fn exported(out: &mut String, names: &[String]) {
    out.push_str("\n__all__ = [\n");
    for name in names {
        let _ = writeln!(out, "    {},", quoted(name));
    }
    out.push_str("]\n");
}

/// duel/_description.py: structs and functions as data, and what is said of the functions.
pub fn description(interface: &Value) -> String {
    let names = Names::of(interface);
    let mut out = head("Structs and functions of the interface as data, from which calls are made.");
    let _ = write!(out, "VERSION = {}\n\n", quoted(text(interface, "version")));
    out.push_str("# The function that frees an object.\nFREES = {\n");
    for opaque in list(interface, "opaques") {
        let _ = writeln!(out, "    {}: {},", opaque["name"], opaque["free"]);
    }
    out.push_str("}\n\n# The classes of enumerations.\nENUMS = {\n");
    for enumeration in list(interface, "enums") {
        let _ = writeln!(out, "    {}: {},", enumeration["name"], quoted(&camel(text(enumeration, "name"))));
    }
    let prefix = |of: &Value| {
        let first = &list(of, "values")[0];
        quoted(text(first, "name").trim_end_matches(&text(first, "label").to_uppercase()))
    };
    let prefixes: Vec<String> = list(interface, "enums").iter().map(prefix).collect();
    let _ = writeln!(
        out,
        "}}\n\n# Prefixes of the names of constants in C.\nPREFIXES = ({})\n",
        prefixes.join(", ")
    );
    out.push_str(
        "# Size and fields of structs: name, type, what it refers to, field that counts it.\nSTRUCTS = {\n",
    );
    for structure in list(interface, "structs") {
        let fields = list(structure, "fields").iter().map(|field| {
            let part = |key| text(field, key).to_string();
            [part("name"), part("type"), refers(structure, field), part("count")]
        });
        entry(&mut out, text(structure, "name"), &structure["size"].to_string(), fields);
    }
    out.push_str("}\n\n# Result and parameters of functions and callbacks: name, type, role, what it is a size of.\nFUNCTIONS = {\n");
    for function in list(interface, "functions").iter().chain(list(interface, "callbacks")) {
        let all = list(function, "parameters");
        let parameters = all.iter().map(|parameter| {
            let part = |key| text(parameter, key).to_string();
            let counted = all.iter().find(|p| text(p, "count") == text(parameter, "name"));
            let of = counted.map_or(part("of"), |p| text(p, "name").to_string());
            [part("name"), part("type"), part("role"), of]
        });
        entry(&mut out, text(function, "name"), &function["result"].to_string(), parameters);
    }
    out.push_str(
        "}\n\n# Options with a token that the function does not read, and refuses.\nWITHOUT_CANCEL = {\n",
    );
    for function in list(interface, "functions") {
        for parameter in options_of(function) {
            let of = structure(interface, &pointee(text(parameter, "type")).0);
            let has_token = of.is_some_and(|s| list(s, "fields").iter().any(|f| f["name"] == "cancel"));
            if has_token && !list(parameter, "reads").iter().any(|field| field == "cancel") {
                let _ = writeln!(out, "    ({}, {}),", function["name"], parameter["name"]);
            }
        }
    }
    out.push_str("}\n\n# The manual of the functions that methods written by hand call.\nDOCS = {\n");
    for function in list(interface, "functions") {
        if plain(interface, &names, function).is_none() {
            let mut doc = String::new();
            documented(&mut doc, "    ", interface, &names, function, &options_of(function));
            let _ = writeln!(out, "    {}: {},", function["name"], doc.trim());
        }
    }
    out.push_str("}\n");
    out
}

/// The kind of numbers of a field: an enumeration, a truth value, an item or a judge; empty for numbers.
fn refers(structure: &Value, field: &Value) -> String {
    let is_options = text(structure, "role") == "options";
    match (text(field, "type"), text(field, "name")) {
        ("size_t", "reference_item" | "reference" | "first" | "second") if is_options => "item".into(),
        ("size_t", "reference_judge" | "judge") if is_options => "judge".into(),
        _ if field["bool"] == true => "bool".into(),
        _ => text(field, "enum").to_string(),
    }
}

/// Fields that a caller gives: neither sizes nor what the package itself writes.
fn given(structure: &Value) -> impl Iterator<Item = &Value> {
    list(structure, "fields").iter().filter(|field| {
        let name = text(field, "name");
        !matches!(name, "struct_size" | "reserved" | "user") && !name.ends_with("_count")
    })
}

fn structure<'a>(interface: &'a Value, name: &str) -> Option<&'a Value> {
    list(interface, "structs").iter().find(|s| text(s, "name") == name)
}

/// The type without const and stars, and how many stars.
fn pointee(kind: &str) -> (String, usize) {
    let stars = kind.matches('*').count();
    (kind.replace("const", "").replace('*', "").replace("struct ", "").trim().to_string(), stars)
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

fn options_of(function: &Value) -> Vec<&Value> {
    list(function, "parameters").iter().filter(|p| text(p, "role") == "options").collect()
}

/// A parameter of a generated method.
struct Argument<'a> {
    parameter: &'a Value,
    /// Its value if it is not given.
    default: Option<&'static str>,
}

/// A function that becomes a method without thought: its arguments, the options that become keywords, and its outputs.
struct Plain<'a> {
    arguments: Vec<Argument<'a>>,
    keywords: Option<&'a Value>,
    outputs: Vec<String>,
}

/// Whether a function needs nothing but numbers, choices, objects and options, and gives objects, tables or facts.
fn plain<'a>(interface: &'a Value, names: &Names, function: &'a Value) -> Option<Plain<'a>> {
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
    let keywords = rest.iter().rfind(|p| {
        let fields: Vec<&str> = structure(interface, &pointee(text(p, "type")).0)
            .map(|s| given(s).map(|f| text(f, "name")).collect())
            .unwrap_or_default();
        text(p, "role") == "options" && !fields.iter().any(|field| taken.contains(field))
    });
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
    let says =
        doc.starts_with("0: ") || [" 0: ", "; 0: ", "also 0", "(default"].iter().any(|s| doc.contains(s));
    match text(parameter, "name") {
        "seed" => Some("0"),
        _ if says && is_choice => Some("None"),
        _ if says => Some("0"),
        _ => None,
    }
}

/// The docstring of a function.
fn documented(
    out: &mut String,
    indent: &str,
    interface: &Value,
    names: &Names,
    function: &Value,
    keywords: &[&Value],
) {
    let about = |p: &Value| (text(p, "name").to_string(), names.translate(text(p, "doc")));
    let with_role = |role: &str| {
        list(function, "parameters")
            .iter()
            .filter(|p| text(p, "role") == role && !text(p, "doc").is_empty() && text(p, "name") != "cancel")
            .map(about)
            .collect::<Vec<_>>()
    };
    let is_said = |p: &&&Value| !matches!(text(p, "doc"), "" | "NULL: all defaults.");
    let mut options: Vec<(String, String)> = keywords.iter().filter(is_said).map(|p| about(p)).collect();
    for keyword in keywords {
        let named = pointee(text(keyword, "type")).0;
        if let Some(structure) = structure(interface, &named) {
            let fields: Vec<&str> = given(structure).map(|f| text(f, "name")).collect();
            options.push((camel(&named), fields.join(", ") + "."));
        }
    }
    let columns = list(interface, "tables")
        .iter()
        .filter(|table| text(table, "function") == text(function, "name"))
        .flat_map(|table| list(table, "columns"))
        .map(|column| {
            let labels: Vec<&str> = list(column, "labels").iter().filter_map(Value::as_str).collect();
            let unit = match text(column, "unit") {
                "" => String::new(),
                unit => format!(" Unit: {unit}."),
            };
            let listed =
                if labels.is_empty() { String::new() } else { format!(" One of {}.", labels.join(", ")) };
            (text(column, "name").to_string(), names.translate(text(column, "doc")) + &listed + &unit)
        })
        .collect();
    // Words that only say how C passes an argument.
    let is_said =
        |doc: &str| !doc.contains("struct_size") && !doc.contains("free it") && doc != "receives the table.";
    let outputs = with_role("output").into_iter().filter(|(_, doc)| is_said(doc)).collect();
    let sections =
        [("Args", with_role("input")), ("Options", options), ("Gives", outputs), ("Columns", columns)];
    docstring(out, indent, &names.translate(text(function, "doc")), &sections);
}

/// duel/_methods.py: options, facts and rows as types, and the methods of objects that need no thought.
pub fn methods(interface: &Value) -> String {
    let names = Names::of(interface);
    let mut out = head("Options, facts and rows of tables as types, and the methods that need no thought.");
    out.push_str(
        "from __future__ import annotations\n\n\
         from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Sequence, Tuple, TypedDict, Union\n\n\
         from . import _constants\nfrom ._call import call\nfrom ._handles import Handle\nfrom ._structs import Facts\n\n\
         if TYPE_CHECKING:\n    from numpy.typing import ArrayLike\n    from typing_extensions import Unpack\n\n    \
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
                let kind = annotation(&names, text(field, "type"), &refers(structure, field));
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
        docstring(&mut out, "        ", &format!("A row of: {}.", text(table, "title")), &[]);
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
        [] => "None".to_string(),
        [one] => one.clone(),
        many => format!("Tuple[{}]", many.join(", ")),
    };
    let _ = write!(out, "\n    def {method}({}) -> {result}:\n", signature.join(", "));
    let keywords: Vec<&Value> = plain.keywords.into_iter().collect();
    documented(out, "        ", interface, names, function, &keywords);
    let call = format!("call({}, {})", quoted(text(function, "name")), passed.join(", "));
    let _ = match result.as_str() {
        "None" => writeln!(out, "        {call}"),
        result => writeln!(out, "        out: {result} = {call}\n        return out"),
    };
}
