//! The functions of a pair in a context that residuals of labels are regressed on: an indicator of every ordered pair,
//! splines of the log odds of the score of the item shown first, and (1{j} - 1{k}) times polynomials of features, which
//! say what a feature does for an item.

use super::Folds;
use crate::gars::learner::Shape;
use crate::interrupt::spend;
use crate::room::{Gather as _, Put as _};

/// Legendre polynomials of degree 1 to this, of norm 1 on [-1, 1].
const DEGREES: usize = 3;
/// Labels of a fold for every function, where features are as many as labels allow.
const SHARE: usize = 5;

/// A function that is not zero, and its value.
pub(super) type Entry = (u32, f64);

/// The functions, with what they need of all contexts.
pub(super) struct Basis {
    items: usize,
    splines: Shape,
    /// Contexts x polynomials.
    polynomials: Vec<f64>,
    count: usize,
}

impl Basis {
    /// For log odds of all ordered pairs of all contexts, contexts x K x K.
    pub(super) fn new(items: usize, odds: &[f64], folds: &Folds<'_>, features: usize) -> Basis {
        let pairs = items * items;
        let each = odds.chunks_exact(pairs).flat_map(|own| {
            own.iter().enumerate().filter(move |(pair, _)| pair % (items + 1) != 0).map(|(_, odds)| *odds)
        });
        let values = each.gathered();
        spend(values.len() * values.len().max(2).ilog2() as usize);
        let splines = Shape::of(values, false);
        let scales = (0..features).map(|feature| Scale::of(folds, feature)).gathered();
        let used: Vec<&Scale> = scales.iter().filter(|scale| scale.width > 0.0).gathered();
        let count = DEGREES * used.len();
        let mut polynomials = Vec::new();
        for own in folds.features.chunks_exact(folds.feature_count.max(1)).filter(|_| count > 0) {
            for degree in 0..DEGREES {
                polynomials.put_each(used.iter().map(|scale| legendre(degree, scale.of_value(own))));
            }
        }
        Basis { items, splines, polynomials, count }
    }

    /// Number of functions without features.
    pub(super) fn short(&self) -> usize {
        self.items * (self.items - 1) + self.splines.functions()
    }

    /// Number of functions.
    pub(super) fn full(&self) -> usize {
        self.short() + self.items * self.count
    }

    /// The functions of a pair that are not zero, in order: those without features first.
    pub(super) fn of(&self, context: usize, j: usize, k: usize, odds: f64, out: &mut Vec<Entry>) {
        out.clear();
        let pair = j * (self.items - 1) + k - usize::from(k > j);
        out.put((pair as u32, 1.0));
        let first = self.items * (self.items - 1);
        self.splines.evaluate(odds, |function, value| {
            if value != 0.0 {
                out.put(((first + function) as u32, value));
            }
        });
        let own = &self.polynomials[context * self.count..(context + 1) * self.count];
        let mut sides = [(j, 1.0), (k, -1.0)];
        if k < j {
            sides.swap(0, 1);
        }
        for (item, sign) in sides {
            let first = self.short() + item * self.count;
            out.put_each(own.iter().enumerate().map(|(at, value)| ((first + at) as u32, sign * value)));
        }
    }
}

/// How many features there is room for, where no fold has fewer labels.
pub(super) fn features_for(items: usize, labels: usize, features: usize) -> usize {
    // Seven splines.
    let short = items * (items - 1) + 7;
    features.min((labels / SHARE).saturating_sub(short) / (DEGREES * items))
}

/// The range of a feature, which becomes [-1, 1].
struct Scale {
    feature: usize,
    least: f64,
    width: f64,
}

impl Scale {
    fn of(folds: &Folds<'_>, feature: usize) -> Scale {
        let own = || folds.features.iter().skip(feature).step_by(folds.feature_count);
        let least = own().fold(f64::INFINITY, |least, x| least.min(*x));
        let most = own().fold(f64::NEG_INFINITY, |most, x| most.max(*x));
        // Halves: the difference of the largest numbers overflows.
        Scale { feature, least, width: 0.5 * most - 0.5 * least }
    }

    fn of_value(&self, context: &[f64]) -> f64 {
        (0.5 * context[self.feature] - 0.5 * self.least) / (0.5 * self.width) - 1.0
    }
}

/// sqrt(2 d + 1) P_d(u) of degree d, from 0 for the first.
fn legendre(degree: usize, u: f64) -> f64 {
    match degree {
        0 => 3f64.sqrt() * u,
        1 => 5f64.sqrt() * 0.5 * (3.0 * u * u - 1.0),
        _ => 7f64.sqrt() * 0.5 * (5.0 * u * u - 3.0) * u,
    }
}

/// A copy of entries that are functions below a number.
pub(super) fn below(entries: &[Entry], functions: usize) -> &[Entry] {
    &entries[..entries.partition_point(|(function, _)| (*function as usize) < functions)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Polynomials have norm 1 under equal weights and are orthogonal.
    #[test]
    fn polynomials_are_orthonormal() {
        let n = 20_000;
        let at = |i: usize| -1.0 + (2 * i + 1) as f64 / n as f64;
        for a in 0..DEGREES {
            for b in 0..DEGREES {
                let mean = (0..n).map(|i| legendre(a, at(i)) * legendre(b, at(i))).sum::<f64>() / n as f64;
                assert!((mean - f64::from(u8::from(a == b))).abs() < 1e-6, "{a} {b} {mean}");
            }
        }
    }

    #[test]
    fn functions_of_a_pair() {
        let fold = [0, 0];
        let folds = Folds { fold: &fold, features: &[0.0, 5.0, 4.0, 5.0], feature_count: 2 };
        // The second feature has one value, and no functions.
        let odds: Vec<f64> = (0..18).map(|at| f64::from(at) * 0.1).collect();
        let basis = Basis::new(3, &odds, &folds, 2);
        assert_eq!((basis.short(), basis.full()), (6 + 7, 6 + 7 + 9));
        let mut row = Vec::new();
        basis.of(1, 2, 0, 0.9, &mut row);
        assert_eq!(row[0], (4, 1.0));
        let splines: f64 = row.iter().filter(|e| (6..13).contains(&e.0)).map(|e| e.1).sum();
        assert!((splines - 1.0).abs() < 1e-14);
        let root = 3f64.sqrt();
        let of = |function: u32| row.iter().find(|e| e.0 == function).map(|e| e.1);
        assert!((of(13 + 6).unwrap() - root).abs() < 1e-14 && (of(13).unwrap() + root).abs() < 1e-14);
        assert_eq!(of(13 + 3), None);
        assert!(row.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(below(&row, 13).iter().all(|e| e.0 < 13));
        // 2 fives of labels are too few, 22 are one feature.
        assert_eq!([10, 109, 110, 500].map(|labels| features_for(3, labels, 2)), [0, 0, 1, 2]);
    }
}
