//! Influence: what single contexts or judges do to a fit.
//!
//! For a unit with score s and expected information I, and M the inverse of the expected information,
//! u = (1 - I M)^(-1) s is the score at the estimate without the unit, as far as one step of Fisher
//! scoring knows it; M u is then how far the parameters would move (Cook 1977; Pregibon 1981 for
//! generalised linear models).

use crate::comparisons::{Set, Unit, NONE};
use crate::error::{Error, Result};
use crate::inference::Options;
use crate::interrupt::spend;
use crate::model::{Breads, ClusteredBy, Clusters, Deletion, Model, Quantity};
use crate::progress::{Progress, Watch};
use crate::room::reserve;
use crate::room::Gather as _;
use crate::table::{Schema, SchemaColumn};

/// A value that moves by more than this share of its standard error along a direction depends on it.
const MOVES: f64 = 1e-6;

/// The influence of every unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Influence {
    /// Of every unit: comparisons, leverage and distance; zero for units without comparisons.
    pub units: Vec<[f64; 3]>,
    /// Units x values: the value without the unit less the value, in one step. NaN where there is none
    /// without the unit. Empty if not asked for.
    pub changes: Vec<f64>,
}

/// The influence of one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnitInfluence {
    /// The context; None by judge, and for a cluster apart from contexts.
    pub context: Option<usize>,
    /// The cluster apart from contexts; None otherwise.
    pub cluster: Option<usize>,
    /// The judge; None by context.
    pub judge: Option<usize>,
    /// Comparisons, leverage and distance.
    pub numbers: [f64; 3],
}

/// The columns of [`Influence::rows`].
pub static INFLUENCE: Schema<UnitInfluence> = Schema {
    name: "model_influence",
    title: c"Influence of contexts or judges on a fit",
    columns: &[
        SchemaColumn::context(c"context", c"The context; missing by judge, and for clusters.", |r| r.context),
        SchemaColumn::judge(c"judge", c"The judge; missing by context.", |r| r.judge),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Comparisons (sum of weights).", |r| r.numbers[0]),
        SchemaColumn::f64(
            c"leverage",
            c"parameters",
            c"The share of the estimated parameters that the unit accounts for; 0 for a unit without comparisons.",
            |r| r.numbers[1],
        ),
        SchemaColumn::f64(
            c"distance",
            c"",
            c"Cook's distance: the squared change of all parameters without the unit in units of their information, over the dimension; infinite where the unit alone determines something.",
            |r| r.numbers[2],
        ),
        SchemaColumn::cluster(c"cluster", c"The cluster apart from contexts; missing otherwise.", |r| r.cluster),
    ],
};

impl Influence {
    /// The influence of every unit, by its id.
    pub fn rows(&self, unit: Unit, set: &Set) -> Vec<UnitInfluence> {
        // Clusters of the set come before contexts.
        let clusters = if unit == Unit::Cluster { set.clusters() } else { 0 };
        let row = |(id, &numbers): (usize, &[f64; 3])| UnitInfluence {
            context: id.checked_sub(clusters).filter(|_| unit != Unit::Judge),
            cluster: (id < clusters).then_some(id),
            judge: (unit == Unit::Judge).then_some(id),
            numbers,
        };
        self.units.iter().enumerate().map(row).gathered()
    }
}

/// The influence of contexts or judges on a model, and on the values of a quantity if one is given.
///
/// The leverage is the share of the model's parameters that a unit accounts for; the leverages of all
/// sum to the identified dimension where there is no penalty and no comparison without a unit. The
/// distance is Cook's: the squared change of all parameters without the unit, in units of their
/// expected information, over the dimension; infinite where the unit alone determines something.
pub fn influence(
    model: &Model,
    unit: Unit,
    quantity: Option<Quantity>,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Influence> {
    let (by, count) = match unit {
        Unit::Context => (ClusteredBy::Context, model.set.contexts()),
        Unit::Cluster => (ClusteredBy::Cluster, model.set.clusters() + model.set.contexts()),
        Unit::Judge => (ClusteredBy::Judge, model.layout.judges),
        Unit::Row | Unit::Pair => {
            return Err(Error::Argument("by: influence is that of contexts or of judges".into()))
        }
    };
    if count == 0 {
        return Err(Error::Unsupported("by: the set has no contexts".into()));
    }
    let readout = quantity.map(|quantity| model.readout(quantity, &options.view)).transpose()?;
    let clusters = Clusters::new(model, by)?;
    clusters.expect_deletion("to leave out clusters")?;
    let breads = Breads::new(model, true)?;
    let (inverse, definite) = (breads.working(), breads.definite(model)?);
    let p = model.theta.len();
    let n = readout.as_ref().map_or(0, |r| r.estimates.len());
    let mut units = vec![[0.0; 3]; count];
    let mut changes = reserve(count.saturating_mul(n))?;
    let variances = readout.as_ref().map_or(Vec::new(), |r| r.jacobian.variances(inverse));
    let mut step = vec![0.0; p];
    let mut done = 0.0;
    clusters.for_each(true, |cluster| {
        if cluster.id == NONE {
            return Ok(());
        }
        let Deletion { leverage, score, determined } = Deletion::new(cluster, &definite, p)?;
        let entries = || cluster.columns.iter().copied().zip(score.iter().copied());
        multiply(inverse, entries(), &mut step);
        let square = entries().fold(0.0, |sum, (c, s)| sum + s * step[c as usize]);
        units[cluster.id as usize] = [
            cluster.comparisons,
            leverage,
            if !determined.is_empty() {
                f64::INFINITY
            } else {
                square * model.facts.unit / model.facts.dimension.max(1) as f64
            },
        ];
        if let Some(readout) = &readout {
            let row = &mut changes[cluster.id as usize * n..][..n];
            row.copy_from_slice(&readout.jacobian.product(&step));
            for direction in determined.chunks(score.len().max(1)) {
                let along = cluster.columns.iter().copied().zip(direction.iter().copied());
                multiply(inverse, along, &mut step);
                let moved = readout.jacobian.product(&step);
                for ((change, moved), variance) in row.iter_mut().zip(moved).zip(&variances) {
                    if moved.abs() > MOVES * variance.max(0.0).sqrt() {
                        *change = f64::NAN;
                    }
                }
            }
        }
        done += 1.0;
        let fraction = done / count as f64;
        watch(&Progress::of_parts(fraction, 0))
    })?;
    if let Some(readout) = &readout {
        for row in changes.chunks_mut(n.max(1)) {
            for (change, _) in row.iter_mut().zip(&readout.estimates).filter(|(_, e)| e.is_nan()) {
                *change = f64::NAN;
            }
        }
    }
    Ok(Influence { units, changes })
}

/// The product of a symmetric matrix with a sparse vector.
fn multiply(matrix: &[f64], vector: impl Iterator<Item = (u32, f64)>, out: &mut [f64]) {
    out.fill(0.0);
    let p = out.len();
    for (at, value) in vector {
        let column = &matrix[at as usize * p..][..p];
        spend(p / 2);
        out.iter_mut().zip(column).for_each(|(o, c)| *o += value * c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::{Column, Key, Rows, Set};
    use crate::model::StrengthModel;
    use crate::model::{fit, Position, Scale, Specification, View};
    use crate::outcome::Outcome;
    use crate::progress::unwatched;
    use crate::random::Random;

    /// Votes of judges (last number) in contexts (first), left and right, and the answer.
    type Vote = (u32, u32, u32, f64, u32);

    fn votes(contexts: u32) -> Vec<Vote> {
        let mut random = Random::new(11, 0);
        let mut votes = Vec::new();
        for at in 0..12 * contexts {
            let left = (random.uniform() * 5.0) as u32;
            let right = (left + 1 + (random.uniform() * 4.0) as u32) % 5;
            let lead = 0.4 * (f64::from(right) - f64::from(left)) + random.normal();
            let answer = if lead.abs() < 0.3 { 0.5 } else { f64::from(u8::from(lead > 0.0)) };
            votes.push((at % contexts, left, right, answer, at % 7));
        }
        votes
    }

    fn set_of(votes: &[Vote]) -> Set {
        let ids = |of: fn(&Vote) -> u32| votes.iter().map(of).collect::<Vec<u32>>();
        let (context, left, right, judge) = (ids(|v| v.0), ids(|v| v.1), ids(|v| v.2), ids(|v| v.4));
        let score: Vec<f64> = votes.iter().map(|v| v.3).collect();
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let mut set = Set::new();
        let rows = Rows {
            length: votes.len(),
            left: key(&left),
            right: key(&right),
            judge: key(&judge),
            context: key(&context),
            score: Column::F64(&score),
            ..Rows::default()
        };
        set.append(&rows).unwrap();
        set
    }

    fn of(model: &Model, unit: Unit, what: Quantity, options: &Options) -> Influence {
        influence(model, unit, Some(what), options, &mut unwatched()).unwrap()
    }

    /// A judge of items alone whose scores are fixed.
    #[test]
    fn who_moves_no_parameter_has_no_influence() {
        let mut votes = votes(20);
        votes.extend([(0, 0, 1, 1.0, 7), (1, 1, 0, 0.5, 7)]);
        let fixed_scores = vec![0.2, -0.3, f64::NAN, f64::NAN, f64::NAN];
        let specification = Specification { fixed_scores, ..Specification::default() };
        let model = fit(&set_of(&votes), &specification, &mut unwatched()).unwrap();
        let found = of(&model, Unit::Judge, Quantity::Scores, &Options::default());
        assert_eq!(found.units[7], [2.0, 0.0, 0.0]);
        assert!(found.units[7].iter().all(|number| number.is_sign_positive()));
        assert!(found.changes[7 * 5..8 * 5].iter().all(|change| *change == 0.0));
        assert!(found.units[..7].iter().all(|unit| unit[1] > 0.0));
    }

    #[test]
    fn agrees_with_fits_without_the_unit() {
        let votes = votes(60);
        let pooled = Specification { position: Position::Shared, ..Specification::default() };
        let davidson = Specification { outcome: Outcome::Davidson, ..pooled.clone() };
        let sensitive = Specification { strength: StrengthModel::SENSITIVITY, ..Specification::default() };
        let scale = Scale::Reference(0);
        let options = Options { view: View { scale, ..View::default() }, ..Options::default() };
        for specification in [pooled, davidson, sensitive] {
            let model = fit(&set_of(&votes), &specification, &mut unwatched()).unwrap();
            let found = of(&model, Unit::Context, Quantity::Scores, &options);
            let leverages: f64 = found.units.iter().map(|u| u[1]).sum();
            assert!((leverages - model.facts.dimension as f64).abs() < 1e-8, "{leverages}");
            assert!(found.units.iter().all(|u| u[0] == 12.0));
            let before = model.readout(Quantity::Scores, &options.view).unwrap().estimates;
            let (mut error, mut size) = (0.0, 0.0);
            for unit in (0..60).step_by(7) {
                let rest: Vec<Vote> = votes.iter().copied().filter(|v| v.0 != unit).collect();
                let without = fit(&set_of(&rest), &specification, &mut unwatched()).unwrap();
                let after = without.readout(Quantity::Scores, &options.view).unwrap().estimates;
                for item in 0..5 {
                    let actual = after[item] - before[item];
                    error += (found.changes[unit as usize * 5 + item] - actual).powi(2);
                    size += actual * actual;
                }
            }
            assert!(error < 0.04 * size, "{specification:?}: {error} of {size}");
        }
    }

    #[test]
    fn the_jackknife_is_the_sum_of_squared_changes() {
        use crate::model::{Correction, CovarianceKind};
        let model = fit(&set_of(&votes(30)), &Specification::default(), &mut unwatched()).unwrap();
        let found = of(&model, Unit::Judge, Quantity::Scores, &Options::default());
        let raw = model.covariance(CovarianceKind::ClusteredByJudge, Correction::Jackknife).unwrap();
        let jacobian = model.readout(Quantity::Scores, &View::default()).unwrap().jacobian;
        for (item, variance) in jacobian.variances(raw.matrix().unwrap()).into_iter().enumerate() {
            let sum: f64 = found.changes.chunks(5).map(|row| row[item] * row[item]).sum();
            assert!((variance - sum * 6.0 / 7.0).abs() < 1e-10 * variance);
        }
    }

    #[test]
    fn what_a_unit_alone_determines_has_no_estimate_without_it() {
        let specification = Specification { position: Position::ByJudge, ..Specification::default() };
        let model = fit(&set_of(&votes(30)), &specification, &mut unwatched()).unwrap();
        let positions = of(&model, Unit::Judge, Quantity::Positions, &Options::default());
        for (judge, row) in positions.changes.chunks(7).enumerate() {
            assert!((0..7).all(|other| row[other].is_nan() == (other == judge)), "{row:?}");
        }
        assert!(positions.units.iter().all(|u| u[2] == f64::INFINITY && u[1] >= 1.0 - 1e-9));
        let scores = of(&model, Unit::Judge, Quantity::Scores, &Options::default());
        assert!(scores.changes.iter().all(|c| c.is_finite()));
        let contexts = influence(&model, Unit::Context, None, &Options::default(), &mut unwatched()).unwrap();
        assert!(contexts.changes.is_empty() && contexts.units.iter().all(|u| u[2].is_finite() && u[2] > 0.0));
        assert!(influence(&model, Unit::Pair, None, &Options::default(), &mut unwatched()).is_err());
    }
}
