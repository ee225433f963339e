//! Models with several optima, or whose existence no theorem decides: with spread, with judges' sensitivities, and
//! Rao-Kupper with the link softplus.

use crate::case::Case;
use crate::compare::{
    active_floors, bits, certificate, collinear, dimension, has, has_more_parameters_than_pairs,
    is_disconnected, is_stationary, is_undetermined, Comparison,
};
use crate::definition::Definition;
use crate::identified::Space;
use crate::inference;
use crate::linear::dot;
use crate::optimum::Search;
use crate::starts;
use duel::model::{fit, Model, Problems, Specification};
use duel::progress::unwatched;
use duel::strength::StrengthKind;

/// Models with several optima, or whose existence no theorem decides.
pub fn check_general(
    case: &Case,
    definition: &Definition<'_>,
    model: &Model,
    free: &[usize],
    lowered: bool,
    out: &mut Comparison,
) {
    let s = &case.specification;
    let theta = &model.theta;
    let data_space = Space::new(&definition.design(theta), free.to_vec());
    let mut design = definition.design(theta);
    let more = definition.penalties(theta);
    design.of.iter_mut().zip(&more.of).for_each(|(d, m)| *d += m);
    if !design.of.iter().all(|d| d.is_finite()) {
        return out.notes.push("not compared: the spread of a pair is zero at the library's parameters");
    }
    let space = Space::new(&design, free.to_vec());
    let o = model.facts.problems;
    let troubled = [Problems::SEPARATED, Problems::NOT_CONVERGED, Problems::EQUAL_SCORES];
    if !has(model, Problems::BOUNDARY)
        && !has(model, Problems::EQUAL_SCORES)
        && has(model, Problems::DISCONNECTED) != is_disconnected(case)
    {
        out.differ("disconnected", format!("status {}, disconnected: {}", bits(o), is_disconnected(case)));
    }
    let found = starts::best(definition, 8, std::slice::from_ref(theta));
    // Below their domain the probabilities of linear thresholds sum to more than one.
    let inside = found.iter().find(|end| definition.is_feasible(&end.theta));
    let best = inside.unwrap_or(found.first().expect("an end"));
    let value = model.facts.objective;
    let slack = 1e-5 * (1.0 + 1e-4 * value.abs());
    if !troubled.iter().any(|t| has(model, *t)) {
        certificate(model, out);
        if o.0 != 0 && Search::new(definition, free.to_vec()).is_steep(theta) {
            return out.notes.push("not compared: slopes of sensitivities that diverged");
        }
        let is_curved = has(model, Problems::UNDETERMINED);
        let stationary = is_stationary(case, definition, theta, (&space, is_curved), out);
        if s.strength.kind() == StrengthKind::Sensitivity && !s.strength.is_signed() {
            held_at_zero(definition, theta, out);
        }
        if inside.is_none() {
            out.notes.push("the reference found no end within the domain of thresholds");
        } else if best.objective < value - slack {
            beaten(case, model, best.objective, best.is_finite, lowered, out);
        } else if !best.is_finite && best.objective < value {
            out.notes.push("nearly the same likelihood far away");
        }
        if stationary && is_folded(definition, theta, &space) {
            return out.notes.push("not compared: an optimum at a fold of the predictors");
        }
        if stationary {
            if !has(model, Problems::BOUNDARY) && !has(model, Problems::HEYWOOD) && !lowered {
                let lost = is_undetermined(case, definition, space.rank(), free);
                let lost = if has_more_parameters_than_pairs(case) {
                    has(model, Problems::UNDETERMINED)
                } else {
                    lost
                };
                let lost = lost || !definition.untold.is_empty();
                if has(model, Problems::UNDETERMINED) != (lost || collinear(case)) {
                    let kind = if lost { "missed: undetermined" } else { "false: undetermined" };
                    out.differ(
                        kind,
                        model.diagnostics.iter().map(|t| t.message.clone()).collect::<Vec<_>>().join(" | "),
                    );
                }
                dimension(case, &data_space, model, out);
            }
            if definition.untold.is_empty() {
                let held = space.held(&active_floors(definition, theta));
                inference::check(case, definition, model, &held, out);
            }
        }
        return;
    }
    // Before the reference contradicts it goes on from its end: one that better points follow farther away is none.
    let is_finite =
        best.is_finite && !Search::new(definition, starts::free_at(definition, &best.theta)).goes_on(best);
    let how = if is_finite { "finite" } else { "running off" };
    let detail = format!(
        "status {}, objective {value}; the reference ends at {} ({how}, decrement {:.1e}, largest predictor {:.1}): {}",
        bits(o),
        best.objective,
        best.decrement,
        Search::new(definition, free.to_vec()).largest(&best.theta),
        model.diagnostics.iter().map(|t| t.message.clone()).collect::<Vec<_>>().join(" | ")
    );
    if has(model, Problems::NOT_CONVERGED) {
        // The likelihood is greatest where the spread of a pair is gone, which is no optimum.
        if s.spread.is_some() && best.is_collapsed {
            return out.notes.push("not converged: the spread of a pair collapses");
        }
        // Nor is the best that the reference finds: where a spread has singular points, each ends on the way to one.
        if s.spread.is_some() && !is_finite {
            return out.notes.push("not converged: a spread without a finite end");
        }
        // No optimum is finite: the iterations ended on the way, at the supremum, and the status says so.
        let near = if s.strength.kind() == StrengthKind::Pooled { slack } else { 0.05 };
        if !is_finite && (value - best.objective).abs() <= near {
            return out.notes.push("not converged: the likelihood has no finite maximum");
        }
        out.differ("not converged", detail);
    } else if has(model, Problems::SEPARATED) {
        if is_finite && best.objective <= value + 1e-6 {
            out.differ("false: separated", detail);
        }
    } else if best.objective < value - slack {
        out.differ("false: equal scores", detail);
    }
}

/// Whether the likelihood is curved along a direction that moves no predictor: where a model has as many parameters as
/// predictors, but not the one that the votes ask for, its optimum is where the derivatives of the predictors become
/// singular. The estimate is determined, by curvatures of the second order alone.
fn is_folded(definition: &Definition<'_>, theta: &[f64], space: &Space) -> bool {
    let hessian = definition.curved(theta).hessian.part(&space.free);
    let largest = hessian.eigen().largest();
    space.null.iter().any(|v| dot(v, &hessian.product(v)) > 1e-6 * largest)
}

/// Sensitivities at zero would fall further if they could.
fn held_at_zero(definition: &Definition<'_>, theta: &[f64], out: &mut Comparison) {
    let first = definition.sensitivities.expect("sensitivities");
    let gradient = definition.curved(theta).gradient;
    for judge in 0..definition.judges {
        let at = first + judge;
        out.numbers += 1;
        if theta[at] < 0.0 {
            out.differ("a negative sensitivity", format!("{}", theta[at]));
        } else if theta[at] == 0.0 && gradient[at] < -1e-5 {
            out.differ(
                "a sensitivity is held at zero that would rise",
                format!("judge {judge}: slope {:e}", gradient[at]),
            );
        }
    }
}

/// A better point was found. Where several optima are documented the library is given its restarts.
fn beaten(case: &Case, model: &Model, best: f64, is_finite: bool, lowered: bool, out: &mut Comparison) {
    let s = &case.specification;
    let how = if is_finite { "" } else { " by a point that diverges" };
    let value = model.facts.objective;
    let several = s.spread.is_some() || s.strength.kind() != StrengthKind::Pooled;
    if !several || lowered {
        out.differ("not the best optimum", format!("objective {value}, found {best}{how}"));
        return;
    }
    out.notes.push(match s.strength.kind() {
        StrengthKind::Pooled => "spread: beaten without restarts",
        StrengthKind::Disagreement => "disagreement: beaten without restarts",
        StrengthKind::Sensitivity if s.strength.is_signed() => "sensitivity, signed: beaten without restarts",
        StrengthKind::Sensitivity => "sensitivity, not negative: beaten without restarts",
    });
    let again = Specification { restarts: 20, seed: 1, ..s.clone() };
    match fit(&case.set(), &again, &mut unwatched()) {
        Ok(second) if second.facts.objective <= best + 1e-4 || has(&second, Problems::SEPARATED) => {}
        // That there is no estimate is said, wherever the iterations ended.
        Ok(second) if !is_finite && has(&second, Problems::NOT_CONVERGED) => {}
        Ok(second) => out.differ(
            "not the best optimum, with 20 restarts",
            format!("objective {value}, with restarts {}, found {best}{how}", second.facts.objective),
        ),
        Err(error) => out.differ("refused with restarts", error.to_string()),
    }
}
