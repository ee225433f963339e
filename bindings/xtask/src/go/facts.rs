//! Writes bindings/go/facts.go: a struct for every struct of facts of C, and the function that reads it.

use super::{head, names};
use crate::description::{Interface, Struct, Type};
use crate::json::enumeration_of;
use crate::roles::is_truth;
use std::fmt::Write;

/// Read where tables are, and by nobody else.
const OF_TABLES: &str = "duel_table_facts";

/// A field of Go: its name, its type, the field of C whose comment it has, and how it is read.
struct Field {
    name: String,
    kind: String,
    value: String,
}

/// The structs of facts that Go has.
pub fn structs(interface: &Interface) -> impl Iterator<Item = &Struct> {
    interface.structs().filter(|of| of.name.ends_with("_facts") && of.name != OF_TABLES)
}

/// The file, whose comments are still to be filled in.
pub fn facts(interface: &Interface) -> Result<String, String> {
    let mut out = head(&[]);
    for of in structs(interface) {
        let name = names::facts(interface, &of.name);
        let fields = fields(interface, of)?;
        let _ = write!(out, "\n// {name}: \ntype {name} struct {{\n");
        for field in &fields {
            let kind = if field.kind.is_empty() { String::new() } else { format!(" {}", field.kind) };
            let _ = writeln!(out, "\t{}{kind}", field.name);
        }
        let _ = write!(out, "}}\n\nfunc read{name}(c *C.{}) (out {name}) {{\n", of.name);
        for field in &fields {
            let _ = writeln!(out, "\tout.{} = {}", field.name, field.value);
        }
        out.push_str("\treturn out\n}\n");
    }
    Ok(out)
}

/// Numbers that belong together are one field: an estimate with its error and its interval, the mean of a score over fits.
fn fields(interface: &Interface, of: &Struct) -> Result<Vec<Field>, String> {
    let mut rest = &of.fields[..];
    let mut fields = Vec::new();
    while let [field, others @ ..] = rest {
        rest = others;
        let name = field.name.as_str();
        if ["struct_size", "reserved"].contains(&name) {
            continue;
        }
        let go = names::fact(name);
        let is_next = |parts: &[String]| {
            others.len() >= parts.len() && parts.iter().zip(others).all(|(p, o)| *p == o.name)
        };
        if name == "estimate" && is_next(&["se", "lower", "upper"].map(String::from)) {
            let value = "Estimate{float64(c.estimate), float64(c.se), float64(c.lower), float64(c.upper)}";
            fields.push(Field { name: "Estimate".into(), kind: String::new(), value: value.into() });
            rest = &others[3..];
            continue;
        }
        if is_next(&[format!("{name}_se"), format!("{name}_fits")]) {
            let value = format!("ScoreMean{{float64(c.{name}), float64(c.{name}_se), int(c.{name}_fits)}}");
            fields.push(Field { name: go, kind: "ScoreMean".into(), value });
            rest = &others[2..];
            continue;
        }
        let Type::Scalar(scalar) = field.kind else {
            return Err(format!("{}.{name} is not understood", of.name));
        };
        let named = enumeration_of(interface, of, field)?;
        let kind = names::scalar(named.as_deref(), is_truth(field), scalar);
        let value = if kind == "bool" { format!("c.{name} != 0") } else { format!("{kind}(c.{name})") };
        fields.push(Field { name: go, kind, value });
    }
    Ok(fields)
}
