//! A study: one truth, one model, many replicates, and how often intervals held the truth.

use crate::question::{Demand, Question};
use crate::replicates::replicate;
use crate::truth::Truth;
use duel::model::{fit, Specification};
use duel::progress::unwatched;
use duel::random::Random;

/// A truth, the model that is fitted to its votes, and the questions.
pub struct Study {
    pub name: &'static str,
    pub truth: Truth,
    pub specification: Specification,
    pub questions: Vec<Question>,
}

/// The answers to one question.
pub struct Line {
    pub label: String,
    pub covariance: &'static str,
    /// Values that were looked at.
    pub values: usize,
    /// Share of intervals that held the truth: mean, least and most over the values.
    pub mean: f64,
    pub least: f64,
    pub most: f64,
    pub demand: Demand,
}

impl Study {
    /// Runs the replicates.
    pub fn run(&self, replicates: usize, seed: u64) -> Vec<Line> {
        let covariate = self.truth.covariate();
        let answers = replicate(replicates, seed, |random| self.replicate(&covariate, random));
        self.questions.iter().enumerate().map(|(at, q)| line(q, at, &answers)).collect()
    }

    /// Every replicate must be fitted: leaving out the difficult ones would flatter the intervals.
    fn replicate(&self, covariate: &[f64], random: &mut Random) -> Vec<Vec<bool>> {
        let set = self.truth.draw(covariate, random);
        let model = fit(&set, &self.specification, &mut unwatched())
            .unwrap_or_else(|error| panic!("{}: a replicate could not be fitted: {error}", self.name));
        self.questions.iter().map(|q| q.ask(&model, &self.truth, covariate)).collect()
    }
}

fn line(question: &Question, at: usize, answers: &[Vec<Vec<bool>>]) -> Line {
    let values = answers[0][at].len();
    let share = |value: usize| {
        let held = answers.iter().filter(|replicate| replicate[at][value]).count();
        held as f64 / answers.len() as f64
    };
    let shares: Vec<f64> = (0..values).map(share).collect();
    Line {
        label: question.label(),
        covariance: question.covariance_name(),
        values,
        mean: shares.iter().sum::<f64>() / values as f64,
        least: shares.iter().copied().fold(1.0, f64::min),
        most: shares.iter().copied().fold(0.0, f64::max),
        demand: question.demand,
    }
}

/// The heading of the table.
pub fn heading() -> String {
    format!(
        "{:42} {:11} {:>6} {:>6} {:>6} {:>6}  demanded",
        "", "covariance", "values", "mean", "least", "most"
    )
}

impl Line {
    pub fn is_met(&self) -> bool {
        self.demand.is_met([self.mean, self.least, self.most])
    }

    pub fn text(&self) -> String {
        let verdict = if self.is_met() { "met" } else { "MISSED" };
        format!(
            "  {:40} {:11} {:6} {:6.4} {:6.4} {:6.4}  {}: {verdict}",
            self.label,
            self.covariance,
            self.values,
            self.mean,
            self.least,
            self.most,
            self.demand.words()
        )
    }
}
