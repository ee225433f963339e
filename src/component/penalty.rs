//! Penalties: priors on parts of the parameters other than the scores.

use crate::terms::Entries;

/// A penalty of the objective.
#[derive(Debug, Clone, PartialEq)]
pub enum Penalty {
    /// 0.5 weight times the sum of squares, but for what lies along some directions: of a tie threshold's
    /// parameters and their common value, or of the factors of a spread and their column means.
    Off {
        /// The parameters, ascending.
        at: Vec<u32>,
        /// The directions left free: orthonormal, parameters ascending and among `at`.
        free: Vec<Entries>,
        /// The weight.
        weight: f64,
    },
    /// 0.5 weight times the sum of (log 2 d)^2, d the square of each parameter: a prior for variances of
    /// items around one half, where S is one.
    LogVariance {
        /// The parameters.
        at: Vec<u32>,
        /// The weight.
        weight: f64,
    },
}

impl Penalty {
    /// Divides the weight.
    pub fn rescale(&mut self, unit: f64) {
        match self {
            Penalty::Off { weight, .. } | Penalty::LogVariance { weight, .. } => *weight /= unit,
        }
    }

    /// Whether it is of a parameter.
    pub fn is_of(&self, parameter: usize) -> bool {
        match self {
            Penalty::Off { at, .. } | Penalty::LogVariance { at, .. } => {
                at.binary_search(&(parameter as u32)).is_ok()
            }
        }
    }

    /// Whether it is of parameters before `end`.
    pub fn is_before(&self, end: usize) -> bool {
        match self {
            Penalty::Off { at, .. } | Penalty::LogVariance { at, .. } => {
                at.iter().all(|&k| (k as usize) < end)
            }
        }
    }

    /// The penalty at theta.
    pub fn value(&self, theta: &[f64]) -> f64 {
        match self {
            Penalty::Off { at, free, weight } => {
                let squares: f64 = at.iter().map(|&k| theta[k as usize].powi(2)).sum();
                0.5 * weight * (squares - free.iter().map(|along| dot(along, theta).powi(2)).sum::<f64>())
            }
            Penalty::LogVariance { at, weight } => {
                0.5 * weight * at.iter().map(|&k| log_variance(theta[k as usize]).powi(2)).sum::<f64>()
            }
        }
    }

    /// Adds the gradient.
    pub fn add_gradient(&self, theta: &[f64], gradient: &mut [f64]) {
        match self {
            Penalty::Off { .. } => self.add_product(theta, theta, gradient),
            Penalty::LogVariance { at, weight } => {
                for k in at.iter().map(|&k| k as usize) {
                    gradient[k] += 2.0 * weight * log_variance(theta[k]) / theta[k];
                }
            }
        }
    }

    /// Adds the product of the Hessian with v.
    pub fn add_product(&self, theta: &[f64], v: &[f64], out: &mut [f64]) {
        match self {
            Penalty::Off { at, free, weight } => {
                at.iter().for_each(|&k| out[k as usize] += weight * v[k as usize]);
                for along in free {
                    let flow = weight * dot(along, v);
                    along.iter().for_each(|&(k, a)| out[k as usize] -= flow * a);
                }
            }
            Penalty::LogVariance { at, weight } => {
                for k in at.iter().map(|&k| k as usize) {
                    out[k] += weight * curvature(theta[k]) * v[k];
                }
            }
        }
    }

    /// Adds the diagonal of the Hessian.
    pub fn add_diagonal(&self, theta: &[f64], diagonal: &mut [f64]) {
        match self {
            Penalty::Off { at, free, weight } => {
                at.iter().for_each(|&k| diagonal[k as usize] += weight);
                free.iter().flatten().for_each(|&(k, a)| diagonal[k as usize] -= weight * a * a);
            }
            Penalty::LogVariance { at, weight } => {
                at.iter().for_each(|&k| diagonal[k as usize] += weight * curvature(theta[k as usize]));
            }
        }
    }

    /// Calls `add` with the entries of the Hessian (row >= column); `expected` leaves out the second
    /// derivatives of log d, as expected information does with those of the data: the two balance at the
    /// optimum.
    pub fn each_entry(&self, theta: &[f64], expected: bool, mut add: impl FnMut(usize, usize, f64)) {
        match self {
            Penalty::Off { at, free, weight } => {
                at.iter().for_each(|&k| add(k as usize, k as usize, *weight));
                for along in free {
                    for (first, &(column, a)) in along.iter().enumerate() {
                        for &(row, b) in &along[first..] {
                            add(row as usize, column as usize, -weight * a * b);
                        }
                    }
                }
            }
            Penalty::LogVariance { at, weight } => {
                let curvature = |tau: f64| if expected { 4.0 / (tau * tau) } else { curvature(tau) };
                at.iter().map(|&k| k as usize).for_each(|k| add(k, k, weight * curvature(theta[k])));
            }
        }
    }
}

fn dot(along: &[(u32, f64)], v: &[f64]) -> f64 {
    along.iter().map(|&(k, a)| a * v[k as usize]).sum()
}

/// log 2 d of d = tau^2.
fn log_variance(tau: f64) -> f64 {
    2.0 * tau.abs().ln() + std::f64::consts::LN_2
}

/// Second derivative of 0.5 (log 2 d)^2 in tau.
fn curvature(tau: f64) -> f64 {
    (4.0 - 2.0 * log_variance(tau)) / (tau * tau)
}

#[cfg(test)]
mod tests {
    use super::Penalty;

    #[test]
    fn derivatives_agree_with_differences() {
        let theta: Vec<f64> = (0..9).map(|k| 0.4 + (1.3 * k as f64).sin().abs()).collect();
        let both = [
            Penalty::Off {
                at: vec![1, 2, 3, 4, 7, 8],
                free: vec![vec![(1, 0.6), (3, 0.8)], vec![(2, -0.5f64.sqrt()), (8, 0.5f64.sqrt())]],
                weight: 1.7,
            },
            Penalty::LogVariance { at: vec![0, 2, 8], weight: 0.6 },
        ];
        for penalty in both {
            let gradient = |theta: &[f64]| {
                let mut g = vec![0.0; 9];
                penalty.add_gradient(theta, &mut g);
                g
            };
            let mut hessian = vec![0.0; 81];
            penalty.each_entry(&theta, false, |row, column, value| {
                hessian[column * 9 + row] += value;
                if row != column {
                    hessian[row * 9 + column] += value;
                }
            });
            let mut diagonal = vec![0.0; 9];
            penalty.add_diagonal(&theta, &mut diagonal);
            for k in 0..9 {
                let h = 1e-6;
                let (mut up, mut down) = (theta.clone(), theta.clone());
                up[k] += h;
                down[k] -= h;
                let slope = (penalty.value(&up) - penalty.value(&down)) / (2.0 * h);
                assert!((slope - gradient(&theta)[k]).abs() < 1e-8);
                let (above, below) = (gradient(&up), gradient(&down));
                let mut unit = vec![0.0; 9];
                unit[k] = 1.0;
                let mut product = vec![0.0; 9];
                penalty.add_product(&theta, &unit, &mut product);
                for j in 0..9 {
                    let second = (above[j] - below[j]) / (2.0 * h);
                    assert!((second - hessian[k * 9 + j]).abs() < 1e-7);
                    assert!((second - product[j]).abs() < 1e-7);
                }
                assert!((diagonal[k] - hessian[k * 9 + k]).abs() < 1e-14);
            }
        }
    }
}
