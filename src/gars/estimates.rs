//! Results of the contexts so far: estimates of functionals with the inference of every other estimate.

use super::accumulator::Accumulator;
use super::clusters::Clustering;
use super::diagnostics::Orders;
use super::evaluator::LARGEST;
use super::moments::Moments;
use super::specification::Pairs;
use crate::error::{Error, Result};
use crate::inference::{Given, Options, Wald};
use crate::room::{with_room, Duplicate as _, Gather as _, Put as _};

/// Which estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Estimator {
    /// The mean of psi: corrected by the labels.
    #[default]
    Debiased,
    /// The mean of F(mu): what the predictor says by itself. Its standard errors say nothing of the
    /// predictor's mistakes.
    PlugIn,
}

impl Estimator {
    /// All by their numbers.
    pub const ALL: [Estimator; 2] = [Estimator::Debiased, Estimator::PlugIn];
}

impl Accumulator {
    /// The values of all functionals, one after the other, with their covariance: clustered where contexts
    /// are.
    pub fn all(&self, which: Estimator) -> Result<Given> {
        let whole = self.whole(which)?;
        match self.groups().is_empty() {
            true => Ok(whole),
            false => first_of(&whole, 0, self.size()),
        }
    }

    /// The same with what moments have of groups.
    pub(super) fn whole(&self, which: Estimator) -> Result<Given> {
        if self.contexts == 0.0 {
            return Err(Error::data("there are no contexts yet"));
        }
        let unchecked = self.specification.pairs != Pairs::Ordered || which == Estimator::PlugIn;
        if !unchecked && self.diagnostics.orders() == Orders::One {
            return Err(Error::Unsupported(
                "pairs: every pair was labelled in one order only, so that half of the correction would be \
                 missing; declare pairs unordered, or the order unchecked"
                    .into(),
            ));
        }
        let [psi, plugin] = self.moments()?;
        let moments = match which {
            Estimator::Debiased => psi,
            Estimator::PlugIn => plugin,
        };
        let clustered = self.clustering != Clustering::None;
        of_moments(&moments, clustered)
    }

    /// The values of one functional.
    pub fn functional(&self, functional: usize, which: Estimator) -> Result<Given> {
        let (from, to) = self.range(functional)?;
        first_of(&self.whole(which)?, from, to)
    }

    /// Where the values of a functional are among all.
    pub fn range(&self, functional: usize) -> Result<(usize, usize)> {
        let offsets = self.specification.offsets();
        match offsets.get(functional + 1) {
            Some(&to) => Ok((offsets[functional], to)),
            None => Err(Error::Argument(format!(
                "functional is {functional}, but there are {}",
                offsets.len() - 1
            ))),
        }
    }

    /// A test of all values of a functional at once against `null`, on the complement of what the
    /// functional and the weights of categories leave constant.
    pub fn ellipsoid(
        &self,
        functional: usize,
        which: Estimator,
        null: &[f64],
        options: &Options,
    ) -> Result<Wald> {
        let values = self.functional(functional, which)?;
        let specification = &self.specification;
        let of = &specification.functionals[functional];
        let count = values.estimates().len();
        match specification.follows(of) {
            // The others say all there is to say.
            Some(last) if null.len() == count && count > 1 => {
                let kept: Vec<usize> = (0..count).filter(|value| *value != last).gathered();
                let mut weights = vec![0.0; kept.len() * count];
                kept.iter().enumerate().for_each(|(row, value)| weights[row * count + value] = 1.0);
                let null: Vec<f64> = kept.iter().map(|value| null[*value]).gathered();
                values.contrasts(&weights, kept.len())?.wald(Some(&null), false, options)
            }
            _ => values.wald(Some(null), specification.sums_to_a_constant(of), options),
        }
    }

    /// A test that two functionals have the same values, such as a Bradley-Terry score by its projection
    /// and by influence values that assume the model (Hausman 1978). The variance is that of the
    /// differences of influence values, by cluster, so that neither estimate need be efficient.
    pub fn equality(&self, first: usize, second: usize, options: &Options) -> Result<Wald> {
        let (a, b) = (self.range(first)?, self.range(second)?);
        let rows = a.1 - a.0;
        if rows != b.1 - b.0 || first == second {
            return Err(Error::Argument(format!(
                "functionals {first} and {second} are not two with the same number of values"
            )));
        }
        let size = self.size();
        let mut weights = vec![0.0; rows * size];
        for row in 0..rows {
            weights[row * size + a.0 + row] = 1.0;
            weights[row * size + b.0 + row] = -1.0;
        }
        let functionals = &self.specification.functionals;
        let constant =
            [first, second].iter().all(|&f| self.specification.sums_to_a_constant(&functionals[f]));
        self.all(Estimator::Debiased)?.contrasts(&weights, rows)?.wald(None, constant, options)
    }
}

/// Some of the values, from one to another.
fn first_of(values: &Given, from: usize, to: usize) -> Result<Given> {
    let (size, rows) = (values.estimates().len(), to - from);
    let mut weights = vec![0.0; rows * size];
    (0..rows).for_each(|row| weights[row * size + from + row] = 1.0);
    values.contrasts(&weights, rows)
}

fn of_moments(moments: &Moments, clustered: bool) -> Result<Given> {
    let mut covariance = moments.covariance();
    covariance.iter_mut().for_each(|c| *c /= moments.count);
    let given = Given::new(moments.mean.duplicate(), covariance, clustered.then_some(moments.clusters))?;
    Ok(given.of_contexts(moments.count))
}

/// A test that two estimates of the same contexts have the same expectation, from their influence values
/// (contexts x `dimension` each, row-major): the mean difference against its own variance, added up by
/// cluster. `sum_is_constant`: the values of both sum to the same constant in every context.
pub fn equality(
    first: &[f64],
    second: &[f64],
    dimension: usize,
    clusters: Option<&[u64]>,
    sum_is_constant: bool,
    options: &Options,
) -> Result<Wald> {
    if dimension == 0 || first.len() % dimension != 0 || second.len() != first.len() {
        return Err(Error::Size(format!(
            "first and second have {} and {} numbers: they must be as many, {dimension} for every context",
            first.len(),
            second.len()
        )));
    }
    let contexts = first.len() / dimension;
    if contexts == 0 {
        return Err(Error::data("there are no contexts"));
    }
    if clusters.is_some_and(|clusters| clusters.len() != contexts) {
        return Err(Error::Size(format!("clusters: there must be one for each of {contexts} contexts")));
    }
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).gathered();
    // NaN is in no range.
    if let Some(at) = differences.iter().position(|d| !(0.0..=LARGEST).contains(&d.abs())) {
        let row = at / dimension;
        return Err(Error::row(
            row,
            format!("the difference of value {} is {}", at % dimension, differences[at]),
        ));
    }
    let moments = match clusters {
        None => Moments::of(dimension, &vec![1.0; contexts], &differences)?,
        Some(clusters) => {
            let mut open = super::clusters::Open::default();
            let mut both = with_room(2 * dimension);
            for (row, number) in differences.chunks_exact(dimension).zip(clusters) {
                both.clear();
                both.put_all(row);
                both.put_all(row);
                open.add(Clustering::Keyed, *number, 1.0, &both);
            }
            let (mut moments, mut twin) = (Moments::new(dimension)?, Moments::new(dimension)?);
            open.all(&mut moments, &mut twin)?;
            moments
        }
    };
    of_moments(&moments, clusters.is_some())?.wald(None, sum_is_constant, options)
}
