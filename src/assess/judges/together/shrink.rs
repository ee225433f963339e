//! Correlations of any two judges, drawn towards the mean of their kind.
//!
//! Fisher's z = atanh r of N pairs of votes has the variance 1 / N; of a kind (judges of one family, or not) z has the mean m,
//! weighted by N, and the variance tau^2 between pairs by the moments of DerSimonian and Laird (1986). What is kept is
//! kappa z + (1 - kappa) m, kappa = tau^2 / (tau^2 + 1 / N). Correlations below zero are what wrong means leave, and count
//! as zero.

use super::sums::Sums;
use crate::error::Result;
use crate::interrupt::spend;
use crate::linalg::symmetric_eigen;
use crate::room::{self, Gather as _};

/// Fewer pairs of votes tell nothing of two judges.
const LEAST: f64 = 4.0;

/// The least eigenvalue of a matrix of correlations.
const FLOOR: f64 = 1e-8;

/// The correlations of a kind of pairs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kind {
    /// Their mean, by z.
    pub mean: f64,
    /// Standard deviation of z between pairs, beyond what chance does.
    pub tau: f64,
    /// Pairs of judges that say something.
    pub pairs: usize,
    /// Their pairs of votes.
    pub shared: f64,
    /// The mean z.
    z: f64,
    tau2: f64,
    /// The sum of squared N.
    squares: f64,
    /// The divisor of the excess of Q.
    divisor: f64,
}

impl Kind {
    const UNKNOWN: Kind = Kind {
        mean: f64::NAN,
        tau: f64::NAN,
        pairs: 0,
        shared: 0.0,
        z: 0.0,
        tau2: 0.0,
        squares: 0.0,
        divisor: 0.0,
    };

    fn new(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Kind {
        let mut kind = Kind::UNKNOWN;
        for (z, n) in pairs.clone() {
            kind.pairs += 1;
            kind.shared += n;
            kind.squares += n * n;
            kind.z += n * z;
        }
        if kind.pairs == 0 {
            return kind;
        }
        kind.z /= kind.shared;
        kind.mean = kind.z.tanh();
        let q: f64 = pairs.map(|(z, n)| n * (z - kind.z).powi(2)).sum();
        kind.divisor = kind.shared - kind.squares / kind.shared;
        if kind.pairs > 1 {
            kind.tau2 = ((q - (kind.pairs - 1) as f64) / kind.divisor).max(0.0);
        }
        kind.tau = kind.tau2.sqrt();
        kind
    }
}

/// The correlations of judges that are no copies of each other.
#[derive(Debug)]
pub(super) struct Correlations {
    pub(super) judges: usize,
    sums: Vec<Sums>,
    is_within: Vec<bool>,
    /// Judges of one family; judges of different ones, or all where there are no families.
    pub(super) kinds: [Kind; 2],
    /// Drawn towards the means; ones on the diagonal.
    pub(super) shrunk: Vec<f64>,
}

impl Correlations {
    pub(super) fn new(sums: Vec<Sums>, judges: usize, is_one: impl Fn(usize, usize) -> bool) -> Result<Self> {
        let mut is_within = room::reserve_filled(judges * judges, false)?;
        for (i, j) in pairs(judges) {
            is_within[i * judges + j] = is_one(i, j);
        }
        let mut found = Correlations {
            judges,
            sums,
            is_within,
            kinds: [Kind::UNKNOWN; 2],
            shrunk: room::reserve(judges * judges)?,
        };
        found.kinds = [true, false].map(|within| {
            Kind::new(
                pairs(judges)
                    .map(|(i, j)| i * judges + j)
                    .filter(|&at| found.is_within[at] == within && found.says(at))
                    .map(|at| (found.z(at), found.sums[at][3])),
            )
        });
        let mut shrunk = std::mem::take(&mut found.shrunk);
        for (i, j) in pairs(judges) {
            let rho = found.drawn(i * judges + j).tanh().max(0.0);
            (shrunk[i * judges + j], shrunk[j * judges + i]) = (rho, rho);
        }
        (0..judges).for_each(|i| shrunk[i * judges + i] = 1.0);
        found.shrunk = nearest(shrunk, judges)?;
        Ok(found)
    }

    /// The pairs of votes that two judges share, and the correlation in them; NaN where there is none.
    pub(super) fn of_two(&self, i: usize, j: usize) -> [f64; 2] {
        let at = i.min(j) * self.judges + i.max(j);
        [self.sums[at][3], self.raw(at)]
    }

    fn raw(&self, at: usize) -> f64 {
        let [product, first, second, _] = self.sums[at];
        product / (first * second).sqrt()
    }

    /// Whether a pair says something of itself. Who always ties where ties are expected has no residuals.
    fn says(&self, at: usize) -> bool {
        self.sums[at][3] >= LEAST && !self.raw(at).is_nan()
    }

    fn z(&self, at: usize) -> f64 {
        const MOST: f64 = 1.0 - 1e-15;
        self.raw(at).clamp(-MOST, MOST).atanh()
    }

    /// The kind whose mean stands for a pair: the other one's where its own is not known.
    fn kind(&self, at: usize) -> usize {
        let own = usize::from(!self.is_within[at]);
        if self.kinds[own].pairs > 0 {
            own
        } else {
            1 - own
        }
    }

    /// How much of a pair's own z is kept.
    fn kept(&self, at: usize) -> f64 {
        let (tau2, n) = (self.kinds[self.kind(at)].tau2, self.sums[at][3]);
        if self.says(at) {
            tau2 * n / (tau2 * n + 1.0)
        } else {
            0.0
        }
    }

    /// The z that is kept.
    fn drawn(&self, at: usize) -> f64 {
        let (kept, mean) = (self.kept(at), self.kinds[self.kind(at)].z);
        if kept > 0.0 {
            kept * self.z(at) + (1.0 - kept) * mean
        } else {
            mean
        }
    }

    /// The slopes in the sums of a function of the shrunken correlations with these slopes, by the chain rule backwards
    /// through the means and variances of kinds.
    pub(super) fn slopes(&self, by_rho: impl Fn(usize, usize) -> f64) -> Result<Vec<Sums>> {
        let n = self.judges;
        let mut slopes: Vec<Sums> = room::reserve_filled(n * n, [0.0; 4])?;
        // In z and N of each pair, and in the mean and the variance of each kind.
        let mut by_z = room::reserve(n * n)?;
        let mut by_n = room::reserve(n * n)?;
        let (mut by_mean, mut by_tau2) = ([0.0; 2], [0.0; 2]);
        for (i, j) in pairs(n) {
            let at = i * n + j;
            let (kind, kept, rho) = (self.kind(at), self.kept(at), self.drawn(at).tanh());
            let by_rho = by_rho(i, j);
            if rho <= 0.0 || by_rho == 0.0 {
                continue;
            }
            let by_drawn = by_rho * (1.0 - rho * rho);
            by_mean[kind] += by_drawn * (1.0 - kept);
            let shared = self.sums[at][3];
            if self.says(at) {
                let Kind { tau2, z, .. } = self.kinds[kind];
                let by_kept = by_drawn * (self.z(at) - z);
                by_z[at] += by_drawn * kept;
                by_n[at] += by_kept * tau2 / (tau2 * shared + 1.0).powi(2);
                by_tau2[kind] += by_kept * shared / (tau2 * shared + 1.0).powi(2);
            }
        }
        for (i, j) in pairs(n) {
            let at = i * n + j;
            let (kind, [product, first, second, shared]) = (self.kind(at), self.sums[at]);
            if !self.says(at) {
                continue;
            }
            let Kind { z: mean, tau2, shared: all, squares, divisor, .. } = self.kinds[kind];
            let (z, raw) = (self.z(at), self.raw(at));
            by_z[at] += by_mean[kind] * shared / all;
            by_n[at] += by_mean[kind] * (z - mean) / all;
            if tau2 > 0.0 {
                let part = by_tau2[kind] / divisor;
                let of_divisor = 1.0 - 2.0 * shared / all + squares / (all * all);
                by_z[at] += part * 2.0 * shared * (z - mean);
                by_n[at] += part * ((z - mean).powi(2) - tau2 * of_divisor);
            }
            // At the bounds of z nothing moves.
            let by_raw = if z.abs() < 17.0 { by_z[at] / (1.0 - raw * raw) } else { 0.0 };
            let by_product = by_raw / (first * second).sqrt();
            slopes[at] = [
                by_product,
                -by_product * product / (2.0 * first),
                -by_product * product / (2.0 * second),
                by_n[at],
            ];
        }
        spend(40 * n * n);
        Ok(slopes)
    }
}

/// Every two judges once.
pub(super) fn pairs(judges: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
    (0..judges).flat_map(move |i| (i + 1..judges).map(move |j| (i, j)))
}

/// The matrix with eigenvalues that are not below the floor, scaled to ones on the diagonal.
fn nearest(matrix: Vec<f64>, n: usize) -> Result<Vec<f64>> {
    let (values, vectors) = symmetric_eigen(&matrix, n)?;
    if values.first().is_none_or(|least| *least >= FLOOR) {
        return Ok(matrix);
    }
    let mut out = room::reserve(n * n)?;
    for (value, vector) in values.iter().zip(vectors.chunks(n)) {
        for i in 0..n {
            let scaled = value.max(FLOOR) * vector[i];
            out[i * n..(i + 1) * n].iter_mut().zip(vector).for_each(|(to, v)| *to += scaled * v);
        }
        spend(n * n);
    }
    let scales: Vec<f64> = (0..n).map(|i| out[i * n + i].sqrt()).gathered();
    for (i, row) in out.chunks_mut(n).enumerate() {
        row.iter_mut().zip(&scales).for_each(|(v, scale)| *v /= scale * scales[i]);
    }
    Ok(out)
}
