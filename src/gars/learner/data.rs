//! TrainingSet to learn from, and what is known of their contexts.

use super::folds::part;
use crate::error::{Error, Result};

/// TrainingSet of pairs in contexts. Contexts are rows; those without any label may be among them.
#[derive(Debug, Clone, Copy, Default)]
pub struct TrainingSet<'a> {
    /// K, at least 2.
    pub items: usize,
    /// C, at least 2: left wins, right wins, then any others.
    pub categories: usize,
    /// n.
    pub contexts: usize,
    /// Numbers known of every context before it is labelled, contexts x feature_count.
    pub features: &'a [f64],
    /// How many.
    pub feature_count: usize,
    /// Number of features, the last ones, that enter linearly.
    pub linear: usize,
    /// Numbers known of every ordered pair of every context, such as a judge's log-odds:
    /// contexts x items x items x prediction_count, the diagonal not looked at.
    pub predictions: &'a [f64],
    /// How many.
    pub prediction_count: usize,
    /// Cluster of every context (a question, a user), or none: each by itself.
    pub clusters: &'a [u64],
    /// Context of every label.
    pub context: &'a [usize],
    /// Its item shown first.
    pub first: &'a [usize],
    /// Its other item.
    pub second: &'a [usize],
    /// The answers.
    pub category: &'a [usize],
    /// Whether the order is taken to have no effect: a label is then one of the mirrored pair as well, with
    /// the first two categories exchanged.
    pub unordered: bool,
}

impl TrainingSet<'_> {
    /// Refuses what does not fit together; rows are those of the labels, or contexts for what is given of
    /// these.
    pub fn check(&self) -> Result<()> {
        let argument = |message: String| Err(Error::Argument(message));
        if self.items < 2 || self.categories < 2 || self.contexts == 0 {
            return argument(format!(
                "items is {}, categories is {} and contexts is {}; they must be at least 2, 2 and 1",
                self.items, self.categories, self.contexts
            ));
        }
        let (items, categories) = (self.items, self.categories);
        if items.checked_mul(items).and_then(|n| n.checked_mul(categories)).is_none_or(|n| n > 1 << 40) {
            return Err(Error::Size(format!(
                "items is {items} and categories {categories}: the probabilities of a context do not fit in memory"
            )));
        }
        if self.linear > self.feature_count {
            return argument(format!(
                "linear_count is {}, but there are {} features",
                self.linear, self.feature_count
            ));
        }
        let square = self.items.checked_mul(self.items).and_then(|s| s.checked_mul(self.contexts));
        let expect = |name: &str, given: usize, expected: Option<usize>| match expected {
            Some(expected) if expected == given => Ok(()),
            Some(expected) => Err(Error::Size(format!("{name}: {given} numbers; {expected} are expected"))),
            None => Err(Error::Size(format!("{name}: the number of its elements overflows"))),
        };
        expect("features", self.features.len(), self.contexts.checked_mul(self.feature_count))?;
        let all = square.and_then(|s| s.checked_mul(self.prediction_count));
        expect("predictions", self.predictions.len(), all)?;
        if !self.clusters.is_empty() {
            expect("clusters", self.clusters.len(), Some(self.contexts))?;
        }
        let labels = self.context.len();
        expect("first", self.first.len(), Some(labels))?;
        expect("second", self.second.len(), Some(labels))?;
        expect("category", self.category.len(), Some(labels))?;
        if labels == 0 {
            return Err(Error::data("there are no labels to learn from"));
        }
        for row in 0..labels {
            for (name, value, bound) in [
                ("context", self.context[row], self.contexts),
                ("first", self.first[row], self.items),
                ("second", self.second[row], self.items),
                ("category", self.category[row], self.categories),
            ] {
                if value >= bound {
                    return Err(Error::row(row, format!("{name} is {value}; it must be below {bound}")));
                }
            }
            if self.first[row] == self.second[row] {
                return Err(Error::row(row, format!("first and second are both {}", self.first[row])));
            }
        }
        let (k, r) = (self.items, self.prediction_count);
        for (at, value) in self.predictions.iter().enumerate() {
            let pair = at / r % (k * k);
            if !value.is_finite() && pair / k != pair % k {
                let (left, right) = (pair / k, pair % k);
                let message = format!("predictions: that of items ({left}, {right}) is {value}");
                return Err(Error::row(at / r / (k * k), message));
            }
        }
        Ok(())
    }

    /// Cluster of a context.
    pub fn cluster(&self, context: usize) -> u64 {
        self.clusters.get(context).copied().unwrap_or(context as u64)
    }

    /// Part of a context among `parts`, its cluster's.
    pub fn part(&self, seed: u64, salt: u64, context: usize, parts: usize) -> usize {
        part(seed, salt, self.cluster(context), parts)
    }

    /// The fold of a context among `folds` of cross-fitting, its cluster's.
    pub fn fold(&self, seed: u64, context: usize, folds: usize) -> u32 {
        self.part(seed, super::nuisance::FOLDS, context, folds) as u32
    }

    /// A label, and in unordered mode its mirror image: left, right, category.
    pub fn views(&self, label: usize) -> impl Iterator<Item = [usize; 3]> {
        let [left, right, category] = [self.first[label], self.second[label], self.category[label]];
        let mirrored = self.unordered.then_some([right, left, mirror(category)]);
        std::iter::once([left, right, category]).chain(mirrored)
    }
}

/// A category seen from the other side: the first two are exchanged.
pub fn mirror(category: usize) -> usize {
    if category < 2 {
        1 - category
    } else {
        category
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_named() {
        let good = TrainingSet {
            items: 3,
            categories: 2,
            contexts: 2,
            features: &[1.0, 2.0],
            feature_count: 1,
            context: &[0, 1],
            first: &[0, 1],
            second: &[1, 2],
            category: &[0, 1],
            ..TrainingSet::default()
        };
        assert!(good.check().is_ok());
        let refused = |labels: TrainingSet<'_>, part: &str, row| {
            let error = labels.check().unwrap_err();
            assert!(error.to_string().contains(part), "{error}");
            assert_eq!(error.row_number(), row, "{error}");
        };
        refused(TrainingSet { items: 1, ..good }, "items is 1", None);
        refused(TrainingSet { categories: 1, ..good }, "categories is 1", None);
        refused(TrainingSet { contexts: 0, ..good }, "contexts is 0", None);
        refused(TrainingSet { linear: 2, ..good }, "linear_count is 2", None);
        refused(TrainingSet { features: &[1.0], ..good }, "features: 1", None);
        refused(TrainingSet { prediction_count: 1, ..good }, "predictions: 0", None);
        refused(TrainingSet { prediction_count: usize::MAX, ..good }, "overflows", None);
        refused(TrainingSet { clusters: &[1], ..good }, "clusters: 1", None);
        refused(TrainingSet { first: &[0], ..good }, "first: 1", None);
        refused(
            TrainingSet { context: &[], first: &[], second: &[], category: &[], ..good },
            "no labels",
            None,
        );
        refused(TrainingSet { context: &[0, 2], ..good }, "context is 2", Some(1));
        refused(TrainingSet { second: &[1, 3], ..good }, "second is 3", Some(1));
        refused(TrainingSet { category: &[2, 0], ..good }, "category is 2", Some(0));
        refused(TrainingSet { second: &[1, 1], ..good }, "both 1", Some(1));
        let mut numbers = [0.0; 18];
        numbers[0] = f64::NAN;
        assert!(TrainingSet { predictions: &numbers, prediction_count: 1, ..good }.check().is_ok());
        numbers[10] = f64::NAN;
        refused(TrainingSet { predictions: &numbers, prediction_count: 1, ..good }, "(0, 1) is NaN", Some(1));
    }
}
