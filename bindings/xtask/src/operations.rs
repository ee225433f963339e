//! Writes tests/c/operations.h and tests/c/fields.h: every function of the header that answers a status as a call that any of its pointers can be
//! left out of, which pointers it needs, its options and what it does not read of them, and the fields of options. tests/c/arguments.h has the values, by hand.

use crate::description::{Function, Interface, Item, Type, Variable};
use crate::options::{fields, options_of};
use crate::roles::{self, Role};
use crate::stated::is_nullable_parameter;
use std::fmt::Write;

/// Numbers that are not those of their type: one element of everything, zero of all else.
const NUMBERS: [(&str, &str); 9] = [
    ("fold", "0"),
    ("folds", "2"),
    ("items", "2"),
    ("rankings", "2"),
    ("columns", "2"),
    ("pairs", "2"),
    ("rank", "1"),
    ("row", "0"),
    ("tasks", "1"),
];

/// Objects of which a function asks more than of others.
const OBJECTS: [(&str, &str); 7] = [
    ("duel_model_sensitivities", "given_sloped"),
    ("duel_model_average", "given_judged"),
    ("duel_estimate_averaged_ranks", "given_averaged"),
    ("duel_estimate_judge", "given_strengths"),
    ("duel_estimate_judge_ranks", "given_strengths"),
    ("duel_estimate_reversals", "given_strengths"),
    ("duel_estimate_unanimous", "given_strengths"),
];

/// The file.
pub fn operations(interface: &Interface) -> Result<String, String> {
    let mut out = String::from(
        "/* Every function that answers a status, with its pointers, and the fields of options.\n * Written by `cargo xtask \
         interface` from the sources under src/ffi; do not edit it. */\n#ifndef OPERATIONS_H\n#define OPERATIONS_H\n\n\
         #include \"arguments.h\"\n\n",
    );
    for of in interface.structs().filter(|of| of.name.ends_with("_options")) {
        let _ = writeln!(out, "static const field {0}_fields[] = {{{1}}};", of.name, list_of(&of.name));
    }
    let mut list = String::new();
    for function in interface.functions() {
        if function.result.mentions() != Some("duel_status") {
            continue;
        }
        out += &call(interface, function)?;
        list += &entry(interface, function)?;
    }
    let _ = write!(out, "\nstatic const operation operations[] = {{\n{list}}};\n\n#endif\n");
    Ok(out)
}

/// The macro that lists the fields of options.
fn list_of(name: &str) -> String {
    format!("FIELDS_OF_{}", name.trim_start_matches("duel_").to_uppercase())
}

/// tests/c/fields.h: the fields of every struct of options, and what they hold.
pub fn option_fields(interface: &Interface) -> String {
    let mut out = String::from(
        "/* The fields of options, and whether they hold whole numbers, truth values, other numbers or pointers.\n * Written by `cargo xtask \
         interface` from the sources under src/ffi; do not edit it. */\n#ifndef FIELDS_H\n#define FIELDS_H\n",
    );
    for of in interface.structs().filter(|of| of.name.ends_with("_options")) {
        let _ = write!(out, "\n#define {}", list_of(&of.name));
        let mut comma = "";
        for field in of.fields.iter().filter(|f| !["struct_size", "reserved"].contains(&f.name.as_str())) {
            let kind = match &field.kind {
                Type::Scalar("double") => "NUMBER",
                kind if interface.is_pointer(kind) => "POINTER",
                _ if roles::is_truth(field) => "TRUTH",
                _ => "WHOLE",
            };
            let _ = write!(out, "{comma} \\\n  FIELD({}, {}, {kind}_FIELD)", of.name, field.name);
            comma = ",";
        }
        out.push('\n');
    }
    out + "\n#endif\n"
}

/// The call.
fn call(interface: &Interface, function: &Function) -> Result<String, String> {
    let short = function.name.trim_start_matches("duel_");
    let values = function.parameters.iter().enumerate().map(|(at, parameter)| {
        let found = value(interface, function, at, parameter);
        found.map_err(|error| format!("{}.{}: {error}", function.name, parameter.name))
    });
    let values: Vec<String> = values.collect::<Result<_, String>>()?;
    let mut out = format!(
        "\nstatic duel_status op_{short}(const pointers *p) {{\n  (void)p;\n  return {}(\n      {});\n}}\n",
        function.name,
        values.join(",\n      ")
    );
    let made: Vec<String> = made(function)
        .map(|(at, noun)| match noun {
            // A stream lies with the caller, and frees itself.
            "struct ArrowArrayStream" => format!(
                "  {noun} *stream = ({noun} *)(void *)&out[{at}];\n  if (stream->release) stream->release(stream);\n"
            ),
            noun => format!("  {noun}_free(*({noun} **)(void *)&out[{at}]);\n"),
        })
        .collect();
    if !made.is_empty() {
        let _ = write!(out, "static void end_{short}(void) {{\n{}}}\n", made.concat());
    }
    Ok(out)
}

/// The objects that it makes, and the places of their parameters.
fn made(function: &Function) -> impl Iterator<Item = (usize, &str)> {
    function.parameters.iter().enumerate().filter_map(|(at, parameter)| match &parameter.kind {
        Type::Pointer { to, is_const: false } => match &**to {
            Type::Pointer { to, is_const: false } => Some((at, to.mentions()?)),
            Type::Named(name) if name == "struct ArrowArrayStream" && parameter.name == "out" => {
                Some((at, name))
            }
            _ => None,
        },
        _ => None,
    })
}

fn value(
    interface: &Interface,
    function: &Function,
    at: usize,
    parameter: &Variable,
) -> Result<String, String> {
    let role = roles::of(interface, function, at);
    let kind = parameter.kind.declare("");
    let kind = kind.trim();
    Ok(match &parameter.kind {
        Type::Pointer { .. } if role == Role::Options => format!("CHOSEN({at}, {kind})"),
        Type::Pointer { to, is_const } => match &**to {
            Type::Named(name) if name.ends_with("_facts") => format!("FACTS({at}, {name})"),
            Type::Named(name) => {
                let short = match name.strip_prefix("struct ") {
                    Some(_) => "stream",
                    None => name.trim_start_matches("duel_"),
                };
                let is_changed = !is_const && matches!(interface.find(name), Some(Item::Opaque(..)));
                let which = if is_changed { "changed" } else { "given" };
                let known = OBJECTS.iter().find(|(of, _)| *of == function.name && at == 0);
                match (role, known) {
                    (_, Some((_, object))) => format!("POINTER({at}, {object}())"),
                    (Role::Output, _) => format!("OUTPUT({at}, {kind})"),
                    _ => format!("POINTER({at}, {which}_{short}())"),
                }
            }
            _ if role == Role::Output => format!("OUTPUT({at}, {kind})"),
            _ => format!("INPUT({at}, {kind})"),
        },
        Type::Named(name) => match interface.find(name) {
            Some(Item::Callback(_)) => format!("POINTER({at}, given_{})", name.trim_start_matches("duel_")),
            // Every unit is one of some function, and none of all.
            Some(Item::Enumeration(_)) if name == "duel_by" => "DUEL_BY_CONTEXT".to_string(),
            Some(Item::Enumeration(of)) => {
                let first = of.values.iter().find(|value| value.value == 0).or(of.values.first());
                first.map_or(String::new(), |value| value.name.clone())
            }
            _ => return Err("its type is not understood".to_string()),
        },
        _ if role == Role::Capacity => "CAPACITY".to_string(),
        _ if at > 0 && parameter.name.ends_with("count") && is_list(interface, function, at - 1)? => {
            format!("COUNTED({})", at - 1)
        }
        _ => {
            let known = NUMBERS.iter().find(|(name, _)| *name == parameter.name);
            let usual = if parameter.kind == Type::Scalar("size_t") { "1" } else { "0" };
            known.map_or(usual, |(_, number)| number).to_string()
        }
    })
}

/// Whether a parameter is a list that may be missing, and then has no elements.
fn is_list(interface: &Interface, function: &Function, at: usize) -> Result<bool, String> {
    let parameter = &function.parameters[at];
    let is_input = roles::of(interface, function, at) == Role::Input;
    Ok(is_input && interface.is_pointer(&parameter.kind) && is_nullable_parameter(function, parameter)?)
}

/// Its name, the pointers that it needs, and its options with what it does not read of them.
fn entry(interface: &Interface, function: &Function) -> Result<String, String> {
    let short = function.name.trim_start_matches("duel_");
    let mut needed = Vec::new();
    let mut taken = Vec::new();
    for (at, parameter) in function.parameters.iter().enumerate() {
        let is_needed = match roles::of(interface, function, at) {
            Role::Object => !function.name.ends_with("_free"),
            _ => interface.is_pointer(&parameter.kind) && !is_nullable_parameter(function, parameter)?,
        };
        if is_needed {
            needed.push(at.to_string());
        }
        let Some(options) = options_of(parameter) else { continue };
        let unread = fields(interface, &function.name, options).1;
        taken.push(format!(
            "{{{at}, \"{}\", \"{options}\", {options}_fields, COUNT({options}_fields), sizeof({options}), \" {} \"}}",
            parameter.name,
            unread.join(" ")
        ));
    }
    let needed: String = needed.iter().map(|at| format!(" | 1u << {at}")).collect();
    let needed = needed.strip_prefix(" | ").unwrap_or("0");
    let taken = if taken.is_empty() { "{0}".to_string() } else { taken.join(", ") };
    let end = match made(function).next() {
        Some(_) => format!("end_{short}"),
        None => "NULL".to_string(),
    };
    let has_room =
        (0..function.parameters.len()).any(|at| matches!(roles::of(interface, function, at), Role::Capacity));
    let is_stopped = function.parameters.iter().any(|p| p.kind.declare("").trim() == "const duel_cancel *");
    let flags = format!("{}, {}", i32::from(has_room), i32::from(is_stopped));
    Ok(format!(
        "    {{\"duel_{short}\", op_{short}, {end}, {}, {needed}, {flags}, {{{taken}}}}},\n",
        function.parameters.len()
    ))
}
