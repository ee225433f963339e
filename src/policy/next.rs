//! Which comparisons to ask for next, for a fitted model: the batch that most lowers the variance of the
//! scores, their generalised variance, or the variance of one difference.
//!
//! A comparison adds G G' to the expected information of the parameters, G the derivatives of its predictor
//! and thresholds times a root of the information of the outcome in these. With M the covariance of the
//! parameters, T = J M and S = J M J' that of the scores, one more comparison takes from S
//! T G (I + G'MG)^-1 G'T'. A batch is chosen greedily, each comparison given those before (Fedorov 1972
//! for the exchange of designs; the updates are Woodbury's). The value of a comparison is taken at the
//! estimate: it does not depend on its answer.

use crate::comparisons::NONE;
use crate::error::{Error, Result};
use crate::inference::{covariance_of, CovarianceKind, Options};
use crate::interrupt::spend;
use crate::linalg::{multiply_into, Factor};
use crate::model::{Comparison, Jacobian, Model, Quantity, Source, View};
use crate::progress::{Progress, Watch};
use crate::room::{self, copied, reserve, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};
use crate::threads;
use std::mem::size_of;

/// The quantity to be made small.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Criterion {
    /// The sum of the variances of the scores, which sum to zero: A-optimal.
    Scores,
    /// The determinant of their covariance, of which the logarithm is given: D-optimal.
    Determinant,
    /// The variance of the difference of two items: c-optimal.
    Difference(usize, usize),
    /// The variance of the difference of the items ranked k and k + 1.
    Boundary(usize),
}

/// The question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Question {
    /// The quantity to be made small.
    pub criterion: Criterion,
    /// How many comparisons.
    pub batch: usize,
    /// The judge who will answer, or one of sensitivity one, mean position effect and mean threshold.
    pub judge: Option<usize>,
    /// Threads; results do not depend on them.
    pub threads: usize,
}

/// A comparison to ask for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Next {
    /// Item to be shown first (no matter where position has no effect).
    pub left: usize,
    /// Item to be shown second.
    pub right: usize,
    /// The criterion before it.
    pub before: f64,
    /// Its expected value afterwards.
    pub after: f64,
}

/// The columns of [`next_comparisons`].
pub static NEXT: Schema<Next> = Schema {
    name: "model_next",
    title: c"Comparisons to ask for next, each given those before",
    columns: &[
        SchemaColumn::item(c"left", c"The item to be shown first, which matters with position effects only.", |n| {
            Some(n.left)
        }),
        SchemaColumn::item(c"right", c"The item to be shown second.", |n| Some(n.right)),
        SchemaColumn::f64(
            c"before",
            c"",
            c"The criterion before the comparison: a variance or a sum of variances of scores, or the logarithm of a determinant.",
            |n| n.before,
        ),
        SchemaColumn::f64(c"after", c"", c"The criterion that is expected after it.", |n| n.after),
    ],
};

/// About the nanoseconds that a candidate takes.
const CANDIDATE: usize = 1000;

/// The comparisons that may be asked for, in few pieces of memory: millions of small ones take long to give back.
struct Candidates {
    pairs: Vec<[u32; 2]>,
    /// Where the columns of each begin, and end.
    columns: Vec<usize>,
    /// Where the entries of each column begin, and end.
    starts: Vec<usize>,
    entries: Vec<(u32, f64)>,
}

/// One of them, with its G: as many sparse columns as outcomes tell apart.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    pair: [u32; 2],
    starts: &'a [usize],
    entries: &'a [(u32, f64)],
}

impl Candidates {
    fn get(&self, at: usize) -> Candidate<'_> {
        let starts = &self.starts[self.columns[at]..=self.columns[at + 1]];
        Candidate { pair: self.pairs[at], starts, entries: &self.entries }
    }
}

/// A small symmetric matrix, of which the first rows and columns are used.
type Small = [[f64; 3]; 3];

/// The criterion at a covariance of the parameters, and what comparisons take from it: the trace of
/// (I + G'MG)^-1 G' Phi G, or the ratio of determinants.
struct Aim {
    value: f64,
    phi: Vec<f64>,
}

/// The comparisons to ask for next, the most valuable first. The same pair may come several times.
pub fn next_comparisons(model: &Model, question: &Question, watch: Watch<'_>) -> Result<Vec<Next>> {
    let items = model.layout.items;
    expect(model)?;
    let readout = model.readout(Quantity::Scores, &View::default())?;
    let target = question.check(model, &readout.estimates)?;
    let options = Options { covariance: CovarianceKind::Expected, ..Options::default() };
    let scores = covariance_of(model, Quantity::Scores, &options)?;
    if scores.iter().any(|v| !v.is_finite()) {
        return Err(Error::NotIdentified(
            "some scores have no finite variance yet; compare what connects their items first".into(),
        ));
    }
    let mut covariance = copied(model.covariance(options.covariance, options.correction)?.matrix()?);
    let p = model.theta.len();
    let candidates = candidates(model, question.judge)?;
    let mut dense = reserve(items * p)?;
    let mut row = reserve(p)?;
    for item in 0..items {
        spend(2 * p);
        readout.jacobian.dense_row(item, &mut row);
        row.iter().enumerate().for_each(|(at, value)| dense[at * items + item] = *value);
    }
    let mut chosen = Vec::new();
    for step in 0..question.batch {
        let aim = target.aim(&readout.jacobian, &dense, &covariance, items)?;
        let (best, after) = best(&candidates, &target, &aim, &covariance, question.threads, &mut |now| {
            let fraction = (step as f64 + now.fraction) / question.batch as f64;
            watch(&Progress { fraction, iteration: step as u64, ..*now })
        })?;
        let own = candidates.get(best);
        let [left, right] = own.pair.map(|item| item as usize);
        chosen.put(Next { left, right, before: aim.value, after });
        own.update(&mut covariance, p);
    }
    Ok(chosen)
}

impl Question {
    fn check(&self, model: &Model, scores: &[f64]) -> Result<Target> {
        let items = model.layout.items;
        if self.batch == 0 || self.batch > 1_000_000 {
            return Err(Error::Argument(format!("batch is {}; it must be 1 to 1000000", self.batch)));
        }
        if let Some(judge) = self.judge.filter(|judge| *judge >= model.layout.judges) {
            return Err(Error::Argument(format!("judge is {judge}; there are {}", model.layout.judges)));
        }
        match self.criterion {
            Criterion::Scores => Ok(Target::Trace),
            Criterion::Determinant => Ok(Target::Determinant),
            Criterion::Difference(i, j) => {
                if let Some(item) = [i, j].into_iter().find(|item| *item >= items) {
                    return Err(Error::Argument(format!("item is {item}; there are {items}")));
                }
                if i == j {
                    return Err(Error::Argument(format!("item {i} does not differ from itself")));
                }
                Ok(Target::Difference(i, j))
            }
            Criterion::Boundary(k) => {
                if k == 0 || k >= items {
                    let most = items - 1;
                    return Err(Error::Argument(format!("the boundary is {k}; it must be 1 to {most}")));
                }
                let mut order: Vec<usize> = (0..items).gathered();
                room::sort_by(&mut order, |a, b| scores[*b].total_cmp(&scores[*a]));
                Ok(Target::Difference(order[k - 1], order[k]))
            }
        }
    }
}

/// A criterion with its items named.
enum Target {
    Trace,
    Determinant,
    Difference(usize, usize),
}

impl Target {
    /// The criterion at a covariance; `dense` is the Jacobian of the scores, items x parameters,
    /// column-major.
    fn aim(&self, jacobian: &Jacobian, dense: &[f64], covariance: &[f64], items: usize) -> Result<Aim> {
        let p = jacobian.columns();
        let scores = jacobian.covariance(covariance);
        let trace: f64 = (0..items).map(|i| scores[i * items + i]).sum();
        let mut t = reserve(items * p)?;
        multiply_into(dense, false, covariance, [items, p, p], &mut t);
        let mut phi = reserve(p * p)?;
        match *self {
            Target::Difference(i, j) => {
                let at = |a: usize, b: usize| scores[a * items + b];
                let along: Vec<f64> = (0..p).map(|k| t[k * items + i] - t[k * items + j]).gathered();
                for (row, x) in phi.chunks_mut(p).zip(&along) {
                    spend(p);
                    row.iter_mut().zip(&along).for_each(|(slot, y)| *slot = x * y);
                }
                Ok(Aim { value: at(i, i) + at(j, j) - 2.0 * at(i, j), phi })
            }
            Target::Trace => {
                multiply_into(&t, true, &t, [p, items, p], &mut phi);
                Ok(Aim { value: trace, phi })
            }
            Target::Determinant => {
                // Scores sum to zero: the inverse and the determinant are those of the complement of 1.
                let scale = trace / (items - 1).max(1) as f64;
                let mut factor = Factor::new(items)?;
                let ones = scale / items as f64;
                factor.matrix().iter_mut().zip(&scores).for_each(|(slot, s)| *slot = s + ones);
                if !factor.factor() {
                    return Err(Error::NotIdentified("the covariance of the scores is singular".into()));
                }
                let whole: f64 = (0..items).map(|i| 2.0 * factor.matrix()[i * items + i].ln()).sum();
                // T has no part along 1, so that the inverse of the sum serves.
                let mut z = copied(&t);
                factor.solve_many(&mut z);
                multiply_into(&t, true, &z, [p, items, p], &mut phi);
                Ok(Aim { value: whole - scale.ln(), phi })
            }
        }
    }

    /// The criterion after a comparison.
    fn after(&self, own: Candidate<'_>, aim: &Aim, covariance: &[f64], p: usize) -> f64 {
        let r = own.columns().len();
        let mut information = own.product(covariance, p);
        (0..r).for_each(|k| information[k][k] += 1.0);
        let phi = own.product(&aim.phi, p);
        if let Target::Determinant = self {
            let mut left = information;
            (0..3).for_each(|a| (0..3).for_each(|b| left[a][b] -= phi[a][b]));
            return aim.value + log_determinant(&left, r) - log_determinant(&information, r);
        }
        let inverse = inverse(&information, r);
        let pairs = (0..r).flat_map(|a| (0..r).map(move |b| (a, b)));
        aim.value - pairs.map(|(a, b)| inverse[a][b] * phi[b][a]).sum::<f64>()
    }
}

/// The candidate after which the criterion is smallest, the first of equal ones, and its value.
fn best(
    candidates: &Candidates,
    target: &Target,
    aim: &Aim,
    covariance: &[f64],
    threads: usize,
    watch: Watch<'_>,
) -> Result<(usize, f64)> {
    const BLOCK: usize = 4096;
    let p = (aim.phi.len() as f64).sqrt().round() as usize;
    let count = candidates.pairs.len();
    let work = |_: &mut (), task: usize| {
        let block = task * BLOCK..count.min((task + 1) * BLOCK);
        Ok(block.fold((usize::MAX, f64::INFINITY), |best, at| {
            let after = target.after(candidates.get(at), aim, covariance, p);
            if after < best.1 {
                (at, after)
            } else {
                best
            }
        }))
    };
    let bests = threads::run(count.div_ceil(BLOCK), threads, || Ok(()), work, watch)?;
    let best = bests.into_iter().fold((usize::MAX, f64::INFINITY), |a, b| if b.1 < a.1 { b } else { a });
    if best.0 == usize::MAX {
        return Err(Error::Numeric("no comparison has a finite utility".into()));
    }
    Ok(best)
}

/// Whether pairs are asked for in both orders.
fn is_ordered(model: &Model) -> bool {
    model.layout.terms.position().is_some()
}

/// How many pairs may be asked for.
fn pairs_of(model: &Model) -> usize {
    let items = model.layout.items;
    items.saturating_mul(items.saturating_sub(1)) / if is_ordered(model) { 1 } else { 2 }
}

/// Refuses what needs too much memory: candidates with two entries each, covariances, and what they are multiplied with.
fn expect(model: &Model) -> Result<()> {
    let (items, p, pairs) = (model.layout.items, model.theta.len(), pairs_of(model));
    let bytes =
        pairs.saturating_mul(size_of::<[u32; 2]>() + 2 * size_of::<usize>() + 2 * size_of::<(u32, f64)>());
    let whole = bytes.saturating_add(room::matrices(3, p)).saturating_add(8 * items.saturating_mul(2 * p));
    room::expect(format_args!("the choice among {pairs} pairs"), whole)
}

/// All pairs of items, in both orders where position matters.
fn candidates(model: &Model, judge: Option<usize>) -> Result<Candidates> {
    let items = model.layout.items as u32;
    let ordered = is_ordered(model);
    let judge = judge.map_or(NONE, |judge| judge as u32);
    let pairs = (0..items).flat_map(|left| (0..items).map(move |right| (left, right)));
    // Of most models an outcome tells one column of two entries.
    let count = pairs_of(model);
    let mut all = Candidates {
        pairs: room::with_room(count),
        columns: room::with_room(count + 1),
        starts: room::with_room(count + 1),
        entries: room::with_room(2 * count),
    };
    let mut column: Vec<(u32, f64)> = Vec::new();
    all.columns.put(0);
    all.starts.put(0);
    for (left, right) in pairs.filter(|(left, right)| left < right || (ordered && left != right)) {
        spend(CANDIDATE);
        let ids = Comparison { left, right, judge, context: NONE };
        let source = Source { set: &model.set, ids, is_ordered: true };
        let predicted = model.point().predict(&ids, &source, View::default().scale, false)?;
        for slopes in model.outcome().information(1.0, predicted.at()).root() {
            column.clear();
            predicted.along(slopes, |at, d| match column.iter_mut().find(|(k, _)| *k == at) {
                Some((_, value)) => *value += d,
                None => column.put((at, d)),
            });
            column.retain(|(at, d)| *d != 0.0 && !model.objective.fixed[*at as usize]);
            if !column.is_empty() {
                all.entries.put_all(&column);
                all.starts.put(all.entries.len());
            }
        }
        all.columns.put(all.starts.len() - 1);
        all.pairs.put([left, right]);
    }
    Ok(all)
}

impl<'a> Candidate<'a> {
    fn columns(self) -> impl ExactSizeIterator<Item = &'a [(u32, f64)]> {
        self.starts.windows(2).map(move |ends| &self.entries[ends[0]..ends[1]])
    }

    /// G' A G for a symmetric A of p rows.
    fn product(self, a: &[f64], p: usize) -> Small {
        let mut out = [[0.0; 3]; 3];
        for (i, left) in self.columns().enumerate() {
            for (j, right) in self.columns().enumerate().take(i + 1) {
                let entries = left.iter().flat_map(|x| right.iter().map(move |y| (x, y)));
                let sum: f64 = entries.map(|(x, y)| x.1 * y.1 * a[x.0 as usize * p + y.0 as usize]).sum();
                out[i][j] = sum;
                out[j][i] = sum;
            }
        }
        out
    }

    /// M - M G (I + G'MG)^-1 G'M in place, column by column.
    fn update(self, covariance: &mut [f64], p: usize) {
        for column in self.columns() {
            let mut along = vec![0.0; p];
            for &(at, value) in column {
                spend(p);
                let row = &covariance[at as usize * p..(at as usize + 1) * p];
                along.iter_mut().zip(row).for_each(|(sum, m)| *sum += value * m);
            }
            let own: f64 = column.iter().map(|&(at, value)| value * along[at as usize]).sum();
            let factor = (1.0 + own).recip();
            for (row, x) in covariance.chunks_mut(p).zip(&along) {
                spend(p);
                row.iter_mut().zip(&along).for_each(|(slot, y)| *slot -= factor * x * y);
            }
        }
    }
}

/// The Cholesky factor of the first r rows and columns, positive definite.
fn cholesky(a: &Small, r: usize) -> Small {
    let mut l = [[0.0; 3]; 3];
    for i in 0..r {
        for j in 0..=i {
            let rest = a[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            l[i][j] = if i == j { rest.sqrt() } else { rest / l[j][j] };
        }
    }
    l
}

fn log_determinant(a: &Small, r: usize) -> f64 {
    let l = cholesky(a, r);
    (0..r).map(|k| 2.0 * l[k][k].ln()).sum()
}

/// The inverse, row by row, which are the columns.
fn inverse(a: &Small, r: usize) -> Small {
    let l = cholesky(a, r);
    let mut out = [[0.0; 3]; 3];
    for (unit, x) in out.iter_mut().enumerate().take(r) {
        for i in 0..r {
            let known: f64 = (0..i).map(|k| l[i][k] * x[k]).sum();
            x[i] = (f64::from(u8::from(i == unit)) - known) / l[i][i];
        }
        for i in (0..r).rev() {
            let known: f64 = (i + 1..r).map(|k| l[k][i] * x[k]).sum();
            x[i] = (x[i] - known) / l[i][i];
        }
    }
    out
}
