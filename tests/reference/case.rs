//! A set of comparisons with the choices of a model: what both the library and the reference are given.

use duel::comparisons::{Column, CovariateOf, CovariateValues, Key, Kind, Rows, Set};
use duel::model::{BothBad, Specification, Ties};
use duel::outcome::Outcome;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Whether ties are no outcome of their own.
pub fn is_of_two(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::BradleyTerry | Outcome::ThurstoneMosteller)
}

/// Whether a tie is a difference below a threshold.
pub fn is_of_differences(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::RaoKupper | Outcome::GlennDavid)
}

/// Whether noise is normal.
pub fn is_probit(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::ThurstoneMosteller | Outcome::GlennDavid)
}

#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub context: Option<usize>,
    pub judge: usize,
    pub left: usize,
    pub right: usize,
    /// Left preferred, right preferred, tie, both good, both bad.
    pub counts: [f64; 5],
    /// Weight of each comparison of the row.
    pub weight: f64,
}

#[derive(Debug, Clone)]
pub struct Covariate {
    pub name: String,
    pub of: CovariateOf,
    /// A number of every key: items; contexts; contexts x items; judges x items.
    pub values: Vec<f64>,
}

#[derive(Debug, Clone)]
pub struct Case {
    pub shape: &'static str,
    pub items: usize,
    /// Judges by name; 0: comparisons have the anonymous judge.
    pub named_judges: usize,
    pub contexts: usize,
    pub rows: Vec<Row>,
    pub importance: bool,
    pub covariates: Vec<Covariate>,
    pub specification: Specification,
}

fn names(letter: char, count: usize) -> Vec<String> {
    (0..count).map(|k| format!("{letter}{k:02}")).collect()
}

fn texts<'a>(values: &'a [&'a str]) -> Key<'a> {
    Key { values: Column::Text(values), base: 0 }
}

impl Case {
    pub fn judges(&self) -> usize {
        self.named_judges.max(1)
    }

    /// Wins, losses, ties and votes "both bad" of a row as the model reads them (ties are none where they
    /// are dropped).
    pub fn read(&self, row: &Row) -> [f64; 4] {
        let s = &self.specification;
        let [win, loss, tie, good, bad] = row.counts.map(|count| count * row.weight);
        let ties = !is_of_two(s.outcome) || s.ties == Ties::Half;
        let (tied, bad) = match s.both_bad {
            BothBad::Tie => (tie + good + bad, 0.0),
            BothBad::Dropped => (tie + good, 0.0),
            BothBad::Outcome { .. } => (tie + good, bad),
        };
        [win, loss, if ties { tied } else { 0.0 }, bad]
    }

    /// Rows with comparisons that the model uses.
    pub fn used(&self) -> impl Iterator<Item = &Row> + '_ {
        self.rows.iter().filter(|row| self.read(row).iter().sum::<f64>() > 0.0)
    }

    /// Value of a covariate of a comparison: left minus right, or that of the context.
    pub fn difference(&self, name: &str, row: &Row) -> f64 {
        let covariate = self.covariates.iter().find(|c| c.name == name).expect("covariate");
        let value = |item: usize| match covariate.of {
            CovariateOf::Item => covariate.values[item],
            CovariateOf::Context => covariate.values[row.context.expect("context")],
            CovariateOf::ContextItem => covariate.values[row.context.expect("context") * self.items + item],
            CovariateOf::JudgeItem => covariate.values[row.judge * self.items + item],
        };
        match covariate.of {
            CovariateOf::Context => value(row.left),
            _ => value(row.left) - value(row.right),
        }
    }

    pub fn set(&self) -> Set {
        let mut set = Set::new();
        let (items, judges, contexts) =
            (names('i', self.items), names('j', self.named_judges), names('c', self.contexts));
        let kinds = [(Kind::Item, &items), (Kind::Judge, &judges), (Kind::Context, &contexts)];
        for (kind, all) in kinds {
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            set.intern(kind, &all).expect("names");
        }
        let text = |from: &'_ [String], ids: Vec<usize>| -> Vec<String> {
            ids.into_iter().map(|id| from[id].clone()).collect()
        };
        // Rows with a context and those without are appended apart.
        for with in [true, false] {
            let rows: Vec<&Row> = self.rows.iter().filter(|r| r.context.is_some() == with).collect();
            if rows.is_empty() {
                continue;
            }
            let left = text(&items, rows.iter().map(|r| r.left).collect());
            let right = text(&items, rows.iter().map(|r| r.right).collect());
            let judge = if self.named_judges > 0 {
                text(&judges, rows.iter().map(|r| r.judge).collect())
            } else {
                Vec::new()
            };
            let context = text(&contexts, rows.iter().filter_map(|r| r.context).collect());
            let columns = [left, right, judge, context];
            let columns = columns.each_ref().map(|c| c.iter().map(String::as_str).collect::<Vec<_>>());
            let key = |at: usize| if columns[at].is_empty() { Key::default() } else { texts(&columns[at]) };
            let counts: [Vec<f64>; 5] = std::array::from_fn(|k| rows.iter().map(|r| r.counts[k]).collect());
            let weight: Vec<f64> = rows.iter().map(|r| r.weight).collect();
            let number = |k: usize| Column::F64(&counts[k]);
            set.append(&Rows {
                length: rows.len(),
                left: key(0),
                right: key(1),
                judge: key(2),
                context: key(3),
                wins: number(0),
                losses: number(1),
                ties: number(2),
                both_good: number(3),
                both_bad: number(4),
                weight: Column::F64(&weight),
                importance: self.importance,
                ..Rows::default()
            })
            .expect("rows");
        }
        for covariate in &self.covariates {
            let (first, second): (&[String], bool) = match covariate.of {
                CovariateOf::Item => (&items, false),
                CovariateOf::Context => (&contexts, false),
                CovariateOf::ContextItem => (&contexts, true),
                CovariateOf::JudgeItem => (&judges, true),
            };
            let width = if second { self.items } else { 1 };
            let a: Vec<&str> =
                first.iter().flat_map(|name| std::iter::repeat_n(name.as_str(), width)).collect();
            let b: Vec<&str> =
                first.iter().flat_map(|_| items.iter().take(width)).map(String::as_str).collect();
            let mut values = CovariateValues {
                name: &covariate.name,
                length: a.len(),
                value: Column::F64(&covariate.values),
                ..CovariateValues::default()
            };
            match covariate.of {
                CovariateOf::Item => values.item = texts(&a),
                CovariateOf::Context => values.context = texts(&a),
                CovariateOf::ContextItem => (values.context, values.item) = (texts(&a), texts(&b)),
                CovariateOf::JudgeItem => (values.judge, values.item) = (texts(&a), texts(&b)),
            }
            set.add_covariate(&values).expect("covariate");
        }
        set
    }

    /// Connected component of every item, and strictly the items that were compared. Items whose scores are
    /// fixed stand together.
    pub fn components(&self) -> (Vec<usize>, BTreeSet<usize>) {
        self.components_by(|_| true)
    }

    /// As the comparisons of some judges connect the items.
    pub fn components_by(&self, judges: impl Fn(usize) -> bool) -> (Vec<usize>, BTreeSet<usize>) {
        let mut of: Vec<usize> = (0..self.items).collect();
        let fixed: Vec<usize> = (0..self.specification.fixed_scores.len())
            .filter(|&i| !self.specification.fixed_scores[i].is_nan())
            .collect();
        let mut edges: Vec<(usize, usize)> =
            self.used().filter(|r| judges(r.judge)).map(|r| (r.left, r.right)).collect();
        edges.extend(fixed.windows(2).map(|w| (w[0], w[1])));
        for (a, b) in edges {
            let (from, to) = (of[a], of[b]);
            of.iter_mut().filter(|c| **c == from).for_each(|c| *c = to);
        }
        let compared = self.used().flat_map(|r| [r.left, r.right]).collect();
        (of, compared)
    }

    /// The choices of the model.
    pub fn composition(&self) -> String {
        let s = &self.specification;
        let mut text = format!("{:?}", s.strength.kind());
        if s.strength.kind() == duel::strength::StrengthKind::Sensitivity {
            text.push_str(if s.strength.is_signed() { ", signed" } else { ", not negative" });
        }
        if is_of_two(s.outcome) {
            let outcome = if is_probit(s.outcome) { "Thurstone-Mosteller" } else { "Bradley-Terry" };
            write!(text, "; {outcome}, ties {:?}", s.ties).expect("text");
            if s.firth {
                text.push_str(", Firth");
            }
        } else {
            write!(text, "; {:?}, {:?}", s.outcome, s.threshold.form()).expect("text");
            if is_of_differences(s.outcome) && s.threshold.form() != duel::threshold::Form::Single {
                let link = if s.threshold.link().is_linear() { "Linear" } else { "Softplus" };
                write!(text, " {link}").expect("text");
            }
            if matches!(s.both_bad, BothBad::Outcome { .. }) {
                text.push_str(", both bad");
            }
        }
        if s.spread.is_some() {
            text.push_str("; spread");
        }
        text
    }

    /// Further features that are counted.
    pub fn features(&self) -> Vec<&'static str> {
        let s = &self.specification;
        let of = |kind: CovariateOf| {
            self.covariates.iter().any(|c| c.of == kind && s.covariates.contains(&c.name))
        };
        let all = [
            (s.position == duel::model::Position::Shared, "position, shared"),
            (s.position == duel::model::Position::ByJudge, "position by judge"),
            (s.threshold_by_judge, "threshold offsets by judge"),
            (of(CovariateOf::Item), "covariate of items"),
            (of(CovariateOf::Context), "covariate of contexts"),
            (of(CovariateOf::ContextItem), "covariate of answers"),
            (of(CovariateOf::JudgeItem), "covariate of judges and items"),
            (!s.offsets.is_empty(), "offsets"),
            (!s.strength.covariates().is_empty(), "slopes of sensitivities"),
            (self.importance, "importance weights"),
            (s.ridge > 0.0, "ridge"),
            (s.pseudo > 0.0, "pseudo-comparisons"),
            (s.threshold.ridge() > 0.0, "tie ridge"),
            (s.spread_ridge() > 0.0, "spread ridge"),
            (!s.fixed_scores.is_empty(), "fixed scores"),
            (self.contexts > 0, "contexts"),
        ];
        all.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect()
    }

    /// The set and the choices that differ from the defaults, to be typed in again.
    pub fn reproduction(&self) -> String {
        let mut text = format!("{} items", self.items);
        let judged = self.named_judges > 0;
        if judged {
            write!(text, ", {} judges", self.named_judges).expect("text");
        }
        text.push_str("; rows ");
        text.push_str(if self.contexts > 0 { "(context," } else { "(" });
        text.push_str(if judged { "judge,left,right:" } else { "left,right:" });
        text.push_str("wins,losses,ties,good,bad)\n ");
        for row in &self.rows {
            text.push_str(" (");
            if self.contexts > 0 {
                write!(text, "{},", row.context.map_or(-1, |c| c as i64)).expect("text");
            }
            if judged {
                write!(text, "{},", row.judge).expect("text");
            }
            write!(text, "{},{}:", row.left, row.right).expect("text");
            let counts: Vec<String> = row.counts.iter().map(f64::to_string).collect();
            write!(text, "{})", counts.join(",")).expect("text");
            if row.weight != 1.0 {
                write!(text, "*{}", row.weight).expect("text");
            }
        }
        for c in &self.covariates {
            write!(text, "\n  covariate {} of {}: {:?}", c.name, c.of, c.values).expect("text");
        }
        let (given, default) =
            (format!("{:#?}", self.specification), format!("{:#?}", Specification::default()));
        let default: BTreeSet<&str> = default.lines().collect();
        let own: Vec<&str> = given.lines().filter(|line| !default.contains(line)).map(str::trim).collect();
        write!(
            text,
            "\n  options: {}{}",
            own.join(" "),
            if self.importance { " importance weights" } else { "" }
        )
        .expect("text");
        text
    }
}
