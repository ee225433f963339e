//! The options that every function reads of those it shares with others.

use crate::description::*;
use crate::reads::{reads, Which};

/// The struct of options that a parameter points to.
pub fn options_of(parameter: &Variable) -> Option<&str> {
    match &parameter.kind {
        Type::Pointer { to, is_const: true } => to.mentions().filter(|name| name.ends_with("_options")),
        _ => None,
    }
}

/// The fields of a struct of options that a function reads, in their order, without struct_size and what is reserved;
/// and, of the rest, those that it does not read.
pub fn fields(interface: &Interface, function: &str, options: &str) -> (Vec<String>, Vec<String>) {
    let fields = interface.structure(options).into_iter().flat_map(|item| &item.fields);
    let names = fields.map(|field| field.name.clone());
    let read = reads(function, options);
    names
        .filter(|name| name != "struct_size" && name != "reserved")
        .partition(|name| read.is_none_or(|which| which.has(name)))
}

/// The sentences of a function's comment about the options that it reads, a sentence for each struct that it shares.
pub fn sentences(interface: &Interface, function: &Function) -> Vec<String> {
    let shared = function.parameters.iter().filter_map(|parameter| {
        let options = options_of(parameter)?;
        let which = reads(&function.name, options)?;
        let (read, unread) = fields(interface, &function.name, options);
        let name = &parameter.name;
        Some(match which {
            Which::Only(_) => format!("Read of {name}: {}.", read.join(", ")),
            Which::AllBut([]) => format!("Read of {name}: all fields."),
            Which::AllBut(_) => format!("Read of {name}: all fields but {}.", unread.join(", ")),
        })
    });
    shared.collect()
}
