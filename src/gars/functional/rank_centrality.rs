//! Rank centrality: the stationary law of a walk that leaves item i for j at rate R_ij = ssym_ji, i losing
//! to j. By rows T = R / r (the paper's), or R as the rates of a chain in continuous time.
//!
//! Both have dF/dR_ik = c_i (g_k - r_i), g the columns of the inverse G of the matrix A that has F for the
//! solution of A F = 1. Generator: A = -Q' + 1 1', c = F, r_i = g_i. By rows: A = I - T' + 1 1',
//! c_i = F_i / (sum of row i), r_i = g_i + F - e_i, which is the column i of G T'. Then
//! J_jk = (dF/dR_jk w2' + dF/dR_kj w1') / 2. One factorization serves values, derivative and inverse.

use super::chain::Chain;
use super::{element, Score};
use crate::error::Result;
use crate::gars::pairs::Columns;
use crate::gars::scores::Scores;
use crate::gars::specification::ChainForm;
use crate::solve::{multiply_into, reserve};

pub(super) struct RankCentrality {
    form: ChainForm,
    chain: Chain,
    law: Vec<f64>,
    /// Sums of the rates of every item.
    sums: Vec<f64>,
    /// Whether an item never loses: by rows the law is not differentiable there.
    kink: bool,
    prepared: Prepared,
}

/// Inner products of the columns of G and r, n x n; row a, column b is that of a and b.
#[derive(Default)]
struct Prepared {
    /// G, one column after the other.
    inverse: Vec<f64>,
    /// g_a' Q g_b, g_a' Q r_b and r_a' Q r_b.
    gg: Vec<f64>,
    gr: Vec<f64>,
    rr: Vec<f64>,
}

impl RankCentrality {
    pub(super) fn new(form: ChainForm, items: usize) -> Result<RankCentrality> {
        Ok(RankCentrality {
            form,
            chain: Chain::new(items)?,
            law: reserve(items)?,
            sums: reserve(items)?,
            kink: false,
            prepared: Prepared::default(),
        })
    }

    /// c_i of dF/dR_ik.
    fn scale(&self, item: usize) -> f64 {
        match self.form {
            ChainForm::Row => self.law[item] / self.sums[item],
            ChainForm::Generator => self.law[item],
        }
    }

    /// The x of A x = b whose sum is zero, for b whose sum is zero.
    fn solve(&mut self, b: &mut [f64]) {
        self.chain.solve(b);
        if self.form == ChainForm::Row {
            b.iter_mut().zip(&self.sums).for_each(|(b, r)| *b *= r);
        }
        let sum: f64 = b.iter().sum();
        b.iter_mut().zip(&self.law).for_each(|(b, f)| *b -= sum * f);
    }

    /// G, one column after the other: A F = 1, so that G e_i is F / n and the solution for e_i - 1 / n.
    fn invert(&mut self, n: usize) -> Result<Vec<f64>> {
        let mut inverse = reserve(n * n)?;
        for (item, column) in inverse.chunks_exact_mut(n).enumerate() {
            column.fill(-1.0 / n as f64);
            column[item] += 1.0;
            self.solve(column);
            column.iter_mut().zip(&self.law).for_each(|(g, f)| *g += f / n as f64);
        }
        Ok(inverse)
    }
}

impl Score for RankCentrality {
    fn values(&mut self, at: &Scores, out: &mut [f64]) -> Result<()> {
        let n = at.items;
        // R_ij = ssym_ji; what row i sums to is the sum of column i.
        Columns { matrix: &at.ssym, out: &mut self.sums }.run();
        self.kink = false;
        for (item, (row, sum)) in at.ssym_turned.chunks_exact(n).zip(&mut self.sums).enumerate() {
            let rates = self.chain.row(item);
            if *sum == 0.0 && self.form == ChainForm::Row {
                // Goes anywhere.
                rates.fill(1.0);
                rates[item] = 0.0;
                *sum = (n - 1) as f64;
                self.kink = true;
            } else {
                rates.copy_from_slice(row);
            }
        }
        self.chain.factor()?;
        self.chain.stationary(&mut self.law)?;
        if self.form == ChainForm::Row {
            // F T = F where F_i is the law in continuous time times the rate of leaving i.
            self.law.iter_mut().zip(&self.sums).for_each(|(f, r)| *f *= r);
            let sum: f64 = self.law.iter().sum();
            self.law.iter_mut().for_each(|f| *f /= sum);
        }
        out.copy_from_slice(&self.law);
        Ok(())
    }

    fn loads(&self, at: &Scores, j: usize, k: usize, first: &mut [f64], second: &mut [f64]) {
        // Directions are dF/dR_low,high and dF/dR_high,low.
        let (low, high) = if j < k { (1, 0) } else { (0, 1) };
        for category in 0..at.categories {
            first[category] = 0.5 * at.weights[low][category];
            second[category] = 0.5 * at.weights[high][category];
        }
    }

    fn push(&self, at: &Scores, low: usize, high: usize, amounts: [f64; 2], sum: &mut [f64]) {
        if self.kink {
            return;
        }
        for ((from, to), amount) in [(low, high), (high, low)].into_iter().zip(amounts) {
            let rate = self.scale(from) * amount;
            sum[to] += rate;
            match self.form {
                ChainForm::Generator => sum[from] -= rate,
                ChainForm::Row => {
                    // Less the row of T.
                    let share = rate / self.sums[from];
                    let row = &at.ssym_turned[from * at.items..(from + 1) * at.items];
                    sum.iter_mut().zip(row).for_each(|(sum, rate)| *sum -= share * rate);
                }
            }
        }
    }

    fn finish(&mut self, _: &Scores, sum: &mut [f64]) {
        if !self.kink {
            self.solve(sum);
        }
    }

    fn prepare(&mut self, at: &Scores, q: Option<&[f64]>) -> Result<()> {
        let n = at.items;
        if self.kink {
            return Ok(());
        }
        let inverse = self.invert(n)?;
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        // Q G and Q F; Q is symmetric.
        let (mut turned, mut along) = (inverse.clone(), self.law.clone());
        if let Some(q) = q {
            multiply_into(q, false, &inverse, [n, n, n], &mut turned);
            along = q.chunks_exact(n).map(|row| dot(row, &self.law)).collect();
        }
        let mut gg = reserve(n * n)?;
        multiply_into(&inverse, true, &turned, [n, n, n], &mut gg);
        let (mut gr, mut rr) = (gg.clone(), gg.clone());
        if self.form == ChainForm::Row {
            let across: Vec<f64> = inverse.chunks_exact(n).map(|g| dot(g, &along)).collect();
            let whole = dot(&self.law, &along);
            for a in 0..n {
                for b in 0..n {
                    let gr_ab = gg[a * n + b] + across[a] - turned[a * n + b];
                    gr[a * n + b] = gr_ab;
                    rr[a * n + b] = gr_ab + across[b] + whole - along[b] - turned[b * n + a] - along[a]
                        + element(q, n, a, b);
                }
            }
        }
        self.prepared = Prepared { inverse, gg, gr, rr };
        Ok(())
    }

    fn gram(&self, at: &Scores, _: Option<&[f64]>, low: usize, high: usize) -> [f64; 3] {
        if self.kink {
            return [0.0; 3];
        }
        let n = at.items;
        let Prepared { gg, gr, rr, .. } = &self.prepared;
        let own = |i: usize, k: usize| gg[k * n + k] - 2.0 * gr[k * n + i] + rr[i * n + i];
        let cross = gg[high * n + low] - gr[high * n + high] - gr[low * n + low] + rr[low * n + high];
        let (a, b) = (self.scale(low), self.scale(high));
        [a * a * own(low, high), a * b * cross, b * b * own(high, low)]
    }

    fn directions(&mut self, at: &Scores, low: usize, high: usize, out: [&mut [f64]; 2]) {
        let n = at.items;
        for (out, (from, to)) in out.into_iter().zip([(low, high), (high, low)]) {
            if self.kink {
                out.fill(0.0);
                continue;
            }
            let scale = self.scale(from);
            let column = |item: usize| &self.prepared.inverse[item * n..(item + 1) * n];
            for (out, (a, b)) in out.iter_mut().zip(column(to).iter().zip(column(from))) {
                *out = scale * (a - b);
            }
            if self.form == ChainForm::Row {
                out.iter_mut().zip(&self.law).for_each(|(out, f)| *out -= scale * f);
                out[from] += scale;
            }
        }
    }
}
