//! The design: a set of comparisons as one model reads it.
//!
//! Cells that the model cannot tell apart are added up: over contexts unless a covariate (or the
//! caller, for clustered scores) needs them, over judges unless the model tells judges apart, over
//! the two orders of a pair unless position matters. Where it does, comparisons without an order are cells of their own.

mod grades;
mod reading;
mod strata;
#[cfg(test)]
mod tests;

use crate::component::{Aggregation, Terms};
use crate::outcome::{At, Counts, Outcome, QuadraticForm, BAD};
use crate::room::{copied, Gather as _, Put as _};
use crate::terms::{Linear, SparseRows, CUTS};

/// Where a cell of a set went in a design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// Cell of the set.
    pub cell: u32,
    /// Cell of the design.
    pub slot: u32,
    /// Whether left and right changed places.
    pub swapped: bool,
}

/// Comparisons in structure-of-arrays order, with the sparse rows of their linear terms.
#[derive(Debug, Default)]
pub struct Design {
    /// Item on the left.
    pub left: Vec<u32>,
    /// Item on the right.
    pub right: Vec<u32>,
    /// Judge; empty where judges are not kept apart.
    pub judges: Vec<u32>,
    /// Context (NONE: none); empty where contexts are not kept apart.
    pub contexts: Vec<u32>,
    /// Clusters: below the number of the set's own, these, from there on contexts (NONE: neither); empty where clusters are
    /// not kept apart from contexts.
    clusters: Vec<u32>,
    /// Whether the comparisons have no order; empty where all have one, or where the order is not kept.
    unordered: Vec<bool>,
    /// Whether all judgements of a cell have its shares; empty where judgements are not kept apart by shares, or none is split.
    split: Vec<bool>,
    /// The grade of the answers, None where they have none; empty where answers are not kept apart by grades, or none has one.
    grades: Vec<Option<usize>>,
    /// Counts.
    pub counts: Vec<Counts>,
    /// Sums over judgements of the squares of what each adds to the counts; empty for frequencies of judgements with one
    /// answer, where they equal the counts.
    squares: Vec<Counts>,
    /// The same of products, in the order of `PRODUCTS`; empty where each judgement has one answer.
    products: Vec<[f64; 6]>,
    /// Whether squares and products are those of frequencies, which grow as the counts do.
    are_frequencies: bool,
    /// Linear terms of the logarithm of what strengths are multiplied by.
    pub log_scale: SparseRows,
    /// Linear terms of u beside strengths.
    pub u: Linear,
    /// Thresholds by their numbers.
    pub cuts: [Linear; CUTS],
}

impl Clone for Design {
    fn clone(&self) -> Design {
        Design {
            left: copied(&self.left),
            right: copied(&self.right),
            judges: copied(&self.judges),
            contexts: copied(&self.contexts),
            clusters: copied(&self.clusters),
            unordered: copied(&self.unordered),
            split: copied(&self.split),
            grades: copied(&self.grades),
            counts: copied(&self.counts),
            squares: copied(&self.squares),
            products: copied(&self.products),
            are_frequencies: self.are_frequencies,
            log_scale: self.log_scale.clone(),
            u: self.u.clone(),
            cuts: self.cuts.clone(),
        }
    }
}

/// The pairs of outcomes whose products are kept: of win, loss, tie and both bad.
const PRODUCTS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// Adds m_kl (s_k s_l' + s_l s_k') for the products m of judgements that are split, s_k the score of outcome k.
fn with_products(outcome: Outcome, at: At, mut form: QuadraticForm, products: &[f64; 6]) -> QuadraticForm {
    for (&[k, l], &product) in PRODUCTS.iter().zip(products).filter(|(_, product)| **product != 0.0) {
        let [s, t] = [k, l].map(|which| outcome.derivatives(&Counts::single(which), at).slopes);
        form = form.map(|a, b, value| value + product * (s[b] * t[a] + s[a] * t[b]));
    }
    form
}

impl Design {
    /// Whether two designs have the same cells with the same counts.
    pub fn holds_the_same<'a>(&'a self, other: &'a Design) -> bool {
        let ids = |d: &'a Design| [&d.left, &d.right, &d.judges, &d.contexts, &d.clusters];
        ids(self) == ids(other)
            && self.unordered == other.unordered
            && self.grades == other.grades
            && self.counts == other.counts
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Who of a cell won at least in part against whom, as edges of a graph: undecided comparisons go both ways, and so do
    /// answers of a grade below the highest, which say that nobody is far ahead.
    pub fn won(&self, cell: usize) -> impl Iterator<Item = (u32, u32)> + Clone {
        let (left, right, counts) = (self.left[cell], self.right[cell], &self.counts[cell]);
        let is_bounded = self.is_below_next_grade(cell) && counts.total() > 0.0;
        let undecided = counts.undecided() > 0.0 || is_bounded;
        let won = (counts.win > 0.0 || undecided).then_some((left, right));
        let lost = (counts.loss > 0.0 || undecided).then_some((right, left));
        won.into_iter().chain(lost)
    }

    /// Whether the answers of a cell have a grade above which there is another.
    fn is_below_next_grade(&self, cell: usize) -> bool {
        self.grade(cell).is_some() && self.cuts[BAD].constants.get(cell).is_some_and(|gap| gap.is_finite())
    }

    /// Judge of a cell.
    #[inline]
    pub fn judge(&self, cell: usize) -> usize {
        if self.judges.is_empty() {
            0
        } else {
            self.judges[cell] as usize
        }
    }

    /// Whether u is only a difference of strengths.
    #[inline]
    pub fn is_bare(&self) -> bool {
        self.u.is_empty()
    }

    /// Whether some threshold has terms.
    pub fn has_cuts(&self) -> bool {
        self.cuts.iter().any(|cut| !cut.rows.is_empty())
    }

    /// The cluster of a cell, where clusters are kept: a number as [`Set::cluster_labels`] gives.
    pub fn cluster(&self, cell: usize) -> u32 {
        let labels = if self.clusters.is_empty() { &self.contexts } else { &self.clusters };
        labels[cell]
    }

    /// Whether left was shown first, where the order is kept.
    #[inline]
    pub fn is_ordered(&self, cell: usize) -> bool {
        !self.unordered.get(cell).copied().unwrap_or(false)
    }

    /// Whether the judgements of a cell are all split, and alike; only where they are kept apart by their shares.
    pub fn is_split(&self, cell: usize) -> bool {
        self.split.get(cell).copied().unwrap_or(false)
    }

    /// The sum of the products of a cell: with the squares, that of the squared weights of its judgements.
    pub fn sum_of_products(&self, cell: usize) -> f64 {
        self.products.get(cell).map_or(0.0, |products| products.iter().sum())
    }

    /// Whether some judgements are split, so that products belong to the squares.
    pub fn has_products(&self) -> bool {
        !self.products.is_empty()
    }

    /// The sum over the judgements of a cell of the squared scores in z and the thresholds.
    #[inline]
    pub fn squared_scores(&self, outcome: Outcome, cell: usize, at: At) -> QuadraticForm {
        let of_squares = outcome.squared_scores(self.squares(cell), at);
        match self.products.get(cell) {
            Some(products) if *products != [0.0; 6] => with_products(outcome, at, of_squares, products),
            _ => of_squares,
        }
    }

    /// Sums of squares of what each judgement adds to the counts; frequencies are rows of weight one.
    #[inline]
    pub fn squares(&self, cell: usize) -> &Counts {
        &self.all_squares()[cell]
    }

    /// The same of all cells.
    #[inline]
    pub fn all_squares(&self) -> &[Counts] {
        if self.squares.is_empty() {
            &self.counts
        } else {
            &self.squares
        }
    }

    /// Counts and sums of squared weights, to be changed; none of these for frequencies.
    pub fn sums_mut(&mut self) -> [&mut [Counts]; 2] {
        [&mut self.counts, &mut self.squares]
    }

    /// All comparisons.
    pub fn total(&self) -> f64 {
        self.counts.iter().map(Counts::total).sum()
    }

    /// Multiplies all counts.
    pub fn scale(&mut self, factor: f64) {
        let scale = |c: &mut Counts, f: f64| *c = Counts::new(c.numbers().map(|number| f * number));
        self.counts.iter_mut().for_each(|c| scale(c, factor));
        let of_squares = if self.are_frequencies { factor } else { factor * factor };
        self.squares.iter_mut().for_each(|c| scale(c, of_squares));
        self.products.as_flattened_mut().iter_mut().for_each(|product| *product *= of_squares);
    }

    /// Pseudo-comparisons: every item wins and loses `amount` against the item `pseudo_item`, split evenly
    /// over the judges where the strength tells them apart.
    pub fn pseudo(items: usize, pseudo_item: usize, judges: usize, amount: f64) -> Design {
        let mut design = Design::default();
        let share = amount / judges as f64;
        for judge in 0..judges {
            for item in 0..items {
                design.left.put(item as u32);
                design.right.put(pseudo_item as u32);
                design.judges.put(judge as u32);
                design.counts.put(Counts { win: share, loss: share, ..Counts::default() });
            }
        }
        design
    }

    /// The same comparisons with given thresholds, one of each number for each cell.
    pub fn with_thresholds(&self, cuts: [Vec<f64>; CUTS]) -> Design {
        let cuts = cuts.map(|constants| Linear { constants, ..Linear::default() });
        Design { cuts, ..self.clone() }
    }

    /// The same items and counts alone, read by Bradley-Terry: what has no winner is half a win for each
    /// side.
    pub fn bare(&self) -> Design {
        let halved = |c: &Counts| Counts { tie: c.undecided(), bad: 0.0, ..*c };
        Design {
            left: copied(&self.left),
            right: copied(&self.right),
            counts: self.counts.iter().map(halved).gathered(),
            u: Linear { constants: copied(&self.u.constants), ..Linear::default() },
            ..Design::default()
        }
    }

    /// The comparisons of each judge by themselves, as `bare` reads them.
    pub fn bare_by_judge(&self, judges: usize) -> Vec<Design> {
        let all = self.bare();
        let mut each = vec![Design::default(); judges];
        for cell in 0..self.len() {
            let of = &mut each[self.judge(cell)];
            of.left.put(all.left[cell]);
            of.right.put(all.right[cell]);
            of.counts.put(all.counts[cell]);
            if !all.u.constants.is_empty() {
                of.u.constants.put(all.u.constants[cell]);
            }
        }
        each
    }
}
