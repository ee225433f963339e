//! Logistic regression with a ridge on everything, the same or one for every column: the sum of - log p_y over
//! rows, plus ridge / 2 |theta|^2, is minimised, p = softmax(x theta), or for answers that are each yes or no p = logistic(x theta).
//!
//! By L-BFGS (Nocedal 1980) on a scale where the curvature is known: with few classes the Hessian is at
//! most (1/2) X'X + ridge in every class (Boehning 1992); with many, of which each is rare, it is about
//! s (1 - s) X'X + ridge, s the share of the class. X'X is computed once for all ridges.

use super::many::Many;
use crate::error::{Error, Result};
use crate::linalg::Factor;
use crate::room::{reserve, with_room, Duplicate as _, Gather as _, Put as _};
use crate::threads::Ask;
use crate::vectors::dot;

/// Wider problems are scaled by the diagonal alone, and those whose factors would have more numbers.
const WIDEST: usize = 2500;
const NUMBERS: usize = WIDEST * WIDEST;
/// Up to this number of classes are few.
const FEW: usize = 5;
/// Pairs of steps that are kept.
const MEMORY: usize = 10;
/// Most iterations; some twenty are usual.
const ITERATIONS: usize = 2000;
/// Products of totals over a few classes may grow to this, and be multiplied by one more.
const LARGE: f64 = 1e250;

/// How linear predictors become probabilities of the answers of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// A row has one of the classes.
    Softmax,
    /// A row has any of the classes, each independently.
    Logistic,
}

/// The ridge of every column.
#[derive(Debug, Clone, Copy)]
pub enum Ridge<'a> {
    /// The same.
    Same(f64),
    /// One of each.
    Columns(&'a [f64]),
}

impl Ridge<'_> {
    fn of(&self, column: usize) -> f64 {
        match self {
            Ridge::Same(ridge) => *ridge,
            Ridge::Columns(ridges) => ridges[column],
        }
    }
}

impl From<f64> for Ridge<'_> {
    fn from(ridge: f64) -> Self {
        Ridge::Same(ridge)
    }
}

impl<'a> From<&'a [f64]> for Ridge<'a> {
    fn from(ridges: &'a [f64]) -> Self {
        Ridge::Columns(ridges)
    }
}

/// Rows of a regression, sparse, each with its answers.
#[derive(Debug, Clone)]
pub struct Regression {
    /// Number of columns of x.
    pub width: usize,
    /// Number of classes.
    pub classes: usize,
    /// How probabilities follow.
    pub link: Link,
    starts: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
    answer_starts: Vec<usize>,
    answers: Vec<u32>,
}

impl Regression {
    /// No rows yet.
    pub fn new(width: usize, classes: usize, link: Link) -> Regression {
        let (starts, answer_starts) = (vec![0], vec![0]);
        let (columns, answers) = (Vec::new(), Vec::new());
        Regression { width, classes, link, starts, columns, values: Vec::new(), answer_starts, answers }
    }

    /// Adds a row.
    pub fn push(&mut self, entries: impl Iterator<Item = (usize, f64)>, answers: &[u32]) {
        for (column, value) in entries {
            self.columns.put(column as u32);
            self.values.put(value);
        }
        self.starts.put(self.columns.len());
        self.answers.put_all(answers);
        self.answer_starts.put(self.answers.len());
    }

    /// Columns and values of a row.
    pub fn entries(&self, row: usize) -> (&[u32], &[f64]) {
        let own = self.starts[row]..self.starts[row + 1];
        (&self.columns[own.clone()], &self.values[own])
    }

    fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let (columns, values) = self.entries(row);
        columns.iter().zip(values).map(|(c, x)| (*c as usize, *x))
    }

    /// The answers of a row.
    pub fn answers(&self, row: usize) -> &[u32] {
        &self.answers[self.answer_starts[row]..self.answer_starts[row + 1]]
    }

    /// The share of the rows with each class for an answer, drawn towards a half by one row.
    pub fn shares(&self, rows: &[usize]) -> Vec<f64> {
        let mut shares = vec![0.5; self.classes];
        rows.iter().flat_map(|&row| self.answers(row)).for_each(|&class| shares[class as usize] += 1.0);
        shares.iter_mut().for_each(|share| *share /= rows.len() as f64 + 1.0);
        shares
    }

    /// The scale of the curvature of these rows.
    pub fn bound(&self, rows: &[usize]) -> Result<Bound> {
        let width = self.width;
        let few = self.link == Link::Softmax && self.classes <= FEW;
        let weights = match few {
            true => vec![1.0],
            false => self.shares(rows).into_iter().map(|s| 2.0 * s * (1.0 - s)).gathered(),
        };
        if width > WIDEST || width * width * weights.len() > NUMBERS {
            let mut half = reserve(width)?;
            for (column, x) in rows.iter().flat_map(|&row| self.row(row)) {
                half[column] += 0.5 * x * x;
            }
            return Ok(Bound { width, half, is_diagonal: true, weights });
        }
        let mut half = reserve(width * width)?;
        for &row in rows {
            let (columns, values) = self.entries(row);
            for (&a, &x) in columns.iter().zip(values) {
                let own = &mut half[a as usize * width..(a as usize + 1) * width];
                for (&b, &y) in columns.iter().zip(values) {
                    // The triangle that is factored.
                    if b >= a {
                        own[b as usize] += 0.5 * x * y;
                    }
                }
            }
        }
        Ok(Bound { width, half, is_diagonal: false, weights })
    }

    /// The coefficients (width x classes) that fit the rows named, from `start`; `bound` is that of these
    /// rows. `precision` is the squared Newton decrement per row, as far as the search knows it, at which it
    /// ends. Where answers are one of a few classes, coefficients sum to zero over these, those of `start`
    /// too.
    pub fn fit<'r>(
        &self,
        rows: &[usize],
        bound: &Bound,
        ridge: impl Into<Ridge<'r>>,
        start: Option<&[f64]>,
        precision: f64,
        ask: Ask<'_>,
    ) -> Result<Vec<f64>> {
        let ridge = ridge.into();
        let size = self.width * self.classes;
        let mut theta = match start {
            Some(start) => start.duplicate(),
            None => reserve(size)?,
        };
        let mut scale = bound.scale(self.classes, ridge)?;
        let mut gradient = reserve(size)?;
        let mut value = self.objective(rows, ridge, &theta, &mut gradient);
        let (mut candidate, mut next) = (reserve(size)?, reserve(size)?);
        let mut memory: Vec<(Vec<f64>, Vec<f64>, f64)> = Vec::new();
        for _ in 0..ITERATIONS {
            ask()?;
            let direction = direction(&gradient, &memory, &mut scale);
            let slope = dot(&direction, &gradient);
            if !slope.is_finite() {
                return Err(Error::Numeric(
                    "a logistic regression overflowed: features are too large".into(),
                ));
            }
            if slope <= precision * rows.len().max(1) as f64 {
                return Ok(theta);
            }
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
            let moved: Vec<f64> = candidate.iter().zip(&theta).map(|(a, b)| a - b).gathered();
            let turned: Vec<f64> = next.iter().zip(&gradient).map(|(a, b)| a - b).gathered();
            let curvature = dot(&moved, &turned);
            if curvature > 0.0 {
                if memory.len() == MEMORY {
                    memory.remove(0);
                }
                memory.put((moved, turned, curvature));
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
    fn objective<'r>(
        &self,
        rows: &[usize],
        ridge: impl Into<Ridge<'r>>,
        theta: &[f64],
        gradient: &mut [f64],
    ) -> f64 {
        let penalty = match ridge.into() {
            Ridge::Same(ridge) => {
                gradient.iter_mut().zip(theta).for_each(|(g, t)| *g = ridge * t);
                0.5 * ridge * dot(theta, theta)
            }
            Ridge::Columns(ridges) => {
                let columns = gradient.chunks_mut(self.classes).zip(theta.chunks(self.classes));
                for ((gradient, theta), ridge) in columns.zip(ridges) {
                    gradient.iter_mut().zip(theta).for_each(|(g, t)| *g = ridge * t);
                }
                0.5 * dot(theta, gradient)
            }
        };
        penalty + self.likelihood(rows, theta, gradient)
    }

    /// Minus the log likelihood of rows, its gradient added to one.
    fn likelihood(&self, rows: &[usize], theta: &[f64], gradient: &mut [f64]) -> f64 {
        match (self.link, self.classes) {
            (Link::Softmax, 2) => self.few::<2>(rows, theta, gradient),
            (Link::Softmax, 3) => self.few::<3>(rows, theta, gradient),
            (Link::Softmax, 4) => self.few::<4>(rows, theta, gradient),
            (Link::Softmax, FEW) => self.few::<FEW>(rows, theta, gradient),
            _ => {
                let room = &mut vec![0.0; self.classes];
                Many { regression: self, rows, theta, gradient, room }.run()
            }
        }
    }

    /// The same where the classes of a row fit in registers.
    fn few<const C: usize>(&self, rows: &[usize], theta: &[f64], gradient: &mut [f64]) -> f64 {
        let (mut value, mut product) = (0.0, 1.0);
        for &row in rows {
            let (columns, values) = self.entries(row);
            let mut p = [0.0; C];
            for (&column, &x) in columns.iter().zip(values) {
                let own = &theta[column as usize * C..][..C];
                for class in 0..C {
                    p[class] += x * own[class];
                }
            }
            let most = p.iter().fold(f64::NEG_INFINITY, |most, z| most.max(*z));
            let class = self.answers[self.answer_starts[row]] as usize;
            value -= p[class] - most;
            p.iter_mut().for_each(|z| *z = (*z - most).exp());
            let total: f64 = p.iter().sum();
            // One logarithm for many rows.
            product *= total;
            if product > LARGE {
                value += f64::ln(product);
                product = 1.0;
            }
            let scale = 1.0 / total;
            p.iter_mut().for_each(|p| *p *= scale);
            p[class] -= 1.0;
            for (&column, &x) in columns.iter().zip(values) {
                let own = &mut gradient[column as usize * C..][..C];
                for class in 0..C {
                    own[class] += x * p[class];
                }
            }
        }
        value + f64::ln(product)
    }

    /// Minus the log likelihood of rows.
    pub fn loss(&self, rows: &[usize], theta: &[f64]) -> f64 {
        self.likelihood(rows, theta, &mut vec![0.0; theta.len()])
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
    let mut out = gradient.duplicate();
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

/// (1/2) X'X of some rows: its triangle, or its diagonal.
#[derive(Debug)]
pub struct Bound {
    width: usize,
    half: Vec<f64>,
    is_diagonal: bool,
    /// Its factor in every class; one number: the same in all.
    weights: Vec<f64>,
}

impl Bound {
    /// With a ridge, ready to solve.
    fn scale(&self, classes: usize, ridge: Ridge<'_>) -> Result<Scale> {
        let width = self.width;
        let mut scales = with_room(self.weights.len());
        for weight in &self.weights {
            scales.push(if self.is_diagonal {
                ScaleOfClass::Diagonal(
                    self.half.iter().enumerate().map(|(k, d)| weight * d + ridge.of(k)).gathered(),
                )
            } else {
                let mut factor = Factor::new(width)?;
                let matrix = factor.matrix();
                matrix.iter_mut().zip(&self.half).for_each(|(m, h)| *m = weight * h);
                (0..width).for_each(|k| matrix[k * width + k] += ridge.of(k));
                if !factor.factor() {
                    let message = format!("a regression of {width} columns cannot be scaled");
                    return Err(Error::Numeric(message));
                }
                ScaleOfClass::Factored(factor)
            });
        }
        Ok(Scale { classes, scales, room: reserve(width)? })
    }
}

/// The curvature, by class or the same in all.
struct Scale {
    classes: usize,
    scales: Vec<ScaleOfClass>,
    room: Vec<f64>,
}

enum ScaleOfClass {
    Factored(Factor),
    Diagonal(Vec<f64>),
}

impl Scale {
    /// Solves class by class, in place. Where all classes have the same curvature, numbers sum to zero over
    /// them, and so do the solutions: the first follows from the others.
    fn solve(&mut self, vector: &mut [f64]) {
        let classes = self.classes;
        let shared = self.scales.len() == 1 && classes > 1;
        for class in usize::from(shared)..classes {
            for (to, from) in self.room.iter_mut().zip(vector.iter().skip(class).step_by(classes)) {
                *to = *from;
            }
            match &mut self.scales[if shared { 0 } else { class }] {
                ScaleOfClass::Factored(factor) => factor.solve(&mut self.room),
                ScaleOfClass::Diagonal(d) => self.room.iter_mut().zip(d).for_each(|(x, d)| *x /= *d),
            }
            for (to, from) in vector.iter_mut().skip(class).step_by(classes).zip(&self.room) {
                *to = *from;
            }
        }
        if shared {
            for own in vector.chunks_mut(classes) {
                own[0] = -own[1..].iter().sum::<f64>();
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
        let mut regression = Regression::new(width, classes, Link::Softmax);
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
            regression.push(x.into_iter(), &[drawn.unwrap_or(0) as u32]);
        }
        regression
    }

    fn fitted(regression: &Regression, rows: &[usize], ridge: f64, precision: f64) -> Vec<f64> {
        let bound = regression.bound(rows).unwrap();
        regression.fit(rows, &bound, ridge, None, precision, &mut || Ok(())).unwrap()
    }

    /// Few classes, in registers, and any number of them.
    #[test]
    fn both_loops_agree() {
        for classes in 2..=5 {
            let regression = example(200, 6, classes);
            let rows: Vec<usize> = (0..200).collect();
            let theta: Vec<f64> = (0..6 * classes).map(|k| 30.0 * (k as f64).sin()).collect();
            let mut gradients = [vec![0.0; 6 * classes], vec![0.0; 6 * classes]];
            let few = regression.objective(&rows, 0.0, &theta, &mut gradients[0]);
            let [_, gradient] = &mut gradients;
            let room = &mut vec![0.0; classes];
            let many = Many { regression: &regression, rows: &rows, theta: &theta, gradient, room }.run();
            assert!((few / many - 1.0).abs() < 1e-13, "{few} {many}");
            for (a, b) in gradients[0].iter().zip(&gradients[1]) {
                assert!((a - b).abs() < 1e-11, "{a} {b}");
            }
        }
    }

    #[test]
    fn a_fit_is_cancelled() {
        let regression = example(50, 4, 2);
        let rows: Vec<usize> = (0..50).collect();
        let bound = regression.bound(&rows).unwrap();
        let mut left = 2;
        let mut ask = || {
            left -= 1;
            if left == 0 {
                Err(Error::Cancelled)
            } else {
                Ok(())
            }
        };
        assert_eq!(regression.fit(&rows, &bound, 1.0, None, 1e-20, &mut ask), Err(Error::Cancelled));
    }

    /// The gradient is that of finite differences, and vanishes where the search ends.
    #[test]
    fn the_optimum_has_no_gradient() {
        let regression = example(300, 7, 3);
        let rows: Vec<usize> = (0..300).filter(|row| row % 4 != 0).collect();
        let ridge = 0.7;
        let theta = fitted(&regression, &rows, ridge, 1e-20);
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

    /// Answers that are each yes or no are regressions with two classes, of half the difference; both end where
    /// nothing is left of the gradient, with the ridge halved.
    #[test]
    fn each_class_is_a_regression_of_two() {
        let (rows, classes) = (300, 7);
        let single = example(rows, 5, 2);
        let mut each = Regression::new(5, classes, Link::Logistic);
        for row in 0..rows {
            let own = single.answers(row)[0];
            // The last class is what the regression of two has; the others are something else.
            let other = (row % (classes - 1)) as u32;
            let answers = if own == 1 { vec![other, classes as u32 - 1] } else { vec![other] };
            each.push(single.row(row), &answers);
        }
        let rows: Vec<usize> = (0..rows).collect();
        let two = fitted(&single, &rows, 1.0, 1e-20);
        let theta = fitted(&each, &rows, 0.5, 1e-20);
        for column in 0..5 {
            let difference = two[column * 2 + 1] - two[column * 2];
            let found = theta[column * classes + classes - 1];
            assert!((difference - found).abs() < 1e-7, "{difference} {found}");
        }
        let mut gradient = vec![0.0; 5 * classes];
        each.objective(&rows, 0.5, &theta, &mut gradient);
        assert!(gradient.iter().all(|g| g.abs() < 2e-5), "{gradient:?}");
        // Many classes, one of which is the answer: by the shares of the classes.
        let many = example(400, 4, 9);
        let rows: Vec<usize> = (0..400).collect();
        let theta = fitted(&many, &rows, 0.3, 1e-20);
        let mut gradient = vec![0.0; 36];
        many.objective(&rows, 0.3, &theta, &mut gradient);
        assert!(gradient.iter().all(|g| g.abs() < 2e-5), "{gradient:?}");
    }

    /// Two ridges against an independent program (`two_ridges` of `gars_open.json`).
    #[test]
    fn ridges_of_columns() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gars_open.json");
        let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for name in ["two_ridges", "two_ridges_null"] {
            let case = &file["cases"][name];
            let number = |value: &serde_json::Value| value.as_f64().unwrap();
            let list =
                |value: &serde_json::Value| value.as_array().unwrap().iter().map(number).collect::<Vec<_>>();
            let of = |key: &str| list(&case["inputs"][key]);
            let features: Vec<Vec<f64>> =
                case["inputs"]["features"].as_array().unwrap().iter().map(list).collect();
            let (first, second, category) = (of("first"), of("second"), of("category"));
            let (k, q) = (3, features[0].len());
            let (sides, pairs) = (2 * k, 2 * k + k * k);
            let mut regression = Regression::new(pairs + (2 * k + 1) * q, 3, Link::Softmax);
            for row in 0..features.len() {
                let (j, i) = (first[row] as usize, second[row] as usize);
                let own = features[row]
                    .iter()
                    .enumerate()
                    .flat_map(|(f, x)| [j, k + i, 2 * k].map(|block| (pairs + block * q + f, *x)));
                let rest = [(j, 1.0), (k + i, 1.0), (sides + j * k + i, 1.0)];
                regression.push(rest.into_iter().chain(own), &[category[row] as u32]);
            }
            let rows: Vec<usize> = (0..features.len()).collect();
            let scale = of("scale");
            let [items, feature] = ["ridge", "feature_ridge"].map(|key| number(&case["inputs"][key]));
            let ridges: Vec<f64> = (0..regression.width)
                .map(|column| if column < pairs { items } else { feature * scale[(column - pairs) % q] })
                .collect();
            let bound = regression.bound(&rows).unwrap();
            let theta = regression.fit(&rows, &bound, &ridges[..], None, 1e-22, &mut || Ok(())).unwrap();
            let value = regression.objective(&rows, &ridges[..], &theta, &mut vec![0.0; theta.len()]);
            assert!((value - number(&case["objective"])).abs() < 1e-8, "{name}: {value}");
            for (f, norm) in list(&case["norms"]).iter().enumerate() {
                let blocks =
                    (0..2 * k + 1).flat_map(|block| (0..3).map(move |c| (pairs + block * q + f) * 3 + c));
                let found: f64 = blocks.map(|at| theta[at] * theta[at]).sum();
                assert!((found - norm).abs() < 1e-6 * norm.max(1e-9), "{name}: {found} {norm}");
            }
            for (row, expected) in case["probabilities"].as_array().unwrap().iter().enumerate() {
                let mut p = [0.0; 3];
                log_softmax(regression.row(row), &theta, &mut p);
                for (p, expected) in p.iter().zip(list(expected)) {
                    assert!((p.exp() - expected).abs() < 1e-6, "{name}: {} {expected}", p.exp());
                }
            }
        }
    }

    /// The diagonal scale leads to the same place.
    #[test]
    fn both_scales_agree() {
        let mut wide = example(200, 6, 2);
        let rows: Vec<usize> = (0..200).collect();
        let narrow = fitted(&wide, &rows, 1.0, 1e-18);
        wide.width = WIDEST + 1;
        let theta = fitted(&wide, &rows, 1.0, 1e-18);
        for (a, b) in narrow.iter().zip(&theta) {
            assert!((a - b).abs() < 1e-7, "{a} {b}");
        }
        assert!(theta[narrow.len()..].iter().all(|t| *t == 0.0));
    }
}
