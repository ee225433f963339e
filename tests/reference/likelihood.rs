//! The likelihood of the data and the penalties, by summation over rows, with derivatives; the information matrices.

use crate::case::{is_of_differences, is_probit, Row};
use crate::definition::{Definition, Distribution, Locals};
use crate::jet::Jet;
use crate::linear::Matrix;
use duel::threshold::Form;
use std::collections::HashMap;

/// A term of minus the objective that is not data: a penalty -0.5 w r^2, or pseudo-comparisons of information w
/// in r.
struct Extra {
    touched: Vec<usize>,
    value: Jet,
    root: Jet,
    weight: f64,
}

/// The cluster that a row belongs to, if any.
pub type Cluster<'a> = &'a dyn Fn(&Row) -> Option<usize>;

/// Value, gradient and Hessian.
pub struct Curved {
    pub value: f64,
    pub gradient: Vec<f64>,
    pub hessian: Matrix,
}

impl Definition<'_> {
    /// Counts of a row by outcome of the distribution: half a tie for each side under Bradley-Terry. Rows of judges who only
    /// tie have probability one at the end of the range of their thresholds, and say nothing.
    pub fn counts(&self, row: &Row) -> [f64; 4] {
        let [win, loss, tie, bad] = self.case.read(row);
        if !self.has_ties() {
            return [win + 0.5 * tie, loss + 0.5 * tie, 0.0, 0.0];
        }
        if self.is_only_ties(row.judge) {
            return [0.0; 4];
        }
        [win, loss, tie, bad]
    }

    /// The log-likelihood of a row.
    fn row_value(&self, row: usize, distribution: &Distribution, counts: &[f64; 4]) -> Jet {
        let mut sum = Jet::constant(0.0);
        if let Some(face) = &self.face {
            for (k, &count) in counts.iter().enumerate().filter(|(_, c)| **c != 0.0) {
                sum = sum + self.on_face(distribution, k, &face.gone[row]).times(count);
            }
            return sum;
        }
        if let (true, Some(e)) = (self.barrier > 0.0 && self.is_floored(), distribution.tie) {
            sum = sum + e.ln().times(self.barrier);
        }
        for (k, &count) in counts.iter().enumerate().filter(|(_, c)| **c != 0.0) {
            sum = sum + distribution.log_p[k].unwrap_or(Jet::constant(f64::NEG_INFINITY)).times(count);
        }
        sum
    }

    /// The limit of the log-probability of an outcome that was seen.
    fn on_face(&self, distribution: &Distribution, outcome: usize, gone: &[bool; 4]) -> Jet {
        let nothing = Jet::constant(0.0);
        if !is_of_differences(self.choices().outcome) {
            if is_probit(self.choices().outcome) {
                let own = distribution.log_p[outcome].unwrap_or(nothing);
                return if gone[0] || gone[1] { nothing } else { own };
            }
            let weights = [
                Some(distribution.z.times(0.5)),
                Some(distribution.z.times(-0.5)),
                distribution.tie,
                distribution.bad,
            ];
            let left: Vec<Jet> = (0..4).filter(|&k| !gone[k]).filter_map(|k| weights[k]).collect();
            let own = weights[outcome].unwrap_or(nothing);
            return if left.len() > 1 { own - Jet::log_sum(&left) } else { nothing };
        }
        let e = distribution.e.unwrap_or(nothing);
        match outcome {
            0 | 1 if gone[outcome] => nothing,
            0 => self.log_noise(distribution.z - e),
            1 => self.log_noise(-distribution.z - e),
            _ => match (gone[2], gone[3]) {
                (true, true) => nothing,
                // P(tie) = P(z < e) - P(z < -e): one of the two ends is left.
                (true, false) => self.log_noise(e + distribution.z),
                (false, true) => self.log_noise(e - distribution.z),
                (false, false) => distribution.log_p[2].unwrap_or(nothing),
            },
        }
    }

    /// The rows of the data that say something, with their numbers.
    pub fn each_row(&self, theta: &[f64], mut each: impl FnMut(usize, &Distribution, &[f64; 4])) {
        for (at, row) in self.case.used().enumerate() {
            let counts = self.counts(row);
            if counts != [0.0; 4] {
                each(at, &self.distribution(theta, row), &counts);
            }
        }
    }

    pub fn log_likelihood(&self, theta: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.each_row(theta, |at, distribution, counts| {
            sum += self.row_value(at, distribution, counts).value
        });
        sum
    }

    /// Terms of minus the objective that are not data: pseudo-comparisons and penalties, each with the
    /// parameters that it touches.
    fn extras(&self, theta: &[f64]) -> Vec<Extra> {
        let s = self.choices();
        let mut terms = Vec::new();
        // Of a penalty 0.5 w r^2 also r and w.
        let mut add = |of: Locals<'_>, value: Jet, root: Jet, weight: f64| {
            terms.push(Extra { touched: of.touched, value, root, weight });
        };
        let local = || Locals { theta, touched: Vec::new() };
        let voices = if self.sensitivities.is_some() { self.judges } else { 1 };
        if s.pseudo > 0.0 {
            for judge in 0..voices {
                for item in 0..self.items {
                    let mut of = local();
                    let z = self.strength(judge, item, self.items, &mut of);
                    let both = self.log_noise(z) + self.log_noise(-z);
                    let weight = 2.0 * s.pseudo / voices as f64;
                    // Expected information p'^2 / (p (1 - p)), from the slope of log p.
                    let along = self.log_noise(Jet::variable(z.value, 0));
                    let p = along.value.exp();
                    let information = along.slope(0) * along.slope(0) * p / (1.0 - p);
                    add(of, both.times(0.5 * weight), z, weight * information);
                }
            }
        }
        if s.ridge > 0.0 {
            // The sum of squares about a mean is that of all differences of pairs over the number of items.
            for judge in 0..voices {
                for item in 0..self.everyone {
                    for other in 0..item {
                        let mut of = local();
                        let gap = self.strength(judge, item, other, &mut of);
                        let weight = s.ridge / self.everyone as f64;
                        add(of, (gap * gap).times(-0.5 * weight), gap, weight);
                    }
                }
            }
        }
        if s.threshold.ridge() > 0.0 {
            let k = if s.threshold.form() == Form::Factored { s.threshold.factors() } else { 1 };
            for item in 0..self.items {
                for c in 0..k {
                    let at = |i: usize| self.thresholds.start + i * k + c;
                    // The mean of the first column is free.
                    for other in 0..if c == 0 { item } else { 0 } {
                        let mut of = local();
                        let gap = of.get(at(item)) - of.get(at(other));
                        let weight = s.threshold.ridge() / self.items as f64;
                        add(of, (gap * gap).times(-0.5 * weight), gap, weight);
                    }
                    if c > 0 {
                        let mut of = local();
                        let g = of.get(at(item));
                        add(of, (g * g).times(-0.5 * s.threshold.ridge()), g, s.threshold.ridge());
                    }
                }
            }
        }
        if let (Some(first), true) = (self.spread, s.spread_ridge() > 0.0) {
            for item in 0..self.items {
                let mut of = local();
                let tau = of.get(first + item);
                let log = (tau * tau).times(2.0).ln();
                add(of, (log * log).times(-0.5 * s.spread_ridge()), log, s.spread_ridge());
            }
        }
        terms
    }

    /// Minus log-likelihood plus penalties.
    pub fn objective(&self, theta: &[f64]) -> f64 {
        let extras: f64 = self.extras(theta).iter().map(|extra| extra.value.value).sum();
        -self.log_likelihood(theta) - extras
    }

    pub fn curved(&self, theta: &[f64]) -> Curved {
        let mut out =
            Curved { value: 0.0, gradient: vec![0.0; self.count], hessian: Matrix::zeros(self.count) };
        self.each_row(theta, |at, distribution, counts| {
            out.subtract(&distribution.touched, &self.row_value(at, distribution, counts))
        });
        self.extras(theta).iter().for_each(|extra| out.subtract(&extra.touched, &extra.value));
        out
    }

    /// The information of penalties and pseudo-comparisons: like the expected information of data without second
    /// derivatives of what is squared.
    pub fn penalties(&self, theta: &[f64]) -> Matrix {
        let mut sum = Matrix::zeros(self.count);
        for extra in self.extras(theta) {
            sum.add_square(&self.spread_out(&extra.touched, &extra.root), extra.weight);
        }
        sum
    }

    /// The sum of outer products of the derivatives of all predictors and thresholds: its null space is what the
    /// comparisons say nothing about.
    pub fn design(&self, theta: &[f64]) -> Matrix {
        let mut sum = Matrix::zeros(self.count);
        self.each_row(theta, |_, distribution, _| self.add_design(distribution, &mut sum));
        sum
    }

    pub fn add_design(&self, distribution: &Distribution, sum: &mut Matrix) {
        for jet in [Some(distribution.z), distribution.tie, distribution.bad].into_iter().flatten() {
            sum.add_square(&self.spread_out(&distribution.touched, &jet), 1.0);
        }
    }

    /// The gradient of a jet in all parameters.
    pub fn spread_out(&self, touched: &[usize], jet: &Jet) -> Vec<f64> {
        let mut dense = vec![0.0; self.count];
        touched.iter().enumerate().for_each(|(local, &at)| dense[at] += jet.slope(local));
        dense
    }

    /// Expected information of the data: of every comparison the mean of the squared scores.
    pub fn expected(&self, theta: &[f64]) -> Matrix {
        let mut sum = Matrix::zeros(self.count);
        self.each_row(theta, |_, distribution, counts| {
            let all: f64 = counts.iter().sum();
            // Ties whose threshold is held at zero have no probability, and none to lose.
            let gone = self.is_floored() && distribution.tie.is_some_and(|e| e.value.abs() < 1e-7);
            let seen = distribution.log_p.iter().enumerate().filter(|(k, _)| !(gone && *k == 2));
            for log_p in seen.filter_map(|(_, log_p)| log_p.as_ref()) {
                sum.add_square(&self.spread_out(&distribution.touched, log_p), all * log_p.value.exp());
            }
        });
        sum
    }

    /// Scores summed by cluster and squared; without clusters those of single comparisons.
    pub fn meat(&self, theta: &[f64], cluster: Option<Cluster<'_>>) -> Matrix {
        let mut sum = Matrix::zeros(self.count);
        let mut by: HashMap<usize, Vec<f64>> = HashMap::new();
        for row in self.case.used().filter(|row| !self.is_only_ties(row.judge)) {
            let distribution = self.distribution(theta, row);
            let slope =
                |k: usize| distribution.log_p[k].map(|jet| self.spread_out(&distribution.touched, &jet));
            let read = self.case.read(row);
            for (k, &count) in read.iter().enumerate().filter(|(_, c)| **c > 0.0) {
                let score = match (k, self.has_ties()) {
                    (2, false) => {
                        let (win, loss) = (slope(0).expect("win"), slope(1).expect("loss"));
                        win.iter().zip(&loss).map(|(a, b)| 0.5 * (a + b)).collect()
                    }
                    _ => slope(k).expect("an outcome that was seen has a probability"),
                };
                match cluster.and_then(|of| of(row)) {
                    Some(id) => {
                        let total = by.entry(id).or_insert_with(|| vec![0.0; self.count]);
                        total.iter_mut().zip(&score).for_each(|(t, s)| *t += count * s);
                    }
                    None => {
                        sum.add_square(&score, count * if self.case.importance { row.weight } else { 1.0 })
                    }
                }
            }
        }
        // In the order of the numbers, so that sums have the same bits every time.
        let mut ids: Vec<&usize> = by.keys().collect();
        ids.sort_unstable();
        ids.iter().for_each(|id| sum.add_square(&by[id], 1.0));
        sum
    }
}

impl Curved {
    fn subtract(&mut self, touched: &[usize], jet: &Jet) {
        self.value -= jet.value;
        let n = self.hessian.n;
        for (a, &row) in touched.iter().enumerate() {
            self.gradient[row] -= jet.slope(a);
            for (b, &column) in touched.iter().enumerate() {
                self.hessian.of[row * n + column] -= jet.bend(a, b);
            }
        }
    }
}
