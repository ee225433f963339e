//! `cargo xtask interface` writes what is generated from the description of the interface: the header and
//! duel.json. `cargo xtask interface --check` compares instead, and fails where a file is out of date.

use std::path::{Path, PathBuf};
use xtask::{generate, Generated};

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["interface"] => write(&root),
        ["interface", "--check"] => check(&root),
        _ => Err("usage: cargo xtask interface [--check]".to_string()),
    };
    match outcome {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn place(root: &Path, file: &Generated) -> PathBuf {
    root.join(&file.path)
}

fn write(root: &Path) -> Result<(), String> {
    for file in generate(root)? {
        let path = place(root, &file);
        std::fs::write(&path, &file.text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

fn check(root: &Path) -> Result<(), String> {
    for file in generate(root)? {
        let path = place(root, &file);
        let committed = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        if committed != file.text {
            return Err(format!("{} is out of date: run `make header`", file.path));
        }
    }
    Ok(())
}
