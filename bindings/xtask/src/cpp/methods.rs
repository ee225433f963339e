//! The methods that are one call of C, with numbers, choices, lists, objects and options for arguments, and a table, facts or
//! an object for a result. What the part by hand calls is left to it.

use super::{calls, options, sentence};
use crate::description::{Function, Interface, Item, Type};
use crate::options::fields;
use crate::roles::{self, Role};
use crate::stated::{is_nullable_parameter, is_zero_told};
use crate::text::wrapped;

/// Objects, and how a method has the handle.
pub const NOUNS: [(&str, &str); 10] = [
    ("duel_set", "handle_.get()"),
    ("duel_model", "handle_.get()"),
    ("duel_bootstrap", "handle_.get()"),
    ("duel_estimate", "state_->handle.get()"),
    ("duel_gars", "handle_.get()"),
    ("duel_monitor", "handle_.get()"),
    ("duel_board", "handle_.get()"),
    ("duel_ballots", "handle_.get()"),
    ("duel_ranking", "handle_.get()"),
    ("duel_nuisance", "handle_.get()"),
];

/// Methods that are called otherwise than the function.
const METHODS: [(&str, &str); 8] = [
    ("duel_model_adjacent", "adjacent_differences"),
    ("duel_model_next", "next_comparisons"),
    ("duel_bootstrap_info", "facts"),
    ("duel_board_info", "facts"),
    ("duel_ballots_info", "facts"),
    ("duel_ranking_info", "facts"),
    ("duel_gars_info", "facts"),
    ("duel_nuisance_info", "facts"),
];

/// An argument: how it is declared, what it is if it is left out, and what the call is given.
#[derive(Clone)]
struct Argument {
    declared: Option<String>,
    default: Option<String>,
    given: String,
    /// An object that may be missing, for which there is a method without it.
    is_missing: bool,
}

#[derive(PartialEq)]
enum Gives {
    Nothing,
    Table,
    Facts(String),
    Object(String),
}

struct Plain {
    arguments: Vec<Argument>,
    gives: Gives,
    /// Options with a token and a callback; they come last.
    watched: Option<String>,
}

/// The methods of an object.
pub fn methods(interface: &Interface, by_hand: &str, noun: &str) -> Result<String, String> {
    let (_, handle) =
        NOUNS.iter().find(|(of, _)| *of == noun).ok_or(format!("{noun} is no object with methods"))?;
    let mut out = String::new();
    for function in interface.functions() {
        let of = function.parameters.first().and_then(|first| first.kind.mentions());
        let Some(short) = function.name.strip_prefix(noun).and_then(|rest| rest.strip_prefix('_')) else {
            continue;
        };
        if of != Some(noun) || calls(by_hand, &function.name) {
            continue;
        }
        if let Some(plain) = plain(interface, function)? {
            let known = METHODS.iter().find(|(of, _)| *of == function.name);
            let name = known.map_or(short, |(_, name)| *name);
            if plain.arguments.iter().any(|argument| argument.is_missing) {
                out += &method(function, name, handle, &plain, false);
            }
            out += &method(function, name, handle, &plain, true);
        }
    }
    Ok(out.trim_end().to_string() + "\n")
}

fn plain(interface: &Interface, function: &Function) -> Result<Option<Plain>, String> {
    if function.result.mentions() != Some("duel_status") {
        return Ok(None);
    }
    let mut found = Plain { arguments: Vec::new(), gives: Gives::Nothing, watched: None };
    for at in 1..function.parameters.len() {
        let parameter = &function.parameters[at];
        match roles::of(interface, function, at) {
            Role::Input => match input(interface, function, at)? {
                Some(argument) => found.arguments.push(argument),
                None => return Ok(None),
            },
            Role::Count => {
                let name = &function.parameters[at - 1].name;
                found.arguments.push(Argument {
                    declared: None,
                    default: None,
                    given: format!("{name}.size()"),
                    is_missing: false,
                });
            }
            Role::Options => {
                let of = parameter.kind.mentions().unwrap_or_default();
                let Some(of) = interface.structure(of) else { return Ok(None) };
                let name = options::name(&of.name);
                let reads = fields(interface, &function.name, &of.name).0;
                if options::is_watched(of) && reads.iter().any(|field| field == "cancel") {
                    found.watched = Some(name);
                    continue;
                }
                found.arguments.push(Argument {
                    declared: Some(format!("const duel::{name} &{}", parameter.name)),
                    default: Some(format!("duel::{name}()")),
                    given: format!("&{}", parameter.name),
                    is_missing: false,
                });
            }
            Role::Output if found.gives == Gives::Nothing => match given(&parameter.kind) {
                Some(gives) => found.gives = gives,
                None => return Ok(None),
            },
            _ => return Ok(None),
        }
    }
    // A default stands only where all that follow have one.
    let mut has_all = true;
    for argument in found.arguments.iter_mut().rev().filter(|argument| argument.declared.is_some()) {
        has_all &= argument.default.is_some();
        argument.default = argument.default.take().filter(|_| has_all);
    }
    let is_called = found.watched.is_none() || matches!(found.gives, Gives::Table | Gives::Facts(_));
    Ok(is_called.then_some(found))
}

fn given(kind: &Type) -> Option<Gives> {
    let Type::Pointer { to, .. } = kind else { return None };
    match &**to {
        Type::Named(name) if name.ends_with("_facts") => Some(Gives::Facts(name.clone())),
        Type::Pointer { to, .. } => match to.mentions()? {
            "duel_table" => Some(Gives::Table),
            name @ ("duel_set" | "duel_gars" | "duel_monitor" | "duel_model") => {
                Some(Gives::Object(name.to_string()))
            }
            _ => None,
        },
        _ => None,
    }
}

fn input(interface: &Interface, function: &Function, at: usize) -> Result<Option<Argument>, String> {
    let parameter = &function.parameters[at];
    let name = &parameter.name;
    let about = function.doc.parameter(name).unwrap_or_default();
    let is_counted =
        at + 1 < function.parameters.len() && roles::of(interface, function, at + 1) == Role::Count;
    let number = |kind: String, zero: &str| Argument {
        declared: Some(format!("{kind} {name}")),
        default: is_zero_told(&about).then(|| zero.to_string()),
        given: name.clone(),
        is_missing: false,
    };
    Ok(match &parameter.kind {
        Type::Scalar("int32_t") if about.starts_with("non-zero") => {
            let mut argument = number("bool".to_string(), "false");
            argument.given = format!("{name} ? 1 : 0");
            Some(argument)
        }
        Type::Scalar("double") => Some(number("double".to_string(), "0.0")),
        Type::Scalar(scalar) => Some(number(format!("std::{scalar}"), "0")),
        Type::Named(named) => match interface.find(named) {
            Some(Item::Enumeration(of)) => {
                let zero = of.values.iter().find(|value| value.value == 0);
                // A value that is called the default stands for zero, too.
                let called = of.values.iter().find(|value| {
                    about.contains(&format!("{} (default", value.name))
                        || about.contains(&format!("{} (also 0", value.name))
                });
                let mut argument = number(named.clone(), "");
                let default = called.or(zero).map(|value| value.name.clone());
                // Units have no default where a function does not say it.
                let is_plain = named != "duel_by" || called.is_some() || is_zero_told(&about);
                argument.default = default.filter(|_| is_plain);
                Some(argument)
            }
            _ => None,
        },
        Type::Pointer { to, .. } => match &**to {
            Type::Named(named) if named == "duel_cancel" => Some(Argument {
                declared: Some("const duel::cancel *token".to_string()),
                default: Some("nullptr".to_string()),
                given: "detail::token_of(token)".to_string(),
                is_missing: false,
            }),
            Type::Named(named) if ["duel_set", "duel_model"].contains(&named.as_str()) => Some(Argument {
                declared: Some(format!("const duel::{} &{name}", named.trim_start_matches("duel_"))),
                default: None,
                given: format!("{name}.get()"),
                is_missing: is_nullable_parameter(function, parameter)?,
            }),
            Type::Scalar(scalar) if is_counted && *scalar != "char" => {
                let kind = if *scalar == "double" { "double".to_string() } else { format!("std::{scalar}") };
                let is_nullable = is_nullable_parameter(function, parameter)?;
                let given = match is_nullable {
                    true => format!("{name}.empty() ? nullptr : {name}.data()"),
                    false => format!("{name}.data()"),
                };
                Some(Argument {
                    declared: Some(format!("const std::vector<{kind}> &{name}")),
                    default: is_nullable.then(|| "{}".to_string()),
                    given,
                    is_missing: false,
                })
            }
            _ => None,
        },
        _ => None,
    })
}

/// One method; without what may be missing where that is not `whole`.
fn method(function: &Function, name: &str, handle: &str, plain: &Plain, whole: bool) -> String {
    let is_estimate = handle.starts_with("state_");
    let arguments: Vec<Argument> = plain
        .arguments
        .iter()
        .cloned()
        .map(|argument| match argument.is_missing && !whole {
            true => Argument { declared: None, given: "nullptr".to_string(), ..argument },
            false => argument,
        })
        .collect();
    let mut declared: Vec<String> = arguments
        .iter()
        .filter_map(|argument| {
            let default = argument.default.as_ref().map_or(String::new(), |value| format!(" = {value}"));
            Some(argument.declared.clone()? + &default)
        })
        .collect();
    declared.extend(plain.watched.iter().map(|of| format!("const duel::{of} &options = duel::{of}()")));
    let given: Vec<&str> = arguments.iter().map(|argument| argument.given.as_str()).collect();
    let behind = |first: &str| [&[first], &given[..]].concat().join(", ");
    let call = &function.name;
    let passed = match &plain.watched {
        Some(_) => format!("options, {call}, {}", behind(handle)),
        None => format!("{call}, {}", behind(handle)),
    };
    let is_changed = matches!(function.parameters[0].kind, Type::Pointer { is_const: false, .. });
    let class = match function.parameters[0].kind.mentions().unwrap_or_default() {
        "duel_estimate" => "estimates",
        noun => noun.trim_start_matches("duel_"),
    };
    let (result, body) = match &plain.gives {
        Gives::Table if is_estimate => (
            "duel::table".to_string(),
            format!(
                "return ask([&](const duel_estimate *of, duel_table **out) {{ return {call}({}, out); }});",
                behind("of")
            ),
        ),
        Gives::Facts(of) if is_estimate => (
            of.clone(),
            format!(
                "{of} result = detail::empty<{of}>();\n    finish({call}({}, &result));\n    return result;",
                behind(handle)
            ),
        ),
        Gives::Table if plain.watched.is_some() => {
            ("duel::table".to_string(), format!("return detail::tabulate({passed});"))
        }
        Gives::Table => ("duel::table".to_string(), format!("return detail::table_of({passed});")),
        Gives::Facts(of) => (of.clone(), format!("return detail::facts<{of}>({passed});")),
        Gives::Object(of) => {
            let kind = format!("duel::{}", of.trim_start_matches("duel_"));
            (kind.clone(), format!("return {kind}(detail::made<{of}>({passed}));"))
        }
        Gives::Nothing => {
            (format!("{class} &"), format!("detail::check({call}({}));\n    return *this;", behind(handle)))
        }
    };
    let constant = if is_changed { "" } else { " const" };
    let space = if result.ends_with('&') { "" } else { " " };
    let mut out = String::new();
    let about = format!("  /** {} See {call}. */", sentence(&function.doc));
    for line in wrapped(&about, "   * ", 118) {
        out += &(line + "\n");
    }
    let head = format!("  {result}{space}{name}({}){constant} {{", declared.join(", "));
    for line in wrapped(&head, &" ".repeat(6), 118) {
        out += &(line + "\n");
    }
    for line in body.lines() {
        let line = format!("    {}", line.trim_start());
        for line in wrapped(&line, &" ".repeat(8), 118) {
            out += &(line + "\n");
        }
    }
    out + "  }\n"
}
