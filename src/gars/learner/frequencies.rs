//! Pair frequencies: the shares of the categories among the labels of a pair, drawn towards those of all
//! labels by c labels, (N_c + c pool_c) / (n + c). c is that of the least loss where every label is left out of its own
//! pair in turn, - sum N log((N - 1 + c pool) / (n - 1 + c)): a closed form.

use super::{Inputs, Method, Predictor, TrainingSet};
use crate::error::Result;
use crate::threads::Ask;

/// Pair frequencies of some labels.
#[derive(Debug)]
pub struct Frequencies<'a> {
    labels: &'a TrainingSet<'a>,
}

/// Labels that every category of the pool starts with.
const POOLED: f64 = 0.5;

/// Numbers of labels to choose from.
const PRIORS: [f64; 10] = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0];

/// The shares of all labels, from counts of cells, each of as many categories.
fn pool(counts: &[f64], categories: usize) -> Vec<f64> {
    let mut pool = vec![POOLED; categories];
    counts.chunks(categories).for_each(|own| pool.iter_mut().zip(own).for_each(|(sum, n)| *sum += n));
    let all: f64 = pool.iter().sum();
    pool.iter_mut().for_each(|p| *p /= all);
    pool
}

/// Mean loss of labels that are left out of their own pair.
fn left_out(counts: &[f64], pool: &[f64], prior: f64) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for own in counts.chunks(pool.len()) {
        let total: f64 = own.iter().sum();
        for (n, p) in own.iter().zip(pool).filter(|(n, _)| **n > 0.0) {
            sum -= n * ((n - 1.0 + prior * p) / (total - 1.0 + prior)).ln();
            all += n;
        }
    }
    if all > 0.0 {
        sum / all
    } else {
        0.0
    }
}

/// The prior of least loss; the first without labels.
fn best(counts: &[f64], pool: &[f64]) -> f64 {
    let losses = PRIORS.map(|prior| left_out(counts, pool, prior));
    let least = losses.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1));
    PRIORS[least.map_or(0, |(at, _)| at)]
}

impl<'a> Frequencies<'a> {
    /// Of these labels.
    pub fn new(labels: &'a TrainingSet<'a>) -> Frequencies<'a> {
        Frequencies { labels }
    }

    /// The shares of the categories of all ordered pairs.
    fn shares(&self, train: &[usize]) -> Result<Shares> {
        let (k, c) = (self.labels.items, self.labels.categories);
        let mut counts = crate::room::reserve(k * k * c)?;
        for [left, right, category] in train.iter().flat_map(|&label| self.labels.views(label)) {
            counts[(left * k + right) * c + category] += 1.0;
        }
        let pool = pool(&counts, c);
        let prior = best(&counts, &pool);
        for own in counts.chunks_mut(c) {
            let total = own.iter().sum::<f64>() + prior;
            own.iter_mut().zip(&pool).for_each(|(n, p)| *n = (*n + prior * p) / total);
        }
        Ok(Shares(counts))
    }

    /// Whether an ordered pair (in unordered mode either order) has labels among these.
    pub fn labelled(labels: &TrainingSet<'_>, train: &[usize]) -> Vec<bool> {
        let mut seen = vec![false; labels.items * labels.items];
        for [left, right, _] in train.iter().flat_map(|&label| labels.views(label)) {
            seen[left * labels.items + right] = true;
        }
        seen
    }
}

/// Shares of the categories: items x items x categories.
#[derive(Debug)]
struct Shares(Vec<f64>);

impl Predictor for Shares {
    fn pair(&self, inputs: &Inputs, _: usize, left: usize, right: usize, out: &mut [f64]) {
        let at = (left * inputs.items + right) * out.len();
        out.copy_from_slice(&self.0[at..at + out.len()]);
    }
}

impl Method for Frequencies<'_> {
    fn settings(&self) -> usize {
        1
    }

    fn path(&self, _: usize, train: &[usize], test: &[usize], _: Ask<'_>) -> Result<Vec<f64>> {
        let shares = self.shares(train)?.0;
        let (k, c) = (self.labels.items, self.labels.categories);
        let views = test.iter().flat_map(|&label| self.labels.views(label));
        Ok(vec![-views.map(|[left, right, y]| shares[(left * k + right) * c + y].ln()).sum::<f64>()])
    }

    fn fit(&self, _: usize, train: &[usize], _: usize, _: Ask<'_>) -> Result<Box<dyn Predictor>> {
        Ok(Box::new(self.shares(train)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_by_hand() {
        let labels = TrainingSet {
            items: 3,
            categories: 2,
            contexts: 4,
            context: &[0, 1, 2, 3],
            first: &[0, 0, 1, 0],
            second: &[1, 1, 0, 2],
            category: &[0, 0, 0, 1],
            ..TrainingSet::default()
        };
        let inputs = Inputs { items: 3, predictions: Vec::new(), prediction_count: 0 };
        let ask: Ask<'_> = &mut || Ok(());
        let fit = Frequencies::new(&labels).fit(0, &[0, 1, 2, 3], 0, ask).unwrap();
        // All labels: 3 and 1, with a half each .7 and .3; of one or two labels a pair the largest prior.
        let counts = [0.0, 0.0, 2.0, 0.0, 0.0, 1.0, 1.0, 0.0];
        assert_eq!(pool(&counts, 2), [0.7, 0.3]);
        let loss = -(2.0 * (1.7f64 / 2.0).ln() + 0.3f64.ln() + 0.7f64.ln()) / 4.0;
        assert!((left_out(&counts, &[0.7, 0.3], 1.0) - loss).abs() < 1e-15);
        let prior = best(&counts, &[0.7, 0.3]);
        let mut out = [0.0; 2];
        for (left, right, [won, of]) in [(0, 1, [2.0, 2.0]), (0, 2, [0.0, 1.0]), (2, 1, [0.0, 0.0])] {
            fit.pair(&inputs, 0, left, right, &mut out);
            assert!((out[0] - (won + prior * 0.7) / (of + prior)).abs() < 1e-15);
            assert!((out[0] + out[1] - 1.0).abs() < 1e-15);
        }
        let labels = TrainingSet { unordered: true, ..labels };
        let method = Frequencies::new(&labels);
        // Mirrored: one win of item 1 against two of item 0, and the pool is even.
        let mut all = [f64::NAN; 18];
        method.fit(0, &[0, 1, 2, 3], 0, ask).unwrap().all(&inputs, 0, &mut all);
        assert!((all[2] + all[6] - 1.0).abs() < 1e-15 && all[2] > 0.5 && all[0] == 0.0);
        assert_eq!(Frequencies::labelled(&labels, &[0, 3]).iter().filter(|x| **x).count(), 4);
        // Either view of a label counts.
        let loss = method.path(0, &[0, 1], &[0], ask).unwrap()[0];
        method.fit(0, &[0, 1], 0, ask).unwrap().pair(&inputs, 0, 0, 1, &mut out);
        assert!((loss + 2.0 * out[0].ln()).abs() < 1e-14, "{loss}");
    }

    /// Against an independent program (`frequencies` of `gars_open.json`).
    #[test]
    fn priors_by_leaving_out() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gars_open.json");
        let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let case = &file["cases"]["frequencies"];
        fn flat(value: &serde_json::Value) -> Vec<f64> {
            match value.as_array() {
                Some(inner) => inner.iter().flat_map(flat).collect(),
                None => vec![value.as_f64().unwrap()],
            }
        }
        let counts = flat(&case["inputs"]["counts"]);
        let pool = pool(&counts, 3);
        let near = |a: &[f64], b: &[f64]| {
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?} {b:?}")
        };
        near(&pool, &flat(&case["pool"]));
        let priors = flat(&case["inputs"]["priors"]);
        let losses: Vec<f64> = priors.iter().map(|prior| left_out(&counts, &pool, *prior)).collect();
        near(&losses, &flat(&case["losses"]));
        let prior = best(&counts, &pool);
        assert_eq!(prior, case["prior"].as_f64().unwrap());
        let cells = counts.chunks(3).flat_map(|own| {
            let total: f64 = own.iter().sum();
            own.iter().zip(&pool).map(move |(n, p)| (n + prior * p) / (total + prior)).collect::<Vec<_>>()
        });
        near(&cells.collect::<Vec<_>>(), &flat(&case["shares"]));
    }
}
