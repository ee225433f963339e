//! Counts by composition, and the disagreements.

use crate::case::Case;
use crate::compare::{compare, Comparison};
use crate::draw;
use crate::random::Random;
use std::collections::BTreeMap;
use std::fmt;

/// One set that was compared.
pub struct One {
    pub at: u64,
    case: Case,
    comparison: Comparison,
}

/// A smaller case with the same kind of disagreement: rows are left out, and counts are lowered, as long as it stays.
fn shrink(mut case: Case, kind: &str) -> Case {
    let still = |case: &Case| {
        let found = std::panic::catch_unwind(|| compare(case));
        found.is_ok_and(|c| c.disagreements.iter().any(|d| d.kind == kind))
    };
    loop {
        let before = case.clone();
        let mut at = 0;
        while at < case.rows.len() && case.rows.len() > 1 {
            let mut fewer = case.clone();
            fewer.rows.remove(at);
            if still(&fewer) {
                case = fewer;
            } else {
                at += 1;
            }
        }
        for row in 0..case.rows.len() {
            for k in 0..5 {
                for lower in [|_: f64| 0.0, |c: f64| (c / 2.0).floor(), |c: f64| c - 1.0] {
                    let mut less = case.clone();
                    let count = &mut less.rows[row].counts[k];
                    if *count > 0.0 {
                        *count = lower(*count);
                        if less.rows[row].counts.iter().sum::<f64>() > 0.0 && still(&less) {
                            case = less;
                        }
                    }
                }
            }
        }
        if before.rows == case.rows {
            return case;
        }
    }
}

/// Draws a set and compares.
pub fn one(seed: u64, at: u64, probit: bool) -> One {
    let mut random = Random::new(seed ^ (at + 1).wrapping_mul(0xd134_2543_de82_ef95));
    let drawn = draw::case(&mut random);
    let case = if probit { draw::with_probit(drawn) } else { drawn };
    if std::env::var_os("DUEL_REFERENCE_TRACE").is_some() {
        eprintln!("set {at}: {}", case.composition());
    }
    let comparison = match std::panic::catch_unwind(|| compare(&case)) {
        Ok(comparison) => comparison,
        Err(_) => {
            let mut comparison = Comparison { status: "panic".into(), ..Comparison::default() };
            comparison.differ("panic", String::new());
            comparison
        }
    };
    One { at, case, comparison }
}

#[derive(Default, Clone, Copy)]
struct Count {
    sets: usize,
    disagreeing: usize,
}

#[derive(Default)]
pub struct Report {
    seed: u64,
    numbers: usize,
    all: Count,
    compositions: BTreeMap<String, Count>,
    features: BTreeMap<&'static str, Count>,
    shapes: BTreeMap<&'static str, Count>,
    statuses: BTreeMap<String, Count>,
    notes: BTreeMap<&'static str, usize>,
    kinds: BTreeMap<&'static str, Vec<String>>,
}

impl Report {
    pub fn new(seed: u64) -> Report {
        Report { seed, ..Report::default() }
    }

    pub fn disagreements(&self) -> usize {
        self.all.disagreeing
    }

    pub fn add(&mut self, one: &One) {
        let wrong = !one.comparison.disagreements.is_empty();
        let count = |c: &mut Count| {
            c.sets += 1;
            c.disagreeing += usize::from(wrong);
        };
        count(&mut self.all);
        count(self.compositions.entry(one.case.composition()).or_default());
        count(self.shapes.entry(one.case.shape).or_default());
        count(self.statuses.entry(one.comparison.status.clone()).or_default());
        one.case.features().iter().for_each(|f| count(self.features.entry(f).or_default()));
        self.numbers += one.comparison.numbers;
        let mut notes = one.comparison.notes.clone();
        notes.sort_unstable();
        notes.dedup();
        notes.iter().for_each(|n| *self.notes.entry(n).or_default() += 1);
        let mut seen: Vec<&str> = Vec::new();
        for d in one.comparison.disagreements.iter() {
            if seen.contains(&d.kind) {
                continue;
            }
            seen.push(d.kind);
            let texts = self.kinds.entry(d.kind).or_default();
            let small = std::env::var_os("DUEL_REFERENCE_SHRINK").is_some() && texts.len() < shown();
            let case = if small { shrink(one.case.clone(), d.kind) } else { one.case.clone() };
            let text = format!(
                "set {}: {} [{}; {}; status {}]\n  {}",
                one.at,
                d.detail,
                case.composition(),
                case.features().join(", "),
                one.comparison.status,
                case.reproduction()
            );
            texts.push(text);
        }
    }
}

/// Most disagreements of a kind that are printed whole.
const SHOWN: usize = 6;

fn shown() -> usize {
    std::env::var("DUEL_REFERENCE_SHOWN").ok().and_then(|text| text.parse().ok()).unwrap_or(SHOWN)
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{} sets, {} numbers compared, seed {}: {} sets disagree",
            self.all.sets, self.numbers, self.seed, self.all.disagreeing
        )?;
        let mut table = |title: &str, rows: Vec<(&str, Count)>| {
            writeln!(out, "\n{title:62} sets  disagreeing")?;
            rows.iter().try_for_each(|(name, c)| writeln!(out, "{name:60} {:6} {:6}", c.sets, c.disagreeing))
        };
        table("composition", self.compositions.iter().map(|(n, c)| (n.as_str(), *c)).collect())?;
        table("feature", self.features.iter().map(|(n, c)| (*n, *c)).collect())?;
        table("shape", self.shapes.iter().map(|(n, c)| (*n, *c)).collect())?;
        table("status", self.statuses.iter().map(|(n, c)| (n.as_str(), *c)).collect())?;
        writeln!(out, "\ncounted, no disagreements")?;
        self.notes.iter().try_for_each(|(name, count)| writeln!(out, "{name:60} {count:6}"))?;
        for (kind, texts) in &self.kinds {
            writeln!(out, "\n== {kind}: {} sets", texts.len())?;
            texts.iter().take(shown()).try_for_each(|text| writeln!(out, "{text}"))?;
        }
        Ok(())
    }
}
