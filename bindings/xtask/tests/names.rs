//! The rules that names and places of functions, parameters, options and columns follow.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use xtask::description::{Interface, Item, Type};
use xtask::reads::{Which, READS};
use xtask::text::Words;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn interface() -> Interface {
    xtask::read::read(&root(), "0").expect("the interface can be read")
}

/// duel.json.
fn json() -> Value {
    let text = std::fs::read_to_string(root().join("include/duel.json")).expect("include/duel.json");
    serde_json::from_str(&text).expect("JSON")
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The name of a type without const and stars.
fn pointee(parameter: &Value) -> &str {
    text(parameter, "type").trim_start_matches("const ").trim_end_matches([' ', '*'])
}

#[test]
fn every_function_reads_its_options_in_its_own_name() {
    // Who takes options that others take, too, is told by its name what it reads of them (src/ffi/reads.rs).
    let interface = interface();
    for section in &interface.sections {
        let text =
            std::fs::read_to_string(root().join(format!("src/ffi/{}.rs", section.file))).expect("a source");
        let bodies = text.split("pub unsafe extern \"C\" fn ").skip(1);
        for body in bodies {
            let name = body.split('(').next().unwrap_or_default();
            let own: Vec<_> = READS.iter().filter(|row| row.function == name).collect();
            let body = body.split("\n}\n").next().unwrap_or_default();
            let words = body.split("\"duel_").skip(1).filter_map(|rest| rest.split('"').next());
            let named: Vec<String> = words.map(|rest| format!("duel_{rest}")).collect();
            assert!(named.iter().all(|word| *word == name), "{name} reads options as {named:?}");
            assert_eq!(named.len(), own.len(), "{name} reads {} structs of options", own.len());
        }
    }
}

#[test]
fn parameters_are_an_object_then_inputs_options_and_outputs() {
    for function in list(&json(), "functions") {
        let mut last = 0;
        for parameter in list(function, "parameters") {
            let place = match parameter["role"].as_str() {
                Some("object") => 0,
                Some("input" | "count" | "user") => 1,
                Some("options") => 2,
                Some("output" | "capacity") => 3,
                other => panic!("{}: {other:?}", function["name"]),
            };
            // A token stands in the place of options.
            let is_token = parameter["name"] == "cancel";
            assert!(place >= last || is_token, "{}: {} comes too late", function["name"], parameter["name"]);
            last = place;
        }
    }
}

#[test]
fn every_array_that_is_written_has_its_capacity_behind_it() {
    // Outputs of one number.
    let single = [
        "column",
        "length",
        "id",
        "rows",
        "columns",
        "values",
        "log_likelihood",
        "comparisons",
        "gamma_used",
    ];
    for function in list(&json(), "functions") {
        for (at, parameter) in list(function, "parameters").iter().enumerate() {
            let name = parameter["name"].as_str().unwrap_or_default();
            let of = parameter["type"].as_str().unwrap_or_default();
            let is_array = parameter["role"] == "output" && !of.contains("duel_") && !of.contains("Arrow");
            // A callback's caller knows what it asks for.
            if !is_array || single.contains(&name) || function["name"] == "duel_nuisance_mu" {
                continue;
            }
            let next = list(function, "parameters").get(at + 1).map(|next| &next["role"]);
            assert!(
                next.is_some_and(|role| role == "capacity"),
                "{}: {name} has no capacity",
                function["name"]
            );
        }
    }
}

#[test]
fn functions_are_named_by_their_first_argument_or_by_what_they_make() {
    // Functions of numbers in the caller's memory, of the thread, and of the library.
    let others = [
        "p",
        "votes",
        "rankings",
        "matrix",
        "map",
        "tree",
        "influence",
        "policy",
        "counts",
        "differences",
        "plan",
        "version",
        "status",
        "last",
    ];
    for function in list(&json(), "functions") {
        let name = function["name"].as_str().unwrap_or_default();
        let noun = name.split('_').nth(1).unwrap_or_default();
        let is_of_it = |parameter: &Value| {
            let of = parameter["type"].as_str().unwrap_or_default();
            of.trim_start_matches("const ").trim_end_matches([' ', '*']) == format!("duel_{noun}")
        };
        let made = list(function, "parameters")
            .iter()
            .any(|p| is_of_it(p) && p["type"].as_str().is_some_and(|of| of.ends_with("**")));
        let first = list(function, "parameters").first();
        // The callback of duel_gars_run takes its learner as `user`.
        let is_callback = name == "duel_nuisance_mu";
        assert!(
            first.is_some_and(is_of_it) || made || is_callback || others.contains(&noun),
            "{name} is named neither by its first argument nor by what it makes"
        );
        assert!(
            !others.contains(&noun) || !first.is_some_and(|p| p["role"] == "object"),
            "{name} is of an object"
        );
    }
}

#[test]
fn what_is_the_same_is_called_and_typed_the_same() {
    for function in list(&json(), "functions") {
        for parameter in list(function, "parameters") {
            let of = parameter["type"].as_str().unwrap_or_default();
            match parameter["name"].as_str().unwrap_or_default() {
                // A choice has the name of what is chosen.
                name @ ("what" | "which") => panic!("{}: {name}", function["name"]),
                "functional" => assert_eq!(of, "int32_t", "{}", function["name"]),
                "bytes" => assert_eq!(of, "const void *", "{}", function["name"]),
                _ => {}
            }
            if function["name"].as_str().is_some_and(|name| name.ends_with("_save"))
                && parameter["name"] == "out"
            {
                assert_eq!(of, "void *", "{}", function["name"]);
            }
        }
    }
}

#[test]
fn types_are_declared_before_they_are_used() {
    // C reads from top to bottom: the order is that of the modules in src/ffi/lib.rs.
    let interface = interface();
    let opaque = interface.items().filter(|item| matches!(item, Item::Opaque(..)));
    let mut known: BTreeSet<&str> = opaque.map(Item::name).chain(["struct ArrowArrayStream"]).collect();
    for item in interface.items() {
        let missing = item.types().into_iter().filter_map(Type::mentions).find(|name| !known.contains(name));
        assert_eq!(missing, None, "{} uses what comes later", item.name());
        known.insert(item.name());
    }
}

#[test]
fn the_list_of_what_is_read_fits_the_sources() {
    let json = json();
    let functions = list(&json, "functions");
    let mut takers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for function in functions {
        for parameter in list(function, "parameters").iter().filter(|p| text(p, "role") == "options") {
            takers.entry(pointee(parameter)).or_default().push(text(function, "name"));
        }
    }
    for (options, functions) in takers.iter().filter(|(_, functions)| functions.len() > 1) {
        for name in functions {
            let has = READS.iter().any(|row| row.function == *name && row.options == *options);
            assert!(has, "src/ffi/reads.rs does not say what {name} reads of {options}");
        }
    }
    for row in READS {
        let takes = takers.get(row.options).is_some_and(|functions| functions.contains(&row.function));
        assert!(takes, "src/ffi/reads.rs: {} takes no {}", row.function, row.options);
        let named: Vec<&str> = match &row.fields {
            Which::Only(groups) => groups.iter().flat_map(|group| group.iter().copied()).collect(),
            Which::AllBut(others) => others.to_vec(),
        };
        let of = list(&json, "structs").iter().find(|of| text(of, "name") == row.options).expect("a struct");
        for name in named {
            let has = list(of, "fields").iter().any(|field| text(field, "name") == name);
            assert!(has, "src/ffi/reads.rs: {} has no field {name}", row.options);
        }
    }
}

#[test]
fn every_noun_has_facts_and_facts_are_written_alike() {
    let json = json();
    for opaque in list(&json, "opaques").iter().map(|opaque| text(opaque, "name")) {
        let wanted = format!("{opaque}_info");
        let info = list(&json, "functions").iter().find(|function| text(function, "name") == wanted);
        // Of a token there is nothing to tell.
        assert!(info.is_some() || opaque == "duel_cancel", "{opaque} has no facts");
        let written = info.map(|function| pointee(&list(function, "parameters")[1]).to_string());
        assert!(written.is_none_or(|name| name == format!("{opaque}_facts")), "{wanted}");
    }
    let structs = list(&json, "structs");
    for function in list(&json, "functions") {
        let outputs = list(function, "parameters").iter().filter(|p| text(p, "role") == "output");
        for output in outputs.filter(|p| structs.iter().any(|of| text(of, "name") == pointee(p))) {
            let of = structs.iter().find(|of| text(of, "name") == pointee(output)).expect("a struct");
            let is_view = pointee(output) == "duel_table_column";
            assert!(text(of, "role") == "facts" || is_view, "{}: {}", function["name"], of["name"]);
            assert!(
                ["out", "info"].contains(&text(output, "name")),
                "{}: {}",
                function["name"],
                output["name"]
            );
        }
    }
}

#[test]
fn constants_have_the_prefix_of_their_enumeration_alone() {
    let json = json();
    let prefix = |of: &Value| {
        let value = &list(of, "values")[0];
        let (name, label) = (text(value, "name"), text(value, "label"));
        name[..name.len() - label.len()].to_string()
    };
    let prefixes: Vec<(&str, String)> =
        list(&json, "enums").iter().map(|of| (text(of, "name"), prefix(of))).collect();
    for of in list(&json, "enums") {
        for value in list(of, "values").iter().map(|value| text(value, "name")) {
            let longest = prefixes.iter().filter(|(_, prefix)| value.starts_with(prefix.as_str()));
            let owner = longest.max_by_key(|(_, prefix)| prefix.len()).map(|(name, _)| *name);
            assert_eq!(owner, Some(text(of, "name")), "{value}");
        }
    }
}

#[test]
fn codes_of_tables_are_the_values_of_their_enumeration() {
    // The labels of a column are those of an enumeration in its order from zero, or the column's own.
    const OWN: [&str; 8] =
        ["code", "order", "outcome", "outcome_after", "problems", "side", "state", "verdict"];
    let json = json();
    for table in list(&json, "tables") {
        for column in list(table, "columns").iter().filter(|column| column["labels"].is_array()) {
            let labels = list(column, "labels");
            let place = format!("{}.{}", text(table, "name"), text(column, "name"));
            let is_flags = text(column, "type") == "flags";
            let is_of = |of: &Value| {
                labels.iter().enumerate().all(|(at, label)| {
                    let number = if is_flags { 1 << at } else { at };
                    list(of, "values")
                        .iter()
                        .any(|value| value["value"] == number && value["label"] == *label)
                })
            };
            let found = list(&json, "enums").iter().any(is_of);
            assert!(
                found || OWN.contains(&text(column, "name")),
                "{place}: {labels:?} are of no enumeration"
            );
        }
    }
}

#[test]
fn short_names_in_comments_are_those_of_the_constant_before() {
    // "DUEL_POSITION_NONE (default), _SHARED": what is short becomes whole where it is known.
    let interface = interface();
    let mut words = Words::default();
    let mut comments = Vec::new();
    for item in interface.items() {
        comments.push((item.name().to_string(), item.doc()));
        match item {
            Item::Enumeration(of) => {
                words.0.extend(of.values.iter().map(|value| (value.name.clone(), value.name.clone())));
                comments.extend(of.values.iter().map(|value| (value.name.clone(), &value.doc)));
            }
            Item::Struct(of) => {
                comments.extend(of.fields.iter().map(|f| (format!("{}.{}", of.name, f.name), &f.doc)));
            }
            _ => {}
        }
    }
    for (name, doc) in comments {
        for line in [doc.paragraphs(), vec![doc.lines.join(" ")]].concat() {
            let whole = words.translate(&line);
            let short = whole.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').find(|word| {
                word.starts_with('_') && word[1..].starts_with(|c: char| c.is_ascii_uppercase())
            });
            assert_eq!(short, None, "{name}");
        }
    }
}
