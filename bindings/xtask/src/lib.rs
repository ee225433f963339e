//! Writes what is generated from the one description of the interface: the Rust items and comments under `src/ffi`,
//! and the schemas of the tables in the core.
//!
//! - `description`: the interface as data;
//! - `read`: from the sources to the description;
//! - `header`: include/duel.h;
//! - `json`: include/duel.json;
//! - `tables`: what is said of a table;
//! - `go`: a struct for the rows of every table;
//! - `r`: the constants of the R package;
//! - `python`: the generated modules of the Python package.

pub mod description;
pub mod go;
pub mod header;
pub mod json;
pub mod python;
pub mod r;
pub mod read;
pub mod tables;

use std::path::Path;

/// A generated file.
#[derive(Debug)]
pub struct Generated {
    /// Where it lies, from the top.
    pub path: &'static str,
    /// What it holds.
    pub text: String,
}

/// Everything that is generated.
pub fn generate(root: &Path) -> Result<Vec<Generated>, String> {
    let interface = read::read(root, env!("CARGO_PKG_VERSION"))?;
    let preface = read::preface(root)?;
    let tables = tables::of(&interface)?;
    let json = json::value(&interface, &tables)?;
    Ok(vec![
        Generated { path: "include/duel.h", text: header::write(&interface, &preface, &tables)? },
        Generated { path: "include/duel.json", text: json::write(&json)? },
        Generated { path: "bindings/go/tables.go", text: go::tables(&interface, &tables) },
        Generated { path: "bindings/r/src/constants.h", text: r::constants(&interface) },
        Generated { path: "bindings/r/src/model_tables.h", text: r::model_tables(&interface, &tables) },
        Generated { path: "bindings/python/src/duel/_constants.py", text: python::constants(&json) },
        Generated { path: "bindings/python/src/duel/_description.py", text: python::description(&json) },
        Generated { path: "bindings/python/src/duel/_methods.py", text: python::methods(&json) },
    ])
}
