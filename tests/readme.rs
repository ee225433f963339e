//! The README quotes the examples as they are: each of these files is compiled and run by `make test`.

use std::path::Path;

#[test]
fn the_readme_quotes_the_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read =
        |path: &str| std::fs::read_to_string(root.join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    let readme = read("README.md");
    let quoted = [
        ("c", "examples/c/first.c"),
        ("cpp", "examples/cpp/first.cpp"),
        ("r", "examples/r/first.R"),
        ("go", "examples/go/first.go"),
        ("python", "examples/python/first.py"),
    ];
    for (language, path) in quoted {
        let block = format!("```{language}\n{}\n```", read(path).trim_end());
        assert!(readme.contains(&block), "README.md does not quote {path} as it is");
    }
}
