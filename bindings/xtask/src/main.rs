//! `cargo xtask interface` writes what is generated from the description of the interface: the header and
//! duel.json. `cargo xtask interface --check` compares instead, and fails where a file is out of date.

use std::path::Path;
use xtask::{generate, Generated};

fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["interface"] => {
            generate(&root).and_then(|files| files.iter().try_for_each(|file| write(&root, file)))
        }
        ["interface", "--check"] => {
            generate(&root).and_then(|files| files.iter().try_for_each(|file| check(&root, file)))
        }
        _ => Err("usage: cargo xtask interface [--check]".to_string()),
    };
    if let Err(error) = outcome {
        eprintln!("xtask: {error}");
        return std::process::ExitCode::FAILURE;
    }
    std::process::ExitCode::SUCCESS
}

fn write(root: &Path, file: &Generated) -> Result<(), String> {
    std::fs::write(root.join(&file.path), &file.text).map_err(|e| format!("{}: {e}", file.path))
}

fn check(root: &Path, file: &Generated) -> Result<(), String> {
    let committed =
        std::fs::read_to_string(root.join(&file.path)).map_err(|e| format!("{}: {e}", file.path))?;
    if committed == file.text {
        Ok(())
    } else {
        Err(format!("{} is out of date: run `make header`", file.path))
    }
}
