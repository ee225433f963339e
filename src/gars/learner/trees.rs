//! Small gradient-boosted trees with the softmax loss (Friedman 2001; Newton leaves as in Chen and
//! Guestrin 2016): quantile bins, depth four, one tree a category and round, the number of rounds chosen by
//! held-out log likelihood. The two items of a pair are features that are split by "is it this item"; the
//! other features by their order.

use super::{Inputs, Method, Predictor, TrainingSet};
use crate::error::{Error, Result};
use crate::room::{filled, reserve, with_room, Duplicate as _, Gather as _, Put as _};
use crate::threads::Ask;
use std::sync::Arc;

/// Quantile bins of a numeric feature.
const BINS: usize = 32;
const DEPTH: usize = 4;
/// Nodes of a tree at most.
const NODES: usize = (2 << DEPTH) - 1;
/// Rounds at most, and how long without a gain ends a comparison.
const ROUNDS: usize = 300;
const PATIENCE: usize = 25;
/// Shrinkage of every tree.
const RATE: f64 = 0.1;
/// Ridge on the value of a leaf.
const RIDGE: f64 = 1.0;
/// Fewer rows than these on one side, or less curvature, are not split off.
const LEAST_ROWS: f64 = 5.0;
const LEAST_CURVATURE: f64 = 0.1;

/// The features of pairs, in bins: those of the context, the two items, then what judges say.
#[derive(Debug)]
struct Bins {
    /// Features of the context.
    numeric: usize,
    /// Upper ends of the bins but the last, of the context's features, then of the judges'.
    cuts: Vec<Vec<f64>>,
    /// Bins of the context's features.
    contexts: Vec<u16>,
}

impl Bins {
    fn new(labels: &TrainingSet<'_>, inputs: &Inputs) -> Bins {
        let (numeric, r) = (labels.feature_count, inputs.prediction_count);
        let mut cuts: Vec<Vec<f64>> = (0..numeric)
            .map(|feature| quantiles(labels.features.iter().skip(feature).step_by(numeric).copied()))
            .gathered();
        for judge in 0..r {
            let labelled = (0..labels.context.len()).flat_map(|label| {
                let context = labels.context[label];
                let own =
                    move |[left, right, _]: [usize; 3]| inputs.predictions_of(context, left, right)[judge];
                labels.views(label).map(own)
            });
            cuts.push(quantiles(labelled));
        }
        let contexts =
            labels.features.iter().enumerate().map(|(at, x)| bin(&cuts[at % numeric], *x)).gathered();
        Bins { numeric, cuts, contexts }
    }

    /// How many features there are.
    fn count(&self) -> usize {
        self.cuts.len() + 2
    }

    /// Whether a feature is one of the two items.
    fn is_item(&self, feature: usize) -> bool {
        feature == self.numeric || feature == self.numeric + 1
    }

    /// The bins of a pair.
    fn fill(&self, inputs: &Inputs, context: usize, left: usize, right: usize, out: &mut Vec<u16>) {
        out.put_all(&self.contexts[context * self.numeric..(context + 1) * self.numeric]);
        out.put_all(&[left as u16, right as u16]);
        let judges = inputs.predictions_of(context, left, right).iter();
        out.put_each(judges.zip(&self.cuts[self.numeric..]).map(|(x, cuts)| bin(cuts, *x)));
    }
}

/// The ends of bins that hold as many values each, as far as values differ.
fn quantiles(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.gathered();
    values.sort_unstable_by(f64::total_cmp);
    let mut cuts: Vec<f64> = (1..BINS).map(|k| values[k * (values.len() - 1) / BINS]).gathered();
    cuts.dedup();
    if cuts.last() == values.last() {
        cuts.pop();
    }
    cuts
}

fn bin(cuts: &[f64], x: f64) -> u16 {
    cuts.partition_point(|cut| *cut < x) as u16
}

/// A node of a tree.
#[derive(Debug, Clone, Copy)]
enum Node {
    Leaf(f64),
    /// Rows whose bin is at most (of an item: exactly) this go to the first of two nodes.
    Split {
        feature: u32,
        bin: u16,
        nodes: [u32; 2],
    },
}

/// Room for growing trees, made once for all.
struct Growth {
    /// Sums of slopes, curvatures and rows, by feature and bin.
    sums: Vec<[f64; 3]>,
    /// Rows that go to the second side of a split.
    second: Vec<u32>,
}

/// Boosted trees of some labels.
#[derive(Debug)]
pub struct Trees<'a> {
    labels: &'a TrainingSet<'a>,
    bins: Arc<Bins>,
    /// Views of labels x features.
    rows: Vec<u16>,
    category: Vec<usize>,
}

impl<'a> Trees<'a> {
    /// Of these labels.
    pub fn new(labels: &'a TrainingSet<'a>, inputs: &Inputs) -> Result<Trees<'a>> {
        if labels.items > usize::from(u16::MAX) {
            let most = u16::MAX;
            return Err(Error::Unsupported(format!("items is {}; trees take {most}", labels.items)));
        }
        if let Some(at) = labels.features.iter().position(|x| !x.is_finite()) {
            let message = format!("features: {} is not finite", labels.features[at]);
            return Err(Error::row(at / labels.feature_count, message));
        }
        let bins = Bins::new(labels, inputs);
        let (mut rows, mut category) = (Vec::new(), Vec::new());
        for label in 0..labels.context.len() {
            for [left, right, answer] in labels.views(label) {
                bins.fill(inputs, labels.context[label], left, right, &mut rows);
                category.put(answer);
            }
        }
        Ok(Trees { labels, bins: Arc::new(bins), rows, category })
    }

    fn views(&self, labels: &[usize]) -> Vec<u32> {
        let each = if self.labels.unordered { 2 } else { 1 };
        labels.iter().flat_map(|&label| (0..each).map(move |view| (label * each + view) as u32)).gathered()
    }

    fn bins_of(&self, row: u32) -> &[u16] {
        let width = self.bins.count();
        &self.rows[row as usize * width..][..width]
    }

    /// Boosts for this many rounds; passes the forest to `after` after each, until that returns false.
    fn boost(
        &self,
        train: &[u32],
        rounds: usize,
        mut after: impl FnMut(&Forest) -> Result<bool>,
    ) -> Result<Forest> {
        let c = self.labels.categories;
        let mut forest = Forest { bins: self.bins.clone(), start: vec![0.5; c], rounds: Vec::new() };
        train.iter().for_each(|&row| forest.start[self.category[row as usize]] += 1.0);
        forest.start.iter_mut().for_each(|count| *count = count.ln());
        // Logits, gradients and curvatures by the number of the row.
        let mut logits = reserve(self.category.len() * c)?;
        train.iter().for_each(|&row| logits[row as usize * c..][..c].copy_from_slice(&forest.start));
        let (mut slopes, mut curvatures) = (reserve(logits.len())?, reserve(logits.len())?);
        let mut order = train.duplicate();
        let width = BINS.max(self.labels.items);
        let mut growth =
            Growth { sums: filled([0.0; 3], self.bins.count() * width), second: with_room(train.len()) };
        for _ in 0..rounds {
            for &row in train {
                let at = row as usize * c;
                let p = &mut slopes[at..at + c];
                p.copy_from_slice(&logits[at..at + c]);
                softmax(p);
                for (category, p) in p.iter_mut().enumerate() {
                    curvatures[at + category] = *p * (1.0 - *p);
                    *p -= f64::from(u8::from(self.category[row as usize] == category));
                }
            }
            let trees: Vec<Vec<Node>> = (0..c)
                .map(|category| {
                    let mut nodes = with_room(NODES);
                    let of = |row: u32| {
                        let at = row as usize * c + category;
                        [slopes[at], curvatures[at]]
                    };
                    self.grow(&mut order, &of, DEPTH, &mut nodes, &mut growth);
                    nodes
                })
                .gathered();
            for &row in train {
                let bins = self.bins_of(row);
                let own = &mut logits[row as usize * c..][..c];
                own.iter_mut().zip(&trees).for_each(|(z, tree)| *z += self.bins.value(tree, bins));
            }
            forest.rounds.put(trees);
            if !after(&forest)? {
                break;
            }
        }
        Ok(forest)
    }

    /// Grows a node from rows, which it reorders; returns its number.
    fn grow(
        &self,
        rows: &mut [u32],
        of: &impl Fn(u32) -> [f64; 2],
        depth: usize,
        nodes: &mut Vec<Node>,
        growth: &mut Growth,
    ) -> u32 {
        let total = rows.iter().fold([0.0, 0.0], |[g, h], &row| {
            let own = of(row);
            [g + own[0], h + own[1]]
        });
        let place = nodes.len();
        nodes.push(Node::Leaf(-RATE * total[0] / (total[1] + RIDGE)));
        if depth > 0 {
            if let Some((feature, bin)) = self.best_split(rows, of, total, &mut growth.sums) {
                // A stable partition, so that sums have one order.
                growth.second.clear();
                let mut first = 0;
                for at in 0..rows.len() {
                    if self.bins.goes(feature, bin, self.bins_of(rows[at])) {
                        rows[first] = rows[at];
                        first += 1;
                    } else {
                        growth.second.put(rows[at]);
                    }
                }
                let (low, high) = rows.split_at_mut(first);
                high.copy_from_slice(&growth.second);
                let children = [low, high].map(|own| self.grow(own, of, depth - 1, nodes, growth));
                nodes[place] = Node::Split { feature: feature as u32, bin, nodes: children };
            }
        }
        place as u32
    }

    /// The split that lowers the loss most, by its quadratic approximation.
    fn best_split(
        &self,
        rows: &[u32],
        of: &impl Fn(u32) -> [f64; 2],
        total: [f64; 2],
        sums: &mut [[f64; 3]],
    ) -> Option<(usize, u16)> {
        let width = sums.len() / self.bins.count();
        sums.fill([0.0; 3]);
        for &row in rows {
            let [g, h] = of(row);
            for (feature, &bin) in self.bins_of(row).iter().enumerate() {
                let own = &mut sums[feature * width + bin as usize];
                *own = [own[0] + g, own[1] + h, own[2] + 1.0];
            }
        }
        let whole = total[0] * total[0] / (total[1] + RIDGE);
        let mut best = (1e-9, None);
        for (feature, own) in sums.chunks(width).enumerate() {
            let by_item = self.bins.is_item(feature);
            let mut low = [0.0; 3];
            for (bin, sum) in own.iter().enumerate().filter(|(_, sum)| sum[2] > 0.0) {
                let before = if by_item { [0.0; 3] } else { low };
                low = [before[0] + sum[0], before[1] + sum[1], before[2] + sum[2]];
                let high = [total[0] - low[0], total[1] - low[1], rows.len() as f64 - low[2]];
                let fits = |side: &[f64; 3]| side[2] >= LEAST_ROWS && side[1] >= LEAST_CURVATURE;
                if !(fits(&low) && fits(&high)) {
                    continue;
                }
                // g^2 / (h + ridge) of both sides.
                let (a, b) = (low[1] + RIDGE, high[1] + RIDGE);
                let gain = (low[0] * low[0] * b + high[0] * high[0] * a) / (a * b) - whole;
                if gain > best.0 {
                    best = (gain, Some((feature, bin as u16)));
                }
            }
        }
        best.1
    }
}

impl Bins {
    /// Whether a row goes to the first side of a split.
    fn goes(&self, feature: usize, bin: u16, bins: &[u16]) -> bool {
        if self.is_item(feature) {
            bins[feature] == bin
        } else {
            bins[feature] <= bin
        }
    }

    /// The value of a tree.
    fn value(&self, tree: &[Node], bins: &[u16]) -> f64 {
        let mut at = 0;
        loop {
            match tree[at] {
                Node::Leaf(value) => return value,
                Node::Split { feature, bin, nodes } => {
                    at = nodes[usize::from(!self.goes(feature as usize, bin, bins))] as usize;
                }
            }
        }
    }
}

fn softmax(logits: &mut [f64]) {
    super::multinomial::normalise(logits);
    logits.iter_mut().for_each(|z| *z = z.exp());
}

/// Trees by round and category.
#[derive(Debug, Clone)]
struct Forest {
    bins: Arc<Bins>,
    start: Vec<f64>,
    rounds: Vec<Vec<Vec<Node>>>,
}

impl Predictor for Forest {
    fn pair(&self, inputs: &Inputs, context: usize, left: usize, right: usize, out: &mut [f64]) {
        let mut bins = with_room(self.bins.count());
        self.bins.fill(inputs, context, left, right, &mut bins);
        out.copy_from_slice(&self.start);
        for trees in &self.rounds {
            out.iter_mut().zip(trees).for_each(|(z, tree)| *z += self.bins.value(tree, &bins));
        }
        softmax(out);
    }
}

impl Method for Trees<'_> {
    fn settings(&self) -> usize {
        ROUNDS
    }

    fn path(&self, _: usize, train: &[usize], test: &[usize], ask: Ask<'_>) -> Result<Vec<f64>> {
        let (train, test) = (self.views(train), self.views(test));
        let c = self.labels.categories;
        let mut logits: Vec<f64> = Vec::new();
        let mut losses: Vec<f64> = with_room(ROUNDS);
        let mut best = (f64::INFINITY, 0);
        let mut p = vec![0.0; c];
        self.boost(&train, ROUNDS, |forest| {
            ask()?;
            if logits.is_empty() {
                logits = forest.start.repeat(test.len());
            }
            let Some(trees) = forest.rounds.last() else { return Ok(true) };
            let mut loss = 0.0;
            for (&row, own) in test.iter().zip(logits.chunks_mut(c)) {
                let bins = self.bins_of(row);
                own.iter_mut().zip(trees).for_each(|(z, tree)| *z += self.bins.value(tree, bins));
                p.copy_from_slice(own);
                super::multinomial::normalise(&mut p);
                loss -= p[self.category[row as usize]];
            }
            losses.push(loss);
            if loss < best.0 {
                best = (loss, losses.len());
            }
            Ok(losses.len() < best.1 + PATIENCE)
        })?;
        // More rounds were not worth trying.
        losses.put_until(ROUNDS, f64::INFINITY);
        Ok(losses)
    }

    fn fit(&self, _: usize, train: &[usize], setting: usize, ask: Ask<'_>) -> Result<Box<dyn Predictor>> {
        Ok(Box::new(self.boost(&self.views(train), setting + 1, |_| ask().map(|()| true))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_hold_as_many_values_each() {
        let values: Vec<f64> = (0..640).map(|k| f64::from(k * 7 % 640)).collect();
        let cuts = quantiles(values.iter().copied());
        assert_eq!(cuts.len(), BINS - 1);
        let mut counts = vec![0; BINS];
        values.iter().for_each(|x| counts[bin(&cuts, *x) as usize] += 1);
        assert!(counts.iter().all(|n| (19..=21).contains(n)), "{counts:?}");
        assert!(quantiles([3.0; 5].into_iter()).is_empty());
        let two = quantiles([0.0, 0.0, 1.0, 1.0].into_iter());
        assert!(bin(&two, 0.0) == 0 && bin(&two, 1.0) == 1 && two.len() == 1);
    }

    /// One round, one split, by hand: a feature that decides the answer.
    #[test]
    fn the_first_tree_by_hand() {
        let n = 40;
        let features: Vec<f64> = (0..n).map(|k| f64::from(u8::from(k >= 20))).collect();
        let (context, left, right): (Vec<usize>, _, _) = ((0..n).collect(), vec![0; n], vec![1; n]);
        let category: Vec<usize> = (0..n).map(|k| usize::from(k >= 20)).collect();
        let labels = TrainingSet {
            items: 2,
            categories: 2,
            contexts: n,
            features: &features,
            feature_count: 1,
            context: &context,
            first: &left,
            second: &right,
            category: &category,
            ..TrainingSet::default()
        };
        let inputs = Inputs { items: 2, predictions: Vec::new(), prediction_count: 0 };
        let trees = Trees::new(&labels, &inputs).unwrap();
        let all: Vec<usize> = (0..n).collect();
        let fit = trees.fit(0, &all, 0, &mut || Ok(())).unwrap();
        let mut out = [0.0; 2];
        fit.pair(&inputs, 0, 0, 1, &mut out);
        // Twenty rows of slope -1/2 and curvature 1/4: a leaf of 0.1 * 10 / (5 + 1), and its opposite.
        let z: f64 = 2.0 * 0.1 * 10.0 / 6.0;
        assert!((out[0] - 1.0 / (1.0 + (-z).exp())).abs() < 1e-14, "{out:?}");
        fit.pair(&inputs, 39, 0, 1, &mut out);
        assert!((out[1] - 1.0 / (1.0 + (-z).exp())).abs() < 1e-14, "{out:?}");
        let losses = trees.path(0, &all, &all, &mut || Ok(())).unwrap();
        assert!(losses[..60].windows(2).all(|pair| pair[1] < pair[0]), "{:?}", &losses[..60]);
    }
}
