//! Diagnosis of the end of a fit: whether it is an estimate, with the names of those concerned.

use super::end::End;
use super::report::Report;
use crate::comparisons::Kind as Names;
use crate::error::Result;
use crate::model::fitting::slopes;
use crate::model::quantities::SMALL;
use crate::model::specification::{list, Diagnostic, Problems};
use crate::outcome::TIE;
use crate::room::Duplicate as _;
use crate::solve::Stop;

/// A fit with a spread whose last step moves a predictor by more than this is unfinished, even if the curvature there is
/// flat.
const MAX_UNFINISHED_STEP: f64 = 0.1;

/// Above this Newton decrement the fit is unfinished, whatever directions are unidentified.
const MAX_DECREMENT: f64 = 1e-2;

/// Facts about a model beyond the diagnostics of its report.
pub(super) struct Diagnosis {
    /// Whether unidentified directions may exist and have to be searched for.
    pub(super) suspect: bool,
    /// The direction of least curvature, if the votes do not determine it.
    pub(super) weakest: Option<Vec<f64>>,
}

impl Diagnosis {
    /// Examines the end of a fit. Where all strengths are zero there, sensitivities are held.
    pub(super) fn of(end: &mut End<'_>, report: &mut Report) -> Result<Diagnosis> {
        flatten(end, report)?;
        examine_boundary(end, report)?;
        examine_stop(end, report)?;
        let undetermined = end.solution.is_undetermined();
        let layout = &end.problem.layout;
        let of_items = layout.terms.threshold(TIE).is_some_and(|t| t.factors > 0);
        let suspect =
            undetermined || (of_items && layout.dimension <= SMALL) || report.knows(Problems::UNDETERMINED);
        let mut weakest = None;
        if undetermined && !report.knows(Problems::SEPARATED) {
            let names = end.loading(&end.solution.weakest);
            let message = format!("the data do not determine {names}");
            report.record(Diagnostic { problem: Problems::UNDETERMINED, message })?;
            weakest = Some(end.solution.weakest.duplicate()).filter(|direction| !direction.is_empty());
        }
        require_proof(end, report)?;
        Ok(Diagnosis { suspect: suspect || weakest.is_some(), weakest })
    }
}

/// Records a problem, and fixes the sensitivities, if all strengths are zero at the optimum.
fn flatten(end: &mut End<'_>, report: &mut Report) -> Result<()> {
    let problem = &mut end.problem;
    let factors = slopes::factors(&problem.layout, &problem.objective, &end.solution.theta);
    if end.equal || !problem.layout.strength.is_flat(&end.solution.theta, &factors) {
        return Ok(());
    }
    report.record(Diagnostic {
        problem: Problems::EQUAL_SCORES,
        message: "all scores are equal at the optimum: sensitivities of judges are not identified".into(),
    })?;
    problem.hold_strengths();
    end.equal = true;
    Ok(())
}

/// Judges with a sensitivity of zero, and pairs with a spread of zero.
fn examine_boundary(end: &End<'_>, report: &mut Report) -> Result<()> {
    if !end.zeros.is_empty() {
        let message = format!(
            "at the boundary: {} would need a sensitivity of zero or less to agree with the consensus",
            list(end.problem.set, Names::Judge, &end.zeros)
        );
        report.record(Diagnostic { problem: Problems::BOUNDARY, message })?;
    }
    let Some((i, j)) = end.collapsed.first() else { return Ok(()) };
    let more = match end.collapsed.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more pairs)"),
    };
    let message = format!(
        "the likelihood grows as the spread of {}{more} collapses to zero next to the others, a point that is not \
         an optimum; set spread_ridge",
        list(end.problem.set, Names::Item, &[*i, *j])
    );
    report.record(Diagnostic { problem: Problems::NOT_CONVERGED, message })
}

/// Records why the solver stopped, unless the graph has shown already that no finite optimum exists.
fn examine_stop(end: &End<'_>, report: &mut Report) -> Result<()> {
    let (problem, solution) = (&end.problem, &end.solution);
    if report.knows(Problems::SEPARATED) {
        return Ok(());
    }
    if solution.diverges(problem.objective.data.design.total()) {
        let message = end.running_off(&solution.last_step);
        return report.record(Diagnostic { problem: Problems::SEPARATED, message });
    }
    if solution.stop != Stop::Iterations {
        return Ok(());
    }
    let far = slopes::is_far(&slopes::middles(&problem.layout, &problem.objective));
    let message = format!(
        "not converged after {} iterations: gradient {:.2e}, last change of a predictor {:.2e}{}",
        solution.iterations,
        solution.gradient,
        solution.step,
        if far { "; standardise the sensitivity_covariates" } else { "" }
    );
    report.record(Diagnostic { problem: Problems::NOT_CONVERGED, message })
}

/// Final check of every fit: unless a diagnostic explains why there is no optimum, the solution must prove to be one.
fn require_proof(end: &End<'_>, report: &mut Report) -> Result<()> {
    let solution = &end.solution;
    let is_moving = solution.decrement > MAX_DECREMENT
        || (end.problem.layout.spread.is_some() && solution.step > MAX_UNFINISHED_STEP);
    let explained = [Problems::SEPARATED, Problems::NOT_CONVERGED].into_iter().any(|p| report.knows(p))
        || (!is_moving && report.knows(Problems::UNDETERMINED));
    if solution.is_optimum() || explained {
        return Ok(());
    }
    let message = format!(
        "the optimum is not proved: gradient {:.2e}, Newton decrement {:.2e}, Newton step {:.2e} in a predictor, least \
         curvature {:.2e}",
        solution.gradient, solution.decrement, solution.step, solution.curvature
    );
    report.record(Diagnostic { problem: Problems::NOT_CONVERGED, message })
}
