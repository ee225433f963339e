//! Writes bindings/go/options.go: a struct for every struct of options of C, and its conversion.

use super::{head, names};
use crate::description::{Interface, Struct, Type, Variable};
use crate::json::enumeration_of;
use crate::roles::is_truth;
use std::fmt::Write;

/// Structs that Go has by hand: tables of several dimensions, whose sizes it checks, and what it does not need.
const BY_HAND: [&str; 3] = ["duel_gars_options", "duel_nuisance_options", "duel_print_options"];

/// Numbers that may be larger than int.
const UNSIGNED: [&str; 1] = ["max_bytes"];

/// The file, whose comments are still to be filled in.
pub fn options(interface: &Interface) -> Result<String, String> {
    let mut out = head(&[]);
    for of in interface.structs() {
        if of.name.ends_with("_options") && !BY_HAND.contains(&of.name.as_str()) {
            out.push_str(&structure(interface, of)?);
            out.push_str(&conversion(of)?);
        }
    }
    Ok(out)
}

/// Whether the options have a token and a callback, which a job gives.
pub fn is_watched(of: &Struct) -> bool {
    of.fields.iter().any(|field| field.name == "cancel")
}

/// Whether Go has a field of its own: not for sizes, which follow from slices, nor for what the context says.
fn is_given(field: &Variable) -> bool {
    let name = field.name.as_str();
    !["struct_size", "reserved", "user", "cancel"].contains(&name) && !is_length(field)
}

fn is_length(field: &Variable) -> bool {
    field.kind == Type::Scalar("size_t") && field.name.ends_with("_count")
}

fn structure(interface: &Interface, of: &Struct) -> Result<String, String> {
    let go = names::options(&of.name);
    let mut out = format!("\n// {go}: \ntype {go} struct {{\n");
    for field in of.fields.iter().filter(|field| is_given(field)) {
        let name = &field.name;
        let kind = match (&field.kind, field.kind.mentions().unwrap_or_default()) {
            (_, "duel_progress_fn") => "ProgressFunc".to_string(),
            (Type::Pointer { .. }, handle) if !handle.is_empty() => format!("*{}", names::camel(handle)),
            (Type::Pointer { to, .. }, _) => match &**to {
                Type::Scalar("char") => "string".to_string(),
                Type::Scalar("double") => "[]float64".to_string(),
                Type::Scalar("int32_t") => "[]int".to_string(),
                Type::Pointer { .. } => "[]string".to_string(),
                _ => return Err(format!("{}.{name} is not understood", of.name)),
            },
            (Type::Scalar("size_t"), _) if UNSIGNED.contains(&name.as_str()) => "uint".to_string(),
            (Type::Scalar(scalar), _) => {
                let named = enumeration_of(interface, of, field)?;
                names::scalar(named.as_deref(), is_truth(field), scalar)
            }
            _ => return Err(format!("{}.{name} is not understood", of.name)),
        };
        let _ = writeln!(out, "\t{} {kind}", names::option(name));
    }
    Ok(out + "}\n")
}

fn conversion(of: &Struct) -> Result<String, String> {
    let job = if is_watched(of) { ", j *job" } else { "" };
    let mut out = format!(
        "\nfunc (o {0}) c(a *arena{job}) (*C.{1}, error) {{\n\tk := converter{{arena: a}}\n\tvar out C.{1}\n\t\
         out.struct_size = C.sizeof_{1}\n",
        names::options(&of.name),
        of.name
    );
    let mut array = String::new();
    for field in &of.fields {
        let name = field.name.as_str();
        let go = names::option(name);
        let value = match (&field.kind, field.kind.mentions().unwrap_or_default()) {
            _ if ["struct_size", "reserved", "user"].contains(&name) => continue,
            (_, "duel_cancel") => "j.token".to_string(),
            (_, "duel_progress_fn") => {
                out.push_str(
                    "\tif o.Progress != nil {\n\t\tout.progress, out.user = j.progress(a, o.Progress)\n\t}\n",
                );
                continue;
            }
            (Type::Pointer { .. }, handle) if !handle.is_empty() => {
                format!("k.{}(\"{go}\", o.{go})", handle.trim_start_matches("duel_"))
            }
            (Type::Pointer { to, .. }, _) if **to == Type::Scalar("char") => {
                format!("k.text(\"{go}\", o.{go})")
            }
            (Type::Pointer { to, .. }, _) => {
                array.clone_from(&go);
                match &**to {
                    Type::Scalar("double") => format!("a.doubles(o.{go})"),
                    Type::Scalar("int32_t") => format!("k.int32s(\"{go}\", o.{go})"),
                    Type::Pointer { .. } => format!("k.texts(\"{go}\", o.{go})"),
                    _ => return Err(format!("{}.{name} is not understood", of.name)),
                }
            }
            (Type::Scalar("size_t"), _) if is_length(field) => format!("C.size_t(len(o.{array}))"),
            (Type::Scalar("size_t"), _) => format!("sizeOf(&k, \"{go}\", o.{go})"),
            (Type::Scalar("int32_t"), _) if is_truth(field) => format!("flagOf(o.{go})"),
            (Type::Scalar("int32_t"), _) => format!("int32Of(&k, \"{go}\", o.{go})"),
            (Type::Scalar(scalar), _) => format!("C.{scalar}(o.{go})"),
            _ => return Err(format!("{}.{name} is not understood", of.name)),
        };
        let _ = writeln!(out, "\tout.{name} = {value}");
    }
    out.push_str("\treturn &out, k.err\n}\n");
    Ok(out)
}
