//! Functions of the features of a context: a constant and cubic B-splines.
//!
//! Every numeric feature has knots at its least and largest value and at its quartiles, which makes seven
//! functions, four of them not zero anywhere. Features of fewer than five values, and those that are
//! asked to be, are linear, in standard deviations from the mean. Beyond the data splines stay as they are
//! at the end.

use crate::error::{Error, Result};
use crate::room::{Gather as _, Put as _};

/// Fewer values than this have no room for a spline.
const VALUES: usize = 5;
const DEGREE: usize = 3;

/// The functions of one feature.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::gars) enum Shape {
    /// Mean, and one over the standard deviation.
    Linear(f64, f64),
    /// Knots, those at the ends four times.
    Spline(Vec<f64>),
    /// A feature of one value.
    Constant,
}

/// Functions of contexts, evaluated: sparse rows, the constant function first.
#[derive(Debug, Clone)]
pub struct Features {
    functions: usize,
    starts: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Features {
    /// The functions of contexts x count features, the last `linear` of them linear.
    pub fn new(features: &[f64], contexts: usize, count: usize, linear: usize) -> Result<Features> {
        if let Some(at) = features.iter().position(|x| !x.is_finite()) {
            let (context, feature) = (at / count, at % count);
            let message = format!("features: number {feature} is {}, which is not finite", features[at]);
            return Err(Error::row(context, message));
        }
        let shapes: Vec<Shape> = (0..count)
            .map(|feature| {
                let values = features.iter().skip(feature).step_by(count).copied().gathered();
                Shape::of(values, feature + linear >= count)
            })
            .gathered();
        let mut basis = Features { functions: 1, starts: vec![0], columns: Vec::new(), values: Vec::new() };
        basis.functions += shapes.iter().map(Shape::functions).sum::<usize>();
        for context in 0..contexts {
            basis.push(0, 1.0);
            let mut first = 1;
            for (shape, &x) in shapes.iter().zip(&features[context * count..]) {
                shape.evaluate(x, |function, value| basis.push(first + function, value));
                first += shape.functions();
            }
            basis.starts.put(basis.columns.len());
        }
        Ok(basis)
    }

    fn push(&mut self, column: usize, value: f64) {
        if value != 0.0 {
            self.columns.put(column as u32);
            self.values.put(value);
        }
    }

    /// Number of functions.
    pub fn functions(&self) -> usize {
        self.functions
    }

    /// The functions of a context that are not zero.
    pub fn of(&self, context: usize) -> impl Iterator<Item = (usize, f64)> + Clone + '_ {
        let own = self.starts[context]..self.starts[context + 1];
        self.columns[own.clone()].iter().map(|c| *c as usize).zip(self.values[own].iter().copied())
    }
}

impl Shape {
    /// The functions for these values.
    pub(in crate::gars) fn of(mut values: Vec<f64>, linear: bool) -> Shape {
        values.sort_unstable_by(f64::total_cmp);
        let (Some(&least), Some(&largest)) = (values.first(), values.last()) else { return Shape::Constant };
        let distinct = 1 + values.windows(2).filter(|pair| pair[0] < pair[1]).count();
        if distinct == 1 {
            return Shape::Constant;
        }
        if linear || distinct < VALUES {
            let n = values.len() as f64;
            let mean = values.iter().map(|x| x / n).sum::<f64>();
            let sd = (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
            return if sd > 0.0 { Shape::Linear(mean, sd.recip()) } else { Shape::Constant };
        }
        let mut knots = vec![least; DEGREE + 1];
        for quarter in 1..4 {
            let at = quarter as f64 / 4.0 * (values.len() - 1) as f64;
            let (below, share) = (at.floor() as usize, at.fract());
            let knot = values[below] + share * (values[(below + 1).min(values.len() - 1)] - values[below]);
            if knot > knots[knots.len() - 1] && knot < largest {
                knots.push(knot);
            }
        }
        knots.put_each([largest; DEGREE + 1]);
        Shape::Spline(knots)
    }

    /// How many there are.
    pub(in crate::gars) fn functions(&self) -> usize {
        match self {
            Shape::Linear(..) => 1,
            Shape::Spline(knots) => knots.len() - DEGREE - 1,
            Shape::Constant => 0,
        }
    }

    /// The functions at x, by the recursion of Cox and de Boor.
    pub(in crate::gars) fn evaluate(&self, x: f64, mut put: impl FnMut(usize, f64)) {
        match self {
            Shape::Constant => (),
            Shape::Linear(mean, scale) => put(0, (x - mean) * scale),
            Shape::Spline(knots) => {
                let last = knots.len() - DEGREE - 2;
                let x = x.clamp(knots[DEGREE], knots[last + 1]);
                let span = (DEGREE..last).find(|&k| x < knots[k + 1]).unwrap_or(last);
                let mut own = [1.0, 0.0, 0.0, 0.0];
                for degree in 1..=DEGREE {
                    let mut carried = 0.0;
                    for k in 0..degree {
                        let (right, left) = (knots[span + k + 1], knots[span + k + 1 - degree]);
                        let share = own[k] / (right - left);
                        own[k] = carried + (right - x) * share;
                        carried = (x - left) * share;
                    }
                    own[degree] = carried;
                }
                own.iter().enumerate().for_each(|(k, value)| put(span - DEGREE + k, *value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Splines sum to one, are continuous with two derivatives, and make every cubic.
    #[test]
    fn splines_make_cubics() {
        let mut random = Random::new(3, 0);
        let features: Vec<f64> = (0..200).map(|_| random.normal()).collect();
        let basis = Features::new(&features, 200, 1, 0).unwrap();
        assert_eq!(basis.functions(), 8);
        let rows: Vec<Vec<f64>> = (0..200)
            .map(|context| {
                let mut row = [0.0; 8];
                basis.of(context).for_each(|(k, value)| row[k] = value);
                assert!((row[1..].iter().sum::<f64>() - 1.0).abs() < 1e-14 && row[0] == 1.0);
                row[1..].to_vec()
            })
            .collect();
        // Least squares for x^3 - 2 x leaves nothing.
        let target: Vec<f64> = features.iter().map(|x| x * x * x - 2.0 * x).collect();
        let mut factor = crate::linalg::Factor::new(7).unwrap();
        let gram = |i: usize, j: usize| rows.iter().map(|r| r[i] * r[j]).sum::<f64>();
        factor.matrix().iter_mut().enumerate().for_each(|(at, x)| *x = gram(at / 7, at % 7));
        assert!(factor.factor());
        let mut solution: Vec<f64> =
            (0..7).map(|i| rows.iter().zip(&target).map(|(r, y)| r[i] * y).sum()).collect();
        factor.solve(&mut solution);
        for (row, y) in rows.iter().zip(&target) {
            let fitted: f64 = row.iter().zip(&solution).map(|(a, b)| a * b).sum();
            assert!((fitted - y).abs() < 1e-9, "{fitted} {y}");
        }
    }

    #[test]
    fn few_values_are_linear_and_one_is_none() {
        let features =
            [1.0, 5.0, 0.0, 2.0, 5.0, 1.0, 1.0, 5.0, 2.0, 2.0, 5.0, 3.0, 1.0, 5.0, 4.0, 2.0, 5.0, 5.0];
        let basis = Features::new(&features, 6, 3, 0).unwrap();
        assert_eq!(basis.functions(), 1 + 1 + 7);
        assert!(basis.of(0).any(|(k, value)| k == 1 && (value + 1.0).abs() < 1e-15));
        assert_eq!(Features::new(&features, 6, 3, 1).unwrap().functions(), 3);
        let mut broken = features;
        broken[7] = f64::NAN;
        assert_eq!(Features::new(&broken, 6, 3, 0).unwrap_err().row_number(), Some(2));
        assert_eq!(Features::new(&[], 4, 0, 0).unwrap().functions(), 1);
    }
}
