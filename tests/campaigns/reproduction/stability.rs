//! Questions that the vote sets answer beside the tables: are sensitivities the same on other questions, do judges favour
//! models of their own maker, and on which judge does a fit hang.

use super::models::{attempt, disagreeing, judged, positioned, read};
use crate::measures::{pearson, spearman};
use crate::support::votes;
use duel::assess::judges::{counts, preferences};
use duel::comparisons::{Kind as Names, Set};
use duel::model::{Model, Quantity, Specification, View};
use std::fmt::Write;

/// Makers, by a part of the names of their judges and by the beginnings of those of their models.
const MAKERS: [(&str, &[&str], &[&str]); 3] = [
    ("OpenAI", &["openai/"], &["gpt-3.5", "gpt-4"]),
    ("Meta", &["meta-llama/"], &["llama-"]),
    ("Google", &["google/"], &["palm-2", "bard"]),
];

fn fitted(set: &Set, specification: &Specification) -> Model {
    attempt(set, specification).expect("a fit")
}

fn names(set: &Set, kind: Names, count: usize) -> Vec<String> {
    (0..count).map(|id| set.name(kind, id).expect("a name").to_owned()).collect()
}

fn sensitivities(model: &Model) -> Vec<f64> {
    model.readout(Quantity::Sensitivities, &View::default()).expect("sensitivities").estimates
}

/// Correlations of the sensitivities of the judges that two sets share.
fn shared(sets: &[Set], specification: &Specification, text: &mut String) {
    let models: Vec<Model> = sets.iter().map(|set| fitted(set, specification)).collect();
    let all: Vec<Vec<f64>> = models.iter().map(sensitivities).collect();
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        let of = |set: usize| names(&sets[set], Names::Judge, sets[set].judges());
        let there = of(b);
        let both: Vec<(f64, f64)> = of(a)
            .iter()
            .enumerate()
            .filter_map(|(k, name)| Some((all[a][k], all[b][there.iter().position(|other| other == name)?])))
            .collect();
        let (x, y): (Vec<f64>, Vec<f64>) = both.iter().copied().unzip();
        let _ = writeln!(
            text,
            "    {} and {}: {} judges, Pearson {:.3}, Spearman {:.3}",
            super::FILES[a].0,
            super::FILES[b].0,
            both.len(),
            pearson(&x, &y),
            spearman(&x, &y)
        );
    }
}

/// Sensitivities across sets.
pub fn across_sets(_: &mut Vec<String>) -> String {
    let sets = super::FILES.map(|(_, file)| votes(file));
    let mut text = String::from("Sensitivities of the same judges on other questions\n");
    for (label, specification) in [("JA", judged()), ("JA + position", positioned())] {
        let _ = writeln!(text, "  {label}");
        shared(&sets, &specification, &mut text);
    }
    text
}

/// The number of the maker of a name; below zero where there is none.
fn maker(name: &str, of: impl Fn(&(&str, &[&str], &[&str]), &str) -> bool) -> i32 {
    MAKERS.iter().position(|maker| of(maker, name)).map_or(-1, |at| at as i32)
}

/// Whether judges favour models of their maker, beyond what a model of judges with positions expects.
pub fn own_models(_: &mut Vec<String>) -> String {
    let mut text = String::from(
        "Judges and the models of their maker (OpenAI, Meta, Google), JA + position: observed less expected share, 95 %\n",
    );
    let (mut judges, mut sure) = (0, 0);
    for (name, file) in super::FILES {
        let set = votes(file);
        let model = fitted(&set, &positioned());
        let judge_names = names(&set, Names::Judge, set.judges());
        let items: Vec<i32> = names(&set, Names::Item, set.items())
            .iter()
            .map(|name| maker(name, |maker, name| maker.2.iter().any(|part| name.starts_with(part))))
            .collect();
        let owners: Vec<i32> = judge_names
            .iter()
            .map(|name| maker(name, |maker, name| maker.1.iter().any(|part| name.starts_with(part))))
            .collect();
        let found = preferences(&model, &items, &owners, 0.95).expect("preferences");
        for (judge, of) in found.iter().enumerate().filter(|(_, of)| of.comparisons > 0.0) {
            let [excess, _, lower, upper] = of.excess;
            judges += 1;
            sure += usize::from(lower > 0.0);
            let who = &judge_names[judge];
            let _ = writeln!(text, "  {name:>14}  {who:<52} {excess:+.3} [{lower:+.3}, {upper:+.3}]");
        }
    }
    let _ = writeln!(text, "{judges} judges; {sure} favour their own beyond chance, at 2.5 % each");
    text
}

/// The judges without whom JA's scores change most, and their shares of the first position with all judges and without the first
/// of them.
pub fn without_each(_: &mut Vec<String>) -> String {
    let mut text =
        String::from("JA without each judge: correlation with the scores of all judges, the three lowest\n");
    for (name, file) in super::FILES {
        let set = votes(file);
        let scores = |set: &Set| read(&fitted(set, &judged()), Quantity::Scores);
        let all = scores(&set);
        let judges = set.judges();
        let without = |judge: usize| {
            let kept: Vec<usize> = (0..judges).filter(|other| *other != judge).collect();
            set.filter(Names::Judge, &kept).expect("the others")
        };
        let mut found: Vec<(f64, usize)> =
            (0..judges).map(|judge| (pearson(&scores(&without(judge)), &all), judge)).collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        let names = names(&set, Names::Judge, judges);
        let shares = counts(&set, 0.95).expect("counts");
        let _ = writeln!(text, "  {name}");
        for &(correlation, judge) in &found[..3] {
            let first = shares[judge].position.share;
            let _ = writeln!(text, "    {:<52} {correlation:6.3}  first {first:.3}", names[judge]);
        }
        let rest = without(found[0].1);
        let model = fitted(&rest, &positioned());
        let effects = model.readout(Quantity::Positions, &View::default()).expect("positions").estimates;
        let most = (0..rest.judges()).max_by(|a, b| effects[*a].abs().total_cmp(&effects[*b].abs()));
        let most = most.expect("a judge");
        let who = rest.name(Names::Judge, most).unwrap_or_default();
        let _ = writeln!(text, "    of the others the largest position effect: {who}, {:+.2}", effects[most]);
    }
    text
}

/// The judges with most leverage on the consensus of HJA, with all of them and without the first, and how often each answers for
/// the item shown first.
pub fn leverages(_: &mut Vec<String>) -> String {
    let mut text = String::from(
        "Leverage of judges in HJA of rank one, no position effects: size of a judge's strengths / (judges x size of their mean); \
         share of the first position\n",
    );
    for (name, file) in super::FILES {
        let mut set = votes(file);
        let _ = writeln!(text, "  {name}");
        for label in ["all judges", "without the first"] {
            let judges = set.judges();
            let shares = fitted(&set, &disagreeing(1)).consensus_shares();
            let mut order: Vec<usize> = (0..judges).collect();
            order.sort_by(|a, b| shares[*b].total_cmp(&shares[*a]));
            let names = names(&set, Names::Judge, judges);
            let of_votes = counts(&set, 0.95).expect("counts");
            let listed: Vec<String> = order[..3]
                .iter()
                .map(|&k| format!("{} {:.3} (first {:.3})", names[k], shares[k], of_votes[k].position.share))
                .collect();
            let _ = writeln!(text, "    {label:<18}{}", listed.join(", "));
            let kept: Vec<usize> = (0..judges).filter(|judge| *judge != order[0]).collect();
            set = set.filter(Names::Judge, &kept).expect("the others");
        }
    }
    text
}
