//! How R calls the library: an entry point of `.Call` for every function (bindings/r/src/calls.h), which converts
//! arguments and results, and a function of R with named arguments before each (bindings/r/R/calls.R).
//!
//! A handle is a pointer with its finalizer before the call, structs of options and of facts are lists named by
//! their fields, a table is a data frame. Counts follow from what they count, and are no arguments.

use crate::description::{Function, Interface, Item, Struct, Type, Variable};
use crate::options;
use crate::roles::{self, Role};
use std::fmt::Write;

/// Functions that bindings/r/src has by hand: a buffer that is read and written, and a stream that another package made.
const BY_HAND: [&str; 2] = ["duel_policy_histogram", "duel_set_append_stream"];

/// The type whose values go on calling the progress callback that they were made with.
const KEEPS_PROGRESS: &str = "estimate";

/// How a parameter passes between R and C. Nouns and structs are without `duel_`.
#[derive(Clone, Copy, PartialEq)]
enum Pass<'a> {
    Handle(&'a str),
    Scalar(&'static str),
    Array(&'static str),
    Text,
    Bytes,
    /// How long the array before it is.
    CountOf(&'a str),
    /// Whether it reads the progress callback, too.
    Options(&'a Struct, bool),
    /// A struct of columns, whose converter is written by hand.
    Struct(&'a Struct),
    /// A list of lists for as many structs as the count after it says.
    Structs(&'a Struct),
    Cancel,
    NewHandle(&'a str),
    Facts(&'a Struct),
    NewNumber,
    NewArray(&'static str, &'a str),
    NewBytes,
    Capacity,
    /// The length of what was written, known from the call that asks for it.
    Length,
}

impl PartialEq for Struct {
    fn eq(&self, other: &Struct) -> bool {
        self.name == other.name
    }
}

/// bindings/r/src/calls.h and bindings/r/R/calls.R.
pub fn write(interface: &Interface) -> Result<(String, String), String> {
    let notice = "Written by `cargo xtask interface` from the sources under src/ffi; do not edit it.";
    let (mut structs, mut calls, mut entries) = (Vec::new(), String::new(), String::new());
    let mut wrappers = format!(
        "# {notice}\n# The functions of duel.h, with what follows from other arguments left out.\n\n"
    );
    for function in interface.functions().filter(|function| is_called(interface, function)) {
        let passes = (0..function.parameters.len())
            .map(|at| pass(interface, function, at))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| format!("{}: {error}", function.name))?;
        for pass in &passes {
            if let Pass::Options(of, _) | Pass::Facts(of) | Pass::Structs(of) = pass {
                if !structs.contains(of) {
                    structs.push(*of);
                }
            }
        }
        let arguments = arguments(function, &passes);
        calls.push_str(&call(function, &passes, &arguments)?);
        let name = short(&function.name);
        let _ = writeln!(entries, "    ENTRY({name}, {}), \\", arguments.len());
        let listed = arguments.join(", ");
        let comma = if listed.is_empty() { "" } else { ", " };
        let _ = writeln!(
            wrappers,
            "{} <- function({listed})\n    .Call(C_{name}{comma}{listed})\n",
            function.name
        );
    }
    let fields = structs.iter().map(|of| fields(of)).collect::<Result<String, _>>()?;
    let header = format!(
        "/* {notice}\n   The entry points of .Call that need no thought. */\n\n{fields}{calls}\n\
         #define CALLS \\\n{}\n",
        entries.trim_end_matches([' ', '\\', '\n', ','])
    );
    Ok((header, wrappers.trim_end().to_string() + "\n"))
}

fn is_called(interface: &Interface, function: &Function) -> bool {
    let is_callback = |name: &str| matches!(interface.find(name), Some(Item::Callback(_)));
    let nouns_of_c = ["duel_table_", "duel_cancel_"];
    function.result == Type::Named("duel_status".to_string())
        && !function.parameters.is_empty()
        && !function.name.ends_with("_free")
        && !nouns_of_c.iter().any(|noun| function.name.starts_with(noun))
        && !BY_HAND.contains(&function.name.as_str())
        && !function.parameters.iter().any(|p| is_callback(p.kind.mentions().unwrap_or_default()))
}

fn pass<'a>(interface: &'a Interface, function: &'a Function, at: usize) -> Result<Pass<'a>, String> {
    let parameter = &function.parameters[at];
    let role = roles::of(interface, function, at);
    let named = parameter.kind.mentions().and_then(|name| interface.find(name));
    let capacity = function.parameters.get(at + 1).filter(|p| p.name.ends_with("capacity"));
    let strange = || format!("{} of type {} is not understood", parameter.name, parameter.kind.declare(""));
    Ok(match (role, &parameter.kind, named) {
        (Role::Capacity, ..) => Pass::Capacity,
        (Role::Count, ..) => {
            let counts = |p: &Variable| {
                roles::count_of(&p.name, &function.parameters).as_ref() == Some(&parameter.name)
            };
            let array = function.parameters.iter().find(|p| counts(p)).or(function.parameters[..at].last());
            Pass::CountOf(&array.ok_or_else(strange)?.name)
        }
        (Role::Options, _, Some(Item::Struct(of))) => {
            let (read, _) = options::fields(interface, &function.name, &of.name);
            Pass::Options(of, read.iter().any(|field| field == "progress"))
        }
        (Role::Output, _, Some(Item::Struct(of))) => Pass::Facts(of),
        (Role::Output, _, Some(Item::Opaque(name, _))) => Pass::NewHandle(short(name)),
        (Role::Output, Type::Pointer { to, .. }, _) => match (&**to, capacity) {
            (Type::Void | Type::Scalar("char"), Some(_)) => Pass::NewBytes,
            (Type::Scalar(_), None) if parameter.name == "length" => Pass::Length,
            (Type::Scalar(_), None) => Pass::NewNumber,
            (of, Some(capacity)) => Pass::NewArray(element(of).ok_or_else(strange)?, &capacity.name),
            _ => return Err(strange()),
        },
        (_, _, Some(Item::Opaque(name, _))) if name == "duel_cancel" => Pass::Cancel,
        (_, _, Some(Item::Opaque(name, _))) => Pass::Handle(short(name)),
        (_, _, Some(Item::Struct(of))) if is_counted(function, at) => Pass::Structs(of),
        (_, _, Some(Item::Struct(of))) if is_plain(interface, of) => Pass::Options(of, false),
        (_, _, Some(Item::Struct(of))) => Pass::Struct(of),
        (_, Type::Scalar("size_t"), _) if at > 0 && is_counted(function, at - 1) => {
            Pass::CountOf(&function.parameters[at - 1].name)
        }
        (_, Type::Pointer { to, .. }, _) => match &**to {
            Type::Void | Type::Scalar("uint8_t") => Pass::Bytes,
            Type::Scalar("char") => Pass::Text,
            of => Pass::Array(element(of).ok_or_else(strange)?),
        },
        (_, of, _) => Pass::Scalar(element(of).ok_or_else(strange)?),
    })
}

/// Whether a parameter is an array of structs: their count comes after it.
fn is_counted(function: &Function, at: usize) -> bool {
    let is_struct = function.parameters[at].kind.mentions().is_some();
    is_struct && function.parameters.get(at + 1).is_some_and(|next| next.name == "count")
}

/// Whether a struct has numbers, texts and arrays of them only, so that a list of its fields can stand for it.
fn is_plain(interface: &Interface, of: &Struct) -> bool {
    let is_other = |field: &Variable| {
        let found = field.kind.mentions().and_then(|name| interface.find(name));
        matches!(found, Some(Item::Struct(_) | Item::Opaque(..) | Item::Callback(_)))
    };
    !of.fields.iter().any(is_other)
}

/// The stem of the converters of a type; those of arrays with an s.
fn element(of: &Type) -> Option<&'static str> {
    Some(match of {
        Type::Scalar("uint8_t") => "flag",
        Type::Scalar("int32_t") | Type::Named(_) => "int32",
        Type::Scalar("uint32_t") => "uint32",
        Type::Scalar("int64_t") => "int64",
        Type::Scalar("uint64_t") => "uint64",
        Type::Scalar("size_t") => "size",
        Type::Scalar("double") => "double",
        Type::Pointer { to, .. } if **to == Type::Scalar("char") => "text",
        _ => return None,
    })
}

fn short(name: &str) -> &str {
    name.trim_start_matches("duel_")
}

/// The arguments of a function in R. A capacity is one: how long the answer is.
fn arguments<'a>(function: &'a Function, passes: &[Pass<'_>]) -> Vec<&'a str> {
    let sized = passes.contains(&Pass::NewBytes);
    let is_argument = |pass: &Pass<'_>| match pass {
        Pass::Handle(_) | Pass::Scalar(_) | Pass::Array(_) | Pass::Text | Pass::Bytes => true,
        Pass::Options(..) | Pass::Struct(_) | Pass::Structs(_) => true,
        Pass::Capacity => !sized,
        _ => false,
    };
    let named = function.parameters.iter().zip(passes);
    named.filter(|(_, pass)| is_argument(pass)).map(|(p, _)| p.name.as_str()).collect()
}

/// The fields of a struct that pass between R and C.
fn fields(of: &Struct) -> Result<String, String> {
    let mut out = format!("const field_spec {}_fields[] = {{\n", short(&of.name));
    for field in &of.fields {
        let kind = match (&field.kind, field.kind.mentions().unwrap_or_default()) {
            _ if ["struct_size", "reserved", "user"].contains(&field.name.as_str()) => continue,
            (_, "duel_cancel") => continue,
            (_, "duel_progress_fn") => "PROGRESS".to_string(),
            (Type::Pointer { .. }, handle) if !handle.is_empty() => "HANDLE".to_string(),
            (Type::Pointer { to, .. }, _) if **to == Type::Scalar("char") => "TEXT".to_string(),
            (Type::Pointer { to, .. }, _) => element(to).unwrap_or_default().to_uppercase() + "S",
            (kind, _) => element(kind).unwrap_or_default().to_uppercase(),
        };
        if kind.len() < 2 {
            return Err(format!("{}.{} is not understood", of.name, field.name));
        }
        let place = |field: &str| format!("offsetof({}, {field})", of.name);
        let rest = match (kind.as_str(), field.kind.mentions(), roles::count_of(&field.name, &of.fields)) {
            ("PROGRESS", ..) => format!(", NULL, {}", place("user")),
            (_, Some(handle), _) => format!(", \"{handle}\", 0"),
            (_, _, Some(count)) => format!(", \"{count}\", {}", place(&count)),
            _ => ", NULL, 0".to_string(),
        };
        let _ = writeln!(out, "    {{\"{0}\", FIELD_{kind}, {1}{rest}}},", field.name, place(&field.name));
    }
    Ok(out + "    {NULL, 0, 0, NULL, 0},\n};\n\n")
}

/// Whether a struct has a progress callback.
fn has_progress(of: &Struct) -> bool {
    of.fields.iter().any(|field| field.name == "progress")
}

/// The parts of an entry point, in their order.
#[derive(Default)]
struct Parts {
    /// Conversions before the call, each a line.
    before: Vec<String>,
    /// The code for handles right after it.
    after: Vec<String>,
    /// Its argument.
    passed: Vec<String>,
    /// Name and value of each result.
    answers: Vec<(String, String)>,
    /// Objects to unprotect.
    protected: usize,
}

fn call(function: &Function, passes: &[Pass<'_>], arguments: &[&str]) -> Result<String, String> {
    let keeps = passes.contains(&Pass::Handle(KEEPS_PROGRESS));
    let watches = passes.iter().any(|pass| match pass {
        Pass::Options(_, is_watched) => *is_watched,
        Pass::Struct(of) => has_progress(of),
        _ => false,
    });
    let mut parts = Parts::default();
    if watches || keeps {
        let kept =
            function.parameters.iter().zip(passes).find(|(_, pass)| **pass == Pass::Handle(KEEPS_PROGRESS));
        let source = kept.map_or("watch_new()".to_string(), |(of, _)| format!("watch_of({})", of.name));
        parts.before.push(format!("SEXP watched = PROTECT({source});"));
        parts.protected += 1;
    }
    let watched = if watches || keeps { "watched" } else { "R_NilValue" };
    for (parameter, pass) in function.parameters.iter().zip(passes) {
        convert(&mut parts, parameter, *pass, watched);
    }
    if passes.contains(&Pass::Cancel) {
        parts.before.push("const duel_cancel *token = stoppable_begin();".to_string());
        parts.after.insert(0, "stoppable_end();".to_string());
    }
    let check = match watched {
        "watched" => "check_watched(status, watched);",
        _ => "check(status);",
    };
    let name = &function.name;
    let mut lines = parts.before;
    if passes.contains(&Pass::NewBytes) {
        // The first call tells the length alone.
        let asked: Vec<String> = parts
            .passed
            .iter()
            .map(|argument| match argument.as_str() {
                out if out.ends_with("RAW(out_at)") => "NULL".to_string(),
                "length_" => "0".to_string(),
                other => other.to_string(),
            })
            .collect();
        lines.push("size_t length_ = 0;".to_string());
        lines.push(format!("check({name}({}));", asked.join(", ")));
        lines.push("SEXP out_at = PROTECT(Rf_allocVector(RAWSXP, extent(length_)));".to_string());
    }
    lines.push(format!("duel_status status = {name}({});", parts.passed.join(", ")));
    lines.append(&mut parts.after);
    lines.push(check.to_string());
    let answer = match parts.answers.as_slice() {
        [] => arguments.first().ok_or_else(|| format!("{name} has neither argument nor result"))?.to_string(),
        [(_, only)] => only.clone(),
        several => {
            let names: Vec<String> = several.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            lines.push(format!("const char *called[] = {{{}, \"\"}};", names.join(", ")));
            lines.push("SEXP answer = PROTECT(Rf_mkNamed(VECSXP, called));".to_string());
            parts.protected += 1;
            for (at, (_, value)) in several.iter().enumerate() {
                lines.push(format!("SET_VECTOR_ELT(answer, {at}, {value});"));
            }
            "answer".to_string()
        }
    };
    let returned = match parts.protected {
        0 => answer.as_str(),
        protected => {
            lines.push(format!("SEXP result = {answer};"));
            lines.push(format!("UNPROTECT({protected});"));
            "result"
        }
    };
    lines.push(format!("return {returned};"));
    let listed: Vec<String> = arguments.iter().map(|argument| format!("SEXP {argument}")).collect();
    let listed = if listed.is_empty() { "void".to_string() } else { listed.join(", ") };
    Ok(format!("static SEXP r_{}({listed})\n{{\n    {}\n}}\n\n", short(name), lines.join("\n    ")))
}

/// The part of a call for one parameter.
fn convert(parts: &mut Parts, parameter: &Variable, pass: Pass<'_>, watched: &str) {
    let name = &parameter.name;
    let declared = parameter.kind.declare(&format!("{name}_"));
    let mut passed = format!("{name}_");
    match pass {
        Pass::Handle(noun) => parts.before.push(format!("{declared} = {noun}_in({name});")),
        Pass::Scalar(of) => parts.before.push(format!("{declared} = {of}_in({name}, \"{name}\");")),
        Pass::Array(of) => parts.before.push(format!("{declared} = {of}s_in({name}, \"{name}\");")),
        Pass::Text => parts.before.push(format!("{declared} = text_in({name}, \"{name}\");")),
        Pass::Bytes => parts.before.push(format!("{declared} = bytes_in({name}, \"{name}\");")),
        Pass::CountOf(array) => parts.before.push(format!("{declared} = (size_t) Rf_xlength({array});")),
        Pass::Capacity => {
            // Before the output that it belongs to; known already where the length was asked for.
            if !parts.passed.iter().any(|passed| passed.ends_with("RAW(out_at)")) {
                parts.before.insert(0, format!("{declared} = size_in({name}, \"{name}\");"));
            } else {
                passed = "length_".to_string();
            }
        }
        Pass::Options(of, is_watched) => {
            let watched = if is_watched { watched } else { "R_NilValue" };
            parts.before.push(format!("{} {name}_ = {{.struct_size = sizeof {name}_}};", of.name));
            parts.before.push(format!(
                "options_in(&{name}_, {name}, {}_fields, \"{name}\", {watched});",
                short(&of.name)
            ));
            passed = format!("{name} == R_NilValue ? NULL : &{name}_");
        }
        Pass::Struct(of) => {
            parts.before.push(format!("{} {name}_ = {}_in({name}, {watched});", of.name, short(&of.name)));
            passed = format!("&{name}_");
        }
        Pass::Structs(of) => parts.before.push(format!(
            "{declared} = structs_in({name}, sizeof(*{name}_), {}_fields, \"{name}\");",
            short(&of.name)
        )),
        Pass::Cancel => passed = "token".to_string(),
        Pass::NewHandle(noun) => {
            parts.before.push(format!("SEXP {name}_at = PROTECT({noun}_pointer());"));
            parts.before.push(format!("duel_{noun} *{name}_ = NULL;"));
            if noun == KEEPS_PROGRESS {
                parts.before.push(format!("R_SetExternalPtrProtected({name}_at, watched);"));
            }
            parts.after.push(format!("R_SetExternalPtrAddr({name}_at, {name}_);"));
            let answer = if noun == "table" { format!("frame_of({name}_at)") } else { format!("{name}_at") };
            parts.answers.push((name.clone(), answer));
            parts.protected += 1;
            passed = format!("&{name}_");
        }
        Pass::Facts(of) => {
            parts.before.push(format!("{} {name}_ = {{.struct_size = sizeof {name}_}};", of.name));
            parts.answers.push((name.clone(), format!("facts_out(&{name}_, {}_fields)", short(&of.name))));
            passed = format!("&{name}_");
        }
        Pass::NewNumber => {
            let Type::Pointer { to, .. } = &parameter.kind else { return };
            parts.before.push(format!("{} = 0;", to.declare(&format!("{name}_"))));
            parts.answers.push((name.clone(), format!("Rf_ScalarReal((double) {name}_)")));
            passed = format!("&{name}_");
        }
        Pass::NewArray("double", capacity) => {
            parts.before.push(format!("SEXP {name}_at = PROTECT(doubles_out({capacity}_));"));
            parts.answers.push((name.clone(), format!("{name}_at")));
            parts.protected += 1;
            passed = format!("REAL({name}_at)");
        }
        Pass::NewArray(of, capacity) => {
            parts.before.push(format!("{declared} = {of}s_room({capacity}_);"));
            parts.answers.push((name.clone(), format!("{of}s_out({name}_, {capacity}_)")));
        }
        Pass::NewBytes => {
            parts.answers.push((name.clone(), "out_at".to_string()));
            parts.protected += 1;
            let is_text = parameter.kind.declare("").starts_with("char");
            passed = if is_text { "(char *) RAW(out_at)" } else { "RAW(out_at)" }.to_string();
        }
        Pass::Length => passed = "&length_".to_string(),
    }
    parts.passed.push(passed);
}
