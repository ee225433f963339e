//! Writes what is generated from the one description of the interface: the Rust items and comments under `src/ffi`.
//!
//! - `description`: the interface as data;
//! - `read`: from the sources to the description;
//! - `header`: include/duel.h;
//! - `json`: include/duel.json;
//! - `r`: the constants of the R package.

pub mod description;
pub mod header;
pub mod json;
pub mod r;
pub mod read;

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
    Ok(vec![
        Generated { path: "include/duel.h", text: header::write(&interface, &preface)? },
        Generated { path: "include/duel.json", text: json::write(&interface)? },
        Generated { path: "bindings/r/src/constants.h", text: r::constants(&interface) },
    ])
}
