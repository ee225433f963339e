//! Writes bindings/go/constants.go: a type for every enumeration, and its constants.

use super::{head, names};
use crate::description::{Interface, Item};
use std::fmt::Write;

/// The file, whose comments are still to be filled in.
pub fn constants(interface: &Interface) -> String {
    let mut out = head(&[]);
    for item in interface.items() {
        let Item::Enumeration(of) = item else { continue };
        let Some((kind, _)) = names::enumeration(&of.name) else { continue };
        if !names::is_shared(&kind) {
            let number = if of.name == "duel_outcome" { "uint8" } else { "int32" };
            let _ = write!(out, "\n// {kind}: \ntype {kind} {number}\n");
        }
        let _ = write!(out, "\n// The values of {kind}.\nconst (\n");
        for value in &of.values {
            if let Some(name) = names::constant(of, value) {
                let _ = writeln!(out, "\t{name} {kind} = C.{}", value.name);
            }
        }
        out.push_str(")\n");
    }
    out
}
