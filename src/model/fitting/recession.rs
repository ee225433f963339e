//! Does an estimate exist, and is it the only one? Decided by linear programming where the objective is convex.
//!
//! Predictors and thresholds are linear in the parameters, and every observed outcome has margins, linear forms in
//! (z, e, b), that must not fall along a direction of recession. A finite estimate exists if and only if no margin grows
//! along any such direction that penalties do not hold (Albert and Anderson 1984; Rockafellar 1970, theorem 27.1). So
//! existence depends on which outcomes were seen and on the design, never on how often they were seen.

use crate::component::Penalty;
use crate::likelihood::{ConstraintState, NullSpace, Objective};
use crate::linalg::{alternative, Alternative, NullDesign};
use crate::room::{sort_by, Gather as _, Put as _};
use crate::solve::{Solution, DENSE_LIMIT};
use crate::terms::COORDINATES;
use crate::terms::{Entries, Local, SparseRows};

/// The answer of a linear programme about an estimate.
pub(super) enum Recession {
    /// It exists; `unique`: there is one only, but for null directions.
    None { unique: bool },
    /// No finite optimum exists: the likelihood grows along this direction of the parameters, however slowly.
    Along(Vec<f64>),
}

/// Log odds beyond which the votes of a cell hold next to no information.
const FAR: f64 = 12.0;

/// Whether the end of a fit with linear predictors is doubtful: no optimum is proved, or, of a convex objective, predictors are so
/// far out that rounding may have proved it.
pub(super) fn is_doubtful(objective: &Objective, solution: &Solution) -> bool {
    let is_found = solution.is_optimum();
    is_linear(objective) && (!is_found || (objective.is_convex() && is_far(objective, &solution.theta)))
}

/// Whether predictors and thresholds are linear in the parameters, and penalties are squares.
fn is_linear(objective: &Objective) -> bool {
    objective.strength.is_linear()
        && objective.data.spread.is_none()
        && objective.data.design.log_scale.is_empty()
        && objective.penalties.iter().all(|penalty| matches!(penalty, Penalty::Off { .. }))
}

fn is_far(objective: &Objective, theta: &[f64]) -> bool {
    let data = &objective.data;
    let most = FAR * data.outcome.per_log_odds();
    (0..data.design.len()).any(|cell| {
        let at = data.predictor(&objective.strength, theta, cell);
        at.coordinates().iter().any(|x| x.is_finite() && x.abs() > most)
    })
}

/// Decides; none where predictors are not linear, where the objective is large, or where rounding leaves the answer open. Where
/// the objective is not convex, thresholds being soft, a line along which it falls is a proof, but finding no line is not one.
pub(super) fn decide(objective: &Objective, null_space: &NullSpace, penalised: bool) -> Option<Recession> {
    let margins = objective.data.outcome.margins()?;
    if !is_linear(objective) || objective.dimension > DENSE_LIMIT {
        return None;
    }
    let coordinates = Coordinates::new(objective, penalised);
    let mut rows = Rows::default();
    let mut design = NullDesign::new(coordinates.count);
    let zero = vec![0.0; objective.dimension];
    let mut local = Local::default();
    let data = &objective.data;
    // Weights of nothing, as refits have them, are no votes.
    for cell in (0..data.design.len()).filter(|&cell| data.design.counts[cell].total() > 0.0) {
        data.touch(&objective.strength, &zero, cell, &mut local);
        let at = data.predictor(&objective.strength, &zero, cell);
        let has = Some(true).into_iter().chain(at.cuts.map(f64::is_finite));
        for part in 0..COORDINATES {
            local.rows().for_each(|(k, along)| {
                coordinates.of(k, along[part], |column, v| design.push(column, v));
            });
            design.end_row();
        }
        let counts = data.design.counts[cell].numbers();
        for forms in margins.iter().zip(counts).filter(|(_, count)| *count > 0.0).map(|(forms, _)| forms) {
            // Where an outcome is impossible, no margin is against it.
            let possible = |form: &&[f64; COORDINATES]| {
                form.iter().zip(has.clone()).all(|(weight, has)| has || *weight == 0.0)
            };
            for form in forms.iter().filter(possible) {
                let of = local.rows().map(|(k, along)| (k, form.iter().zip(along).map(|(f, a)| f * a).sum()));
                rows.put(&coordinates, of, true);
            }
        }
    }
    let is_floor = |state| !matches!(state, ConstraintState::Equality | ConstraintState::Bound);
    for floor in objective.constraints.iter().filter(|constraint| is_floor(constraint.state)) {
        rows.put(&coordinates, floor.along.iter().map(|&(k, v)| (k as usize, v)), false);
    }
    let (rows, strict) = rows.distinct();
    match alternative(&rows, &strict, coordinates.count)? {
        Alternative::Direction(direction) => Some(Recession::Along(coordinates.parameters(&direction))),
        // Of an objective that is not convex lines do not decide.
        Alternative::Balanced if !objective.is_convex() => None,
        Alternative::Balanced => {
            let shifts = null_space.shifts.iter().map(|group| group.iter().map(|&i| (i, 1.0)).gathered());
            let known: Vec<Vec<f64>> = shifts
                .chain(null_space.thresholds.iter().cloned())
                .map(|along| coordinates.columns(&along))
                .gathered();
            let open = vec![true; coordinates.count];
            let null = design.finish().null_space(&open, &known).ok()?;
            Some(Recession::None { unique: null.is_empty() })
        }
    }
}

/// Coordinates of the unconstrained directions: of each parameter the columns it stands in.
struct Coordinates {
    of: Vec<Entries>,
    count: usize,
}

impl Coordinates {
    /// Penalised scores move together, if at all, which changes nothing; penalised thresholds move along the directions that
    /// their penalty leaves free.
    fn new(objective: &Objective, penalised: bool) -> Coordinates {
        let mut of: Vec<Option<Entries>> = vec![None; objective.dimension];
        let mut count = 0;
        for penalty in &objective.penalties {
            let Penalty::Off { at, free, .. } = penalty else { continue };
            at.iter().for_each(|&k| of[k as usize] = Some(Vec::new()));
            for along in free {
                for &(k, v) in along {
                    of[k as usize].get_or_insert_default().put((count, v));
                }
                count += 1;
            }
        }
        let scores = if penalised { objective.strength.items } else { 0 };
        let own = |(k, of): (usize, Option<Entries>)| match of {
            _ if objective.fixed[k] || k < scores => Vec::new(),
            Some(entries) => entries,
            None => {
                count += 1;
                vec![(count - 1, 1.0)]
            }
        };
        let of = of.into_iter().enumerate().map(own).gathered();
        Coordinates { of, count: count as usize }
    }

    /// Calls `each` with the columns of a parameter, times a number.
    fn of(&self, parameter: usize, times: f64, mut each: impl FnMut(usize, f64)) {
        self.of[parameter].iter().for_each(|&(column, v)| each(column as usize, times * v));
    }

    /// A direction of the parameters in the columns.
    fn columns(&self, along: &[(u32, f64)]) -> Vec<f64> {
        let mut columns = vec![0.0; self.count];
        along.iter().for_each(|&(k, v)| self.of(k as usize, v, |column, v| columns[column] += v));
        columns
    }

    /// A direction of the columns in the parameters.
    fn parameters(&self, columns: &[f64]) -> Vec<f64> {
        self.of.iter().map(|of| of.iter().map(|&(column, v)| v * columns[column as usize]).sum()).gathered()
    }
}

/// Rows to be: each with its entries by column, and whether it is strict.
#[derive(Default)]
struct Rows {
    of: Vec<(Entries, bool)>,
}

impl Rows {
    /// Adds a form in the parameters, unless it is zero.
    fn put(&mut self, coordinates: &Coordinates, form: impl Iterator<Item = (usize, f64)>, strict: bool) {
        let mut entries = Entries::new();
        for (k, times) in form.filter(|(_, times)| *times != 0.0) {
            coordinates.of(k, times, |column, v| entries.put((column as u32, v)));
        }
        entries.sort_unstable_by_key(|(column, _)| *column);
        entries.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
        entries.retain(|(_, v)| *v != 0.0);
        if !entries.is_empty() {
            self.of.put((entries, strict));
        }
    }

    /// Each once: cells of a pair share their margins.
    fn distinct(mut self) -> (SparseRows, Vec<bool>) {
        sort_by(&mut self.of, |a, b| {
            let (x, y) = (&a.0, &b.0);
            let entries = x.iter().zip(y).map(|(p, q)| p.0.cmp(&q.0).then(p.1.total_cmp(&q.1)));
            let order = entries.fold(std::cmp::Ordering::Equal, |order, next| order.then(next));
            order.then(x.len().cmp(&y.len())).then(b.1.cmp(&a.1))
        });
        self.of.dedup_by(|next, kept| next.0 == kept.0);
        let mut rows = SparseRows::default();
        for (entries, _) in &self.of {
            entries.iter().for_each(|&(column, v)| rows.push(column as usize, v));
            rows.end_row();
        }
        (rows, self.of.iter().map(|(_, strict)| *strict).gathered())
    }
}
