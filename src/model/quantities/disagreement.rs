//! Read-outs of strengths of several columns, S = gamma mu' + U V' (HJA, arXiv:2605.05073), with their
//! derivatives. They take the parameters to be in canonical form (`strength/consensus.rs`), as those of a fit
//! and of a refit are, and follow them out of it to first order.
//!
//! With s_c the mean of dA_c over judges, m = |mu|^2, v_c = |V_c|^2 and
//! L_c = (mu'dV_c + V_c'dmu + v_c s_c) / m,
//!
//! ```text
//! d mu    = dB_0 + mu s_0 + sum_c V_c s_c
//! d gamma = dA_0 - gamma s_0 + sum_c U_c L_c
//! d T     = sum_c (dU_c V_c' + U_c dV_c' - L_c U_c mu' - s_c gamma V_c')
//! ```

use super::jacobian::{Entries, Jacobian};
use super::point::Point;
use super::predict::Predicted;
use super::readout::Readout;
use super::scale::{Factor, Normalisation, Scale};
use crate::model::fitted::Model;
use crate::model::specification::Problems;
use crate::room::{with_room, Duplicate as _, Gather as _, Put as _};
use crate::vectors::dot;

/// Singular values nearer to each other than this share of the larger have no vectors of their own.
const CROSSING: f64 = 1e-6;

/// U, V and the singular values of U V'.
pub(super) struct Factors {
    pub(super) judges: Readout,
    pub(super) items: Readout,
    pub(super) sizes: Readout,
}

impl Point<'_> {
    /// The numbers of the items in a column, centred like scores that sum to zero.
    pub(super) fn centred_column(&self, column: usize) -> Vec<f64> {
        let strength = &self.model.layout.strength;
        let (_, centres, of) = self.centred_scores(&Normalisation::Sum);
        let value = |item: usize| self.theta[strength.item(item, column)];
        let means: Vec<f64> =
            centres.iter().map(|c| c.iter().map(|(i, w)| w * value(*i as usize)).sum()).gathered();
        (0..self.model.layout.items).map(|i| value(i) - of[i].map_or(0.0, |g| means[g])).gathered()
    }

    /// Entries of items as entries of their numbers in a column.
    pub(super) fn in_column(&self, of_items: &Entries, column: usize) -> Entries {
        let strength = &self.model.layout.strength;
        of_items.iter().map(|&(i, w)| (strength.item(i as usize, column) as u32, w)).gathered()
    }

    /// s_c as a function of the parameters.
    fn mean_of_judges(&self, column: usize) -> Entries {
        let active = self.active_judges();
        let share = 1.0 / active.len().max(1) as f64;
        active.iter().map(|&k| (self.model.layout.strength.judge(k, column) as u32, share)).gathered()
    }

    /// L_c as a function of the parameters.
    fn lean(&self, column: usize, mu: &[f64], v: &[f64]) -> Entries {
        let strength = &self.model.layout.strength;
        let m = dot(mu, mu);
        let share = dot(v, v) / m;
        let items = mu.iter().enumerate().map(|(i, x)| (strength.item(i, column) as u32, x / m));
        let scores = v.iter().enumerate().map(|(i, x)| (strength.item(i, 0) as u32, x / m));
        let judges = self.mean_of_judges(column).into_iter().map(|(at, w)| (at, share * w));
        items.chain(scores).chain(judges).gathered()
    }

    /// The change of the consensus with further columns: V_c s_c, times `size`.
    pub(super) fn push_drift(&self, normalisation: &Normalisation, size: f64, jacobian: &mut Jacobian) {
        let strength = self.model.layout.strength;
        for c in 1..strength.columns {
            let (_, centres, of) = self.centred_scores(normalisation);
            let value = |item: usize| self.theta[strength.item(item, c)];
            let mean = |g: usize| centres[g].iter().map(|(i, w)| w * value(*i as usize)).sum::<f64>();
            let left =
                (0..self.model.layout.items).map(|i| size * (value(i) - of[i].map_or(0.0, mean))).gathered();
            jacobian.push_outer(left, self.free_entries(&self.mean_of_judges(c)));
        }
    }

    /// The same of a difference of two items.
    pub(super) fn add_drift(&self, left: usize, right: usize, factor: f64, predicted: &mut Predicted) {
        let strength = self.model.layout.strength;
        // The first column is scaled to sensitivities of mean one.
        let scale = factor;
        for c in 1..strength.columns {
            let gap = self.theta[strength.item(left, c)] - self.theta[strength.item(right, c)];
            let along = self.mean_of_judges(c);
            predicted.along_u.put_each(along.into_iter().map(|(at, w)| (at, scale * gap * w)));
        }
    }

    /// A factor that was taken of the first column, as one of sensitivities in canonical form.
    pub(super) fn of_canonical(&self, factor: &Factor) -> Factor {
        let strength = self.model.layout.strength;
        let mu = self.centred_column(0);
        let mut derivative: Entries = factor.derivative.duplicate();
        // d gamma_k besides dA_k0: the shares that the factor has of each judge's.
        let along = |c: usize| -> f64 {
            let of = |(at, w): &(u32, f64)| {
                let judge = *at as usize - strength.items;
                w * self.theta[strength.judge(judge, c)]
            };
            factor.derivative.iter().map(of).sum()
        };
        // It is of degree one in gamma: what d gamma takes of s_0, d mu gives.
        for c in 1..strength.columns {
            let by = along(c);
            let v = self.centred_column(c);
            derivative.put_each(self.lean(c, &mu, &v).into_iter().map(|(at, w)| (at, by * w)));
        }
        Factor { value: factor.value, derivative }
    }

    /// gamma, or its logarithm, on a scale.
    pub(super) fn read_canonical_sensitivities(
        &self,
        scale: Scale,
        factor: &Factor,
        logarithm: bool,
    ) -> Readout {
        let strength = self.model.layout.strength;
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let mut estimates = Vec::new();
        // d value / d gamma, zero for what has no value.
        let mut slopes = Vec::new();
        for judge in 0..self.model.layout.judges {
            let at = strength.judge(judge, 0);
            let gamma = self.theta[at] / factor.value;
            let is_none = self.has_no_votes(judge) || (logarithm && gamma <= 0.0);
            let slope = match logarithm {
                _ if is_none => 0.0,
                true => 1.0 / self.theta[at],
                false => 1.0 / factor.value,
            };
            estimates.push(match logarithm {
                _ if is_none => f64::NAN,
                true => gamma.ln(),
                false => gamma,
            });
            self.push_free(&mut jacobian, at, slope);
            jacobian.end_row();
            slopes.put(slope);
        }
        self.push_turns(&slopes, &mut jacobian);
        if scale != Scale::Arithmetic {
            // Of the factor only what is not in gamma and mu alike: mu is multiplied, gamma divided by it.
            let left: Vec<f64> = (0..self.model.layout.judges)
                .map(|k| -slopes[k] * self.theta[strength.judge(k, 0)] / factor.value)
                .gathered();
            let share = self.mean_of_judges(0).into_iter().map(|(at, w)| (at, -factor.value * w));
            let of_scale: Entries = factor.derivative.iter().copied().chain(share).gathered();
            jacobian.push_outer(left, self.free_entries(&of_scale));
        }
        Readout { estimates, jacobian }
    }

    /// Adds what gamma moves besides dA_0, times `slopes`.
    fn push_turns(&self, slopes: &[f64], jacobian: &mut Jacobian) {
        let strength = self.model.layout.strength;
        let weighted = |c: usize| -> Vec<f64> {
            slopes.iter().enumerate().map(|(k, s)| s * self.theta[strength.judge(k, c)]).gathered()
        };
        let left = weighted(0).iter().map(|l| -l).gathered();
        jacobian.push_outer(left, self.free_entries(&self.mean_of_judges(0)));
        let mu = self.centred_column(0);
        for c in 1..strength.columns {
            let lean = self.lean(c, &mu, &self.centred_column(c));
            jacobian.push_outer(weighted(c), self.free_entries(&lean));
        }
    }

    /// T, judges x items.
    pub(super) fn read_disagreements(&self) -> Readout {
        let strength = self.model.layout.strength;
        let (items, judges) = (self.model.layout.items, self.model.layout.judges);
        let u = |k: usize, c: usize| self.theta[strength.judge(k, c)];
        let columns: Vec<Vec<f64>> = (0..strength.columns).map(|c| self.centred_column(c)).gathered();
        let v = |item: usize, c: usize| columns[c][item];
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let mut estimates = with_room(items * judges);
        for k in 0..judges {
            for item in 0..items {
                let sum: f64 = (1..strength.columns).map(|c| u(k, c) * v(item, c)).sum();
                estimates.push(if self.has_no_votes(k) { f64::NAN } else { sum });
                for c in 1..strength.columns {
                    self.push_free(&mut jacobian, strength.item(item, c), u(k, c));
                    self.push_free(&mut jacobian, strength.judge(k, c), v(item, c));
                }
                jacobian.end_row();
            }
        }
        let (_, centres, of) = self.centred_scores(&Normalisation::Sum);
        let table = |of_judge: &dyn Fn(usize) -> f64, of_item: &dyn Fn(usize) -> f64| -> Vec<f64> {
            (0..judges).flat_map(|k| (0..items).map(move |i| -of_judge(k) * of_item(i))).gathered()
        };
        for c in 1..strength.columns {
            for (group, centre) in centres.iter().enumerate() {
                let inside = |i: usize| f64::from(u8::from(of[i] == Some(group)));
                let left = table(&|k| u(k, c), &inside);
                jacobian.push_outer(left, self.free_entries(&self.in_column(centre, c)));
            }
            let lean = self.lean(c, &columns[0], &columns[c]);
            jacobian.push_outer(table(&|k| u(k, c), &|i| columns[0][i]), self.free_entries(&lean));
            let mean = self.mean_of_judges(c);
            jacobian.push_outer(table(&|k| u(k, 0), &|i| columns[c][i]), self.free_entries(&mean));
        }
        Readout { estimates, jacobian }
    }

    /// |T_k|, or its ratio to |gamma_k mu|.
    pub(super) fn read_norms(&self, relative: bool) -> Readout {
        let strength = self.model.layout.strength;
        let (items, judges) = (self.model.layout.items, self.model.layout.judges);
        let all = self.read_disagreements();
        let mu = self.centred_column(0);
        let m = dot(&mu, &mu);
        let (mut estimates, mut by_norm, mut by_gamma) = (Vec::new(), Vec::new(), Vec::new());
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let mut weights = vec![0.0; judges * items];
        let mut row = Jacobian::new(self.model.layout.dimension);
        for k in 0..judges {
            let t = &all.estimates[k * items..(k + 1) * items];
            let norm = dot(t, t).sqrt();
            let gamma = self.theta[strength.judge(k, 0)];
            let value = if relative { norm / (gamma.abs() * m.sqrt()) } else { norm };
            estimates.push(value);
            let regular = value.is_finite() && norm > 0.0;
            by_norm.put(if regular { value / norm } else { 0.0 });
            by_gamma.put(if regular && relative { -value / gamma } else { 0.0 });
            weights.fill(0.0);
            if regular {
                let own = &mut weights[k * items..(k + 1) * items];
                own.iter_mut().zip(t).for_each(|(w, t)| *w = t / norm * by_norm[k]);
            }
            all.jacobian.contrast(&weights, &mut row);
        }
        let mut dense = vec![0.0; self.model.layout.dimension];
        for k in 0..judges {
            row.dense_row(k, &mut dense);
            dense[strength.judge(k, 0)] += by_gamma[k];
            dense.iter().enumerate().for_each(|(at, &v)| self.push_free(&mut jacobian, at, v));
            jacobian.end_row();
        }
        if relative {
            self.push_turns(&by_gamma, &mut jacobian);
            // d|mu| / |mu| = mu'dmu / m.
            let left: Vec<f64> =
                (0..judges).map(|k| if by_norm[k] > 0.0 { -estimates[k] } else { 0.0 }).gathered();
            let scores = mu.iter().enumerate().map(|(i, x)| (strength.item(i, 0) as u32, x / m));
            let of_size: Entries = scores.chain(self.mean_of_judges(0)).gathered();
            jacobian.push_outer(left, self.free_entries(&of_size));
        }
        Readout { estimates, jacobian }
    }

    /// U, V and the singular values, by perturbation of the singular vectors of T = P Sigma Q'.
    pub(super) fn read_factors(&self) -> Factors {
        let layout = &self.model.layout;
        let strength = layout.strength;
        let parts = self.parts();
        let (n, judges, r) = (layout.items, layout.judges, strength.columns - 1);
        let m = dot(&parts.mu, &parts.mu);
        let active = self.active_judges();
        let share = 1.0 / active.len().max(1) as f64;
        let (_, centres, of) = self.centred_scores(&Normalisation::Sum);
        let mut tables = [n * r, judges * r, r].map(|rows| Table::new(rows, layout.dimension));
        let mut change = Change::new(n, judges, r);
        let mut store = |at: usize, change: &mut Change| {
            if !self.fixed[at] {
                parts.differentiate(change);
                let parts = [&change.items, &change.judges, &change.sizes];
                tables.iter_mut().zip(parts).for_each(|(table, values)| table.set(at, values));
            }
        };
        for i in 0..n {
            change.clear();
            (0..r).for_each(|c| change.lean[c] = parts.v[c][i] / m);
            store(strength.item(i, 0), &mut change);
        }
        for c in 0..r {
            for &k in &active {
                change.clear();
                change.judge = Some((k, c, share));
                change.lean[c] = dot(&parts.v[c], &parts.v[c]) / m * share;
                store(strength.judge(k, c + 1), &mut change);
            }
            for (i, group) in of.iter().enumerate() {
                change.clear();
                change.item = Some(c);
                change.along[i] = 1.0;
                if let Some(group) = *group {
                    let weight = centres[group].iter().find(|(j, _)| *j as usize == i).map_or(0.0, |x| x.1);
                    centres[group].iter().for_each(|(j, _)| change.along[*j as usize] -= weight);
                }
                change.lean[c] = parts.mu[i] / m;
                store(strength.item(i, c + 1), &mut change);
            }
        }
        let shown = |c: usize, value: f64| if parts.lost[c] { f64::NAN } else { value };
        let of_judge = |at: usize| match self.has_no_votes(at / r) {
            true => f64::NAN,
            false => shown(at % r, parts.u[at % r][at / r]),
        };
        let of_item = |at: usize| shown(at % r, parts.v[at % r][at / r]);
        let [items, by_judge, sizes] = tables.map(Table::into_jacobian);
        Factors {
            judges: Readout { estimates: (0..judges * r).map(of_judge).gathered(), jacobian: by_judge },
            items: Readout { estimates: (0..n * r).map(of_item).gathered(), jacobian: items },
            sizes: Readout { estimates: parts.sizes.duplicate(), jacobian: sizes },
        }
    }

    fn parts(&self) -> Parts {
        let layout = &self.model.layout;
        let strength = layout.strength;
        let root = (layout.items as f64).sqrt();
        let of_judges = |c: usize| -> Vec<f64> {
            (0..layout.judges).map(|k| self.theta[strength.judge(k, c)]).gathered()
        };
        let u: Vec<Vec<f64>> = (1..strength.columns).map(of_judges).gathered();
        let sizes: Vec<f64> = u.iter().map(|u| root * dot(u, u).sqrt()).gathered();
        let crosses = |c: usize| {
            let near = |e: usize| (sizes[c] - sizes[e]).abs() <= CROSSING * sizes[c].max(sizes[e]);
            sizes[c] <= CROSSING * sizes[0] || (0..sizes.len()).any(|e| e != c && near(e))
        };
        let unit = |(u, s): (&Vec<f64>, &f64)| -> Vec<f64> {
            u.iter().map(|x| x * root / s.max(f64::MIN_POSITIVE)).gathered()
        };
        Parts {
            mu: self.centred_column(0),
            gamma: of_judges(0),
            v: (1..strength.columns).map(|c| self.centred_column(c)).gathered(),
            p: u.iter().zip(&sizes).map(unit).gathered(),
            lost: (0..sizes.len()).map(crosses).gathered(),
            u,
            sizes,
        }
    }
}

impl Model {
    /// |S_k| of every judge, zero at the boundary and NaN without comparisons; and |sum S_k| over judges, K |mu|.
    fn lengths(&self) -> (Vec<f64>, f64) {
        let strength = self.layout.strength;
        let point = self.point();
        let columns: Vec<Vec<f64>> = (0..strength.columns).map(|c| point.centred_column(c)).gathered();
        let at_boundary = |k: usize| self.judge_problems[k].contains(Problems::BOUNDARY);
        let mut lengths: Vec<f64> =
            (0..self.layout.judges).map(|k| if at_boundary(k) { 0.0 } else { f64::NAN }).gathered();
        let mut sum = vec![0.0; self.layout.items];
        for k in point.active_judges() {
            let mut row = vec![0.0; self.layout.items];
            columns.iter().enumerate().for_each(|(c, v)| add(&mut row, self.theta[strength.judge(k, c)], v));
            lengths[k] = dot(&row, &row).sqrt();
            add(&mut sum, 1.0, &row);
        }
        (lengths, dot(&sum, &sum).sqrt())
    }

    /// |mu| sqrt(K) / |S|, K the judges whose sensitivity is not zero: one if they agree; NaN for pooled strength.
    pub fn consensus(&self) -> f64 {
        if !self.layout.strength.is_by_judge() {
            return f64::NAN;
        }
        let (lengths, whole) = self.lengths();
        let squares: f64 =
            lengths.iter().filter(|length| !length.is_nan()).map(|length| length * length).sum();
        whole / (self.point().active_judges().len() as f64 * squares).sqrt()
    }

    /// The share of each judge's own strengths in the consensus: |S_k| / K over |mu|. All alike for pooled
    /// strength; NaN for judges without comparisons.
    pub fn consensus_shares(&self) -> Vec<f64> {
        let judges = self.layout.judges;
        if !self.layout.strength.is_by_judge() {
            return vec![1.0 / judges as f64; judges];
        }
        let (lengths, whole) = self.lengths();
        lengths.iter().map(|length| length / whole).gathered()
    }
}

/// The canonical form, column by column; P is U with columns of length one.
struct Parts {
    mu: Vec<f64>,
    gamma: Vec<f64>,
    u: Vec<Vec<f64>>,
    v: Vec<Vec<f64>>,
    p: Vec<Vec<f64>>,
    sizes: Vec<f64>,
    /// Which singular values have no vectors of their own.
    lost: Vec<bool>,
}

impl Parts {
    /// Fills in what U, V and the sizes change by.
    fn differentiate(&self, change: &mut Change) {
        let root = (self.mu.len() as f64).sqrt();
        for e in 0..self.u.len() {
            // t = dT'p_e and w = dT q_e; mu'q_e is zero.
            let (t, w) = (&mut change.t[e], &mut change.w[e]);
            let lean: f64 = change.lean.iter().zip(&self.u).map(|(lean, u)| lean * dot(u, &self.p[e])).sum();
            t.iter_mut().zip(&self.mu).for_each(|(t, mu)| *t = -lean * mu);
            w.fill(0.0);
            if let Some(c) = change.item {
                add(t, dot(&self.u[c], &self.p[e]), &change.along);
                add(w, dot(&change.along, &self.v[e]) / root, &self.u[c]);
            }
            if let Some((k, c, share)) = change.judge {
                add(t, self.p[e][k] - share * dot(&self.gamma, &self.p[e]), &self.v[c]);
                let across = dot(&self.v[c], &self.v[e]) / root;
                w[k] += across;
                add(w, -share * across, &self.gamma);
            }
        }
        for c in 0..self.u.len() {
            change.sizes[c] = dot(&change.t[c], &self.v[c]) / root;
            if !self.lost[c] {
                self.rotate(c, root, change);
            }
        }
    }

    /// The same of one column of U and V.
    fn rotate(&self, c: usize, root: f64, change: &mut Change) {
        let (r, s) = (self.u.len(), self.sizes[c]);
        let mut dq: Vec<f64> = change.t[c].iter().map(|t| t / s).gathered();
        let mut dp: Vec<f64> = change.w[c].iter().map(|w| w / s).gathered();
        for e in 0..r {
            let (qt, pw) = (dot(&self.v[e], &change.t[c]) / root, dot(&self.p[e], &change.w[c]));
            // Out of the span, and back in by what the singular values tell apart.
            let other = self.sizes[e];
            let gap = s * s - other * other;
            let (into_q, into_p) = match e == c {
                true => (0.0, 0.0),
                false => ((s * qt + other * pw) / gap, (s * pw + other * qt) / gap),
            };
            add(&mut dq, (into_q - qt / s) / root, &self.v[e]);
            add(&mut dp, into_p - pw / s, &self.p[e]);
        }
        for (i, d) in dq.iter().enumerate() {
            change.items[i * r + c] = root * d;
        }
        for (k, (d, p)) in dp.iter().zip(&self.p[c]).enumerate() {
            change.judges[k * r + c] = (s * d + change.sizes[c] * p) / root;
        }
    }
}

/// The effect of one parameter.
struct Change {
    /// A judge, the disagreement, and the judge's share of the mean.
    judge: Option<(usize, usize, f64)>,
    /// The disagreement whose items move, and how they do.
    item: Option<usize>,
    along: Vec<f64>,
    lean: Vec<f64>,
    t: Vec<Vec<f64>>,
    w: Vec<Vec<f64>>,
    judges: Vec<f64>,
    items: Vec<f64>,
    sizes: Vec<f64>,
}

impl Change {
    fn new(n: usize, judges: usize, r: usize) -> Change {
        Change {
            judge: None,
            item: None,
            along: vec![0.0; n],
            lean: vec![0.0; r],
            t: vec![vec![0.0; n]; r],
            w: vec![vec![0.0; judges]; r],
            judges: vec![0.0; judges * r],
            items: vec![0.0; n * r],
            sizes: vec![0.0; r],
        }
    }

    fn clear(&mut self) {
        (self.judge, self.item) = (None, None);
        let vectors = [&mut self.along, &mut self.lean, &mut self.judges, &mut self.items, &mut self.sizes];
        vectors.into_iter().for_each(|v| v.fill(0.0));
    }
}

/// A Jacobian that is written column by column.
struct Table {
    rows: usize,
    columns: usize,
    values: Vec<f64>,
}

impl Table {
    fn new(rows: usize, columns: usize) -> Table {
        Table { rows, columns, values: vec![0.0; rows * columns] }
    }

    fn set(&mut self, column: usize, values: &[f64]) {
        values.iter().enumerate().for_each(|(row, v)| self.values[row * self.columns + column] = *v);
    }

    fn into_jacobian(self) -> Jacobian {
        let mut jacobian = Jacobian::new(self.columns);
        for row in 0..self.rows {
            let values = &self.values[row * self.columns..(row + 1) * self.columns];
            values.iter().enumerate().for_each(|(at, &v)| jacobian.push(at, v));
            jacobian.end_row();
        }
        jacobian
    }
}

fn add(to: &mut [f64], weight: f64, of: &[f64]) {
    to.iter_mut().zip(of).for_each(|(t, x)| *t += weight * x);
}
