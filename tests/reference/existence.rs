//! Does a finite estimate exist? Decided by linear programming for the models whose log-likelihood is concave in
//! parameters that enter linearly: pooled Bradley-Terry, Davidson, and Rao-Kupper without the link softplus.
//!
//! A direction of recession is one along which no log-probability of an outcome that was seen falls in the end:
//! for every such outcome o and every other o' the margin a = w_o - w_o' must not fall (w the exponents of the
//! outcomes; of Rao and Kupper the margins are z - e, -z - e, e - z, e + z). If some margin can grow, the
//! supremum is not attained (Albert and Anderson 1984).

use crate::case::is_of_differences;
use crate::definition::{Definition, Face};
use crate::linear::{dot, norm, Matrix};
use duel::strength::StrengthKind;
use duel::threshold::Form;
use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// Whether linear programming decides.
pub fn is_decided(definition: &Definition<'_>) -> bool {
    let s = definition.choices();
    let soft =
        is_of_differences(s.outcome) && s.threshold.form() != Form::Single && !s.threshold.link().is_linear();
    s.strength.kind() == StrengthKind::Pooled && s.spread.is_none() && !soft
}

/// A margin that must not fall.
struct Margin {
    row: usize,
    /// Outcomes that lose all probability if it grows; see `Face`.
    gone: usize,
    along: Vec<f64>,
}

pub struct Recession {
    /// None: a finite estimate exists.
    pub face: Option<Face>,
    /// The sum of squares of the margins that stay: what the limit of the likelihood depends on.
    pub design: Matrix,
}

pub fn recession(definition: &Definition<'_>) -> Result<Recession, String> {
    let zero = vec![0.0; definition.count];
    let (mut margins, mut floors) = (Vec::new(), Vec::new());
    let rows = definition.case.used().count();
    definition.each_row(&zero, |row, distribution, counts| {
        let dense = |jet| definition.spread_out(&distribution.touched, &jet);
        let z = dense(distribution.z);
        let combine = |a: f64, x: &[f64], b: f64, y: &[f64]| -> Vec<f64> {
            x.iter().zip(y).map(|(x, y)| a * x + b * y).collect()
        };
        let mut push = |gone: usize, along: Vec<f64>| margins.push(Margin { row, gone, along });
        if is_of_differences(definition.choices().outcome) {
            let e = distribution.tie.map_or(zero.clone(), dense);
            let all = [(1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
            let seen = [counts[0] > 0.0, counts[1] > 0.0, counts[2] > 0.0, counts[2] > 0.0];
            for (gone, (a, b)) in all.into_iter().enumerate().filter(|(k, _)| seen[*k]) {
                push(gone, combine(a, &z, b, &e));
            }
            if definition.is_floored() {
                floors.push(e);
            }
            return;
        }
        let weights = [
            Some(combine(0.5, &z, 0.0, &z)),
            Some(combine(-0.5, &z, 0.0, &z)),
            distribution.tie.map(dense),
            distribution.bad.map(dense),
        ];
        for (seen, own) in weights.iter().enumerate().filter(|(k, _)| counts[*k] > 0.0) {
            for (other, its) in weights.iter().enumerate().filter(|(k, w)| *k != seen && w.is_some()) {
                if let (Some(own), Some(its)) = (own, its) {
                    push(other, combine(1.0, own, -1.0, its));
                }
            }
        }
    });
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    // Penalties and pseudo-comparisons are bounded along no direction that they see: what is left are combinations of
    // directions that they do not see, where nothing is held.
    let mut held = definition.penalties(&zero);
    let unit = held.eigen().largest().max(1.0);
    for at in (0..definition.count).filter(|at| definition.is_fixed(*at)) {
        held.of[at * held.n + at] += unit;
    }
    let free: Vec<(Vec<f64>, microlp::Variable)> =
        held.eigen().null(1e-9).into_iter().map(|v| (v, problem.add_var(0.0, (-1e4, 1e4)))).collect();
    let terms = |along: &[f64]| -> Vec<(microlp::Variable, f64)> {
        let each = free.iter().map(|(v, variable)| (*variable, dot(along, v)));
        each.filter(|(_, share)| share.abs() > 1e-12 * norm(along)).collect()
    };
    // Slack of every distinct margin, up to one: where all that can grow do, each has one.
    let mut slacks: Vec<(Vec<f64>, microlp::Variable)> = Vec::new();
    for margin in &margins {
        if slacks.iter().any(|(along, _)| *along == margin.along) || terms(&margin.along).is_empty() {
            continue;
        }
        let slack = problem.add_var(1.0, (0.0, 1.0));
        let mut of = terms(&margin.along);
        of.push((slack, -1.0));
        problem.add_constraint(of, ComparisonOp::Ge, 0.0);
        slacks.push((margin.along.clone(), slack));
    }
    for e in floors.iter().map(|e| terms(e)).filter(|e| !e.is_empty()) {
        problem.add_constraint(e, ComparisonOp::Ge, 0.0);
    }
    let solution = problem.solve().map_err(|e| format!("the linear program: {e}"))?;
    let grows = |along: &[f64]| {
        slacks.iter().find(|(a, _)| a == along).is_some_and(|(_, slack)| solution.var_value(*slack) > 0.5)
    };
    let mut gone = vec![[false; 4]; rows];
    let mut design = Matrix::zeros(definition.count);
    for margin in &margins {
        if grows(&margin.along) {
            gone[margin.row][margin.gone] = true;
        } else {
            design.add_square(&margin.along, 1.0);
        }
    }
    let any = gone.iter().flatten().any(|g| *g);
    Ok(Recession { face: any.then_some(Face { gone }), design })
}
