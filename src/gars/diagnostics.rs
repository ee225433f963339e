//! Diagnostics of the data: which pairs were labelled in which order, how heavy the labels weigh, what the
//! floor moved.

use super::input::Label;
use crate::error::Result;
use crate::room::{reserve, Gather as _};
use crate::table::{Schema, SchemaColumn};

/// Facts about the data of an estimate, added up.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostics {
    pub(super) items: usize,
    /// Contexts without a label.
    pub unlabelled: f64,
    /// Probabilities below the floor, of all off the diagonal.
    pub floored: f64,
    /// All probabilities off the diagonal.
    pub probabilities: f64,
    /// Labels by the order in which the items were shown, K x K row-major.
    pub labels: Vec<f64>,
    /// Of every pair as estimated (where pairs are unordered: above the diagonal), K x K row-major: sum of
    /// the weights 1/pi.
    pub weights: Vec<f64>,
    /// Sum of their squares.
    pub squares: Vec<f64>,
    /// The largest.
    pub largest: Vec<f64>,
}

/// Facts about the labels of a pair.
#[derive(Debug, Clone, Copy)]
pub struct LabelledPair {
    /// The item shown first.
    pub first: usize,
    /// The item shown second.
    pub second: usize,
    /// Labels of the two in this order.
    pub labels: f64,
    /// Of the pair as estimated: sum of the weights 1/pi, the largest, and the effective number of labels.
    pub weights: Option<[f64; 3]>,
}

impl LabelledPair {
    fn weight(&self, which: usize) -> f64 {
        self.weights.map_or(f64::NAN, |weights| weights[which])
    }
}

/// The columns of [`Diagnostics::labelled_pairs`].
pub static PAIRS: Schema<LabelledPair> = Schema {
    name: "gars_pairs",
    title: c"Facts about the labels of every pair",
    columns: &[
        SchemaColumn::item(c"first", c"The item shown first.", |p| Some(p.first)),
        SchemaColumn::item(c"second", c"The item shown second.", |p| Some(p.second)),
        SchemaColumn::f64(c"labels", c"labels", c"Labels of the two in this order.", |p| p.labels),
        SchemaColumn::f64(
            c"weight",
            c"labels",
            c"Sum of the weights 1/pi of the labels of the pair as estimated; where pairs are unordered, of both orders in the row whose first item has the smaller number, and missing in the other.",
            |p| p.weight(0),
        ),
        SchemaColumn::f64(c"largest_weight", c"labels", c"The largest of these weights; missing as the sum is.", |p| {
            p.weight(1)
        }),
        SchemaColumn::f64(
            c"effective_labels",
            c"labels",
            c"Effective number of labels, the sum of the weights squared over the sum of their squares; missing as the sum is.",
            |p| p.weight(2),
        ),
    ],
};

/// Diagnostics of the orders of presentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orders {
    /// There is no label.
    NoLabels,
    /// Some pair occurs in both orders.
    Both,
    /// Every pair occurs in one order only, with too many labels for chance.
    One,
    /// Every pair occurs in one order only, but labels are too few to tell.
    Unknown,
}

impl Orders {
    /// All by their numbers.
    pub const ALL: [Orders; 4] = [Orders::NoLabels, Orders::Both, Orders::One, Orders::Unknown];
}

impl Diagnostics {
    /// Every ordered pair of different items. Pairs that are unordered have the weights of both orders once.
    pub fn labelled_pairs(&self, unordered: bool) -> Vec<LabelledPair> {
        let effective = self.effective();
        let pair = |at: usize| {
            let (first, second) = (at / self.items, at % self.items);
            let has = !(unordered && first > second);
            let weights = has.then(|| [self.weights[at], self.largest[at], effective[at]]);
            LabelledPair { first, second, labels: self.labels[at], weights }
        };
        (0..self.labels.len()).map(pair).filter(|pair| pair.first != pair.second).gathered()
    }

    pub(super) fn new(items: usize) -> Result<Diagnostics> {
        let pairs = items * items;
        Ok(Diagnostics {
            items,
            unlabelled: 0.0,
            floored: 0.0,
            probabilities: 0.0,
            labels: reserve(pairs)?,
            weights: reserve(pairs)?,
            squares: reserve(pairs)?,
            largest: reserve(pairs)?,
        })
    }

    /// Counts the labels of a context, and the rows that each was made of, as given and reversed.
    pub(super) fn add(&mut self, labels: &[Label], rows: &[[usize; 2]]) {
        if labels.is_empty() {
            self.unlabelled += 1.0;
        }
        for (label, [given, swapped]) in labels.iter().zip(rows) {
            let pair = label.first * self.items + label.second;
            let weight = 1.0 / label.propensity;
            self.labels[pair] += *given as f64;
            self.labels[label.second * self.items + label.first] += *swapped as f64;
            self.weights[pair] += weight;
            self.squares[pair] += weight * weight;
            self.largest[pair] = self.largest[pair].max(weight);
        }
    }

    pub(super) fn merge(&mut self, other: &Diagnostics) {
        self.unlabelled += other.unlabelled;
        self.floored += other.floored;
        self.probabilities += other.probabilities;
        for (own, others) in [
            (&mut self.labels, &other.labels),
            (&mut self.weights, &other.weights),
            (&mut self.squares, &other.squares),
        ] {
            own.iter_mut().zip(others).for_each(|(a, b)| *a += b);
        }
        self.largest.iter_mut().zip(&other.largest).for_each(|(a, b)| *a = a.max(*b));
    }

    /// Number of labels.
    pub fn total(&self) -> f64 {
        self.labels.iter().sum()
    }

    /// The largest weight 1/pi of a label.
    pub fn largest_weight(&self) -> f64 {
        self.largest.iter().copied().fold(0.0, f64::max)
    }

    /// Effective number of labels of every pair as estimated, (sum w)^2 / sum w^2, K x K; 0 without labels.
    pub fn effective(&self) -> Vec<f64> {
        let of = |(w, s): (&f64, &f64)| if *s > 0.0 { w * w / s } else { 0.0 };
        self.weights.iter().zip(&self.squares).map(of).gathered()
    }

    /// Unordered pairs never labelled.
    pub fn never(&self) -> usize {
        self.pairs().filter(|(a, b)| a + b == 0.0).count()
    }

    /// Unordered pairs labelled in one order only.
    pub fn one_sided(&self) -> usize {
        self.pairs().filter(|(a, b)| (*a == 0.0) != (*b == 0.0)).count()
    }

    /// Labels of every unordered pair in either order.
    fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let n = self.items;
        let at = move |j: usize, k: usize| (self.labels[j * n + k], self.labels[k * n + j]);
        (0..n).flat_map(move |j| (j + 1..n).map(move |k| at(j, k)))
    }

    /// Diagnostics of the orders. Where orders are drawn evenly, every label of a pair after its first repeats
    /// the order of the first with probability one half: ten such labels without an exception are taken
    /// for no chance.
    pub fn orders(&self) -> Orders {
        let (mut repeats, mut labelled) = (0.0, false);
        for (a, b) in self.pairs() {
            if a > 0.0 && b > 0.0 {
                return Orders::Both;
            }
            labelled |= a + b > 0.0;
            repeats += (a + b - 1.0).max(0.0);
        }
        match (labelled, repeats >= 10.0) {
            (false, _) => Orders::NoLabels,
            (true, true) => Orders::One,
            (true, false) => Orders::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(d: &mut Diagnostics, first: usize, second: usize, rows: [usize; 2]) {
        let label = Label { first, second, shares: vec![1.0, 0.0], propensity: 0.25 };
        d.add(&[label], &[rows]);
    }

    #[test]
    fn orders_are_told_by_repeats() {
        let mut d = Diagnostics::new(3).unwrap();
        assert_eq!(d.orders(), Orders::NoLabels);
        d.add(&[], &[]);
        add(&mut d, 0, 1, [8, 0]);
        add(&mut d, 2, 1, [3, 0]);
        assert_eq!((d.orders(), d.never(), d.one_sided()), (Orders::Unknown, 1, 2));
        add(&mut d, 0, 1, [1, 0]);
        assert_eq!(d.orders(), Orders::One);
        assert_eq!((d.total(), d.unlabelled, d.largest_weight()), (12.0, 1.0, 4.0));
        assert_eq!(d.effective()[1], 2.0);
        add(&mut d, 0, 1, [0, 1]);
        assert_eq!((d.orders(), d.one_sided()), (Orders::Both, 1));
        let mut twice = d.clone();
        twice.merge(&d);
        assert_eq!((twice.total(), twice.effective()[1], twice.labels[3]), (26.0, 6.0, 2.0));
    }
}
