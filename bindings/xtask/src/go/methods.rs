//! Writes bindings/go/methods.go: the methods that are one call of C, with numbers, choices, objects and options for
//! arguments, and rows, facts or an object for a result. A function that a file by hand calls is left to it.

use super::{head, names, options};
use crate::description::{Function, Interface, Item, Struct, Type, Variable};
use crate::options::fields;
use crate::roles::{self, Role};
use crate::stated::is_nullable_parameter;
use crate::tables::{answered_by, Table};
use crate::text::{with_first, wrapped};
use crate::Generated;
use std::fmt::Write;

/// An argument of a method: how it is declared, what is done before the call, and what the call is given.
struct Argument {
    declared: Option<String>,
    before: String,
    given: String,
}

/// The result of a method.
enum Gives<'a> {
    Nothing,
    Rows(&'a Table),
    Facts(&'a Struct),
    Object(String),
}

/// A function that is a method without thought.
struct Plain<'a> {
    kind: &'static str,
    receiver: &'static str,
    name: String,
    arguments: Vec<Argument>,
    gives: Gives<'a>,
    /// Whether a context may stop it.
    is_stopped: bool,
}

/// The file; `say` translates what is said of C.
pub fn methods(
    interface: &Interface,
    by_hand: &[Generated],
    described: &[Table],
    say: &dyn Fn(&str) -> String,
) -> Result<String, String> {
    let mut out = head(&["context"]);
    for function in interface.functions() {
        let call = format!("C.{}(", function.name);
        if by_hand.iter().any(|file| file.text.contains(&call)) {
            continue;
        }
        if let Some(plain) = plain(interface, described, function)? {
            out.push_str(&comment(interface, function, &plain, say));
            out.push_str(&method(interface, function, &plain));
        }
    }
    Ok(out)
}

fn plain<'a>(
    interface: &'a Interface,
    described: &'a [Table],
    function: &'a Function,
) -> Result<Option<Plain<'a>>, String> {
    let Some((kind, receiver, name)) = names::method(function) else { return Ok(None) };
    if function.result.mentions() != Some("duel_status") {
        return Ok(None);
    }
    let mut found =
        Plain { kind, receiver, name, arguments: Vec::new(), gives: Gives::Nothing, is_stopped: false };
    for at in 1..function.parameters.len() {
        let parameter = &function.parameters[at];
        let argument = match roles::of(interface, function, at) {
            Role::Input => input(interface, function, at)?,
            Role::Count => counted(function, at),
            Role::Options => chosen(interface, function, parameter, &mut found.is_stopped),
            Role::Output if matches!(found.gives, Gives::Nothing) => {
                match given(interface, described, function, parameter) {
                    Some(gives) => found.gives = gives,
                    None => return Ok(None),
                }
                let is_rows = matches!(found.gives, Gives::Rows(_));
                let given = if is_rows { "out" } else { "&out" };
                Some(Argument { declared: None, before: String::new(), given: given.to_string() })
            }
            _ => None,
        };
        let Some(argument) = argument else { return Ok(None) };
        found.is_stopped |= parameter.kind.mentions() == Some("duel_cancel");
        found.arguments.push(argument);
    }
    Ok(Some(found))
}

/// A number, a choice, an object that is read, or numbers whose count is behind them.
fn input(interface: &Interface, function: &Function, at: usize) -> Result<Option<Argument>, String> {
    let parameter = &function.parameters[at];
    let is_counted =
        at + 1 < function.parameters.len() && roles::of(interface, function, at + 1) == Role::Count;
    let (go, c) = (names::parameter(&parameter.name), format!("c{}", names::camel(&parameter.name)));
    let about = function.doc.parameter(&parameter.name).unwrap_or_default();
    let number = |kind: &str, convert: &str| Argument {
        declared: Some(format!("{go} {kind}")),
        before: match convert.starts_with("k.") {
            true => format!("\t\t{c} := {convert}(\"{go}\", {go})\n"),
            false => format!("\t\t{c} := {convert}(&k, \"{go}\", {go})\n"),
        },
        given: c.clone(),
    };
    let as_is = |kind: &str, given: String| Argument {
        declared: Some(format!("{go} {kind}")),
        before: String::new(),
        given,
    };
    Ok(match &parameter.kind {
        Type::Scalar("size_t") => Some(number("int", "sizeOf")),
        Type::Scalar("int32_t") if about.starts_with("non-zero") => {
            Some(as_is("bool", format!("flagOf({go})")))
        }
        Type::Scalar("int32_t") => Some(number("int", "int32Of")),
        Type::Scalar("double") => Some(as_is("float64", format!("C.double({go})"))),
        Type::Scalar("uint64_t") => Some(as_is("uint64", format!("C.uint64_t({go})"))),
        Type::Named(name) => match (interface.find(name), names::enumeration(name)) {
            (Some(Item::Enumeration(_)), Some((kind, _))) => Some(as_is(&kind, format!("C.{name}({go})"))),
            _ => None,
        },
        Type::Pointer { to, .. } => match &**to {
            Type::Named(name) if name == "duel_cancel" => {
                Some(Argument { declared: None, before: String::new(), given: "j.token".to_string() })
            }
            Type::Named(name) if ["duel_set", "duel_model", "duel_bootstrap"].contains(&name.as_str()) => {
                let word = name.trim_start_matches("duel_");
                let mut argument = number(&format!("*{}", names::camel(word)), &format!("k.{word}"));
                if !is_nullable_parameter(function, parameter)? {
                    let refusal =
                        format!("\t\tif {go} == nil {{\n\t\t\treturn refuse(ErrNull, \"{go} is nil or closed\")\n\t\t}}\n");
                    argument.before.insert_str(0, &refusal);
                }
                Some(argument)
            }
            Type::Scalar(_) if !is_counted => None,
            Type::Scalar("double") => Some(as_is("[]float64", format!("a.doubles({go})"))),
            Type::Scalar("int32_t") => Some(number("[]int", "k.int32s")),
            Type::Scalar("size_t") => Some(number("[]int", "k.sizes")),
            _ => None,
        },
        _ => None,
    })
}

/// How long the slice before it is.
fn counted(function: &Function, at: usize) -> Option<Argument> {
    let of = function.parameters[..at].last().filter(|of| matches!(of.kind, Type::Pointer { .. }))?;
    let given = format!("C.size_t(len({}))", names::parameter(&of.name));
    Some(Argument { declared: None, before: String::new(), given })
}

/// Options; they say whether the call can be stopped.
fn chosen(
    interface: &Interface,
    function: &Function,
    parameter: &Variable,
    is_stopped: &mut bool,
) -> Option<Argument> {
    let of = interface.structure(parameter.kind.mentions()?)?;
    let (go, c) = (names::parameter(&parameter.name), format!("c{}", names::camel(&parameter.name)));
    let reads = fields(interface, &function.name, &of.name).0;
    let mut before = match options::is_watched(of) {
        true => format!("\t\t{c}, err := {go}.c(a, j)\n"),
        false => format!("\t\t{c}, err := {go}.c(a)\n"),
    };
    before += "\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n";
    if reads.iter().any(|field| field == "cancel") {
        *is_stopped = true;
    } else if options::is_watched(of) {
        before += &format!("\t\t{c}.cancel = nil\n");
    }
    Some(Argument { declared: Some(format!("{go} {}", names::options(&of.name))), before, given: c })
}

fn given<'a>(
    interface: &'a Interface,
    described: &'a [Table],
    function: &Function,
    parameter: &Variable,
) -> Option<Gives<'a>> {
    let Type::Pointer { to, .. } = &parameter.kind else { return None };
    match &**to {
        Type::Named(name) if name.ends_with("_facts") => Some(Gives::Facts(interface.structure(name)?)),
        Type::Pointer { to, .. } => match to.mentions()? {
            "duel_table" => Some(Gives::Rows(answered_by(described, &function.name)?)),
            name @ ("duel_set" | "duel_model" | "duel_gars" | "duel_monitor") => {
                Some(Gives::Object(name.to_string()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The words of the header, and the arguments in one paragraph.
fn comment(
    interface: &Interface,
    function: &Function,
    plain: &Plain<'_>,
    say: &dyn Fn(&str) -> String,
) -> String {
    let mut said = Vec::new();
    for (at, parameter) in function.parameters.iter().enumerate().skip(1) {
        let about = function.doc.parameter(&parameter.name).unwrap_or_default();
        let go = names::parameter(&parameter.name);
        match roles::of(interface, function, at) {
            Role::Input if !about.is_empty() && parameter.kind.mentions() != Some("duel_cancel") => {
                said.push(format!("{go}: {}", say(&about)));
            }
            Role::Options => {
                let known = ["cancel", "user", "progress"];
                let of = parameter.kind.mentions().unwrap_or_default();
                let (read, unread) = fields(interface, &function.name, of);
                let is_shown = |name: &String| !known.contains(&name.as_str()) && !name.ends_with("_count");
                let read: Vec<String> =
                    read.into_iter().filter(is_shown).map(|name| names::option(&name)).collect();
                if unread.is_empty() || read.is_empty() {
                    continue;
                }
                said.push(format!(
                    "Of the {go} {} {} read.",
                    listed(&read),
                    if read.len() > 1 { "are" } else { "is" }
                ));
            }
            Role::Output => {
                if let Some((_, rows)) = about.split_once("receives the table: ") {
                    said.push(with_first(&say(rows), char::to_ascii_uppercase));
                }
            }
            _ => {}
        }
    }
    if plain.is_stopped {
        let when = if said.is_empty() { "when" } else { "When" };
        said.push(format!("{when} ctx is done, the call stops and returns context.Cause(ctx)."));
    }
    let mut out = format!("\n// {}: \n", plain.name);
    if !said.is_empty() {
        out += "//\n";
        let text = format!("// Arguments: {}", said.join(" "));
        for line in wrapped(&text, "// ", 110) {
            out += &(line + "\n");
        }
    }
    out
}

/// "a, b and c".
fn listed(names: &[String]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    }
}

fn method(interface: &Interface, function: &Function, plain: &Plain<'_>) -> String {
    let Plain { kind, receiver, name, arguments, gives, .. } = plain;
    let is_estimate = *kind == "Estimates";
    // Facts about estimates are there at once.
    let is_asked = plain.is_stopped || is_estimate && name != "Info";
    let mut declared: Vec<String> = Vec::new();
    declared.extend(is_asked.then(|| "ctx context.Context".to_string()));
    declared.extend(arguments.iter().filter_map(|argument| argument.declared.clone()));
    let result = match gives {
        Gives::Nothing => "error".to_string(),
        Gives::Rows(table) => format!("([]{}Row, error)", names::column(table.name)),
        Gives::Facts(of) => format!("({}, error)", names::facts(interface, &of.name)),
        Gives::Object(of) => format!("(*{}, error)", names::camel(of.trim_start_matches("duel_"))),
    };
    let mut out = format!("func ({receiver} *{kind}) {name}({}) {result} {{\n", declared.join(", "));
    let context = if is_asked { "ctx" } else { "context.Background()" };
    let work = work(function, plain, context);
    match gives {
        Gives::Nothing => {
            let _ = writeln!(out, "\treturn {work}");
        }
        Gives::Rows(table) => {
            let _ = writeln!(
                out,
                "\treturn rowsOf(read{}Row, func(out **C.duel_table) error {{\n\t\treturn {}\n\t}})",
                names::column(table.name),
                work.replace('\n', "\n\t")
            );
        }
        Gives::Facts(of) => {
            let go = names::facts(interface, &of.name);
            let _ = write!(
                out,
                "\tout := C.{0}{{struct_size: C.sizeof_{0}}}\n\terr := {work}\n\tif err != nil {{\n\t\treturn \
                 {go}{{}}, err\n\t}}\n\treturn read{go}(&out), nil\n",
                of.name
            );
        }
        Gives::Object(of) => {
            let _ = write!(
                out,
                "\tvar out *C.{of}\n\terr := {work}\n\tif err != nil {{\n\t\treturn nil, err\n\t}}\n\treturn \
                 take{}(out), nil\n",
                names::camel(of.trim_start_matches("duel_"))
            );
        }
    }
    out + "}\n"
}

/// The call of C, as an expression that is an error.
fn work(function: &Function, plain: &Plain<'_>, context: &str) -> String {
    let Plain { kind, receiver, arguments, .. } = plain;
    let object = &function.parameters[0];
    let is_read = matches!(object.kind, Type::Pointer { is_const: true, .. });
    let noun = object.kind.mentions().unwrap_or_default();
    let mut before: String = arguments.iter().map(|argument| argument.before.as_str()).collect();
    if before.contains("&k, ") || before.contains(":= k.") {
        before.insert_str(0, "\t\tk := converter{arena: a}\n");
        before += "\t\tif k.err != nil {\n\t\t\treturn k.err\n\t\t}\n";
    }
    let mut given = vec!["p"];
    given.extend(arguments.iter().map(|argument| argument.given.as_str()));
    let call = format!("C.{}({})", function.name, given.join(", "));
    if *kind == "Estimates" {
        // gofmt breaks a function of more than a hundred characters.
        let (open, close) = match "func() C.duel_status return ".len() - 1 + call.len() > 100 {
            true => ("\n\t\t\t", "\n\t\t"),
            false => (" ", " "),
        };
        return format!(
            "{receiver}.ask({context}, func(a *arena, p *C.{noun}) error {{\n{before}\t\treturn call(func() \
             C.duel_status {{{open}return {call}{close}}})\n\t}})"
        );
    }
    let verb = if is_read { "read" } else { "change" };
    format!(
        "run({context}, func(a *arena, j *job) error {{\n{before}\t\treturn {receiver}.{verb}(func(p *C.{noun}) \
         C.duel_status {{\n\t\t\treturn {call}\n\t\t}})\n\t}})"
    )
}
