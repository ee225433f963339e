//! No list whose length goes with the data is made in a way that ends the process where memory is refused: `room` has
//! what stands in its place.

#[path = "support/sources.rs"]
mod sources;

use std::fs::read_to_string;
use std::path::Path;

/// Ways to make a list, with what `room` has for them.
const REPLACED: &[(&str, &str)] = &[
    (".collect()", "gathered() or gathered_or(); with a type where it is no vector"),
    (".collect::<Vec", "gathered()"),
    (".collect::<Result<Vec", "gathered_or()"),
    (".to_vec()", "duplicate()"),
    (".concat()", "room::joined"),
    (".extend_from_slice(", "put_all"),
    ("Vec::with_capacity", "with_room"),
    (".try_reserve", "try_room or try_grow, which may be refused what would pass max_bytes"),
    (".sort()", "room::sort_by"),
    (".sort_by(", "room::sort_by"),
    (".sort_by_key(", "room::sort_by_key"),
    (".unzip()", "two lists, one after the other"),
    ("std::env::", "an option of the call: the library has no state and reads no environment"),
    (".partition(", "two lists that are put to"),
];

/// Lines that have one of them for a reason.
const KEPT: &[&str] = &[
    // `room` itself.
    "src/room.rs",
    // The memory of the calls, counted below the allocator, and the order of a handful of control groups.
    "src/ffi/limit.rs",
    // Of columns, a handful, in parts that are freed only when all are there.
    "src/ffi/arrow.rs",
    // A list of a handful.
    "src/chart/text.rs",
    "src/catalogue.rs",
    // Tests.
    "src/model/covariance/large.rs",
    "src/model/covariance/weak.rs",
    "src/comparisons/properties.rs",
    "src/comparisons/beside.rs",
];

/// The lines of a file up to its tests, or what they alone use.
fn own(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let opens =
        |rest: &str| rest.lines().find(|line| !line.starts_with('#')).is_some_and(|line| line.ends_with('{'));
    let mark = "\n#[cfg(test)]\n";
    let end = text
        .match_indices(mark)
        .find(|(at, _)| opens(&text[at + mark.len()..]))
        .map_or(text.len(), |(at, _)| at);
    text[..end].lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
}

#[test]
fn lists_that_go_with_the_data_are_made_by_room() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for path in sources::sources(&root.join("src"), &[]) {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        if KEPT.contains(&name.as_str()) || name.contains("tests") || name.contains("testing") {
            continue;
        }
        let text = read_to_string(&path).expect("a source");
        for (number, line) in own(&text) {
            if line.contains("room::sort_by") || line.contains("self.sort()") {
                continue;
            }
            for (way, instead) in REPLACED.iter().filter(|(way, _)| line.contains(way)) {
                found.push(format!(
                    "{name}:{}: {way} ends the process where memory is refused: {instead}",
                    number + 1
                ));
            }
        }
    }
    assert!(found.is_empty(), "{} places:\n{}", found.len(), found.join("\n"));
}
