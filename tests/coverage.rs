//! Do 95 % intervals hold the truth in 95 % of repeated experiments, and tests at 5 % reject it in 5 %?
//!
//! The campaigns (`make campaign`, some minutes each) print tables; copies are kept in
//! `tests/campaigns/coverage.txt`, `inference.txt`, `few.txt`, `large.txt`, `families.txt`, `judges.txt`, `gars.txt`, `level.txt` and `claims.txt`. Short
//! parts run with the other tests.

#[path = "campaigns/boundaries.rs"]
mod boundaries;
#[path = "campaigns/claims.rs"]
mod claims;
#[path = "campaigns/clusters.rs"]
mod clusters;
#[path = "support/columns.rs"]
mod columns;
#[path = "campaigns/contrasts.rs"]
mod contrasts;
#[path = "campaigns/drawn.rs"]
mod drawn;
#[path = "campaigns/experiment.rs"]
mod experiment;
#[path = "campaigns/families.rs"]
mod families;
#[path = "campaigns/family.rs"]
mod family;
#[path = "campaigns/few.rs"]
mod few;
#[path = "campaigns/flips.rs"]
mod flips;
#[path = "campaigns/gars.rs"]
mod gars;
#[path = "campaigns/heterogeneous.rs"]
mod heterogeneous;
#[path = "campaigns/inference.rs"]
mod inference;
#[path = "campaigns/judges.rs"]
mod judges;
#[path = "campaigns/large.rs"]
mod large;
#[path = "campaigns/level.rs"]
mod level;
#[path = "campaigns/looks.rs"]
mod looks;
#[path = "campaigns/matches.rs"]
mod matches;
#[path = "campaigns/measures.rs"]
mod measures;
#[path = "campaigns/multiplicity.rs"]
mod multiplicity;
#[path = "campaigns/population.rs"]
mod population;
#[path = "campaigns/question.rs"]
mod question;
#[path = "campaigns/replicates.rs"]
mod replicates;
#[path = "campaigns/report.rs"]
mod report;
#[path = "campaigns/resampling.rs"]
mod resampling;
#[path = "campaigns/simulators.rs"]
mod simulators;
#[path = "campaigns/sizes.rs"]
mod sizes;
#[path = "campaigns/sparse.rs"]
mod sparse;
#[path = "campaigns/strangers.rs"]
mod strangers;
#[path = "campaigns/studies.rs"]
mod studies;
#[path = "campaigns/study.rs"]
mod study;
#[path = "campaigns/truth.rs"]
mod truth;
#[path = "campaigns/winners.rs"]
mod winners;

use experiment::Experiment;
use question::Demand;
use report::{campaign, Part};
use study::{heading, Study};

const SEED: u64 = 20_261_121;
const REPLICATES: usize = 3_000;
const SHORT: usize = 200;

#[test]
#[ignore = "takes minutes: make campaign"]
fn campaign_of_intervals() {
    let head = format!(
        "{REPLICATES} replicates of every study, seed {SEED}; Monte Carlo error of one value {:.4}\n\n{}\n",
        (0.95 * 0.05 / REPLICATES as f64).sqrt(),
        heading()
    );
    campaign(head, studies::all(), run, ("coverage.txt", "Coverage of 95 % intervals"));
}

#[test]
#[ignore = "takes minutes: make campaign"]
fn campaign_of_large_sets() {
    campaign_of(large::all(), ("large.txt", "Standard errors by draws"));
}

#[test]
#[ignore = "takes minutes: make campaign"]
fn campaign_of_inference() {
    campaign_of(
        inference::all(),
        ("inference.txt", "Inference in full: bootstrap, few clusters, profiles, ranks, tests, Firth"),
    );
}

#[test]
#[ignore = "takes minutes: make campaign"]
fn campaign_of_few_clusters() {
    campaign_headed(&format!("{} ", few::head()), few::all(), ("few.txt", "Few clusters by default"));
}

#[test]
#[ignore = "takes minutes: make campaign"]
fn campaign_of_families() {
    campaign_of(
        families::all(),
        ("families.txt", "Thresholds and spreads of pairs: intervals and bootstrap"),
    );
}

#[test]
#[ignore = "takes minutes: make campaign"]
fn campaign_of_judges() {
    let head = format!("{} replicates of every study of intervals", judges::ALL);
    let mut parts: Vec<Part> = Vec::new();
    for study in judges::studies() {
        parts.push(Box::new(move |missed| judges::coverage(&study, judges::ALL, missed)));
    }
    campaign(head, parts, |part, missed| part(missed), ("judges.txt", "Judges that disagree: intervals"));
}

#[test]
fn intervals_of_judges_that_disagree() {
    let mut missed = Vec::new();
    let text = judges::coverage(&judges::studies()[0], SHORT, &mut missed);
    // Two hundred replicates only: what they can tell is that nothing is far off.
    assert!(missed.is_empty(), "{text}");
}

#[test]
#[ignore = "takes minutes: make campaign"]
fn campaign_of_nonparametric_scores() {
    campaign_of(gars::all(), ("gars.txt", "Nonparametric scores: predictors, judges, cycles, policies"));
}

#[test]
#[ignore = "takes minutes: make campaign"]
fn campaign_of_level() {
    campaign_of(
        level::all(),
        ("level.txt", "Scores that are not linear: one step, and corrected to the second order"),
    );
}

#[test]
#[ignore = "takes minutes: make campaign"]
fn campaign_of_claims() {
    campaign_of(claims::all(), ("claims.txt", "Claims: at all looks, after choosing, under attack"));
}

/// With DUEL_CAMPAIGN set, only the experiments whose names contain it are run.
fn campaign_of(all: Vec<Experiment>, kept: (&str, &str)) {
    campaign_headed("", all, kept);
}

fn campaign_headed(about: &str, all: Vec<Experiment>, kept: (&str, &str)) {
    let head = format!("{about}Seed {SEED}\n\n{}\n", experiment::heading());
    let only = std::env::var("DUEL_CAMPAIGN").unwrap_or_default();
    let writes = std::env::var("DUEL_WRITE_CAMPAIGN").is_ok();
    assert!(only.is_empty() || !writes, "the table to be written is that of all experiments");
    let parts = all.into_iter().filter(|e| e.name.contains(&only)).collect();
    campaign(head, parts, run_experiment, kept);
}

fn run(study: &Study, missed: &mut Vec<String>) -> String {
    let t = &study.truth;
    let by = if t.judges() > 0 { format!(", {} judges", t.judges()) } else { String::new() };
    let about = if t.contexts > 0 { format!(", {} contexts", t.contexts) } else { String::new() };
    let mut text = format!("{}: {} items{by}{about}, {} votes\n", study.name, t.items(), t.votes);
    for line in study.run(REPLICATES, SEED) {
        if !line.is_met() {
            missed.push(format!("{}: {}", study.name, line.text()));
        }
        text.push_str(&line.text());
        text.push('\n');
    }
    text
}

fn run_experiment(experiment: &Experiment, missed: &mut Vec<String>) -> String {
    let mut text = format!("{}\n", experiment.name);
    for line in experiment.run(experiment.replicates, SEED) {
        if !line.is_met() {
            missed.push(format!("{}: {}", experiment.name, line.text()));
        }
        text.push_str(&line.text());
        text.push('\n');
    }
    text
}

/// Mean coverage of each question in few replicates, with room for their Monte Carlo error (.011 for
/// a mean over values that all depend on each other, .015 for a single value).
fn short(study: &Study, accept: impl Fn(Demand, f64) -> bool) {
    for line in study.run(SHORT, SEED) {
        assert!(accept(line.demand, line.mean), "{}: {}", study.name, line.text());
    }
}

#[test]
fn judges_with_positions_are_covered() {
    short(&studies::judge_positions(), |demand, mean| match demand {
        Demand::Nominal => (0.925..=0.975).contains(&mean),
        _ => mean >= 0.91,
    });
}

#[test]
fn only_clustering_covers_correlated_votes() {
    short(&studies::shared_effect(), |demand, mean| match demand {
        Demand::Fails => mean < 0.90,
        _ => mean >= 0.91,
    });
}

/// Ten judges of unequal workloads: by the campaign's own demands, with room for few replicates.
#[test]
fn few_clusters_need_their_corrections() {
    let experiment = clusters::unequal_judges();
    for line in experiment.run(SHORT, SEED) {
        assert!(line.is_met(), "{}: {}", experiment.name, line.text());
    }
}

/// Ten contexts of unequal size where nothing is asked for: by the campaign's own demands, with room for few replicates.
#[test]
fn few_clusters_are_corrected_by_default() {
    let experiment = few::short();
    for line in experiment.run(SHORT, SEED) {
        assert!(line.is_met(), "{}: {}", experiment.name, line.text());
    }
}

/// A spread beside thresholds of items: by the campaign's own demands, with room for few replicates.
#[test]
fn thresholds_and_spreads_are_covered() {
    let experiment = families::davidson_with_spread();
    for line in experiment.run(SHORT, SEED) {
        assert!(line.is_met(), "{}: {}", experiment.name, line.text());
    }
}

/// Nonparametric scores with the true probabilities: by the campaign's own demands, with room for few
/// replicates.
#[test]
fn nonparametric_scores_are_covered() {
    let experiment = gars::true_probabilities();
    for line in experiment.run(SHORT, SEED) {
        assert!(line.is_met(), "{}: {}", experiment.name, line.text());
    }
}

/// Small boards against all ways to turn them round, and sequential tests of two: by the campaign's own demands.
#[test]
fn claims_hold() {
    for experiment in [flips::dropped(), matches::pairs_of_games()] {
        for line in experiment.run(SHORT / 4, SEED) {
            assert!(line.is_met(), "{}: {}", experiment.name, line.text());
        }
    }
}
