//! A study: one truth, one model, many replicates, and how often intervals held the truth.

use crate::question::{Demand, Question};
use crate::truth::Truth;
use duel::model::{fit, unwatched, Specification};
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

/// Counts of intervals that held, by question and value.
type Counts = Vec<Vec<u32>>;

impl Study {
    /// Runs the replicates. Each has its own stream of random numbers and counts are whole numbers, so
    /// that the result does not depend on the number of threads.
    pub fn run(&self, replicates: usize, seed: u64) -> Vec<Line> {
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(replicates);
        let covariate = self.truth.covariate();
        let chunk = |worker: usize| {
            let mut counts = Counts::new();
            for replicate in (worker..replicates).step_by(threads) {
                let answers = self.replicate(&covariate, &mut Random::new(seed, replicate as u64));
                if counts.is_empty() {
                    counts = answers.iter().map(|a| vec![0; a.len()]).collect();
                }
                for (sums, answers) in counts.iter_mut().zip(&answers) {
                    sums.iter_mut().zip(answers).for_each(|(sum, held)| *sum += u32::from(*held));
                }
            }
            counts
        };
        let parts: Vec<Counts> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|worker| scope.spawn(move || chunk(worker))).collect();
            workers.into_iter().map(|w| w.join().expect("a replicate failed")).collect()
        });
        self.questions.iter().enumerate().map(|(at, q)| line(q, at, &parts, replicates)).collect()
    }

    /// Every replicate must be fitted: leaving out the difficult ones would flatter the intervals.
    fn replicate(&self, covariate: &[f64], random: &mut Random) -> Vec<Vec<bool>> {
        let set = self.truth.draw(covariate, random);
        let model = fit(&set, &self.specification, &mut unwatched())
            .unwrap_or_else(|error| panic!("{}: a replicate could not be fitted: {error}", self.name));
        self.questions.iter().map(|q| q.ask(&model, &self.truth, covariate)).collect()
    }
}

fn line(question: &Question, at: usize, parts: &[Counts], replicates: usize) -> Line {
    let values = parts[0][at].len();
    let share = |value: usize| {
        let held: u32 = parts.iter().map(|part| part[at][value]).sum();
        f64::from(held) / replicates as f64
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
