//! All functionals at one context: values, one-step corrections, weights of labels.

use super::functional::{self, mirrored, Residual, Score};
use super::input::{self, Judged, Label};
use super::scores::Scores;
use super::specification::Specification;
use crate::error::{Error, Result};
use crate::solve::reserve;

/// Influence values beyond this have no variance: sums of their squares overflow.
pub(super) const LARGEST: f64 = 1e140;

/// A workspace for the contexts of a specification, one for every thread.
pub struct Evaluator {
    specification: Specification,
    offsets: Vec<usize>,
    at: Scores,
    /// The probabilities of the context as they were given, to see whether the next has the same.
    given: Vec<f64>,
    incoming: Vec<f64>,
    scores: Vec<Box<dyn Score>>,
    values: Vec<f64>,
    residuals: Vec<Residual>,
    loads: [Vec<f64>; 2],
    floored: usize,
    known: bool,
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluator").field("specification", &self.specification).finish_non_exhaustive()
    }
}

impl Evaluator {
    /// A workspace.
    pub fn new(specification: &Specification) -> Result<Evaluator> {
        specification.check()?;
        let offsets = specification.offsets();
        let cells = specification.items * specification.items * specification.categories;
        let functionals = specification.functionals.iter();
        Ok(Evaluator {
            specification: specification.clone(),
            at: Scores::new(specification)?,
            given: reserve(cells)?,
            incoming: reserve(cells)?,
            scores: functionals.map(|f| functional::new(specification, f)).collect::<Result<_>>()?,
            values: reserve(offsets[offsets.len() - 1])?,
            offsets,
            residuals: Vec::new(),
            loads: [reserve(specification.categories)?, reserve(specification.categories)?],
            floored: 0,
            known: false,
        })
    }

    /// Goes to a context. What was computed for the last one is used again if it has the same
    /// probabilities.
    pub fn visit(&mut self, context: &Judged<'_>) -> Result<()> {
        let (k, c) = (self.specification.items, self.specification.categories);
        context.mu.gather(k, k, c, &mut self.incoming);
        for j in 0..k {
            self.incoming[j * (k + 1) * c..][..c].fill(1.0 / c as f64);
        }
        let mut same = self.known && bits_equal(&self.incoming, &self.given);
        self.known = false;
        if !self.at.judge.is_empty() {
            let Some(judge) = context.judge else {
                return Err(Error::Null("judge: miscalibration needs the probabilities of a judge".into()));
            };
            judge.gather(k, k, c, &mut self.at.judge);
            input::normalise(&mut self.at.judge, k, c, "judge")?;
            same = false;
        }
        if !self.at.propensities.is_empty() {
            let Some(propensities) = context.propensities else {
                let message = "propensities: efficient inference needs those of all pairs";
                return Err(Error::Null(message.into()));
            };
            propensities.gather(k, k, 1, &mut self.at.propensities);
            input::check_propensities(&self.at.propensities, k, self.at.folded)?;
        }
        if !same {
            std::mem::swap(&mut self.given, &mut self.incoming);
            let mut mu = &self.given;
            if self.at.folded {
                self.incoming.copy_from_slice(&self.given);
                input::normalise(&mut self.incoming, k, c, "mu")?;
                fold(&mut self.incoming, k, c);
                mu = &self.incoming;
            }
            self.floored = self.at.take(mu)?;
            for (f, score) in self.scores.iter_mut().enumerate() {
                let out = &mut self.values[self.offsets[f]..self.offsets[f + 1]];
                score.values(&self.at, out)?;
                if let Some(at) = out.iter().position(|v| !v.is_finite()) {
                    let message = format!("functionals[{f}]: value {at} is {}", out[at]);
                    return Err(Error::Numeric(message));
                }
            }
        }
        self.known = true;
        Ok(())
    }

    /// The values of all functionals at the context: the plug-in.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Number of probabilities of the context that were below the floor.
    pub fn floored(&self) -> usize {
        self.floored
    }

    /// The influence values psi of the context: values plus the corrections from its labels, which hold no
    /// pair twice.
    pub fn psi(&mut self, labels: &[Label], out: &mut [f64]) -> Result<()> {
        let c = self.specification.categories;
        let k = self.specification.items;
        self.residuals.resize_with(labels.len(), || Residual {
            first: 0,
            second: 0,
            weight: 0.0,
            values: Vec::new(),
        });
        for (residual, label) in self.residuals.iter_mut().zip(labels) {
            residual.first = label.first;
            residual.second = label.second;
            residual.weight = 1.0 / label.propensity;
            residual.values.clear();
            let pair = label.first * k + label.second;
            let mu = &self.at.mu[pair * c..(pair + 1) * c];
            residual.values.extend(label.shares.iter().zip(mu).map(|(y, m)| y - m));
        }
        for (f, score) in self.scores.iter_mut().enumerate() {
            let (from, to) = (self.offsets[f], self.offsets[f + 1]);
            let out = &mut out[from..to];
            out.fill(0.0);
            score.correct(&self.at, &self.residuals, &mut self.loads, out)?;
            out.iter_mut().zip(&self.values[from..to]).for_each(|(psi, value)| *psi += value);
            // NaN is in no range.
            if let Some(at) = out.iter().position(|v| !(0.0..=LARGEST).contains(&v.abs())) {
                let message = format!(
                    "functionals[{f}]: the influence value {at} is {:e}; is the propensity of a label too small?",
                    out[at]
                );
                return Err(Error::Numeric(message));
            }
        }
        Ok(())
    }

    /// What a label of every pair would add to the variance, times its propensity:
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
        out.fill(0.0);
        self.scores[functional].prepare(&self.at, q)?;
        self.scores[functional].weigh(&self.at, q, &mut self.loads, out);
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
            own.iter_mut().zip(found).for_each(|(sum, s)| *sum += scale[pair] * s);
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
        if !score.has_weights() {
            return Err(Error::Unsupported(
                "efficient inference restricted to Bradley-Terry has no weights: its variance is no sum over \
                 pairs; take the corrected form"
                    .into(),
            ));
        }
        Ok(self.offsets[functional + 1] - self.offsets[functional])
    }
}

fn bits_equal(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
}

/// Makes the probabilities of (j, k) and (k, j) mirror images, each the mean of what the two say.
fn fold(mu: &mut [f64], k: usize, c: usize) {
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
