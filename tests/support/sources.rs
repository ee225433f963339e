//! The sources of the library, for tests of how it is written.

use std::fs::read_dir;
use std::path::{Path, PathBuf};

/// All Rust files below a folder. Files and folders whose name without its ending is in `left_out` are not among them.
pub fn sources(folder: &Path, left_out: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a file").path();
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        match path.is_dir() {
            _ if left_out.contains(&stem) => {}
            true => found.extend(sources(&path, left_out)),
            false => found.extend(path.extension().is_some_and(|kind| kind == "rs").then_some(path)),
        }
    }
    found
}
