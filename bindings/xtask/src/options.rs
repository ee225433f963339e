//! What every function reads of the options that it shares with others.

use crate::description::*;
use crate::reads::{reads, Which, READS};

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
    let found = interface.items().find_map(|item| match item {
        Item::Struct(item) if item.name == options => Some(item),
        _ => None,
    });
    let names = found.into_iter().flat_map(|item| &item.fields).map(|field| field.name.clone());
    let read = reads(function, options);
    names
        .filter(|name| name != "struct_size" && name != "reserved")
        .partition(|name| read.is_none_or(|which| which.has(name)))
}

/// Functions and structs of the sources are those of the list, and so are the fields.
pub fn check(interface: &Interface) -> Result<(), String> {
    let functions = || {
        interface.items().filter_map(|item| match item {
            Item::Function(function) => Some(function),
            _ => None,
        })
    };
    let takes = |function: &Function, options: &str| {
        function.parameters.iter().any(|parameter| options_of(parameter) == Some(options))
    };
    for function in functions() {
        for options in function.parameters.iter().filter_map(options_of) {
            let is_shared = functions().filter(|other| takes(other, options)).count() > 1;
            if is_shared && reads(&function.name, options).is_none() {
                return Err(format!(
                    "src/ffi/reads.rs does not say what {} reads of {options}",
                    function.name
                ));
            }
        }
    }
    for row in READS {
        if !functions().any(|function| function.name == row.function && takes(function, row.options)) {
            return Err(format!("src/ffi/reads.rs: {} takes no {}", row.function, row.options));
        }
        let (read, unread) = fields(interface, row.function, row.options);
        let named: Vec<&str> = match &row.fields {
            Which::Only(groups) => groups.iter().flat_map(|group| group.iter().copied()).collect(),
            Which::AllBut(others) => others.to_vec(),
        };
        let known = |name: &&str| read.iter().chain(&unread).any(|field| field == name);
        if let Some(name) = named.iter().find(|name| !known(name)) {
            return Err(format!("src/ffi/reads.rs: {} has no field {name}", row.options));
        }
    }
    Ok(())
}

/// What the comment of a function says of the options that it reads, a sentence for each struct that it shares.
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
