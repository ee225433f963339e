//! The mistakes of the learner, by residuals of labels: in every fold a ridge regression on the functions of
//! `basis`, from which the labels of a context are taken when it is that context's turn.

use super::basis::{below, Basis, Entry};
use super::Folds;
use crate::error::{Error, Result};
use crate::gars::functional::{mirrored, Residual};
use crate::interrupt::spend;
use crate::linalg::Factor;
use crate::progress::Watch;
use crate::room::{reserve, with_room, Gather as _, Put as _};
use crate::threads;

/// The ridge on all coefficients.
const RIDGE: f64 = 1.0;

/// The labels of a fold, or of a context: each as its functions, its weight and its residual.
pub(super) struct View {
    entries: Vec<Entry>,
    weight: f64,
    /// C numbers.
    residual: Vec<f64>,
}

/// Contexts, their labels and log odds: everything that the regression reads.
pub(super) struct Sample<'a> {
    pub(super) items: usize,
    pub(super) categories: usize,
    /// Whether pairs are unordered: a label is then seen from either side, with half the weight.
    pub(super) folded: bool,
    pub(super) folds: Folds<'a>,
    pub(super) basis: Basis,
    /// Contexts x K x K.
    pub(super) odds: Vec<f64>,
    pub(super) labels: Vec<Vec<Residual>>,
    /// The mean of one over the propensity over all labels.
    pub(super) weight: f64,
}

impl Sample<'_> {
    /// The functions of an ordered pair of a context.
    pub(super) fn functions(&self, context: usize, j: usize, k: usize, out: &mut Vec<Entry>) {
        let pairs = self.items * self.items;
        self.basis.of(context, j, k, self.odds[context * pairs + j * self.items + k], out);
    }

    /// The labels of a context.
    fn views(&self, context: usize) -> Vec<View> {
        let mut views = Vec::new();
        for label in &self.labels[context] {
            let sides = 1 + usize::from(self.folded);
            for mirror in [false, true].into_iter().take(sides) {
                let (j, k) = if mirror { (label.second, label.first) } else { (label.first, label.second) };
                let mut entries = Vec::new();
                self.functions(context, j, k, &mut entries);
                let at = |c: usize| if mirror { mirrored(c) } else { c };
                views.put(View {
                    entries,
                    weight: label.weight / (self.weight * sides as f64),
                    residual: (0..self.categories).map(|c| label.values[at(c)]).gathered(),
                });
            }
        }
        views
    }
}

/// The regression of a fold on the first functions, as many as `size`.
struct Fold {
    size: usize,
    /// (sum w b b' + I)^-1.
    inverse: Vec<f64>,
    /// The coefficients, functions x C.
    coefficients: Vec<f64>,
}

/// The regressions of all folds.
pub(super) struct Regression {
    folds: Vec<Vec<Fold>>,
    categories: usize,
}

impl Regression {
    /// On every one of these numbers of functions, the largest first.
    pub(super) fn new(
        sample: &Sample<'_>,
        sizes: &[usize],
        threads: usize,
        watch: Watch<'_>,
    ) -> Result<Regression> {
        let work = |_: &mut (), fold: usize| fit(sample, fold, sizes);
        let folds = threads::run(sample.folds.count(), threads, || Ok(()), work, watch)?;
        Ok(Regression { folds, categories: sample.categories })
    }

    /// The coefficients of a context, functions x C, from the labels of its fold without its own, on one of the numbers
    /// of functions.
    pub(super) fn without(&self, sample: &Sample<'_>, context: usize, which: usize) -> Result<Vec<f64>> {
        let c = self.categories;
        let Fold { size, inverse, coefficients } = &self.folds[sample.folds.fold[context] as usize][which];
        let size = *size;
        let views = sample.views(context);
        let m = views.len();
        // G = A^-1 B, a column for every label of the context.
        let mut columns = reserve(m * size)?;
        let mut found = reserve(size * c)?;
        found.copy_from_slice(coefficients);
        for (column, view) in columns.chunks_exact_mut(size).zip(&views) {
            for &(function, value) in below(&view.entries, size) {
                let row = &inverse[function as usize * size..][..size];
                column.iter_mut().zip(row).for_each(|(g, a)| *g += value * a);
            }
            for (own, g) in found.chunks_exact_mut(c).zip(&*column) {
                own.iter_mut().zip(&view.residual).for_each(|(own, r)| *own -= view.weight * g * r);
            }
        }
        spend(m * size * (views.first().map_or(0, |view| view.entries.len()) + c));
        // (A - B W B')^-1 = A^-1 + G (W^-1 - B' G)^-1 G'.
        let mut inner = Factor::new(m)?;
        for (a, column) in columns.chunks_exact(size).enumerate() {
            for (b, view) in views.iter().enumerate() {
                let product: f64 =
                    below(&view.entries, size).iter().map(|(f, v)| v * column[*f as usize]).sum();
                inner.matrix()[a * m + b] = f64::from(u8::from(a == b)) / view.weight - product;
            }
        }
        if !inner.factor() {
            let message = "the labels of this context decide the second-order correction of its fold alone";
            return Err(Error::Numeric(message.into()));
        }
        for category in 0..c {
            let mut right: Vec<f64> = views
                .iter()
                .map(|view| {
                    let each = below(&view.entries, size).iter();
                    each.map(|(f, v)| v * found[*f as usize * c + category]).sum()
                })
                .gathered();
            inner.solve(&mut right);
            for (column, amount) in columns.chunks_exact(size).zip(&right) {
                let own = found.iter_mut().skip(category).step_by(c);
                own.zip(column).for_each(|(own, g)| *own += amount * g);
            }
        }
        Ok(found)
    }
}

/// The regressions of a fold.
fn fit(sample: &Sample<'_>, fold: usize, sizes: &[usize]) -> Result<Vec<Fold>> {
    let (c, full) = (sample.categories, sizes[0]);
    let mut products = reserve(full * full)?;
    let mut sums = reserve(full * c)?;
    let own = |context: &usize| sample.folds.fold[*context] as usize == fold;
    for context in (0..sample.labels.len()).filter(own) {
        for view in sample.views(context) {
            for (at, &(a, value)) in view.entries.iter().enumerate() {
                let scaled = view.weight * value;
                let row = &mut products[a as usize * full..][..full];
                view.entries[..=at].iter().for_each(|&(b, other)| row[b as usize] += scaled * other);
                let out = &mut sums[a as usize * c..][..c];
                out.iter_mut().zip(&view.residual).for_each(|(sum, r)| *sum += scaled * r);
            }
            spend(view.entries.len() * view.entries.len());
        }
    }
    let mut fits = with_room(sizes.len());
    for &size in sizes {
        let mut factor = Factor::new(size)?;
        // Of both triangles, the lower one by columns is the upper one by rows.
        let matrix = factor.matrix();
        for a in 0..size {
            for b in 0..=a {
                matrix[b * size + a] = products[a * full + b] + if a == b { RIDGE } else { 0.0 };
            }
        }
        if !factor.factor() {
            return Err(Error::Numeric("the second-order correction has no positive definite matrix".into()));
        }
        let inverse = factor.inverse()?;
        let mut coefficients = reserve(size * c)?;
        for category in 0..c {
            let mut right: Vec<f64> = (0..size).map(|row| sums[row * c + category]).gathered();
            factor.solve(&mut right);
            (0..size).for_each(|row| coefficients[row * c + category] = right[row]);
        }
        fits.put(Fold { size, inverse, coefficients });
    }
    Ok(fits)
}
