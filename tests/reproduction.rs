//! Printed results of two papers on judges, computed anew and shown beside it: `make reproduction`, some ten minutes on
//! two cores. A copy is kept in `tests/campaigns/reproduction.txt`; `tests/campaigns/REPRODUCTION.md` explains where
//! the numbers differ. `DUEL_CAMPAIGN=Table` runs the parts whose names contain the word.

#[path = "campaigns/heterogeneous.rs"]
mod heterogeneous;
#[path = "campaigns/measures.rs"]
mod measures;
#[path = "campaigns/replicates.rs"]
mod replicates;
#[path = "campaigns/report.rs"]
mod report;
#[path = "campaigns/reproduction/mod.rs"]
mod reproduction;
mod support;

#[test]
#[ignore = "takes minutes: make reproduction"]
fn reproduction_of_the_papers_on_judges() {
    let only = std::env::var("DUEL_CAMPAIGN").unwrap_or_default();
    let writes = std::env::var("DUEL_WRITE_CAMPAIGN").is_ok();
    assert!(only.is_empty() || !writes, "the text to be written is that of all parts");
    let parts = reproduction::parts().into_iter().filter(|(name, _)| name.contains(&only));
    report::campaign(
        String::from(
            "JA is arXiv:2601.21817, HJA is arXiv:2605.05073; REPRODUCTION.md explains the differences\n",
        ),
        parts.map(|(_, part)| part).collect(),
        |part, missed| part(missed),
        ("reproduction.txt", "What two papers on judges printed, and what duel computes"),
    );
}

/// Two splits of one vote set, by the demands of the whole.
#[test]
fn held_out_votes_are_foretold_as_printed() {
    let mut missed = Vec::new();
    let text = reproduction::hold_out::held_out(1, 2, &mut missed);
    assert!(missed.is_empty(), "{missed:?}\n{text}");
}
