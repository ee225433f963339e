//! An experiment: what is answered in every replicate, and what the answers must be in the mean.

use crate::replicates::replicate;
use duel::random::Random;

/// Bounds that a campaign fails to meet when it misses them by more than three Monte Carlo standard
/// errors.
#[derive(Clone, Copy)]
pub enum Demand {
    /// For every single value, and for their mean.
    Each(f64, f64),
    /// For the mean over the values.
    Mean(f64, f64),
    /// For every single value, and for their mean; missed by more than two standard errors.
    AtMost(f64),
    /// None: shown beside what is demanded.
    Shown,
}

/// Answers of one replicate to one question, one for each value: 1 for an interval that holds the truth
/// or a test that rejects, else 0; a share of errors; or an error of an estimate. NaN: no answer.
pub struct Answer {
    pub label: String,
    pub demand: Demand,
    pub values: Vec<f64>,
}

impl Answer {
    pub fn new(label: impl Into<String>, demand: Demand, values: Vec<f64>) -> Answer {
        Answer { label: label.into(), demand, values }
    }

    /// A single yes or no.
    pub fn whether(label: impl Into<String>, demand: Demand, yes: bool) -> Answer {
        Answer::new(label, demand, vec![f64::from(u8::from(yes))])
    }

    /// Whether intervals (the last two of each row) hold the true values. One that is NaN does not.
    pub fn held(label: impl Into<String>, demand: Demand, table: &[[f64; 4]], truth: &[f64]) -> Answer {
        assert_eq!(table.len(), truth.len(), "the truth has another number of values");
        let holds =
            |(row, value): (&[f64; 4], &f64)| f64::from(u8::from(row[2] <= *value && *value <= row[3]));
        Answer::new(label, demand, table.iter().zip(truth).map(holds).collect())
    }

    /// Whether all intervals hold.
    pub fn all_held(label: impl Into<String>, demand: Demand, table: &[[f64; 4]], truth: &[f64]) -> Answer {
        let answer = Answer::held(label, demand, table, truth);
        let all = answer.values.iter().all(|v| *v == 1.0);
        Answer::whether(answer.label, demand, all)
    }
}

/// From a stream of random numbers to the answers of a replicate, in the same order for all.
pub type Replicate = Box<dyn Fn(&mut Random) -> Vec<Answer> + Sync>;

/// Replicates of one kind.
pub struct Experiment {
    pub name: &'static str,
    pub replicates: usize,
    pub replicate: Replicate,
}

/// A mean over replicates with its standard error.
#[derive(Clone, Copy)]
struct Mean {
    value: f64,
    error: f64,
    count: usize,
}

impl Mean {
    /// Over the replicates that have an answer.
    fn of(answers: impl Iterator<Item = f64>) -> Mean {
        let answers: Vec<f64> = answers.filter(|a| !a.is_nan()).collect();
        let count = answers.len() as f64;
        let value = answers.iter().sum::<f64>() / count;
        let squares: f64 = answers.iter().map(|a| (a - value) * (a - value)).sum();
        Mean { value, error: (squares / (count - 1.0) / count).sqrt(), count: answers.len() }
    }

    /// Whether within bounds, with room for so many standard errors.
    fn is_within(&self, (low, high): (f64, f64), errors: f64) -> bool {
        let room = errors * self.error;
        self.value >= low - room && self.value <= high + room
    }
}

/// A row of the table.
pub struct Line {
    label: String,
    demand: Demand,
    mean: Mean,
    values: Vec<Mean>,
}

/// The heading of the table.
pub fn heading() -> String {
    format!(
        "{:58} {:>6} {:>6} {:>7} {:>7} {:>7} {:>6}  demanded",
        "", "count", "values", "mean", "least", "most", "error"
    )
}

impl Experiment {
    pub fn run(&self, replicates: usize, seed: u64) -> Vec<Line> {
        let replicates = replicate(replicates, seed, &self.replicate);
        let line = |(at, first): (usize, &Answer)| {
            let answers = |value: usize| replicates.iter().map(move |answers| answers[at].values[value]);
            let mean = |answer: &Answer| answer.values.iter().sum::<f64>() / answer.values.len() as f64;
            Line {
                label: first.label.clone(),
                demand: first.demand,
                mean: Mean::of(replicates.iter().map(|answers| mean(&answers[at]))),
                values: (0..first.values.len()).map(|value| Mean::of(answers(value))).collect(),
            }
        };
        replicates[0].iter().enumerate().map(line).collect()
    }
}

impl Line {
    /// Whether the demand is met, with room for so many Monte Carlo standard errors.
    fn is_met_within(&self, errors: f64) -> bool {
        match self.demand {
            Demand::Each(low, high) => {
                self.mean.is_within((low, high), errors)
                    && self.values.iter().all(|value| value.is_within((low, high), errors))
            }
            Demand::Mean(low, high) => self.mean.is_within((low, high), errors),
            Demand::AtMost(high) => {
                self.mean.is_within((0.0, high), errors)
                    && self.values.iter().all(|value| value.is_within((0.0, high), errors))
            }
            Demand::Shown => true,
        }
    }

    /// Monte Carlo standard errors that a demand may be missed by.
    fn room(&self) -> f64 {
        if matches!(self.demand, Demand::AtMost(_)) {
            2.0
        } else {
            3.0
        }
    }

    pub fn is_met(&self) -> bool {
        self.is_met_within(self.room())
    }

    pub fn text(&self) -> String {
        let verdict = match self.is_met_within(0.0) {
            _ if matches!(self.demand, Demand::Shown) => "",
            true => ": met",
            false if self.is_met() && self.room() == 2.0 => ": met within two errors",
            false if self.is_met() => ": met within three errors",
            false => ": MISSED",
        };
        let demand = match self.demand {
            Demand::Each(low, high) => format!("each {}", bounds(low, high)),
            Demand::Mean(low, high) => format!("mean {}", bounds(low, high)),
            Demand::AtMost(high) => format!("each {}", bounds(0.0, high)),
            Demand::Shown => "shown".into(),
        };
        let least = self.values.iter().map(|v| v.value).fold(f64::INFINITY, f64::min);
        let most = self.values.iter().map(|v| v.value).fold(f64::NEG_INFINITY, f64::max);
        format!(
            "  {:56} {:6} {:6} {:7.4} {least:7.4} {most:7.4} {:6.4}  {demand}{verdict}",
            self.label,
            self.mean.count,
            self.values.len(),
            self.mean.value,
            self.mean.error,
        )
    }
}

fn bounds(low: f64, high: f64) -> String {
    match (low, high) {
        (0.0, high) => format!("at most {high}"),
        (low, 1.0) => format!("at least {low}"),
        (low, high) => format!("{low} to {high}"),
    }
}
