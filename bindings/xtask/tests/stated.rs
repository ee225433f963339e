//! Facts that comments state: what zero stands for, what may be NULL, sizes, errors.

use serde_json::{json, Value};
use std::path::{Path, PathBuf};
use xtask::description::{Constant, Doc, Enumeration, Function, Type, Variable};
use xtask::stated;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn described() -> Value {
    let text = std::fs::read_to_string(root().join("include/duel.json")).expect("duel.json");
    serde_json::from_str(&text).expect("JSON")
}

fn list<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of[key].as_array().map_or(&[], |all| all)
}

fn doc(text: &str) -> Doc {
    Doc { lines: vec![text.to_string()] }
}

fn number(comment: &str) -> Variable {
    Variable { name: "field".into(), kind: Type::Scalar("double"), doc: doc(comment) }
}

#[test]
fn comments_say_what_zero_stands_for() {
    let of = |comment: &str| stated::default_of(None, false, &number(comment)).expect("a default");
    assert_eq!(of("Level of the intervals; 0: 0.95."), json!(0.95));
    assert_eq!(of("A positive number; 0: 1 (logits). 400 / log(10) gives Elo-like points."), json!(1));
    assert_eq!(of("Threads to use; 0: one. Results do not depend on it."), json!(1));
    assert_eq!(of("0: folds. Else between 0 and 1."), json!("folds"));
    assert_eq!(of("No u changes by more than this; 0: 1e-8."), json!(1e-8));
    assert_eq!(of("Seed; 0 is a seed like others. 10: ten."), json!(0));
    assert_eq!(stated::default_of(None, true, &number("Non-zero: exact.")), Ok(json!(false)));

    let value = |name: &str, value| Constant { name: name.into(), value, doc: Doc::default() };
    let values = vec![value("DUEL_BY_NOTHING", 0), value("DUEL_BY_ROW", 1)];
    let by = Enumeration { name: "duel_by".into(), doc: Doc::default(), values };
    let of = |comment: &str| stated::default_of(Some(&by), false, &number(comment));
    assert_eq!(of("DUEL_BY_NOTHING (default) or DUEL_BY_ROW."), Ok(json!("DUEL_BY_NOTHING")));
    assert_eq!(of("DUEL_BY_ROW (default, also 0)."), Ok(json!("DUEL_BY_ROW")));
    assert_eq!(of("DUEL_BY_ROW, ..."), Ok(json!("DUEL_BY_NOTHING")));
    assert!(of("DUEL_BY_ROW (default).").is_err());
}

#[test]
fn what_a_body_takes_as_left_out_its_comment_calls_null() {
    let function = |sentence: &str| Function {
        name: "duel_model_scores".into(),
        doc: doc(&format!("@param options {sentence}")),
        parameters: Vec::new(),
        result: Type::Void,
        optional: vec!["options".into()],
    };
    let options = Variable { name: "options".into(), kind: Type::Void, doc: Doc::default() };
    assert_eq!(stated::is_nullable_parameter(&function("NULL: all defaults."), &options), Ok(true));
    assert!(stated::is_nullable_parameter(&function("how to infer."), &options).is_err());
    assert!(stated::is_nullable_parameter(&function("what to infer, not NULL."), &options).is_err());
}

#[test]
fn sizes_and_errors_are_read() {
    assert_eq!(stated::shape("items x items, row-major: in row i"), Some(vec!["items", "items"]));
    assert_eq!(stated::shape("NULL, or n x K x K: F(mu)."), Some(vec!["n", "K", "K"]));
    assert_eq!(stated::shape("receives the table."), None);
    let of = |name: &str| {
        let all = described();
        list(&all, "functions").iter().find(|f| f["name"] == name).expect("a function").clone()
    };
    assert_eq!(of("duel_set_load")["errors"], json!(["DUEL_ERR_FORMAT"]));
    assert_eq!(of("duel_set_load")["noun"], "set");
    assert_eq!(of("duel_version")["noun"], Value::Null);
    assert_eq!(of("duel_model_scores")["table"], "model_scores");
}

/// The library refuses options that a function does not read where they are not at their defaults: the same ones.
#[test]
fn defaults_are_those_that_the_library_knows() {
    let all = described();
    let source = std::fs::read_to_string(root().join("src/ffi/fields.rs")).expect("fields.rs");
    let mut compared = 0;
    for listed in source.split("\nfields!(").skip(1) {
        let (name, fields) = listed.split_once(':').expect("a struct and its fields");
        let of = list(&all, "structs").iter().find(|s| s["name"] == name).expect("a struct");
        let (fields, _) = fields.split_once(';').expect("what is ignored");
        for (field, default) in fields.split(',').filter_map(|field| field.split_once(" = ")) {
            let described = list(of, "fields").iter().find(|f| f["name"] == field.trim()).expect("a field");
            let known: f64 = default.parse().expect("a number");
            assert_eq!(described["default"].as_f64(), Some(known), "{name}.{field}");
            compared += 1;
        }
    }
    assert!(compared >= 8, "{compared} defaults");
}

/// Every field of options has a default, or may be NULL or not; every pointer of a function may be NULL or not.
#[test]
fn nothing_is_left_open() {
    let all = described();
    for of in list(&all, "structs").iter().filter(|of| of["role"] == "options") {
        for field in list(of, "fields").iter().filter(|field| field["name"] != "struct_size") {
            assert!(
                field["default"].is_null() != field["nullable"].is_null(),
                "{}.{}",
                of["name"],
                field["name"]
            );
        }
    }
    for function in list(&all, "functions") {
        for parameter in list(function, "parameters") {
            let is_pointer =
                parameter["type"].as_str().is_some_and(|t| t.ends_with('*') || t.ends_with("_fn"));
            assert_eq!(parameter["nullable"].is_boolean(), is_pointer, "{}: {parameter}", function["name"]);
        }
    }
}
