//! Strengths that are sums of products, S = A B': one column is judge sensitivity (JA-Ranking,
//! arXiv:2601.21817), S_k(i) = gamma_k mu_i, with gamma of either sign; more are structured disagreement
//! around a consensus (HJA, arXiv:2605.05073), which is S of low rank.
//!
//! The likelihood does not change under shifts of the columns of B, and under A -> A G, B -> B G'^-1.

use super::{mean, Strength};
use crate::room::Put as _;
use crate::terms::Local;
use crate::vectors::dot;

#[inline]
pub(super) fn difference(strength: &Strength, theta: &[f64], judge: usize, left: usize, right: usize) -> f64 {
    let mut sum = 0.0;
    for c in 0..strength.columns {
        let items = strength.item(0, c);
        sum += theta[strength.judge(judge, c)] * (theta[items + left] - theta[items + right]);
    }
    sum
}

#[inline]
pub(super) fn touch(
    strength: &Strength,
    theta: &[f64],
    judge: usize,
    left: usize,
    right: usize,
    local: &mut Local,
) {
    for c in 0..strength.columns {
        let (i, j) = (strength.item(left, c), strength.item(right, c));
        let at = strength.judge(judge, c);
        // In the order of the parameters, in which they are added to a matrix soonest.
        let sign = if i < j { 1.0 } else { -1.0 };
        let a = sign * theta[at];
        let l = local.push_u(i.min(j), a);
        let r = local.push_u(i.max(j), -a);
        let g = local.push_u(at, theta[i] - theta[j]);
        local.push_curvature(g, l, sign);
        local.push_curvature(g, r, -sign);
    }
}

/// For every pair of columns (a, b), b of A added to a, and a of B taken from b; on the free parameters.
pub(super) fn directions(strength: &Strength, theta: &[f64], fixed: &[bool], out: &mut Vec<f64>) {
    let (n, judges) = (strength.items, strength.judges);
    for a in 0..strength.columns {
        for b in 0..strength.columns {
            let first = out.len();
            out.put_until(first + theta.len(), 0.0);
            let direction = &mut out[first..];
            for k in 0..judges {
                let at = strength.judge(k, a);
                direction[at] = if fixed[at] { 0.0 } else { theta[strength.judge(k, b)] };
            }
            for i in 0..n {
                direction[strength.item(i, b)] = -theta[strength.item(i, a)];
            }
        }
    }
}

/// A few numbers, which take no memory of their own up to a rank of three: iterations must not.
struct Few {
    near: [f64; 16],
    far: Vec<f64>,
    length: usize,
}

impl Few {
    fn zeros(length: usize) -> Few {
        let far = if length > 16 { vec![0.0; length] } else { Vec::new() };
        Few { near: [0.0; 16], far, length }
    }
}

impl std::ops::Deref for Few {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        if self.length > 16 {
            &self.far
        } else {
            &self.near[..self.length]
        }
    }
}

impl std::ops::DerefMut for Few {
    fn deref_mut(&mut self) -> &mut [f64] {
        if self.length > 16 {
            &mut self.far
        } else {
            &mut self.near[..self.length]
        }
    }
}

/// A'X, columns x columns, of the judges' parameters of two vectors; row by row.
fn across_judges(strength: &Strength, a: &[f64], x: &[f64], free: impl Fn(usize) -> bool) -> Few {
    let r = strength.columns;
    let mut sums = Few::zeros(r * r);
    for k in (0..strength.judges).filter(|&k| free(strength.judge(k, 0))) {
        for row in 0..r {
            let weight = a[strength.judge(k, row)];
            for column in 0..r {
                sums[row * r + column] += weight * x[strength.judge(k, column)];
            }
        }
    }
    sums
}

/// Lower root L of a small positive definite matrix, row by row; None if there is none.
fn root(mut m: Few, r: usize) -> Option<Few> {
    for j in 0..r {
        let pivot = m[j * r + j] - (0..j).map(|t| m[j * r + t] * m[j * r + t]).sum::<f64>();
        if !(pivot > 1e-14 * m[j * r + j] && pivot.is_finite()) {
            return None;
        }
        m[j * r + j] = pivot.sqrt();
        for i in j + 1..r {
            let sum: f64 = (0..j).map(|t| m[i * r + t] * m[j * r + t]).sum();
            m[i * r + j] = (m[i * r + j] - sum) / m[j * r + j];
        }
    }
    Some(m)
}

/// Keeps the columns of A in a step as they are, and leaves a change within their span to B: a step
/// orthogonal to the null directions would put the change into A where B is large, and the product of the two changes
/// would spoil the gain where scores run to infinity.
pub(super) fn correct_step(strength: &Strength, theta: &[f64], fixed: &[bool], step: &mut [f64]) {
    let r = strength.columns;
    let free = |at: usize| !fixed[at];
    let Some(l) = root(across_judges(strength, theta, theta, free), r) else { return };
    // G = (A'A)^-1 A' dA, column by column.
    let mut g = across_judges(strength, theta, step, free);
    for column in 0..r {
        for i in 0..r {
            let sum: f64 = (0..i).map(|t| l[i * r + t] * g[t * r + column]).sum();
            g[i * r + column] = (g[i * r + column] - sum) / l[i * r + i];
        }
        for i in (0..r).rev() {
            let sum: f64 = (i + 1..r).map(|t| l[t * r + i] * g[t * r + column]).sum();
            g[i * r + column] = (g[i * r + column] - sum) / l[i * r + i];
        }
    }
    for k in (0..strength.judges).filter(|&k| free(strength.judge(k, 0))) {
        for column in 0..r {
            let sum: f64 = (0..r).map(|t| theta[strength.judge(k, t)] * g[t * r + column]).sum();
            step[strength.judge(k, column)] -= sum;
        }
    }
    for t in 0..r {
        let first = strength.item(0, t);
        for column in 0..r {
            let weight = g[t * r + column];
            let from = strength.item(0, column);
            let centre = mean(&theta[from..from + strength.items]);
            (0..strength.items).for_each(|i| step[first + i] += weight * (theta[from + i] - centre));
        }
    }
}

/// Makes the columns of A orthogonal, with root mean squares of one over the judges who are not at zero.
pub(super) fn balance(strength: &Strength, theta: &mut [f64]) {
    let r = strength.columns;
    let is_active = |theta: &[f64], k: usize| (0..r).any(|c| theta[strength.judge(k, c)] != 0.0);
    let active = (0..strength.judges).filter(|&k| is_active(theta, k)).count();
    if active == 0 {
        return;
    }
    let mut gram = across_judges(strength, theta, theta, |_| true);
    gram.iter_mut().for_each(|g| *g /= active as f64);
    let Some(l) = root(gram, r) else { return };
    // A <- A L'^-1, B <- B L.
    for k in 0..strength.judges {
        for c in 0..r {
            let sum: f64 = (0..c).map(|t| l[c * r + t] * theta[strength.judge(k, t)]).sum();
            let at = strength.judge(k, c);
            theta[at] = (theta[at] - sum) / l[c * r + c];
        }
    }
    for i in 0..strength.items {
        for c in 0..r {
            let sum: f64 = (c..r).map(|t| l[t * r + c] * theta[strength.item(i, t)]).sum();
            theta[strength.item(i, c)] = sum;
        }
    }
}

/// A'A and B'B of centred columns, and the centres.
struct Squares {
    judges: Few,
    items: Few,
    centres: Few,
}

/// A'X of the judges' and of the centred items' parameters of two vectors.
fn squares(strength: &Strength, theta: &[f64], x: &[f64]) -> Squares {
    let r = strength.columns;
    let n = strength.items;
    let column = |v: &[f64], c: usize| -> f64 { mean(&v[strength.item(0, c)..strength.item(0, c) + n]) };
    let mut centres = Few::zeros(r);
    centres.iter_mut().enumerate().for_each(|(c, centre)| *centre = column(theta, c));
    let mut items = Few::zeros(r * r);
    for (row, &centre) in centres.iter().enumerate() {
        for c in 0..r {
            let pairs = (0..n).map(|i| (theta[strength.item(i, row)] - centre) * x[strength.item(i, c)]);
            items[row * r + c] = pairs.sum();
        }
    }
    Squares { judges: across_judges(strength, theta, x, |_| true), items, centres }
}

pub(super) fn ridge(strength: &Strength, theta: &[f64]) -> f64 {
    // |A B'|^2 = tr(A'A B'B).
    let s = squares(strength, theta, theta);
    0.5 * dot(&s.judges, &s.items)
}

pub(super) fn ridge_gradient(strength: &Strength, theta: &[f64], weight: f64, gradient: &mut [f64]) {
    let r = strength.columns;
    let s = squares(strength, theta, theta);
    for c in 0..r {
        for t in 0..r {
            let (by_items, by_judges) = (weight * s.items[t * r + c], weight * s.judges[t * r + c]);
            for k in 0..strength.judges {
                gradient[strength.judge(k, c)] += by_items * theta[strength.judge(k, t)];
            }
            for i in 0..strength.items {
                gradient[strength.item(i, c)] += by_judges * (theta[strength.item(i, t)] - s.centres[t]);
            }
        }
    }
}

pub(super) fn ridge_product(strength: &Strength, theta: &[f64], weight: f64, v: &[f64], out: &mut [f64]) {
    let r = strength.columns;
    let n = strength.items;
    let s = squares(strength, theta, theta);
    let across = squares(strength, theta, v);
    let mut of_v = Few::zeros(r);
    for (c, centre) in of_v.iter_mut().enumerate() {
        *centre = mean(&v[strength.item(0, c)..strength.item(0, c) + n]);
    }
    // d(A B'B) = dA B'B + A (dB'B + B'dB), and the same of the other side.
    for c in 0..r {
        for t in 0..r {
            let both = |m: &[f64]| weight * (m[t * r + c] + m[c * r + t]);
            let (items, judges) = (weight * s.items[t * r + c], weight * s.judges[t * r + c]);
            let (turn_items, turn_judges) = (both(&across.items), both(&across.judges));
            for k in 0..strength.judges {
                let at = strength.judge(k, t);
                out[strength.judge(k, c)] += items * v[at] + turn_items * theta[at];
            }
            for i in 0..n {
                let at = strength.item(i, t);
                let centred = theta[at] - s.centres[t];
                out[strength.item(i, c)] += judges * (v[at] - of_v[t]) + turn_judges * centred;
            }
        }
    }
}

pub(super) fn ridge_diagonal(strength: &Strength, theta: &[f64], weight: f64, diagonal: &mut [f64]) {
    let r = strength.columns;
    let s = squares(strength, theta, theta);
    for c in 0..r {
        let (items, judges) = (weight * s.items[c * r + c], weight * s.judges[c * r + c]);
        (0..strength.items).for_each(|i| diagonal[strength.item(i, c)] += judges);
        (0..strength.judges).for_each(|k| diagonal[strength.judge(k, c)] += items);
    }
}

pub(super) fn ridge_hessian(
    strength: &Strength,
    theta: &[f64],
    expected: bool,
    mut add: impl FnMut(usize, usize, f64),
) {
    let (r, n) = (strength.columns, strength.items);
    let s = squares(strength, theta, theta);
    let centred = |i: usize, c: usize| theta[strength.item(i, c)] - s.centres[c];
    for c in 0..r {
        for t in c..r {
            let (items, judges) = (s.items[t * r + c], s.judges[t * r + c]);
            let share = judges / n as f64;
            for i in 0..n {
                // Within a column only pairs below the diagonal.
                for j in if t == c { i } else { 0 }..n {
                    let own = if i == j { judges } else { 0.0 };
                    add(strength.item(j, t), strength.item(i, c), own - share);
                }
            }
            for k in 0..strength.judges {
                add(strength.judge(k, t), strength.judge(k, c), items);
            }
        }
    }
    for k in 0..strength.judges {
        for i in 0..n {
            // The second derivative of S_ki in A_kc and B_ic is one.
            let own: f64 = (0..r).map(|c| theta[strength.judge(k, c)] * centred(i, c)).sum();
            for c in 0..r {
                for t in 0..r {
                    let mut value = theta[strength.judge(k, t)] * centred(i, c);
                    if c == t && !expected {
                        value += own;
                    }
                    let (a, b) = (strength.judge(k, c), strength.item(i, t));
                    add(a.max(b), a.min(b), value);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Strength, StrengthKind};

    fn example(columns: usize) -> (Strength, Vec<f64>) {
        let strength = Strength { kind: StrengthKind::Disagreement, items: 4, judges: 3, columns };
        let theta = (0..strength.dimension()).map(|k| (1.7 * k as f64).sin() + 0.1).collect();
        (strength, theta)
    }

    #[test]
    fn derivatives_of_the_ridge_agree_with_differences() {
        for columns in [1, 2, 3, 5] {
            let (strength, theta) = example(columns);
            let p = theta.len();
            let gradient = |theta: &[f64]| {
                let mut g = vec![0.0; p];
                strength.ridge_gradient(theta, 1.0, &mut g);
                g
            };
            let mut hessian = vec![0.0; p * p];
            strength.ridge_hessian(&theta, false, |row, column, value| {
                assert!(row >= column);
                hessian[column * p + row] += value;
                if row != column {
                    hessian[row * p + column] += value;
                }
            });
            for k in 0..p {
                let h = 1e-6;
                let (mut up, mut down) = (theta.clone(), theta.clone());
                up[k] += h;
                down[k] -= h;
                let slope = (strength.ridge(&up) - strength.ridge(&down)) / (2.0 * h);
                assert!((slope - gradient(&theta)[k]).abs() < 1e-8);
                let (above, below) = (gradient(&up), gradient(&down));
                let mut unit = vec![0.0; p];
                unit[k] = 1.0;
                let mut product = vec![0.0; p];
                strength.ridge_product(&theta, 1.0, &unit, &mut product);
                for j in 0..p {
                    let second = (above[j] - below[j]) / (2.0 * h);
                    assert!((second - hessian[k * p + j]).abs() < 1e-7, "{columns} {k} {j}");
                    assert!((second - product[j]).abs() < 1e-7);
                }
            }
        }
    }

    #[test]
    fn what_changes_nothing_changes_nothing() {
        for columns in 1..4 {
            let (strength, theta) = example(columns);
            let p = theta.len();
            let all = |theta: &[f64]| -> Vec<f64> {
                (0..3)
                    .flat_map(|k| (1..4).map(move |i| (k, i)))
                    .map(|(k, i)| strength.difference(theta, k, i, 0))
                    .collect()
            };
            let before = all(&theta);
            let mut directions = Vec::new();
            strength.directions(&theta, &vec![false; p], &mut directions);
            assert_eq!(directions.len(), columns * columns * p);
            for direction in directions.chunks(p) {
                let moved: Vec<f64> = theta.iter().zip(direction).map(|(t, d)| t + 1e-7 * d).collect();
                all(&moved).iter().zip(&before).for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
            }
            let mut balanced = theta.clone();
            strength.balance(&mut balanced);
            all(&balanced).iter().zip(&before).for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
            // A step slid changes strengths to first order as it did before.
            let step: Vec<f64> = (0..p).map(|k| 1e-6 * (0.9 * k as f64).cos()).collect();
            let mut slid = step.clone();
            strength.correct_step(&theta, &vec![false; p], &mut slid);
            let after = |step: &[f64]| all(&theta.iter().zip(step).map(|(t, s)| t + s).collect::<Vec<_>>());
            after(&step).iter().zip(after(&slid)).for_each(|(a, b)| assert!((a - b).abs() < 1e-10));
            if columns < 3 {
                let moved = super::across_judges(&strength, &theta, &slid, |_| true);
                moved.iter().for_each(|m| assert!(m.abs() < 1e-18));
            }
        }
    }

    /// Columns of judges have root mean squares of one and are orthogonal, over the judges who are not at zero.
    #[test]
    fn balanced_columns_are_orthonormal() {
        for columns in 1..=5 {
            let (judges, items) = (8, 4);
            let strength = Strength { kind: StrengthKind::Disagreement, items, judges, columns };
            let mut theta: Vec<f64> =
                (0..strength.dimension()).map(|k| (1.3 * (k * k) as f64).sin() + 0.2).collect();
            (0..columns).for_each(|c| theta[strength.judge(2, c)] = 0.0);
            let before = theta.clone();
            strength.balance(&mut theta);
            for (c, t) in (0..columns).flat_map(|c| (0..columns).map(move |t| (c, t))) {
                let products = (0..judges).map(|k| theta[strength.judge(k, c)] * theta[strength.judge(k, t)]);
                let mean = products.sum::<f64>() / 7.0;
                assert!((mean - if c == t { 1.0 } else { 0.0 }).abs() < 1e-12, "{columns}, {c}, {t}: {mean}");
            }
            for (judge, item) in (0..judges).flat_map(|judge| (1..items).map(move |item| (judge, item))) {
                let of = |theta: &[f64]| strength.difference(theta, judge, item, 0);
                assert!((of(&theta) - of(&before)).abs() < 1e-11);
            }
            // Judges at zero, or columns that depend on each other, leave all as it is.
            let mut none = before.clone();
            (0..judges).for_each(|k| (0..columns).for_each(|c| none[strength.judge(k, c)] = 0.0));
            let zero = none.clone();
            strength.balance(&mut none);
            assert_eq!(none, zero);
            if columns > 1 {
                let mut twice = before.clone();
                (0..judges).for_each(|k| twice[strength.judge(k, 1)] = twice[strength.judge(k, 0)]);
                let same = twice.clone();
                strength.balance(&mut twice);
                assert_eq!(twice, same);
            }
        }
    }

    /// A corrected step is the same to first order, moves the columns of judges only across their span, and leaves the mean of
    /// items where the step left it.
    #[test]
    fn corrected_steps_are_orthogonal_to_the_columns_of_judges() {
        for columns in 1..=5 {
            let strength = Strength { kind: StrengthKind::Disagreement, items: 4, judges: 8, columns };
            let p = strength.dimension();
            let theta: Vec<f64> = (0..p).map(|k| (1.3 * (k * k) as f64).sin() + 0.2).collect();
            let step: Vec<f64> = (0..p).map(|k| 1e-6 * (0.9 * k as f64).cos()).collect();
            // A judge of fixed parameters takes no part.
            let mut fixed = vec![false; p];
            (0..columns).for_each(|c| fixed[strength.judge(3, c)] = true);
            for fixed in [vec![false; p], fixed] {
                let mut corrected = step.clone();
                strength.correct_step(&theta, &fixed, &mut corrected);
                let free: Vec<usize> = (0..8).filter(|&k| !fixed[strength.judge(k, 0)]).collect();
                for (c, t) in (0..columns).flat_map(|c| (0..columns).map(move |t| (c, t))) {
                    let pairs =
                        free.iter().map(|&k| theta[strength.judge(k, c)] * corrected[strength.judge(k, t)]);
                    assert!(pairs.sum::<f64>().abs() < 1e-17, "{columns}, {c}, {t}");
                }
                for c in 0..columns {
                    let mean = |v: &[f64]| super::mean(&v[strength.item(0, c)..][..4]);
                    assert!((mean(&corrected) - mean(&step)).abs() < 1e-18);
                }
                let at = |step: &[f64]| theta.iter().zip(step).map(|(t, s)| t + s).collect::<Vec<f64>>();
                let (there, here) = (at(&step), at(&corrected));
                for (&judge, item) in free.iter().flat_map(|judge| (1..4).map(move |item| (judge, item))) {
                    let apart = strength.difference(&there, judge, item, 0)
                        - strength.difference(&here, judge, item, 0);
                    assert!(apart.abs() < 1e-10, "{columns}: {apart}");
                }
            }
        }
    }

    /// The diagonal of the ridge is that of its Hessian, whose items' part is centred: 1 - 1/n times as large.
    #[test]
    fn the_diagonal_of_the_ridge_is_that_of_the_hessian() {
        for columns in [1, 2, 3, 5] {
            let (strength, theta) = example(columns);
            let p = theta.len();
            let mut expected = vec![0.0; p];
            strength.ridge_hessian(&theta, false, |row, column, value| {
                if row == column {
                    expected[row] += 0.7 * value;
                }
            });
            for c in 0..columns {
                (0..4).for_each(|i| expected[strength.item(i, c)] /= 0.75);
            }
            let mut diagonal = vec![0.0; p];
            strength.ridge_diagonal(&theta, 0.7, &mut diagonal);
            diagonal.iter().zip(&expected).for_each(|(a, b)| assert!((a - b).abs() < 1e-12, "{a}, not {b}"));
        }
    }
}
