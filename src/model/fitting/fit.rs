//! Fitting: a pipeline of values. The choices and the votes make a [`Problem`], which has [`Start`]s, which lead to an
//! [`End`], of which a [`Diagnosis`] is made; the last two are the model. What each finds wrong goes to the [`Report`].

mod diagnosis;
mod end;
mod finish;
mod marks;
mod naming;
mod presolve;
mod problem;
mod report;
mod scale;
mod start;

use crate::room::Put as _;
pub(super) use problem::effective;

use crate::comparisons::Set;
use crate::error::{Error, Result};
use crate::model::fitted::Model;
use crate::model::specification::{Problems, Specification};
use crate::progress::{Progress, Watch};
use diagnosis::Diagnosis;
use end::End;
use problem::Problem;
use report::Report;
use start::Start;

/// Fits a model to a set.
pub fn fit(set: &Set, specification: &Specification, watch: Watch<'_>) -> Result<Model> {
    fit_from(set, specification, None, watch)
}

/// Fits a model to a set, starting from what another model knows of the same names.
pub fn fit_from(
    set: &Set,
    specification: &Specification,
    from: Option<&Model>,
    watch: Watch<'_>,
) -> Result<Model> {
    specification.check(set)?;
    // A fit may solve several times; the caller sees one count of iterations.
    let (mut before, mut last) = (0, 0);
    let mut counted = |now: &Progress| {
        if now.iteration <= last {
            before += last;
        }
        last = now.iteration;
        watch(&Progress { iteration: before + now.iteration, ..*now })
    };
    let watch: Watch<'_> = &mut counted;
    let Some(from) = from else { return attempt(set, specification, None, watch) };
    // A start that leads to no estimate may be the reason that there is none.
    let warm = match attempt(set, specification, Some(from), watch) {
        Ok(model) if is_estimate(&model) => return Ok(model),
        Ok(model) => Some(model.facts),
        Err(Error::Numeric(_) | Error::NotIdentified(_) | Error::NotConverged(_)) => None,
        Err(error) => return Err(error),
    };
    let mut model = attempt(set, specification, None, watch)?;
    model.facts.iterations += warm.map_or(0, |facts| facts.iterations);
    Ok(model)
}

/// Whether a model says that there is an estimate, and that it is found.
fn is_estimate(model: &Model) -> bool {
    [Problems::SEPARATED, Problems::NOT_CONVERGED].into_iter().all(|p| !model.facts.problems.contains(p))
}

/// A fit from the votes alone, or from another model, if that serves.
fn attempt(
    set: &Set,
    specification: &Specification,
    from: Option<&Model>,
    watch: Watch<'_>,
) -> Result<Model> {
    // A fit may end where it starts: the caller is asked at least once.
    watch(&Progress::of_parts(f64::NAN, 0))?;
    let mut report = Report::new(specification.accept);
    let mut problem = Problem::new(set, specification, &mut report)?;
    let start = Start::new(&mut problem, from, &mut report, watch)?;
    let mut end = End::reached(problem, start, &mut report, watch)?;
    if let Some((rank, diagnostic)) = end.missing_rank() {
        report.record(diagnostic.clone())?;
        // The optimum has a lower rank than requested: refit with that rank.
        let mut model = attempt(set, &specification.of_rank(rank), None, watch)?;
        model.facts.problems.insert(diagnostic.problem);
        model.diagnostics.put(diagnostic);
        return Ok(model);
    }
    let diagnosis = Diagnosis::of(&mut end, &mut report)?;
    finish::model(end, diagnosis, report)
}
