//! Numbers that carry their first and second derivatives in a few local parameters (forward mode), so that
//! the reference differentiates the definitions themselves.

use std::ops::{Add, Mul, Neg, Sub};

/// Most parameters that one comparison touches.
pub const MOST: usize = 20;
const LOWER: usize = MOST * (MOST + 1) / 2;

#[derive(Debug, Clone, Copy)]
pub struct Jet {
    pub value: f64,
    /// Local parameters in use.
    count: usize,
    gradient: [f64; MOST],
    /// Lower triangle.
    hessian: [f64; LOWER],
}

impl Jet {
    pub fn constant(value: f64) -> Jet {
        Jet { value, count: 0, gradient: [0.0; MOST], hessian: [0.0; LOWER] }
    }

    /// The parameter with local number `at`.
    pub fn variable(value: f64, at: usize) -> Jet {
        let mut jet = Jet { count: at + 1, ..Jet::constant(value) };
        jet.gradient[at] = 1.0;
        jet
    }

    pub fn slope(&self, at: usize) -> f64 {
        self.gradient[at]
    }

    pub fn bend(&self, row: usize, column: usize) -> f64 {
        let (row, column) = (row.max(column), row.min(column));
        self.hessian[row * (row + 1) / 2 + column]
    }

    /// f(self), given the value of f and its first two derivatives there.
    pub fn chain(&self, value: f64, first: f64, second: f64) -> Jet {
        let mut out = Jet { value, ..*self };
        for row in 0..self.count {
            out.gradient[row] = first * self.gradient[row];
            for column in 0..=row {
                let at = row * (row + 1) / 2 + column;
                out.hessian[at] =
                    first * self.hessian[at] + second * self.gradient[row] * self.gradient[column];
            }
        }
        out
    }

    pub fn times(&self, factor: f64) -> Jet {
        self.chain(factor * self.value, factor, 0.0)
    }

    pub fn exp(&self) -> Jet {
        let value = self.value.exp();
        self.chain(value, value, value)
    }

    pub fn ln(&self) -> Jet {
        let x = self.value;
        self.chain(x.ln(), 1.0 / x, -1.0 / (x * x))
    }

    pub fn power(&self, exponent: f64) -> Jet {
        let x = self.value;
        let first = exponent * x.powf(exponent - 1.0);
        self.chain(x.powf(exponent), first, exponent * (exponent - 1.0) * x.powf(exponent - 2.0))
    }

    /// log(1 + exp(x)).
    pub fn softplus(&self) -> Jet {
        let x = self.value;
        let p = 1.0 / (1.0 + (-x).exp());
        self.chain(x.max(0.0) + (-x.abs()).exp().ln_1p(), p, p * (1.0 / (1.0 + x.exp())))
    }

    /// log(exp(x) - 1) of a positive x.
    pub fn log_expm1(&self) -> Jet {
        let x = self.value;
        if x <= 0.0 {
            return self.chain(f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
        }
        let rest = -(-x).exp_m1();
        self.chain(x + rest.ln(), 1.0 / rest, -(-x).exp() / (rest * rest))
    }

    /// log Phi(x), Phi the normal distribution.
    pub fn log_normal(&self) -> Jet {
        let x = self.value;
        let log_density = -0.5 * x * x - 0.5 * (2.0 * std::f64::consts::PI).ln();
        // Far out Mills's ratio by its asymptotic series, which there is as exact as the rest.
        let log = if x > -25.0 {
            (0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)).ln()
        } else {
            let s = 1.0 / (x * x);
            log_density - (-x).ln() + (-s * (1.0 - 3.0 * s * (1.0 - 5.0 * s * (1.0 - 7.0 * s)))).ln_1p()
        };
        let first = (log_density - log).exp();
        self.chain(log, first, -first * (x + first))
    }

    /// log(Phi(z + e) - Phi(z - e)) of a positive e.
    pub fn log_normal_between(z: Jet, e: Jet) -> Jet {
        if e.value <= 0.0 {
            return e.chain(f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
        }
        // On the side where both are small.
        let (near, far) = if z.value > 0.0 { (e - z, -(z + e)) } else { (z + e, z - e) };
        let (near, far) = (near.log_normal(), far.log_normal());
        near + (Jet::constant(1.0) - (far - near).exp()).ln()
    }

    /// Log-sum-exp of some.
    pub fn log_sum(terms: &[Jet]) -> Jet {
        let most = terms.iter().fold(f64::NEG_INFINITY, |m, t| m.max(t.value));
        let shift = Jet::constant(most);
        let sum = terms.iter().fold(Jet::constant(0.0), |sum, &term| sum + (term - shift).exp());
        sum.ln() + shift
    }
}

impl Add for Jet {
    type Output = Jet;
    fn add(self, other: Jet) -> Jet {
        let (mut out, less) = if self.count >= other.count { (self, other) } else { (other, self) };
        out.value += less.value;
        for row in 0..less.count {
            out.gradient[row] += less.gradient[row];
            for at in row * (row + 1) / 2..=row * (row + 1) / 2 + row {
                out.hessian[at] += less.hessian[at];
            }
        }
        out
    }
}

impl Neg for Jet {
    type Output = Jet;
    fn neg(self) -> Jet {
        self.times(-1.0)
    }
}

impl Sub for Jet {
    type Output = Jet;
    fn sub(self, other: Jet) -> Jet {
        self + -other
    }
}

impl Mul for Jet {
    type Output = Jet;
    fn mul(self, other: Jet) -> Jet {
        let (a, b) = (self, other);
        let count = a.count.max(b.count);
        let mut out = Jet { count, ..Jet::constant(a.value * b.value) };
        for row in 0..count {
            out.gradient[row] = a.value * b.gradient[row] + b.value * a.gradient[row];
            for column in 0..=row {
                let at = row * (row + 1) / 2 + column;
                out.hessian[at] = a.value * b.hessian[at]
                    + b.value * a.hessian[at]
                    + a.gradient[row] * b.gradient[column]
                    + b.gradient[row] * a.gradient[column];
            }
        }
        out
    }
}
