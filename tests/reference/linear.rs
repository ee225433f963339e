//! Small dense matrices: the eigenvalues of Jacobi's method, and what follows from them.

/// A symmetric matrix of order n, row-major.
#[derive(Debug, Clone)]
pub struct Matrix {
    pub n: usize,
    pub of: Vec<f64>,
}

/// Eigenvalues, and eigenvectors one after the other.
pub struct Eigen {
    pub values: Vec<f64>,
    pub vectors: Vec<Vec<f64>>,
}

impl Matrix {
    pub fn zeros(n: usize) -> Matrix {
        Matrix { n, of: vec![0.0; n * n] }
    }

    pub fn add_square(&mut self, v: &[f64], weight: f64) {
        for (i, a) in v.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            for (j, b) in v.iter().enumerate() {
                self.of[i * self.n + j] += weight * a * b;
            }
        }
    }

    pub fn quadratic(&self, v: &[f64]) -> f64 {
        dot(v, &self.product(v))
    }

    pub fn product(&self, v: &[f64]) -> Vec<f64> {
        (0..self.n).map(|i| dot(&self.of[i * self.n..][..self.n], v)).collect()
    }

    /// The rows and columns of some.
    pub fn part(&self, keep: &[usize]) -> Matrix {
        let of = keep.iter().flat_map(|&i| keep.iter().map(move |&j| self.of[i * self.n + j]));
        Matrix { n: keep.len(), of: of.collect() }
    }

    /// Cyclic Jacobi rotations (Golub and Van Loan, 8.5).
    pub fn eigen(&self) -> Eigen {
        let n = self.n;
        let mut a = self.of.clone();
        let mut v = vec![0.0; n * n];
        (0..n).for_each(|i| v[i * n + i] = 1.0);
        for _ in 0..60 {
            let diagonal: f64 = (0..n).map(|i| a[i * n + i] * a[i * n + i]).sum();
            let off: f64 =
                (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i * n + j].powi(2)).sum();
            if off <= 1e-34 * diagonal || off == 0.0 {
                break;
            }
            for p in 0..n {
                for q in p + 1..n {
                    let apq = a[p * n + q];
                    if apq == 0.0 {
                        continue;
                    }
                    let tau = (a[q * n + q] - a[p * n + p]) / (2.0 * apq);
                    let t = tau.signum() / (tau.abs() + tau.hypot(1.0));
                    let t = if tau == 0.0 { 1.0 } else { t };
                    let c = 1.0 / t.hypot(1.0);
                    let s = t * c;
                    for k in 0..n {
                        let (x, y) = (a[k * n + p], a[k * n + q]);
                        a[k * n + p] = c * x - s * y;
                        a[k * n + q] = s * x + c * y;
                    }
                    for k in 0..n {
                        let (x, y) = (a[p * n + k], a[q * n + k]);
                        a[p * n + k] = c * x - s * y;
                        a[q * n + k] = s * x + c * y;
                        let (x, y) = (v[p * n + k], v[q * n + k]);
                        v[p * n + k] = c * x - s * y;
                        v[q * n + k] = s * x + c * y;
                    }
                }
            }
        }
        let vectors = v.chunks(n.max(1)).map(<[f64]>::to_vec).collect();
        Eigen { values: (0..n).map(|i| a[i * n + i]).collect(), vectors }
    }
}

impl Eigen {
    pub fn largest(&self) -> f64 {
        self.values.iter().fold(0.0, |m: f64, v| m.max(v.abs()))
    }

    /// The eigenvectors whose eigenvalue is at most `share` of the largest: a basis of the null space.
    pub fn null(&self, share: f64) -> Vec<Vec<f64>> {
        let limit = share * self.largest();
        let small = self.values.iter().zip(&self.vectors).filter(|(value, _)| value.abs() <= limit);
        small.map(|(_, vector)| vector.clone()).collect()
    }
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// Takes out of v what lies along orthonormal directions.
pub fn project(v: &mut [f64], off: &[Vec<f64>]) {
    for direction in off {
        let along = dot(v, direction);
        v.iter_mut().zip(direction).for_each(|(x, d)| *x -= along * d);
    }
}
