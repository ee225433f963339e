//! Mutant schemata: writes files of Rust anew, so that one build holds every mutant of them, and an environment variable
//! chooses which one runs.
//!
//! usage: mutants TREE DROPPED FILE...: the files are changed in place, `src/mutant.rs` is added to the tree, and one line
//! of every mutant is printed: number, file, line, function, kind, from, to. DROPPED is a file of the numbers of mutants that do
//! not compile; they keep their numbers.

mod sites;

use std::collections::HashSet;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [tree, dropped, files @ ..] = &arguments[..] else {
        return Err("usage: mutants TREE DROPPED FILE...".into());
    };
    let dropped = std::fs::read_to_string(dropped)?;
    let dropped: HashSet<usize> = dropped.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let mut count = 0;
    for file in files {
        let path = Path::new(tree).join(file);
        let source = std::fs::read_to_string(&path)?;
        let found = sites::find(&source, file.starts_with("src/ffi/"), count)?;
        for mutant in &found.mutants {
            let state = if found.is_left(mutant, &dropped) { "dropped" } else { "built" };
            let (number, line) = (mutant.number, source[..mutant.at].matches('\n').count() + 1);
            let [function, kind, from, to] = [&mutant.function, mutant.kind, &mutant.from, &mutant.to];
            println!("{number}\t{file}\t{line}\t{state}\t{function}\t{kind}\t{from}\t{to}");
        }
        count += found.mutants.len();
        std::fs::write(&path, found.text(&source, 0..source.len(), 0, &dropped))?;
    }
    let switch = include_str!("switch.rs").replace("COUNT: usize = 0", &format!("COUNT: usize = {count}"));
    std::fs::write(Path::new(tree).join("src/mutant.rs"), switch)?;
    let library = Path::new(tree).join("src/lib.rs");
    let text = std::fs::read_to_string(&library)?;
    std::fs::write(
        library,
        text.replacen("pub mod assess;", "pub mod assess;\n#[doc(hidden)]\npub mod mutant;", 1),
    )?;
    Ok(())
}
