//! Fixed bases of factored thresholds: cosines over the items in the order of their names.

use crate::room::Gather as _;
use std::f64::consts::PI;

/// The basis Phi of a factored threshold. Both depend on the order of the items: that of their names,
/// which is the same however the data came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Basis {
    /// DCT-II: the first column is constant, so that single and additive thresholds are special cases.
    #[default]
    Cosine,
    /// DCT-IV, the paper's: no column is constant, and a single threshold is no special case.
    Paper,
}

impl Basis {
    /// All by their numbers.
    pub const ALL: [Basis; 2] = [Basis::Cosine, Basis::Paper];

    /// The first `factors` columns, items x factors, row-major, items in their order; they are orthonormal.
    pub fn table(self, items: usize, factors: usize) -> Vec<f64> {
        let m = items as f64;
        let entry = |i: usize, c: usize| match self {
            Basis::Cosine if c == 0 => 1.0 / m.sqrt(),
            Basis::Cosine => (2.0 / m).sqrt() * cosine(PI / m * (i as f64 + 0.5) * c as f64),
            Basis::Paper => (2.0 / m).sqrt() * cosine(PI / m * (i as f64 + 0.5) * (c as f64 + 0.5)),
        };
        (0..items).flat_map(|i| (0..factors).map(move |c| entry(i, c))).gathered()
    }
}

/// Zero where rounding of the angle is all there is: it would count as a derivative of a threshold.
fn cosine(angle: f64) -> f64 {
    let cosine = angle.cos();
    if cosine.abs() > 4.0 * f64::EPSILON * angle.abs().max(1.0) {
        cosine
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::Basis;

    #[test]
    fn columns_are_orthonormal() {
        let (m, k) = (9, 6);
        for basis in Basis::ALL {
            let table = basis.table(m, k);
            for a in 0..k {
                for b in 0..=a {
                    let sum: f64 = (0..m).map(|i| table[i * k + a] * table[i * k + b]).sum();
                    assert!((sum - f64::from(u8::from(a == b))).abs() < 1e-14);
                }
            }
        }
    }
}
