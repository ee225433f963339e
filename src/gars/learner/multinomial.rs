//! Multinomial logistic regression with a ridge on everything: minimise
//! - sum_rows w log p_y + ridge / 2 |theta|^2, p = softmax(x theta).
//!
//! By L-BFGS (Nocedal 1980) on a scale where the curvature is known: the Hessian is at most
//! (1/2) X'WX + ridge in every class (Boehning 1992), factored once for each ridge.

use crate::error::{Error, Result};
use crate::solve::{dot, reserve, Factor};

/// Wider problems are scaled by the diagonal of the bound alone.
const WIDEST: usize = 2500;
/// Pairs of steps that are kept.
const MEMORY: usize = 10;
/// Most iterations; some twenty are usual.
const ITERATIONS: usize = 2000;

/// Rows of a regression, sparse, each with its class.
#[derive(Debug, Clone)]
pub struct Regression {
    /// Number of columns of x.
    pub width: usize,
    /// Number of classes.
    pub classes: usize,
    starts: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
    class: Vec<u32>,
}

impl Regression {
    /// No rows yet.
    pub fn new(width: usize, classes: usize) -> Regression {
        let empty = Vec::new;
        Regression { width, classes, starts: vec![0], columns: empty(), values: Vec::new(), class: empty() }
    }

    /// Adds a row.
    pub fn push(&mut self, entries: impl Iterator<Item = (usize, f64)>, class: u32) {
        for (column, value) in entries {
            self.columns.push(column as u32);
            self.values.push(value);
        }
        self.starts.push(self.columns.len());
        self.class.push(class);
    }

    fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + Clone + '_ {
        let own = self.starts[row]..self.starts[row + 1];
        self.columns[own.clone()].iter().map(|c| *c as usize).zip(self.values[own].iter().copied())
    }

    /// The coefficients (width x classes) that fit the rows named, from `start`; `precision` is the
    /// squared Newton decrement, in the scale of the bound, per row at which the search ends.
    pub fn fit(&self, rows: &[usize], ridge: f64, start: Option<&[f64]>, precision: f64) -> Result<Vec<f64>> {
        let size = self.width * self.classes;
        let mut theta = match start {
            Some(start) => start.to_vec(),
            None => reserve(size)?,
        };
        let mut scale = Scale::new(self, rows, ridge)?;
        let mut gradient = reserve(size)?;
        let mut value = self.objective(rows, ridge, &theta, &mut gradient);
        let (mut candidate, mut next) = (reserve(size)?, reserve(size)?);
        let mut memory: Vec<(Vec<f64>, Vec<f64>, f64)> = Vec::new();
        for _ in 0..ITERATIONS {
            let mut scaled = gradient.clone();
            scale.solve(&mut scaled);
            let decrement = dot(&scaled, &gradient);
            if !decrement.is_finite() {
                return Err(Error::Numeric(
                    "a logistic regression overflowed: features are too large".into(),
                ));
            }
            if decrement <= precision * rows.len().max(1) as f64 {
                return Ok(theta);
            }
            let direction = direction(&gradient, &memory, &mut scale);
            let slope = dot(&direction, &gradient);
            let mut step = 1.0;
            loop {
                for ((c, t), d) in candidate.iter_mut().zip(&theta).zip(&direction) {
                    *c = t - step * d;
                }
                let found = self.objective(rows, ridge, &candidate, &mut next);
                if found <= value - 1e-4 * step * slope {
                    value = found;
                    break;
                }
                step *= 0.5;
                // The objective no longer changes in double precision.
                if step * slope <= 1e-15 * value.abs().max(1.0) {
                    return Ok(theta);
                }
            }
            let moved: Vec<f64> = candidate.iter().zip(&theta).map(|(a, b)| a - b).collect();
            let turned: Vec<f64> = next.iter().zip(&gradient).map(|(a, b)| a - b).collect();
            let curvature = dot(&moved, &turned);
            if curvature > 0.0 {
                if memory.len() == MEMORY {
                    memory.remove(0);
                }
                memory.push((moved, turned, curvature));
            }
            std::mem::swap(&mut theta, &mut candidate);
            std::mem::swap(&mut gradient, &mut next);
        }
        Err(Error::NotConverged(format!(
            "a logistic regression of {} columns did not converge in {ITERATIONS} iterations",
            self.width
        )))
    }

    /// The objective and its gradient.
    fn objective(&self, rows: &[usize], ridge: f64, theta: &[f64], gradient: &mut [f64]) -> f64 {
        let classes = self.classes;
        gradient.iter_mut().zip(theta).for_each(|(g, t)| *g = ridge * t);
        let mut value = 0.5 * ridge * dot(theta, theta);
        let mut p = vec![0.0; classes];
        for &row in rows {
            value -= self.log_probabilities(row, theta, &mut p);
            p.iter_mut().for_each(|p| *p = p.exp());
            p[self.class[row] as usize] -= 1.0;
            for (column, x) in self.row(row) {
                let own = &mut gradient[column * classes..(column + 1) * classes];
                own.iter_mut().zip(&p).for_each(|(g, p)| *g += x * p);
            }
        }
        value
    }

    /// Log probabilities of the classes of a row, and that of its own class.
    fn log_probabilities(&self, row: usize, theta: &[f64], out: &mut [f64]) -> f64 {
        log_softmax(self.row(row), theta, out);
        out[self.class[row] as usize]
    }

    /// Minus the log likelihood of rows.
    pub fn loss(&self, rows: &[usize], theta: &[f64]) -> f64 {
        let mut p = vec![0.0; self.classes];
        -rows.iter().map(|&row| self.log_probabilities(row, theta, &mut p)).sum::<f64>()
    }
}

/// Log probabilities of the classes at a sparse row.
pub fn log_softmax(row: impl Iterator<Item = (usize, f64)>, theta: &[f64], out: &mut [f64]) {
    let classes = out.len();
    out.fill(0.0);
    for (column, x) in row {
        let own = &theta[column * classes..(column + 1) * classes];
        out.iter_mut().zip(own).for_each(|(z, t)| *z += x * t);
    }
    normalise(out);
}

/// Logits to log probabilities.
pub fn normalise(logits: &mut [f64]) {
    let most = logits.iter().fold(f64::NEG_INFINITY, |most, z| most.max(*z));
    let total = most + logits.iter().map(|z| (z - most).exp()).sum::<f64>().ln();
    logits.iter_mut().for_each(|z| *z -= total);
}

/// The direction of L-BFGS (to be subtracted), by the two loops.
fn direction(gradient: &[f64], memory: &[(Vec<f64>, Vec<f64>, f64)], scale: &mut Scale) -> Vec<f64> {
    let mut out = gradient.to_vec();
    let mut along = vec![0.0; memory.len()];
    for ((moved, turned, curvature), along) in memory.iter().zip(&mut along).rev() {
        *along = dot(moved, &out) / curvature;
        out.iter_mut().zip(turned).for_each(|(o, t)| *o -= *along * t);
    }
    scale.solve(&mut out);
    for ((moved, turned, curvature), along) in memory.iter().zip(&along) {
        let back = dot(turned, &out) / curvature;
        out.iter_mut().zip(moved).for_each(|(o, m)| *o += (along - back) * m);
    }
    out
}

/// The bound of the curvature in one class, factored, or its diagonal.
struct Scale {
    classes: usize,
    factor: Option<Factor>,
    diagonal: Vec<f64>,
}

impl Scale {
    fn new(regression: &Regression, rows: &[usize], ridge: f64) -> Result<Scale> {
        let (width, classes) = (regression.width, regression.classes);
        if width > WIDEST {
            let mut diagonal = reserve(width)?;
            diagonal.fill(ridge);
            for (column, x) in rows.iter().flat_map(|&row| regression.row(row)) {
                diagonal[column] += 0.5 * x * x;
            }
            return Ok(Scale { classes, factor: None, diagonal });
        }
        let mut factor = Factor::new(width)?;
        let matrix = factor.matrix();
        (0..width).for_each(|k| matrix[k * width + k] = ridge);
        for &row in rows {
            for (a, x) in regression.row(row) {
                let own = &mut matrix[a * width..(a + 1) * width];
                regression.row(row).for_each(|(b, y)| own[b] += 0.5 * x * y);
            }
        }
        if !factor.factor() {
            return Err(Error::Numeric(format!("a regression of {width} columns cannot be scaled")));
        }
        Ok(Scale { classes, factor: Some(factor), diagonal: reserve(width)? })
    }

    /// Solves with the bound, class by class, in place.
    fn solve(&mut self, vector: &mut [f64]) {
        let classes = self.classes;
        let Some(factor) = &mut self.factor else {
            for (own, d) in vector.chunks_mut(classes).zip(&self.diagonal) {
                own.iter_mut().for_each(|x| *x /= d);
            }
            return;
        };
        for class in 0..classes {
            for (to, from) in self.diagonal.iter_mut().zip(vector.iter().skip(class).step_by(classes)) {
                *to = *from;
            }
            factor.solve(&mut self.diagonal);
            for (to, from) in vector.iter_mut().skip(class).step_by(classes).zip(&self.diagonal) {
                *to = *from;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn example(rows: usize, width: usize, classes: usize) -> Regression {
        let mut random = Random::new(5, 0);
        let truth: Vec<f64> = (0..width * classes).map(|_| random.normal()).collect();
        let mut regression = Regression::new(width, classes);
        for _ in 0..rows {
            let x: Vec<(usize, f64)> =
                (0..width).filter(|k| k % 3 != 1).map(|k| (k, random.normal())).collect();
            let mut p = vec![0.0; classes];
            log_softmax(x.iter().copied(), &truth, &mut p);
            let mut left = random.uniform();
            let drawn = p.iter().position(|p| {
                left -= p.exp();
                left < 0.0
            });
            regression.push(x.into_iter(), drawn.unwrap_or(0) as u32);
        }
        regression
    }

    /// The gradient is that of finite differences, and vanishes where the search ends.
    #[test]
    fn the_optimum_has_no_gradient() {
        let regression = example(300, 7, 3);
        let rows: Vec<usize> = (0..300).filter(|row| row % 4 != 0).collect();
        let ridge = 0.7;
        let theta = regression.fit(&rows, ridge, None, 1e-20).unwrap();
        let mut gradient = vec![0.0; 21];
        let value = regression.objective(&rows, ridge, &theta, &mut gradient);
        assert!(gradient.iter().all(|g| g.abs() < 1e-6), "{gradient:?}");
        assert!((regression.loss(&rows, &theta) + 0.5 * ridge * dot(&theta, &theta) - value).abs() < 1e-9);
        let away: Vec<f64> = theta.iter().enumerate().map(|(k, t)| t + 0.1 * (k as f64).sin()).collect();
        regression.objective(&rows, ridge, &away, &mut gradient);
        for k in 0..21 {
            let at = |h: f64| {
                let mut moved = away.clone();
                moved[k] += h;
                regression.objective(&rows, ridge, &moved, &mut [0.0; 21])
            };
            let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!((slope - gradient[k]).abs() < 1e-6 * (1.0 + slope.abs()), "{slope} {}", gradient[k]);
        }
    }

    /// The diagonal scale leads to the same place.
    #[test]
    fn both_scales_agree() {
        let mut wide = example(200, 6, 2);
        let rows: Vec<usize> = (0..200).collect();
        let narrow = wide.fit(&rows, 1.0, None, 1e-18).unwrap();
        wide.width = WIDEST + 1;
        let theta = wide.fit(&rows, 1.0, None, 1e-18).unwrap();
        for (a, b) in narrow.iter().zip(&theta) {
            assert!((a - b).abs() < 1e-7, "{a} {b}");
        }
        assert!(theta[narrow.len()..].iter().all(|t| *t == 0.0));
    }
}
