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

pub(super) use problem::effective;

use crate::comparisons::Set;
use crate::error::Result;
use crate::model::fitted::Model;
use crate::model::specification::Specification;
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
    // A fit may end where it starts: the caller is asked at least once.
    watch(&Progress::of_parts(f64::NAN, 0))?;
    let mut report = Report::new(specification.accept);
    let mut problem = Problem::new(set, specification, &mut report)?;
    let start = Start::new(&mut problem, from, &mut report, watch)?;
    let mut end = End::reached(problem, start, &mut report, watch)?;
    if let Some((rank, diagnostic)) = end.missing_rank() {
        report.record(diagnostic.clone())?;
        // The optimum has a lower rank than requested: refit with that rank.
        let mut model = fit_from(set, &specification.of_rank(rank), None, watch)?;
        model.facts.problems.insert(diagnostic.problem);
        model.diagnostics.push(diagnostic);
        return Ok(model);
    }
    let diagnosis = Diagnosis::of(&mut end, &mut report)?;
    finish::model(end, diagnosis, report)
}
