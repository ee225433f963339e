//! Structs of options, zero at first, whose lists and objects they keep.

use super::sentence;
use crate::description::{Interface, Struct, Type, Variable};
use crate::roles::count_of;
use crate::text::wrapped;
use std::fmt::Write;

/// Structs that are by hand: tables of several dimensions, whose sizes are checked, and what a class has itself.
const BY_HAND: [&str; 4] =
    ["duel_gars_options", "duel_nuisance_options", "duel_print_options", "duel_chart_options"];

/// The name of a struct of options.
pub fn name(of: &str) -> String {
    match of {
        "duel_model_options" => "fit_options".to_string(),
        _ => of.trim_start_matches("duel_").to_string(),
    }
}

/// Whether the options have a token and a callback.
pub fn is_watched(of: &Struct) -> bool {
    of.fields.iter().any(|field| field.name == "cancel")
}

/// How a field is kept that points to something.
enum Kept {
    Texts(String),
    Text,
    Numbers(&'static str, String),
    Object(String),
}

fn structs(interface: &Interface) -> impl Iterator<Item = &Struct> {
    interface.structs().filter(|of| of.name.ends_with("_options") && !BY_HAND.contains(&of.name.as_str()))
}

/// The part of a field that is kept; none for numbers, and for what `watched` has.
fn kept(of: &Struct, field: &Variable) -> Result<Option<Kept>, String> {
    let Type::Pointer { to, .. } = &field.kind else { return Ok(None) };
    if ["cancel", "user"].contains(&field.name.as_str()) {
        return Ok(None);
    }
    let count = || {
        let behind = of.fields.iter().skip_while(|other| other.name != field.name).nth(1);
        let behind = behind.filter(|other| other.name.ends_with("_count")).map(|other| other.name.clone());
        count_of(&field.name, &of.fields).or(behind).ok_or(format!("{}.{} has no count", of.name, field.name))
    };
    Ok(Some(match &**to {
        Type::Scalar("char") => Kept::Text,
        Type::Scalar("double") => Kept::Numbers("double", count()?),
        Type::Scalar("int32_t") => Kept::Numbers("std::int32_t", count()?),
        Type::Pointer { .. } => Kept::Texts(count()?),
        Type::Named(named) => Kept::Object(named.trim_start_matches("duel_").to_string()),
        _ => return Err(format!("{}.{} is not understood", of.name, field.name)),
    }))
}

/// The structs.
pub fn options(interface: &Interface) -> Result<String, String> {
    let mut out = String::new();
    for of in structs(interface) {
        let name = name(&of.name);
        let about = sentence(&of.doc);
        for line in wrapped(&format!("/** {about} The fields of {}, zero at first. */", of.name), " * ", 118)
        {
            out += &(line + "\n");
        }
        let (mut methods, mut members) = (String::new(), String::new());
        for field in &of.fields {
            if let Some(kept) = kept(of, field)? {
                method(&mut methods, &mut members, &name, &field.name, &kept);
            }
        }
        let base = match is_watched(of) {
            true => format!("detail::watched<{name}, {}>", of.name),
            false => of.name.clone(),
        };
        let start = match is_watched(of) {
            true => String::new(),
            false => format!("  {name}() : {0}() {{ struct_size = sizeof({0}); }}\n", of.name),
        };
        if members.is_empty() && start.is_empty() {
            let _ = write!(out, "struct {name} : {base} {{}};\n\n");
            continue;
        }
        let _ = write!(out, "struct {name} : {base} {{\n{start}{methods}");
        if !members.is_empty() {
            let _ = write!(
                out,
                "\nprivate:\n  // Shared and constant, so that copies of the options point to memory that lives.\n{members}"
            );
        }
        out += "};\n\n";
    }
    Ok(out.trim_end().to_string() + "\n")
}

fn method(methods: &mut String, members: &mut String, of: &str, field: &str, kept: &Kept) {
    let member = format!("kept_{field}_");
    let (argument, body, kind) = match kept {
        Kept::Texts(count) => (
            "const std::vector<std::string> &values".to_string(),
            format!(
                "    {member} = detail::name_list(values);\n    {field} = {member}.data();\n    {count} = {member}.size();\n"
            ),
            "detail::name_list".to_string(),
        ),
        Kept::Text => (
            "const std::string &text".to_string(),
            format!(
                "    {member} = std::make_shared<const std::string>(text);\n    {field} = {member}->c_str();\n"
            ),
            "std::shared_ptr<const std::string>".to_string(),
        ),
        Kept::Numbers(number, count) => (
            format!("std::vector<{number}> values"),
            format!(
                "    {member} = std::make_shared<const std::vector<{number}>>(std::move(values));\n    {field} = \
                 {member}->data();\n    {count} = {member}->size();\n"
            ),
            format!("std::shared_ptr<const std::vector<{number}>>"),
        ),
        Kept::Object(object) => {
            let _ = write!(
                methods,
                "  /** The options keep a share of it, or a copy as it is now. */\n  {of} &with_{field}(const duel::{object} \
                 &from);\n"
            );
            let _ = writeln!(members, "  std::shared_ptr<const duel_{object}> {member};");
            return;
        }
    };
    let _ = write!(methods, "  {of} &with_{field}({argument}) {{\n{body}    return *this;\n  }}\n");
    let _ = writeln!(members, "  {kind} {member};");
}

/// The methods that need whole classes.
pub fn keeping(interface: &Interface) -> String {
    let mut out = String::new();
    for of in structs(interface) {
        for field in &of.fields {
            if let Ok(Some(Kept::Object(object))) = kept(of, field) {
                let (name, field) = (name(&of.name), &field.name);
                let _ = write!(
                    out,
                    "inline {name} &{name}::with_{field}(const duel::{object} &from) {{\n  kept_{field}_ = \
                     detail::kept(from);\n  {field} = kept_{field}_.get();\n  return *this;\n}}\n\n"
                );
            }
        }
    }
    out.trim_end().to_string() + "\n"
}
