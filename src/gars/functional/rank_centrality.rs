//! Rank centrality: the stationary distribution of a walk that leaves item i for j at rate R_ij = ssym_ji, i losing
//! to j. By rows T = R / r (the paper's), or R as the rates of a chain in continuous time.
//!
//! Both have dF/dR_ik = c_i (g_k - r_i), g the columns of the inverse G of the matrix A that has F for the
//! solution of A F = 1. Generator: A = -Q' + 1 1', c = F, r_i = g_i. By rows: A = I - T' + 1 1',
//! c_i = F_i / (sum of row i), r_i = g_i + F - e_i, which is the column i of G T'. Then
//! J_jk = (dF/dR_jk w2' + dF/dR_kj w1') / 2. One factorization serves values, derivative and inverse.

use super::chain::Chain;
use super::{element, Score};
use crate::error::Result;
use crate::gars::pairs::{lanes, lanes_of, Lanes, LANES};
use crate::gars::scores::Scores;
use crate::gars::specification::ChainForm;
use crate::room::{Duplicate as _, Gather as _};
use faer::traits::pulp::{Arch, Simd, WithSimd};

pub(super) struct RankCentrality {
    form: ChainForm,
    chain: Chain,
    stationary: Vec<Lanes>,
    /// Sums of the rates of every item.
    sums: Vec<Lanes>,
    /// c_i of dF/dR_ik; 0 where an item of the context never loses: by rows the distribution is not differentiable
    /// there.
    scale: Vec<Lanes>,
    prepared: Prepared,
}

/// Inner products of the columns of G and r, n x n; row a, column b is that of a and b.
#[derive(Default)]
struct Prepared {
    /// G, one column after the other.
    inverse: Vec<Lanes>,
    /// g_a' Q g_b, g_a' Q r_b and r_a' Q r_b.
    gg: Vec<Lanes>,
    gr: Vec<Lanes>,
    rr: Vec<Lanes>,
}

impl RankCentrality {
    pub(super) fn new(form: ChainForm, items: usize) -> Result<RankCentrality> {
        Ok(RankCentrality {
            form,
            chain: Chain::new(items)?,
            stationary: lanes_of(items)?,
            sums: lanes_of(items)?,
            scale: lanes_of(items)?,
            prepared: Prepared::default(),
        })
    }

    /// The x of A x = b whose sum is zero, for b whose sum is zero.
    fn solve(&mut self, b: &mut [Lanes]) {
        self.chain.solve(b);
        if self.form == ChainForm::Row {
            b.iter_mut().zip(&self.sums).for_each(|(b, r)| *b = lanes(|lane| b[lane] * r[lane]));
        }
        let sum = total(b);
        b.iter_mut()
            .zip(&self.stationary)
            .for_each(|(b, f)| *b = lanes(|lane| b[lane] - sum[lane] * f[lane]));
    }

    /// G, one column after the other: A F = 1, so that G e_i is F / n and the solution for e_i - 1 / n.
    fn invert(&mut self, n: usize) -> Result<Vec<Lanes>> {
        let mut inverse = lanes_of(n * n)?;
        let share = 1.0 / n as f64;
        for (item, column) in inverse.chunks_exact_mut(n).enumerate() {
            column.fill([-share; LANES]);
            column[item] = [1.0 - share; LANES];
            self.solve(column);
            for (g, f) in column.iter_mut().zip(&self.stationary) {
                *g = lanes(|lane| g[lane] + share * f[lane]);
            }
        }
        Ok(inverse)
    }
}

/// The sum.
fn total(numbers: &[Lanes]) -> Lanes {
    numbers.iter().fold([0.0; LANES], |sum, own| lanes(|lane| sum[lane] + own[lane]))
}

impl Score for RankCentrality {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        let n = at.items;
        Arch::new().dispatch(Rates { ssym: &at.ssym, rates: self.chain.rates(), sums: &mut self.sums });
        let mut kink = [false; LANES];
        if self.form == ChainForm::Row {
            for (item, sum) in self.sums.iter_mut().enumerate() {
                for (lane, sum) in sum.iter_mut().enumerate().filter(|(_, sum)| **sum == 0.0) {
                    // Goes anywhere.
                    let row = &mut self.chain.rates()[item * n..(item + 1) * n];
                    row.iter_mut().for_each(|rate| rate[lane] = 1.0);
                    row[item][lane] = 0.0;
                    *sum = (n - 1) as f64;
                    kink[lane] = true;
                }
            }
        }
        self.chain.factor()?;
        self.chain.stationary(at.used, &mut self.stationary)?;
        if self.form == ChainForm::Row {
            // F T = F where F_i is the distribution in continuous time times the rate of leaving i.
            self.stationary
                .iter_mut()
                .zip(&self.sums)
                .for_each(|(f, r)| *f = lanes(|lane| f[lane] * r[lane]));
            let sum = total(&self.stationary);
            self.stationary.iter_mut().for_each(|f| *f = lanes(|lane| f[lane] / sum[lane]));
        }
        out.copy_from_slice(&self.stationary);
        for ((scale, f), r) in self.scale.iter_mut().zip(&self.stationary).zip(&self.sums) {
            *scale = match self.form {
                ChainForm::Row => lanes(|lane| if kink[lane] { 0.0 } else { f[lane] / r[lane] }),
                ChainForm::Generator => *f,
            };
        }
        Ok(())
    }

    #[inline(always)]
    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        // Directions are dF/dR_low,high and dF/dR_high,low.
        let (low, high) = if j < k { (1, 0) } else { (0, 1) };
        for category in 0..at.categories {
            first[category] = [0.5 * at.weights[low][category]; LANES];
            second[category] = [0.5 * at.weights[high][category]; LANES];
        }
    }

    fn push(&self, at: &Scores, lane: usize, low: usize, high: usize, amounts: [f64; 2], sum: &mut [Lanes]) {
        for ((from, to), amount) in [(low, high), (high, low)].into_iter().zip(amounts) {
            let rate = self.scale[from][lane] * amount;
            sum[to][lane] += rate;
            match self.form {
                ChainForm::Generator => sum[from][lane] -= rate,
                ChainForm::Row => {
                    // Less the row of T.
                    let share = rate / self.sums[from][lane];
                    let row = at.ssym[from..].iter().step_by(at.items);
                    sum.iter_mut().zip(row).for_each(|(sum, rate)| sum[lane] -= share * rate[lane]);
                }
            }
        }
    }

    fn finish(&mut self, _: &Scores, sum: &mut [Lanes]) {
        self.solve(sum);
    }

    fn prepare(&mut self, at: &Scores, q: Option<&[f64]>) -> Result<()> {
        let n = at.items;
        let inverse = self.invert(n)?;
        let (mut turned, mut along) = (inverse.duplicate(), self.stationary.duplicate());
        if let Some(q) = q {
            // Q G and Q F; Q is symmetric.
            Arch::new().dispatch(Turn { q, columns: &inverse, out: &mut turned });
            Arch::new().dispatch(Turn { q, columns: &self.stationary, out: &mut along });
        }
        let mut gg = lanes_of(n * n)?;
        Arch::new().dispatch(Products { left: &inverse, right: &turned, out: &mut gg });
        let (mut gr, mut rr) = (gg.duplicate(), gg.duplicate());
        if self.form == ChainForm::Row {
            let across: Vec<Lanes> = inverse.chunks_exact(n).map(|g| dot(g, &along)).gathered();
            let whole = dot(&self.stationary, &along);
            for a in 0..n {
                for b in 0..n {
                    let (ab, e) = (a * n + b, element(q, n, a, b));
                    gr[ab] = lanes(|lane| gg[ab][lane] + across[a][lane] - turned[ab][lane]);
                    rr[ab] = lanes(|lane| {
                        let outer = turned[b * n + a][lane] + along[a][lane] + along[b][lane];
                        gr[ab][lane] + across[b][lane] + whole[lane] - outer + e
                    });
                }
            }
        }
        self.prepared = Prepared { inverse, gg, gr, rr };
        Ok(())
    }

    #[inline(always)]
    fn gram(&self, at: &Scores, _: Option<&[f64]>, low: usize, high: usize) -> [Lanes; 3] {
        let n = at.items;
        let Prepared { gg, gr, rr, .. } = &self.prepared;
        let (a, b) = (&self.scale[low], &self.scale[high]);
        let [lh, hl, ll, hh] = [low * n + high, high * n + low, low * (n + 1), high * (n + 1)];
        [
            lanes(|lane| a[lane] * a[lane] * (gg[hh][lane] - 2.0 * gr[hl][lane] + rr[ll][lane])),
            lanes(|lane| a[lane] * b[lane] * (gg[hl][lane] - gr[hh][lane] - gr[ll][lane] + rr[lh][lane])),
            lanes(|lane| b[lane] * b[lane] * (gg[ll][lane] - 2.0 * gr[lh][lane] + rr[hh][lane])),
        ]
    }

    fn directions(&mut self, at: &Scores, low: usize, high: usize, out: [&mut [f64]; 2]) {
        let n = at.items;
        for (out, (from, to)) in out.into_iter().zip([(low, high), (high, low)]) {
            let scale = self.scale[from][0];
            let column = |item: usize| &self.prepared.inverse[item * n..(item + 1) * n];
            for (out, (a, b)) in out.iter_mut().zip(column(to).iter().zip(column(from))) {
                *out = scale * (a[0] - b[0]);
            }
            if self.form == ChainForm::Row {
                out.iter_mut().zip(&self.stationary).for_each(|(out, f)| *out -= scale * f[0]);
                out[from] += scale;
            }
        }
    }
}

#[inline(always)]
fn dot(a: &[Lanes], b: &[Lanes]) -> Lanes {
    let each = a.iter().zip(b);
    each.fold([0.0; LANES], |sum, (a, b)| lanes(|lane| sum[lane] + a[lane] * b[lane]))
}

/// The rates R_ij = ssym_ji and the sums of their rows.
struct Rates<'a> {
    ssym: &'a [Lanes],
    rates: &'a mut [Lanes],
    sums: &'a mut [Lanes],
}

impl WithSimd for Rates<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Rates { ssym, rates, sums } = self;
        let n = sums.len();
        for (item, (row, sum)) in rates.chunks_exact_mut(n).zip(sums).enumerate() {
            let mut all = [0.0; LANES];
            for (rate, from) in row.iter_mut().zip(ssym[item..].iter().step_by(n)) {
                *rate = *from;
                all = lanes(|lane| all[lane] + from[lane]);
            }
            *sum = all;
        }
    }
}

/// Q times every column.
struct Turn<'a> {
    q: &'a [f64],
    columns: &'a [Lanes],
    out: &'a mut [Lanes],
}

impl WithSimd for Turn<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Turn { q, columns, out } = self;
        let n = q.len().isqrt();
        for (column, out) in columns.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
            for (row, out) in q.chunks_exact(n).zip(out) {
                let each = row.iter().zip(column);
                *out = each.fold([0.0; LANES], |sum, (q, g)| lanes(|lane| sum[lane] + q * g[lane]));
            }
        }
    }
}

/// Inner products of columns, of which both matrices have as many; the result is symmetric.
struct Products<'a> {
    left: &'a [Lanes],
    right: &'a [Lanes],
    out: &'a mut [Lanes],
}

impl WithSimd for Products<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Products { left, right, out } = self;
        let n = out.len().isqrt();
        for (a, left) in left.chunks_exact(n).enumerate() {
            for (b, right) in right.chunks_exact(n).enumerate().take(a + 1) {
                let product = dot(left, right);
                out[a * n + b] = product;
                out[b * n + a] = product;
            }
        }
    }
}
