//! All functionals at one context: values, one-step corrections, weights of labels.

use super::functional::{self, mirrored, Loads, Residual, Residuals, Score};
use super::input::{self, Judged, Label, StridedMatrix};
use super::pairs::{lanes, lanes_of, Lanes, LANES};
use super::scores::Scores;
use super::specification::GarsSpecification;
use crate::error::{Error, Result};
use crate::room::{reserve, Gather as _, Put as _};
use std::ops::Range;

/// Influence values beyond this have no variance: sums of their squares overflow.
pub(super) const LARGEST: f64 = 1e140;

/// A workspace for the contexts of a specification, one for every thread. It looks at a few contexts at once,
/// side by side; what it finds of each does not depend on the others.
pub struct Evaluator {
    specification: GarsSpecification,
    offsets: Vec<usize>,
    at: Scores,
    /// The probabilities in every lane as they were given, where they cannot be read in place or are to be kept.
    given: [Vec<f64>; LANES],
    folded: [Vec<f64>; LANES],
    /// The lane of every context that is looked at: one may serve several contexts in succession.
    lanes: Vec<usize>,
    /// Lanes in use.
    used: usize,
    scores: Vec<Box<dyn Score>>,
    values: Vec<Lanes>,
    corrections: Vec<Lanes>,
    weights: Vec<Lanes>,
    residuals: Residuals,
    loads: Loads,
    floored: Lanes,
    known: bool,
    /// Whether the probabilities have been copied, to see whether the next context has the same.
    kept: bool,
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluator").field("specification", &self.specification).finish_non_exhaustive()
    }
}

impl Evaluator {
    /// A workspace.
    pub fn new(specification: &GarsSpecification) -> Result<Evaluator> {
        specification.check()?;
        let offsets = specification.offsets();
        let GarsSpecification { items, categories, .. } = *specification;
        let size = offsets[offsets.len() - 1];
        let room = |count: usize| -> Result<[Vec<f64>; LANES]> {
            let mut each: [Vec<f64>; LANES] = Default::default();
            each.iter_mut().try_for_each(|own| reserve(count).map(|room| *own = room))?;
            Ok(each)
        };
        let at = Scores::new(specification)?;
        let cells = items * items * categories;
        let functionals = specification.functionals.iter();
        Ok(Evaluator {
            specification: specification.clone(),
            given: room(cells)?,
            folded: room(if at.folded { cells } else { 0 })?,
            at,
            lanes: Vec::new(),
            used: 0,
            scores: functionals.map(|f| functional::new(specification, f)).gathered_or()?,
            values: lanes_of(size)?,
            corrections: lanes_of(size)?,
            weights: lanes_of(items * items)?,
            offsets,
            residuals: Default::default(),
            loads: [lanes_of(categories)?, lanes_of(categories)?],
            floored: [0.0; LANES],
            known: false,
            kept: false,
        })
    }

    /// Goes to a context. What was computed for the last one is used again if it has the same
    /// probabilities.
    pub fn visit(&mut self, context: &Judged<'_>) -> Result<()> {
        let GarsSpecification { items, categories, .. } = self.specification;
        let last = StridedMatrix::dense(&self.given[0], items, categories);
        if self.known && self.kept && self.lanes == [0] && self.is_same(context, &last) {
            return Ok(());
        }
        self.visit_all(std::iter::once(*context), true).map(|_| ())
    }

    /// Goes to contexts, from the first on as many as there is room for, and says how many these are.
    pub(super) fn visit_some<'a>(&mut self, contexts: impl Iterator<Item = Judged<'a>>) -> Result<usize> {
        self.visit_all(contexts, false)
    }

    /// Does so, and keeps copies of the probabilities if told.
    fn visit_all<'a>(&mut self, contexts: impl Iterator<Item = Judged<'a>>, keep: bool) -> Result<usize> {
        let GarsSpecification { items, categories, .. } = self.specification;
        (self.known, self.kept, self.used) = (false, keep, 0);
        self.lanes.clear();
        // Where probabilities are read from, if not from a copy.
        let mut read: [Option<&'a [f64]>; LANES] = [None; LANES];
        let mut last: Option<StridedMatrix<'a>> = None;
        for context in contexts {
            if last.is_some_and(|last| self.is_same(&context, &last)) {
                self.lanes.put(self.used - 1);
                continue;
            }
            if self.used == LANES {
                break;
            }
            let row_major = context.mu.row_major(items, categories);
            read[self.used] = row_major.filter(|_| !keep && !self.at.folded);
            self.place(&context, self.used, read[self.used].is_none())?;
            self.lanes.put(self.used);
            self.used += 1;
            last = Some(context.mu);
        }
        if self.used > 0 {
            self.compute(read)?;
        }
        Ok(self.lanes.len())
    }

    /// Whether a context has nothing but these probabilities.
    fn is_same(&self, context: &Judged<'_>, other: &StridedMatrix<'_>) -> bool {
        let GarsSpecification { items, categories, .. } = self.specification;
        let plain = self.at.judge[0].is_empty() && self.at.propensities[0].is_empty();
        plain && context.mu.are(items, categories, other)
    }

    /// Puts a context in a lane, with a copy of its probabilities if told.
    fn place(&mut self, context: &Judged<'_>, lane: usize, copy: bool) -> Result<()> {
        let (k, c) = (self.specification.items, self.specification.categories);
        if copy {
            context.mu.gather(k, k, c, &mut self.given[lane]);
        }
        if !self.at.judge[lane].is_empty() {
            let Some(judge) = context.judge else {
                return Err(Error::Null("judge: miscalibration needs the probabilities of a judge".into()));
            };
            judge.gather(k, k, c, &mut self.at.judge[lane]);
            input::normalise(&mut self.at.judge[lane], k, c, "judge")?;
        }
        if !self.at.propensities[lane].is_empty() {
            let Some(propensities) = context.propensities else {
                let message = "propensities: efficient inference needs those of all pairs";
                return Err(Error::Null(message.into()));
            };
            propensities.gather(k, k, 1, &mut self.at.propensities[lane]);
            input::check_propensities(&self.at.propensities[lane], k, self.at.folded)?;
        }
        if self.at.folded {
            self.folded[lane].copy_from_slice(&self.given[lane]);
            input::normalise(&mut self.folded[lane], k, c, "mu")?;
            fold(&mut self.folded[lane], k, c);
        }
        Ok(())
    }

    /// The values of all functionals in all lanes.
    fn compute(&mut self, read: [Option<&[f64]>; LANES]) -> Result<()> {
        let used = self.used;
        let copies = if self.at.folded { &self.folded } else { &self.given };
        let each: [&[f64]; LANES] = std::array::from_fn(|lane| read[lane].unwrap_or(&copies[lane]));
        self.floored = self.at.take(&each[..used])?;
        for (f, score) in self.scores.iter_mut().enumerate() {
            let out = &mut self.values[self.offsets[f]..self.offsets[f + 1]];
            score.values(&self.at, out)?;
            if let Some((at, value)) = first_invalid(f64::MAX, used, out) {
                return Err(Error::Numeric(format!("functionals[{f}]: value {at} is {value}")));
            }
        }
        self.known = true;
        Ok(())
    }

    /// The values of all functionals at the first context: the plug-in.
    pub fn values(&self) -> Vec<f64> {
        self.values.iter().map(|own| own[0]).gathered()
    }

    /// Number of probabilities of one of the contexts that were below the floor.
    pub(super) fn floored(&self, context: usize) -> f64 {
        self.floored[self.lanes[context]]
    }

    /// The influence values psi of the first context: values plus the corrections from its labels, which
    /// hold no pair twice.
    pub fn psi(&mut self, labels: &[Label], out: &mut [f64]) -> Result<()> {
        self.correct(0..1, |_| labels)?;
        out.iter_mut().zip(&self.corrections).for_each(|(psi, own)| *psi = own[0]);
        Ok(())
    }

    /// The influence values of all contexts visited, contexts x values, and the values themselves; `labels`
    /// tells those of a context.
    pub(super) fn psi_of_all<'a>(
        &mut self,
        labels: impl Fn(usize) -> &'a [Label],
        psi: &mut [f64],
        plugin: &mut [f64],
    ) -> Result<()> {
        let size = self.values.len();
        let mut first = 0;
        while first < self.lanes.len() {
            // One context of every lane at a time.
            let more = self.lanes[first..].windows(2).take_while(|pair| pair[0] < pair[1]).count();
            self.correct(first..first + more + 1, &labels)?;
            for context in first..first + more + 1 {
                let (lane, own) = (self.lanes[context], context * size..(context + 1) * size);
                let found = self.corrections.iter().zip(&self.values);
                let rows = psi[own.clone()].iter_mut().zip(&mut plugin[own]);
                rows.zip(found).for_each(|((psi, plugin), (own, value))| {
                    (*psi, *plugin) = (own[lane], value[lane]);
                });
            }
            first += more + 1;
        }
        Ok(())
    }

    /// The probabilities of a context visited, as functionals see them, K x K x C.
    pub(super) fn probabilities(&self, context: usize) -> Vec<f64> {
        let lane = self.lanes[context];
        self.at.mu.iter().map(|own| own[lane]).gathered()
    }

    /// The log odds of the score of the item shown first, of all ordered pairs of a context visited, K x K; of its place
    /// between the least and the largest weight of a category, where these are not 0 and 1.
    pub(super) fn log_odds(&self, context: usize, out: &mut [f64]) -> Result<()> {
        let (k, lane) = (self.specification.items, self.lanes[context]);
        let weights = &self.specification.first;
        let least = weights.iter().fold(f64::INFINITY, |least, w| least.min(*w));
        let most = weights.iter().fold(f64::NEG_INFINITY, |most, w| most.max(*w));
        for (pair, out) in out.iter_mut().enumerate().filter(|(pair, _)| pair % (k + 1) != 0) {
            let s = self.at.s[0][pair][lane];
            *out = if most > least { ((s - least) / (most - s)).ln() } else { 0.0 };
            if !out.is_finite() {
                return Err(Error::data(format!(
                    "mu: the log odds of pair ({}, {}) are {out}, of which there is no second-order correction; set a floor",
                    pair / k,
                    pair % k
                )));
            }
        }
        Ok(())
    }

    /// The labels of a context visited less their probabilities.
    pub(super) fn residuals_of(&self, context: usize, labels: &[Label]) -> Vec<Residual> {
        let (k, c) = (self.specification.items, self.specification.categories);
        let lane = self.lanes[context];
        let residual = |label: &Label| {
            let pair = label.first * k + label.second;
            let mu = self.at.mu[pair * c..(pair + 1) * c].iter();
            Residual {
                first: label.first,
                second: label.second,
                weight: 1.0 / label.propensity,
                values: label.shares.iter().zip(mu).map(|(y, m)| y - m[lane]).gathered(),
            }
        };
        labels.iter().map(residual).gathered()
    }

    /// dF(mu)[h] of all functionals along the same labels less probabilities, h, at all contexts visited, of which there
    /// is one in a lane: a number for every context, value after value.
    pub(super) fn slopes(&mut self, h: &[Residual]) -> Result<Vec<Lanes>> {
        for (lane, own) in self.residuals.iter_mut().enumerate() {
            own.clear();
            if lane < self.used {
                own.put_all(h);
            }
        }
        self.corrections.fill([0.0; LANES]);
        for (f, score) in self.scores.iter_mut().enumerate() {
            let out = &mut self.corrections[self.offsets[f]..self.offsets[f + 1]];
            score.correct(&self.at, &self.residuals, &mut self.loads, out)?;
        }
        let of = |own: &Lanes| lanes(|context| own[self.lanes[context.min(self.lanes.len() - 1)]]);
        Ok(self.corrections.iter().map(of).gathered())
    }

    /// The corrections of contexts in different lanes.
    fn correct<'a>(&mut self, contexts: Range<usize>, labels: impl Fn(usize) -> &'a [Label]) -> Result<()> {
        self.residuals.iter_mut().for_each(Vec::clear);
        for context in contexts {
            self.residuals[self.lanes[context]] = self.residuals_of(context, labels(context));
        }
        self.corrections.fill([0.0; LANES]);
        for (f, score) in self.scores.iter_mut().enumerate() {
            let own = self.offsets[f]..self.offsets[f + 1];
            let out = &mut self.corrections[own.clone()];
            score.correct(&self.at, &self.residuals, &mut self.loads, out)?;
            for (sum, value) in out.iter_mut().zip(&self.values[own]) {
                (0..LANES).for_each(|lane| sum[lane] += value[lane]);
            }
            if let Some((at, value)) = first_invalid(LARGEST, self.used, out) {
                let message = format!(
                    "functionals[{f}]: the influence value {at} is {value:e}; is the propensity of a label too small?"
                );
                return Err(Error::Numeric(message));
            }
        }
        Ok(())
    }

    /// The variance that a label of every pair would add, times its propensity:
    /// W_jk = tr(Q J_jk V_jk J_jk') at the context visited, K x K row-major, zero on the diagonal. With
    /// unordered pairs of the folded Jacobian, and zero below the diagonal. Q is symmetric, values x
    /// values, or the identity.
    pub fn weights(&mut self, functional: usize, q: Option<&[f64]>, out: &mut [f64]) -> Result<()> {
        let k = self.specification.items;
        let d = self.dimension_with_weights(functional)?;
        if q.is_some_and(|q| q.len() != d * d) {
            return Err(Error::Size(format!("q: it must be {d} x {d}")));
        }
        if out.len() != k * k {
            return Err(Error::Size(format!("out: {} numbers are not {k} x {k}", out.len())));
        }
        self.weigh(functional, q)?;
        out.iter_mut().zip(&self.weights).for_each(|(out, weight)| *out = weight[0]);
        Ok(())
    }

    /// The weights at all contexts visited, contexts x K x K.
    pub(super) fn weights_of_all(
        &mut self,
        functional: usize,
        q: Option<&[f64]>,
        out: &mut [f64],
    ) -> Result<()> {
        self.weigh(functional, q)?;
        for (lane, out) in self.lanes.iter().zip(out.chunks_exact_mut(self.weights.len())) {
            out.iter_mut().zip(&self.weights).for_each(|(out, weight)| *out = weight[*lane]);
        }
        Ok(())
    }

    /// Refuses functionals that are not smooth at the first context.
    pub(super) fn check_smooth(&mut self) -> Result<()> {
        self.scores.iter_mut().try_for_each(|score| score.check_smooth(&self.at))
    }

    fn weigh(&mut self, functional: usize, q: Option<&[f64]>) -> Result<()> {
        let score = &mut self.scores[functional];
        if let Some(reason) = score.without_weights() {
            return Err(Error::Unsupported(reason.into()));
        }
        score.prepare(&self.at, q)?;
        self.weights.fill([0.0; LANES]);
        score.weigh(&self.at, q, &mut self.loads, &mut self.weights);
        Ok(())
    }

    /// The sum over pairs of scale_jk J_jk V_jk J_jk', values x values, added to `out`: with one over the
    /// propensities the variance that labels add. `scale` is K x K as in [`Evaluator::weights`].
    pub fn add_label_covariance(&mut self, functional: usize, scale: &[f64], out: &mut [f64]) -> Result<()> {
        let k = self.specification.items;
        let d = self.dimension_with_weights(functional)?;
        if scale.len() != k * k || out.len() != d * d {
            return Err(Error::Size(format!("scale must be {k} x {k}, out {d} x {d}")));
        }
        // Covariances of the loads are gathered first: the directions of a pair serve both orders.
        let mut spreads = vec![[0.0; 3]; k * k];
        self.scores[functional].spreads(&self.at, &mut self.loads, &mut |low, high, pair, found| {
            let own = &mut spreads[low * k + high];
            own.iter_mut().zip(found).for_each(|(sum, s)| *sum += scale[pair] * s[0]);
        });
        let score = &mut self.scores[functional];
        score.prepare(&self.at, None)?;
        let (mut a, mut b) = (reserve(d)?, reserve(d)?);
        for low in 0..k {
            for high in low + 1..k {
                let [aa, bb, ab] = spreads[low * k + high];
                if aa == 0.0 && bb == 0.0 {
                    continue;
                }
                score.directions(&self.at, low, high, [&mut a, &mut b]);
                for i in 0..d {
                    let (along_a, along_b) = (aa * a[i] + ab * b[i], ab * a[i] + bb * b[i]);
                    let row = &mut out[i * d..(i + 1) * d];
                    row.iter_mut()
                        .zip(a.iter().zip(&b))
                        .for_each(|(o, (a, b))| *o += along_a * a + along_b * b);
                }
            }
        }
        Ok(())
    }

    /// The number of values of a functional that has weights.
    fn dimension_with_weights(&self, functional: usize) -> Result<usize> {
        let Some(score) = self.scores.get(functional) else {
            let count = self.scores.len();
            return Err(Error::Argument(format!("functional is {functional}, but there are {count}")));
        };
        if !self.known {
            return Err(Error::Argument("mu: no context has been visited".into()));
        }
        if let Some(reason) = score.without_weights() {
            return Err(Error::Unsupported(reason.into()));
        }
        Ok(self.offsets[functional + 1] - self.offsets[functional])
    }
}

/// The first value in a used lane that is NaN, or whose size exceeds the largest.
fn first_invalid(largest: f64, used: usize, values: &[Lanes]) -> Option<(usize, f64)> {
    // NaN is in no range.
    let outside = |value: &f64| !(0.0..=largest).contains(&value.abs());
    let first = |value: &Lanes| value[..used].iter().copied().find(outside);
    values.iter().enumerate().find_map(|(at, value)| first(value).map(|bad| (at, bad)))
}

/// Makes the probabilities of (j, k) and (k, j) mirror images, each the mean of what the two say.
pub(super) fn fold(mu: &mut [f64], k: usize, c: usize) {
    for j in 0..k {
        for i in j + 1..k {
            let (own, other) = ((j * k + i) * c, (i * k + j) * c);
            for category in 0..c {
                let mirror = other + mirrored(category);
                let mean = 0.5 * (mu[own + category] + mu[mirror]);
                mu[own + category] = mean;
                mu[mirror] = mean;
            }
        }
    }
}
