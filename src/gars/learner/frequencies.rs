//! Pair frequencies: the shares of the categories among the labels of a pair, drawn towards those of all
//! labels by as many labels as half the number of categories.

use super::{Inputs, Method, Predictor, TrainingSet};
use crate::error::Result;
use crate::threads::Ask;

/// Pair frequencies of some labels.
#[derive(Debug)]
pub struct Frequencies<'a> {
    labels: &'a TrainingSet<'a>,
}

/// TrainingSet that the categories start with, each.
const PRIOR: f64 = 0.5;

impl<'a> Frequencies<'a> {
    /// Of these labels.
    pub fn new(labels: &'a TrainingSet<'a>) -> Frequencies<'a> {
        Frequencies { labels }
    }

    /// The shares of the categories of all ordered pairs.
    fn shares(&self, train: &[usize]) -> Result<Shares> {
        let (k, c) = (self.labels.items, self.labels.categories);
        let mut counts = crate::room::reserve(k * k * c)?;
        let mut pooled = vec![PRIOR; c];
        for [left, right, category] in train.iter().flat_map(|&label| self.labels.views(label)) {
            counts[(left * k + right) * c + category] += 1.0;
            pooled[category] += 1.0;
        }
        let all: f64 = pooled.iter().sum();
        for own in counts.chunks_mut(c) {
            let total = own.iter().sum::<f64>() + PRIOR * c as f64;
            for (x, pool) in own.iter_mut().zip(&pooled) {
                *x = (*x + PRIOR * c as f64 * pool / all) / total;
            }
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

    fn path(&self, train: &[usize], test: &[usize], _: Ask<'_>) -> Result<Vec<f64>> {
        let shares = self.shares(train)?.0;
        let (k, c) = (self.labels.items, self.labels.categories);
        let views = test.iter().flat_map(|&label| self.labels.views(label));
        Ok(vec![-views.map(|[left, right, y]| shares[(left * k + right) * c + y].ln()).sum::<f64>()])
    }

    fn fit(&self, train: &[usize], _: usize, _: Ask<'_>) -> Result<Box<dyn Predictor>> {
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
        let fit = Frequencies::new(&labels).fit(&[0, 1, 2, 3], 0, ask).unwrap();
        // All labels: 3 and 1, with a half each 3.5 / 5 and 1.5 / 5.
        let mut out = [0.0; 2];
        for (left, right, first) in [(0, 1, 2.7 / 3.0), (0, 2, 0.7 / 2.0), (2, 1, 0.7)] {
            fit.pair(&inputs, 0, left, right, &mut out);
            assert!((out[0] - first).abs() < 1e-15 && (out[0] + out[1] - 1.0).abs() < 1e-15);
        }
        let labels = TrainingSet { unordered: true, ..labels };
        let method = Frequencies::new(&labels);
        // Mirrored: one win of item 1 against two of item 0, and a half each for one label more.
        let mut all = [f64::NAN; 18];
        method.fit(&[0, 1, 2, 3], 0, ask).unwrap().all(&inputs, 0, &mut all);
        assert!((all[6] - 1.5 / 4.0).abs() < 1e-15 && all[0] == 0.0);
        assert_eq!(Frequencies::labelled(&labels, &[0, 3]).iter().filter(|x| **x).count(), 4);
        // Of labels 0 and 1 the pair is won twice: 2.5 / 3 for either view of another win, both counted.
        let loss = method.path(&[0, 1], &[0], ask).unwrap()[0];
        assert!((loss + 2.0 * (2.5f64 / 3.0).ln()).abs() < 1e-14, "{loss}");
    }
}
