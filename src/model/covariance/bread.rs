//! The bread: generalised inverses of information matrices, and what they are put around.

use super::solved::null_space_of_votes;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::likelihood::{Constraint, ConstraintState, Curvature, NullSpace, Objective};
use crate::linalg::{mirror, symmetric_eigen, Factor};
use crate::model::fitted::{Direction, Model};
use crate::room::{self, Gather as _};
use crate::spread::ZERO;

/// The inverses that a clustered covariance needs.
#[derive(Debug)]
pub(crate) struct Breads {
    /// Of the Hessian: the slices of the sandwich.
    pub(crate) observed: Vec<f64>,
    /// Of the expected information, by which clusters have their leverage; None where it is the same.
    expected: Option<Vec<f64>>,
}

impl Clone for Breads {
    fn clone(&self) -> Breads {
        let expected = self.expected.as_ref().map(|inverse| room::copied(inverse));
        Breads { observed: room::copied(&self.observed), expected }
    }
}

impl Breads {
    /// The inverses at the estimate; that of the expected information only if `leverages` are asked for.
    pub(crate) fn new(model: &Model, leverages: bool) -> Result<Breads> {
        // In exponential families with linear predictors the Hessian does not depend on the data.
        let same = model.layout.strength.is_linear()
            && model.layout.spread.is_none()
            && model.objective.data.outcome.is_canonical();
        Ok(Breads {
            observed: bread_of_scores(model, Curvature::Observed)?,
            expected: if leverages && !same {
                Some(bread_of_scores(model, Curvature::Expected)?)
            } else {
                None
            },
        })
    }

    /// The inverse of an information that is the expected one, too.
    pub(crate) fn of_inverse(observed: Vec<f64>) -> Breads {
        Breads { observed, expected: None }
    }

    /// The inverse of the expected information.
    pub(crate) fn working(&self) -> &[f64] {
        self.expected.as_ref().unwrap_or(&self.observed)
    }

    /// The same with a variance of the null directions, along which no comparison changes: that of a typical parameter. Where
    /// there are no other directions that nothing determines, it is positive definite.
    pub(crate) fn definite(&self, model: &Model) -> Result<Vec<f64>> {
        let p = model.theta.len();
        let mut matrix = room::copied(self.working());
        let typical = (0..p).map(|k| matrix[k * p + k]).sum::<f64>() / p.max(1) as f64;
        let (strength, fixed) = (&model.objective.strength, &model.objective.fixed);
        model.null_space.add_projector(strength, &model.theta, fixed, typical, &mut matrix, &mut Vec::new());
        mirror(&mut matrix, p);
        Ok(matrix)
    }
}

/// A generalised inverse of an information matrix of a model, in the units of its objective.
pub(super) fn bread(model: &Model, which: Curvature) -> Result<Vec<f64>> {
    check_memory(model)?;
    generalised_inverse(&model.objective, &model.null_space, &model.theta, &model.directions, which)
}

/// The same where products with scores of the votes alone are asked for: what no score has a part in has no large variance.
pub(super) fn bread_of_scores(model: &Model, which: Curvature) -> Result<Vec<f64>> {
    check_memory(model)?;
    let null_space = null_space_of_votes(model);
    generalised_inverse(&model.objective, &null_space, &model.theta, &model.directions, which)
}

/// How much larger squared scores are than information where weights are squared: the mean weight,
/// counted by weight.
pub(super) fn typical_weight(model: &Model) -> f64 {
    let design = &model.objective.data.design;
    let squares: f64 = if model.weighting().is_some() {
        (0..design.len()).map(|cell| design.squares(cell).total()).sum()
    } else {
        design.counts.iter().map(|c| c.total() * c.total()).sum()
    };
    squares / design.total()
}

fn check_memory(model: &Model) -> Result<()> {
    let p = model.theta.len();
    // And what `hold` takes.
    let held = active(&model.objective).count();
    let bytes = room::matrices(2, p).saturating_add(8 * held.saturating_mul(p + 3 * held));
    let limit = model.specification.max_bytes;
    if limit > 0 && bytes > limit {
        return Err(Error::Memory(format!(
            "the covariance of {p} parameters needs about {bytes} bytes, more than max_bytes = {limit}"
        )));
    }
    room::expect(format_args!("the covariance of {p} parameters"), bytes)
}

/// The generalised inverse of an information matrix at theta, off the null directions and those that
/// are not identified; fixed parameters have no entries.
pub(crate) fn generalised_inverse(
    objective: &Objective,
    null_space: &NullSpace,
    theta: &[f64],
    directions: &[Direction],
    which: Curvature,
) -> Result<Vec<f64>> {
    let p = theta.len();
    let mut factor = Factor::new(p)?;
    // As stiff as for the solver: digits are kept, and `hold` takes out what is left.
    objective.information_between(theta, which, 1.0, factor.matrix());
    let mut inverse =
        factored_from(factor, objective, null_space, theta, directions, which, None)?.0.inverse()?;
    for k in (0..p).filter(|&k| objective.fixed[k]) {
        for other in 0..p {
            inverse[k * p + other] = 0.0;
            inverse[other * p + k] = 0.0;
        }
    }
    hold(objective, &mut inverse, p)?;
    Ok(inverse)
}

fn active(objective: &Objective) -> impl Iterator<Item = &Constraint> {
    objective.constraints.iter().filter(|constraint| constraint.state == ConstraintState::Active)
}

/// Constraints whose functions depend on each other by more than this share are one.
const DEPENDENT: f64 = 1e-10;

/// Makes the inverse of a matrix that of its restriction to where active constraints do not move: B - BA'(ABA')^-1 AB, A their
/// functions. However stiff they are in the matrix, it is the same.
fn hold(objective: &Objective, inverse: &mut [f64], p: usize) -> Result<()> {
    let active: Vec<&Constraint> = active(objective).gathered();
    let m = active.len();
    if m == 0 {
        return Ok(());
    }
    let mut moved = room::filled(0.0, m * p);
    for (row, constraint) in moved.chunks_mut(p).zip(&active) {
        for &(at, a) in &constraint.along {
            spend(p);
            let column = &inverse[at as usize * p..][..p];
            row.iter_mut().zip(column).for_each(|(sum, b)| *sum += a * b);
        }
    }
    let mut between = room::filled(0.0, m * m);
    for (row, moved) in between.chunks_mut(m).zip(moved.chunks(p)) {
        spend(10 * m);
        for (value, constraint) in row.iter_mut().zip(&active) {
            *value = constraint.along.iter().map(|&(at, a)| a * moved[at as usize]).sum();
        }
    }
    let (values, vectors) = symmetric_eigen(&between, m)?;
    let least = DEPENDENT * values.last().copied().unwrap_or(0.0);
    let mut along = room::filled(0.0, p);
    for (value, vector) in values.iter().zip(vectors.chunks(m)).filter(|(value, _)| **value > least) {
        along.fill(0.0);
        for (weight, moved) in vector.iter().zip(moved.chunks(p)) {
            along.iter_mut().zip(moved).for_each(|(sum, b)| *sum += weight * b);
        }
        for (column, a) in inverse.chunks_mut(p).zip(&along) {
            spend(p);
            column.iter_mut().zip(&along).for_each(|(b, other)| *b -= a * other / value);
        }
    }
    Ok(())
}

/// Curvatures of a vanishing variance below this share of a typical one are rounding.
const NO_CURVATURE: f64 = 1e-5;

/// An information matrix at theta with a weight on the null directions and those that are not identified, factored; fixed
/// parameters have a one on the diagonal. Without a weight it is a typical element of the matrix; it is returned, too.
pub(crate) fn factored(
    objective: &Objective,
    null_space: &NullSpace,
    theta: &[f64],
    directions: &[Direction],
    which: Curvature,
    weight: Option<f64>,
) -> Result<(Factor, f64)> {
    let mut factor = Factor::new(theta.len())?;
    objective.information(theta, which, factor.matrix());
    factored_from(factor, objective, null_space, theta, directions, which, weight)
}

/// The same of a matrix that is there.
fn factored_from(
    mut factor: Factor,
    objective: &Objective,
    null_space: &NullSpace,
    theta: &[f64],
    directions: &[Direction],
    which: Curvature,
    weight: Option<f64>,
) -> Result<(Factor, f64)> {
    let p = theta.len();
    let mut scratch = Vec::new();
    let scale = weight.unwrap_or_else(|| objective.typical(factor.matrix()));
    null_space.add_projector(
        &objective.strength,
        theta,
        &objective.fixed,
        scale,
        factor.matrix(),
        &mut scratch,
    );
    // Of a variance of zero, whose slope vanishes, expected information says nothing; the Hessian holds it there, unless
    // zero is the end of a surface of optima: its curvature is rounding then.
    if let Some(freedom) = &null_space.spread {
        for at in freedom.vanishing(theta, ZERO).into_iter().map(|item| freedom.spread.tau(item)) {
            let curvature = &mut factor.matrix()[at * p + at];
            if which == Curvature::Expected || curvature.abs() < NO_CURVATURE * scale {
                *curvature += scale;
            }
        }
    }
    // Directions already reported as unidentified get a weight of their own, so that the rest can be
    // inverted; what moves along them is reported as infinite or not at all.
    // Where one of its parameters is held, a direction is no null direction of the others.
    let moves = |d: &&Direction| !d.along.iter().any(|(at, _)| objective.fixed[*at as usize]);
    for direction in directions.iter().filter(moves) {
        let norm: f64 = direction.along.iter().map(|(_, v)| v * v).sum();
        for (at, &(a, va)) in direction.along.iter().enumerate() {
            for &(b, vb) in &direction.along[at..] {
                let (row, column) = (a.max(b) as usize, a.min(b) as usize);
                factor.matrix()[column * p + row] += scale * va * vb / norm;
            }
        }
    }
    if !factor.factor() {
        let which = if which == Curvature::Expected { "expected information" } else { "Hessian" };
        return Err(Error::Numeric(format!("the {which} is not positive definite at the estimate")));
    }
    Ok((factor, scale))
}

/// G B G.
pub(crate) fn sandwich(bread: &[f64], meat: &[f64], p: usize) -> Result<Vec<f64>> {
    let mut half = crate::room::reserve(p * p)?;
    let mut whole = crate::room::reserve(p * p)?;
    crate::linalg::multiply(bread, meat, &mut half, p);
    crate::linalg::multiply(&half, bread, &mut whole, p);
    Ok(whole)
}
