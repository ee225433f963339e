//! Writes what is generated from the one description of the interface: the Rust items and comments under `src/ffi`,
//! and the schemas of the tables in the core.
//!
//! - `description`: the interface as data;
//! - `read`: from the sources to the description;
//! - `header`: include/duel.h;
//! - `json`: include/duel.json;
//! - `tables`: what is said of a table;
//! - `text`: words and lines, as all writers need them;
//! - `operations`: every function for the tests of the boundary;
//! - `reads`, `options`: which options every function reads;
//! - `cpp`: include/duel.hpp, of a part by hand, structs of options and methods;
//! - `go`: constants, options, facts, rows and methods of the Go package, and the comments of what is by hand;
//! - `r`: the constants of the R package;
//! - `r_calls`: its calls into the library;
//! - `rd`: the columns and facts in the manual of R;
//! - `python`: the generated modules of the Python package;
//! - `roles`: what a parameter is for;
//! - `stated`: facts that comments state in regular phrases.

pub mod cpp;
pub mod description;
pub mod go;
pub mod header;
pub mod json;
pub mod operations;
pub mod options;
pub mod python;
pub mod r;
pub mod r_calls;
pub mod rd;
pub mod read;
#[path = "../../../src/ffi/reads.rs"]
pub mod reads;
pub mod roles;
pub mod stated;
pub mod tables;
pub mod text;

use std::path::Path;

/// A generated file.
#[derive(Debug)]
pub struct Generated {
    /// Where it lies, from the top.
    pub path: String,
    /// Its content.
    pub text: String,
}

fn generated(path: &str, text: String) -> Generated {
    Generated { path: path.to_string(), text }
}

/// Everything that is generated.
pub fn generate(root: &Path) -> Result<Vec<Generated>, String> {
    let interface = read::read(root, env!("CARGO_PKG_VERSION"))?;
    let preface = read::preface(root)?;
    let tables = tables::of(&interface)?;
    let json = json::value(&interface, &tables)?;
    let (calls, wrappers) = r_calls::write(&interface)?;
    let mut files = vec![
        generated("include/duel.h", header::write(&interface, &preface, &tables)),
        generated("include/duel.json", json::write(&json)?),
        generated("include/duel.hpp", cpp::header(root, &interface)?),
        generated("tests/c/operations.h", operations::operations(&interface)?),
        generated("tests/c/fields.h", operations::option_fields(&interface)),
        generated("bindings/r/src/constants.h", r::constants(&interface)),
        generated("bindings/r/src/calls.h", calls),
        generated("bindings/r/R/calls.R", wrappers),
        generated("bindings/python/src/duel/_constants.py", python::constants(&json)),
        generated("bindings/python/src/duel/_description.py", python::description(&json)),
        generated("bindings/python/src/duel/_methods.py", python::methods(&json)),
    ];
    files.extend(rd::pages(root, &interface, &tables)?);
    files.extend(go::files(root, &interface, &tables)?);
    Ok(files)
}
