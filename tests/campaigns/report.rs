//! How the slow programs say what they found.

/// A part of a campaign: told what is missed, it answers with its table.
pub type Part = Box<dyn Fn(&mut Vec<String>) -> String>;

/// With DUEL_WRITE_CAMPAIGN set to a date, the table is also written to its file, under that date.
fn keep(file: &str, title: &str, report: &str) {
    if let Ok(date) = std::env::var("DUEL_WRITE_CAMPAIGN") {
        let path = format!("{}/tests/campaigns/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, format!("{title}, {date}\n\n{report}")).expect("the table is written");
    }
}

/// Prints what each part of a campaign found; fails if any demand was missed.
pub fn campaign<T>(
    head: String,
    parts: Vec<T>,
    run: impl Fn(&T, &mut Vec<String>) -> String,
    (file, title): (&str, &str),
) {
    let mut report = head;
    println!("{report}");
    let mut missed = Vec::new();
    for part in parts {
        let text = run(&part, &mut missed);
        println!("{text}");
        report.push('\n');
        report.push_str(&text);
    }
    keep(file, title, &report);
    assert!(missed.is_empty(), "missed:\n{}", missed.join("\n"));
}
