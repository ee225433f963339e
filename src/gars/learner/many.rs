//! Likelihoods of regressions with many classes: all classes of a row side by side, compiled for several
//! instruction sets of which the widest runs. The loops over classes only add, multiply, divide and compare,
//! so that the bits are the same with each.

use super::multinomial::{Link, Regression};
use crate::outcome::{exp_negative, ln_1p_unit};
use faer::traits::pulp::{Arch, Simd, WithSimd};

/// Minus the log likelihood of rows, its gradient added to one.
pub(super) struct Many<'a> {
    pub(super) regression: &'a Regression,
    pub(super) rows: &'a [usize],
    pub(super) theta: &'a [f64],
    pub(super) gradient: &'a mut [f64],
    /// Room for a number for every class.
    pub(super) room: &'a mut [f64],
}

impl Many<'_> {
    pub(super) fn run(self) -> f64 {
        Arch::new().dispatch(self)
    }
}

impl WithSimd for Many<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let Many { regression, rows, theta, gradient, room: p } = self;
        let classes = p.len();
        let mut value = 0.0;
        for &row in rows {
            let (columns, values) = regression.entries(row);
            p.fill(0.0);
            for (&column, &x) in columns.iter().zip(values) {
                let own = &theta[column as usize * classes..][..classes];
                p.iter_mut().zip(own).for_each(|(z, t)| *z += x * t);
            }
            let answers = regression.answers(row);
            value -= answers.iter().map(|&class| p[class as usize]).sum::<f64>();
            value += match regression.link {
                Link::Softmax => softmax(p),
                Link::Logistic => logistic(p),
            };
            answers.iter().for_each(|&class| p[class as usize] -= 1.0);
            for (&column, &x) in columns.iter().zip(values) {
                let own = &mut gradient[column as usize * classes..][..classes];
                own.iter_mut().zip(&*p).for_each(|(g, p)| *g += x * p);
            }
        }
        value
    }
}

/// Numbers side by side in registers.
const LANES: usize = 8;

/// Sums of blocks of numbers that `each` makes others of.
#[inline(always)]
fn replace(z: &mut [f64], each: impl Fn(f64) -> (f64, f64)) -> f64 {
    let mut sums = [0.0; LANES];
    let mut blocks = z.chunks_exact_mut(LANES);
    for block in &mut blocks {
        for lane in 0..LANES {
            let (p, term) = each(block[lane]);
            block[lane] = p;
            sums[lane] += term;
        }
    }
    let mut sum: f64 = sums.iter().sum();
    for z in blocks.into_remainder() {
        let (p, term) = each(*z);
        *z = p;
        sum += term;
    }
    sum
}

/// Logits to probabilities that sum to one; the logarithm of the sum of their exponentials.
#[inline(always)]
fn softmax(z: &mut [f64]) -> f64 {
    let most = z.iter().fold(f64::NEG_INFINITY, |most, z| if *z > most { *z } else { most });
    let total = replace(z, |z| {
        let e = exp_negative(z - most);
        (e, e)
    });
    let scale = 1.0 / total;
    z.iter_mut().for_each(|p| *p *= scale);
    most + total.ln()
}

/// Logits to probabilities, each by itself; the sum of log(1 + exp(z)).
#[inline(always)]
fn logistic(z: &mut [f64]) -> f64 {
    replace(z, |z| {
        let tail = exp_negative(-z.abs());
        let big = 1.0 / (1.0 + tail);
        let (p, above) = if z >= 0.0 { (big, z) } else { (tail * big, 0.0) };
        (p, above + ln_1p_unit(tail))
    })
}
