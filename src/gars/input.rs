//! The input for one context, and its checks.

use super::specification::{GarsSpecification, Pairs};
use crate::error::{Error, Result};
use crate::room::{self, with_room, Gather as _, Put as _, TryRoom as _};

/// A matrix of K x K cells of one context within a larger array: element (j, k, c) is at
/// j strides[0] + k strides[1] + c strides[2].
#[derive(Debug, Clone, Copy)]
pub struct StridedMatrix<'a> {
    /// The numbers, from the first of this context.
    pub values: &'a [f64],
    /// Numbers from one first item, second item and category to the next.
    pub strides: [usize; 3],
}

impl<'a> StridedMatrix<'a> {
    /// Row-major cells of `items` x `items` x `depth`.
    pub fn dense(values: &'a [f64], items: usize, depth: usize) -> StridedMatrix<'a> {
        StridedMatrix { values, strides: [items * depth, depth, 1] }
    }

    /// Copies the cells row-major, with zeros on the diagonal. The array has been checked for size.
    pub(super) fn gather(&self, rows: usize, columns: usize, depth: usize, out: &mut [f64]) {
        let [row, column, step] = self.strides;
        if self.strides == [columns * depth, depth, 1] {
            out.copy_from_slice(&self.values[..rows * columns * depth]);
            (0..rows).for_each(|j| out[(j * columns + j) * depth..][..depth].fill(0.0));
            return;
        }
        for j in 0..rows {
            for k in 0..columns {
                let out = &mut out[(j * columns + k) * depth..][..depth];
                if j == k {
                    out.fill(0.0);
                    continue;
                }
                let from = j * row + k * column;
                if step == 1 {
                    out.copy_from_slice(&self.values[from..from + depth]);
                } else {
                    out.iter_mut().enumerate().for_each(|(c, out)| *out = self.values[from + c * step]);
                }
            }
        }
    }

    /// The numbers of `items` x `items` x `depth`, where they are row-major.
    pub(super) fn row_major(&self, items: usize, depth: usize) -> Option<&'a [f64]> {
        let dense = self.strides == [items * depth, depth, 1];
        self.values.get(..items * items * depth).filter(|_| dense)
    }

    /// Whether the cells are seen to have the same bits as others, the diagonal aside: those of one array with
    /// the same matrix for all contexts, or row-major ones.
    pub(super) fn are(&self, items: usize, depth: usize, other: &StridedMatrix<'_>) -> bool {
        if std::ptr::eq(self.values, other.values) && self.strides == other.strides {
            return true;
        }
        let (Some(own), Some(other)) = (self.row_major(items, depth), other.row_major(items, depth)) else {
            return false;
        };
        let pairs = own.chunks_exact(depth).zip(other.chunks_exact(depth));
        pairs.enumerate().all(|(pair, (own, other))| {
            pair % (items + 1) == 0 || own.iter().zip(other).all(|(a, b)| a.to_bits() == b.to_bits())
        })
    }
}

/// The nuisances of one context.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    /// Probabilities mu, K x K x C; the diagonal is ignored.
    pub mu: StridedMatrix<'a>,
    /// Probabilities of a judge, for miscalibration.
    pub judge: Option<StridedMatrix<'a>>,
    /// Propensities of all pairs, K x K, for efficient inference.
    pub propensities: Option<StridedMatrix<'a>>,
}

/// A label of one pair of a context, as estimation takes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// Item shown first.
    pub first: usize,
    /// Item shown second.
    pub second: usize,
    /// Share of the labels of this pair in every category: one category has all of it, unless there are
    /// several labels.
    pub shares: Vec<f64>,
    /// Probability that the pair is labelled.
    pub propensity: f64,
}

/// Checks that every pair has probabilities that sum to one within 1e-6.
pub(super) fn check(mu: &[f64], items: usize, categories: usize, name: &str) -> Result<()> {
    for (pair, mu) in mu.chunks_exact(categories).enumerate() {
        let (j, k) = (pair / items, pair % items);
        if j == k {
            continue;
        }
        let mut sum = 0.0;
        for (category, m) in mu.iter().enumerate() {
            // Written so that NaN is refused.
            if !(*m >= 0.0 && *m <= 2.0) {
                return Err(Error::data(format!(
                    "{name}: category {category} of pair ({j}, {k}) has probability {m}"
                )));
            }
            sum += m;
        }
        if (sum - 1.0).abs() > 1e-6 {
            return Err(Error::data(format!("{name}: the probabilities of pair ({j}, {k}) sum to {sum}")));
        }
    }
    Ok(())
}

/// Checks them and makes them sum to one.
pub(super) fn normalise(mu: &mut [f64], items: usize, categories: usize, name: &str) -> Result<()> {
    check(mu, items, categories, name)?;
    for (pair, mu) in mu.chunks_exact_mut(categories).enumerate() {
        if pair / items != pair % items {
            let scale = 1.0 / mu.iter().sum::<f64>();
            mu.iter_mut().for_each(|m| *m *= scale);
        }
    }
    Ok(())
}

/// Checks propensities of all pairs, of unordered ones above the diagonal.
pub(super) fn check_propensities(values: &[f64], items: usize, unordered: bool) -> Result<()> {
    for (pair, value) in values.iter().enumerate() {
        let (j, k) = (pair / items, pair % items);
        let used = if unordered { j < k } else { j != k };
        if used && !(*value >= 0.0 && *value <= 1.0) {
            return Err(Error::data(format!("propensities: that of pair ({j}, {k}) is {value}")));
        }
    }
    Ok(())
}

/// Labels as columns: label i is of context `context[i]`, in any order.
#[derive(Debug, Clone, Copy)]
pub struct LabelColumns<'a> {
    /// Context, a row of the batch.
    pub context: &'a [u64],
    /// Item shown first.
    pub first: &'a [u32],
    /// Item shown second.
    pub second: &'a [u32],
    /// Category.
    pub category: &'a [u32],
    /// Probability that this pair of this context was to be labelled.
    pub propensity: &'a [f64],
    /// Weight among several labels of one pair of a context; empty: all the same.
    pub weight: &'a [f64],
    /// Whether several labels of one pair of a context are averaged, rather than refused.
    pub replicates: bool,
}

impl LabelColumns<'_> {
    /// No labels.
    pub fn none() -> LabelColumns<'static> {
        LabelColumns {
            context: &[],
            first: &[],
            second: &[],
            category: &[],
            propensity: &[],
            weight: &[],
            replicates: false,
        }
    }

    /// Number of labels.
    pub fn len(&self) -> usize {
        self.context.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.context.is_empty()
    }

    /// Checks every label; an error names its row.
    pub(super) fn check(&self, specification: &GarsSpecification, contexts: usize) -> Result<()> {
        let count = self.len();
        let columns = [
            ("first", self.first.len()),
            ("second", self.second.len()),
            ("category", self.category.len()),
            ("propensity", self.propensity.len()),
        ];
        for (name, length) in columns.into_iter().chain([("weight", self.weight.len())]) {
            if length != count && !(name == "weight" && length == 0) {
                return Err(Error::Size(format!("{name}: {length} values for {count} labels")));
            }
        }
        let (items, categories) = (specification.items, specification.categories);
        for row in 0..count {
            let refuse = |message: String| Err(Error::row(row, message));
            if self.context[row] >= contexts as u64 {
                return refuse(format!("context is {}, but there are {contexts}", self.context[row]));
            }
            for (name, item) in [("first", self.first[row]), ("second", self.second[row])] {
                if item as usize >= items {
                    return refuse(format!("{name} is {item}, but there are {items} items"));
                }
            }
            if self.first[row] == self.second[row] {
                return refuse(format!("item {} is labelled against itself", self.first[row]));
            }
            if self.category[row] as usize >= categories {
                return refuse(format!("category is {}, but there are {categories}", self.category[row]));
            }
            let propensity = self.propensity[row];
            if !(propensity > 0.0 && propensity <= 1.0) {
                return refuse(format!(
                    "propensity is {propensity} of a pair that was labelled; it must be above 0, at most 1"
                ));
            }
            if let Some(weight) = self.weight.get(row) {
                if !(*weight > 0.0 && weight.is_finite()) {
                    return refuse(format!("weight is {weight}; it must be positive"));
                }
            }
        }
        Ok(())
    }

    /// The labels of every context of a batch, those of one pair made into one.
    pub fn group(&self, specification: &GarsSpecification, contexts: usize) -> Result<Grouped> {
        self.check(specification, contexts)?;
        let folded = specification.pairs == Pairs::Unordered;
        // By context, then pair; rows of one pair stay in order.
        let key = |row: usize| {
            let (first, second) = (self.first[row], self.second[row]);
            let swap = folded && first > second;
            let pair = if swap { (second, first) } else { (first, second) };
            (self.context[row], pair, swap)
        };
        let mut order: Vec<usize> = (0..self.len()).gathered();
        room::sort_by_key(&mut order, |&row| {
            let (context, pair, _) = key(row);
            (context, pair)
        });
        let mut starts = Vec::new();
        contexts
            .checked_add(1)
            .and_then(|count| starts.try_room(count).ok().map(|()| starts.put_until(count, 0)))
            .ok_or_else(|| Error::Memory(format!("no memory for {contexts} contexts")))?;
        let mut grouped = Grouped { labels: with_room(self.len()), rows: with_room(self.len()), starts };
        let same = |a: &usize, b: &usize| key(*a).0 == key(*b).0 && key(*a).1 == key(*b).1;
        for rows in order.chunk_by(same) {
            let (context, (first, second), _) = key(rows[0]);
            let propensity = self.propensity[rows[0]];
            if rows.len() > 1 && !self.replicates {
                return Err(Error::row(
                    rows[1],
                    format!(
                        "pair ({first}, {second}) has been labelled before in this context; ask for the mean \
                         of replicates, or give every label a context and cluster them"
                    ),
                ));
            }
            let mut shares = vec![0.0; specification.categories];
            let mut total = 0.0;
            for &row in rows {
                if self.propensity[row] != propensity {
                    return Err(Error::row(
                        row,
                        format!(
                            "propensity is {} here, {propensity} in another label of the same pair",
                            self.propensity[row]
                        ),
                    ));
                }
                let category = self.category[row] as usize;
                let category = if key(row).2 { super::functional::mirrored(category) } else { category };
                let weight = self.weight.get(row).copied().unwrap_or(1.0);
                shares[category] += weight;
                total += weight;
            }
            shares.iter_mut().for_each(|share| *share /= total);
            let swapped = rows.iter().filter(|&&row| key(row).2).count();
            grouped.starts[context as usize + 1] += 1;
            grouped.rows.put([rows.len() - swapped, swapped]);
            grouped.labels.put(Label { first: first as usize, second: second as usize, shares, propensity });
        }
        for context in 0..contexts {
            grouped.starts[context + 1] += grouped.starts[context];
        }
        Ok(grouped)
    }
}

/// Labels by context.
#[derive(Debug, Clone)]
pub struct Grouped {
    labels: Vec<Label>,
    rows: Vec<[usize; 2]>,
    starts: Vec<usize>,
}

impl Grouped {
    /// The labels of a context.
    pub fn of(&self, context: usize) -> &[Label] {
        &self.labels[self.starts[context]..self.starts[context + 1]]
    }

    /// The number of rows that each of them was made of: those as given, and those reversed because
    /// pairs are unordered.
    pub fn rows(&self, context: usize) -> &[[usize; 2]] {
        &self.rows[self.starts[context]..self.starts[context + 1]]
    }
}
