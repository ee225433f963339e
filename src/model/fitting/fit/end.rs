//! Where a fit ends: solving from all starts, sensitivities that must not be negative, and strengths that diverge.

use super::problem::Problem;
use super::report::Report;
use super::start::Start;
use crate::error::{Error, Result};
use crate::likelihood::Objective;
use crate::model::fitted::Optimum;
use crate::model::fitting::boundary::Boundary;
use crate::model::fitting::diverging::{self, Course};
use crate::model::fitting::ends::{unless_numeric, Found};
use crate::model::fitting::profiles::Profiles;
use crate::model::fitting::recession::{self, Recession};
use crate::model::fitting::restarts::{Starts, LONGER, PATIENT, SMALL};
use crate::model::fitting::signs::Search;
use crate::model::fitting::start::cold;
use crate::model::fitting::{canonical, firth, floor, slopes};
use crate::model::specification::{Diagnostic, Problems};
use crate::progress::Watch;
use crate::room::{Duplicate as _, Gather as _};
use crate::solve::{Limits, Prove, Solution, Solver, Stop};
use crate::strength::StrengthKind;

/// The end of a fit: a solution in canonical form, and how it was met. The problem is as it stands there: judges at zero are
/// held, and the floors of thresholds have their multipliers.
pub(super) struct End<'a> {
    pub(super) problem: Problem<'a>,
    pub(super) solution: Solution,
    pub(super) iterations: usize,
    /// Judges at a sensitivity of zero.
    pub(super) zeros: Vec<usize>,
    /// Optima that the starts met.
    pub(super) optima: Vec<Optimum>,
    /// Pairs whose spread is zero.
    pub(super) collapsed: Vec<(usize, usize)>,
    /// Judges whose strengths diverge.
    pub(super) diverging: Vec<usize>,
    /// Whether the spread grew until offsets have no effect.
    pub(super) outgrown: bool,
    /// Whether all scores are equal.
    pub(super) equal: bool,
}

impl<'a> End<'a> {
    /// The end of one solve, without a judge at zero or a strength that diverges.
    fn new(problem: Problem<'a>, solution: Solution, equal: bool) -> End<'a> {
        End {
            iterations: solution.iterations,
            problem,
            solution,
            zeros: Vec::new(),
            optima: Vec::new(),
            collapsed: Vec::new(),
            diverging: Vec::new(),
            outgrown: false,
            equal,
        }
    }

    /// Solves a problem from its starts.
    pub(super) fn reached(
        problem: Problem<'a>,
        start: Start,
        report: &mut Report,
        watch: Watch<'_>,
    ) -> Result<End<'a>> {
        let s = problem.specification;
        let bounded = s.strength.is_by_judge() && !s.strength.is_signed() && !start.equal;
        // Parameters fixed with no judge at zero.
        let open = problem.objective.fixed.duplicate();
        let mut end = match bounded {
            true => End::bounded(problem, start, report, watch)?,
            false => End::free(problem, start, report, watch)?,
        };
        end.decide_existence(report, watch)?;
        if end.may_diverge(report) {
            end.classify_divergence(&open, bounded, watch)?;
            end.follow_profiles(&open, bounded, watch)?;
            end.problem.connect(report)?;
        }
        end.detect_saturation();
        end.watch_scale();
        let Problem { layout, objective, .. } = &end.problem;
        layout.strength.orient(&mut end.solution.theta);
        canonical::to_canonical(
            layout,
            &end.problem.null_space(),
            &objective.fixed,
            &mut end.solution.theta,
        )?;
        Ok(end)
    }

    /// Solves without bounds, again for as long as judges with unidentified slopes are found.
    fn free(
        mut problem: Problem<'a>,
        start: Start,
        report: &mut Report,
        watch: Watch<'_>,
    ) -> Result<End<'a>> {
        let (warm, equal) = (start.knows_spread, start.equal);
        let (mut points, mut iterations) = (start.points, 0);
        // Only the first round is of many starts; the others go on from where it ended.
        let mut restarts = problem.specification.restarts;
        let (mut optima, mut collapsed) = (Vec::new(), Vec::new());
        loop {
            let solution = match problem.specification.firth {
                true => solve_firth(&problem, points, watch)?,
                false => {
                    let found = solve(&problem, points, (restarts, warm), watch)?;
                    problem.objective = found.objective;
                    (optima, collapsed) = (found.optima, found.collapsed);
                    found.solution
                }
            };
            iterations += solution.iterations;
            restarts = 0;
            let unidentified = slopes::of_uninformative_judges(
                problem.set,
                &problem.layout,
                &problem.objective,
                &solution.theta,
            );
            let Some(unidentified) = unidentified else {
                return Ok(End { iterations, optima, collapsed, ..End::new(problem, solution, equal) });
            };
            let mut next = solution.theta;
            unidentified.parameters.iter().for_each(|&at| next[at] = 0.0);
            problem.hold(unidentified, report)?;
            points = vec![next];
        }
    }

    /// Of a convex problem whose end is doubtful, has a linear programme decide whether there is an estimate: if so, the fit
    /// begins anew, now that long steps are known to lead too far; if not, the end is on the way to infinity.
    fn decide_existence(&mut self, report: &Report, watch: Watch<'_>) -> Result<()> {
        let problem = &mut self.problem;
        let s = problem.specification;
        let is_known = s.firth || problem.limits().finite || report.knows(Problems::SEPARATED);
        if is_known || !recession::is_doubtful(&problem.objective, &self.solution) {
            return Ok(());
        }
        match recession::decide(&problem.objective, &problem.null_space(), s.is_penalised()) {
            Some(Recession::None { unique }) => {
                problem.existence = Some(unique);
                if !self.solution.is_optimum() {
                    self.solve_anew(watch)?;
                }
            }
            Some(Recession::Along(direction)) if self.solution.stop != Stop::Diverging => {
                self.runs_off_along(direction);
            }
            _ => {}
        }
        Ok(())
    }

    /// Solves a problem whose estimate is known to exist from the start that the votes alone give.
    fn solve_anew(&mut self, watch: Watch<'_>) -> Result<()> {
        let problem = &mut self.problem;
        let Problem { layout, specification, ties, connection, .. } = &*problem;
        let theta = cold(problem.set, layout, &problem.objective, specification, ties, connection);
        if specification.has_floor() {
            problem.objective.constraints = problem.objective.floors();
        }
        let found = solve(problem, vec![theta], (0, false), watch)?;
        problem.objective = found.objective;
        self.iterations += found.solution.iterations;
        self.solution = found.solution;
        Ok(())
    }

    /// Solves for sensitivities that must not be negative.
    fn bounded(
        mut problem: Problem<'a>,
        mut start: Start,
        report: &mut Report,
        watch: Watch<'_>,
    ) -> Result<End<'a>> {
        let (s, limits) = (problem.specification, problem.limits());
        let theta = start.points.swap_remove(0);
        let layout = &problem.layout;
        let boundary = Boundary::new(layout, &problem.objective.fixed, problem.judging().gathered());
        let null_spaces = |objective: &Objective| problem.null_space_of(objective);
        let at_zero = |k: &usize| start.warm && theta[layout.sensitivity(*k)] <= 0.0;
        let zeros: Vec<usize> = boundary.judging.iter().copied().filter(at_zero).gathered();
        let null_space = null_spaces(&problem.objective);
        let points =
            slopes::from_the_middle(layout, &problem.objective, &null_space, vec![theta], &limits, watch)?;
        let theta = points.into_iter().next().unwrap_or_default();
        let search = Search {
            layout,
            boundary: &boundary,
            objective: &problem.objective,
            null_spaces: &null_spaces,
            limits,
            restarts: s.restarts,
            seed: s.seed,
            threads: s.threads,
        };
        let found = search.run((theta, zeros), watch)?;
        let at_zero = |k: &usize| found.objective.fixed[layout.sensitivity(*k)];
        let zeros: Vec<usize> = boundary.judging.iter().copied().filter(at_zero).gathered();
        if zeros.len() == boundary.judging.len() {
            return Err(Error::NotIdentified(
                "no judge agrees with the pooled scores: every sensitivity would be zero".into(),
            ));
        }
        problem.objective = found.objective;
        problem.connect(report)?;
        Ok(End { zeros, optima: found.optima, ..End::new(problem, found.solution, start.equal) })
    }

    /// The rank that an optimum has, and what is to be said of it, if it is less than what was asked for.
    pub(super) fn missing_rank(&self) -> Option<(usize, Diagnostic)> {
        let strength = &self.problem.layout.strength;
        let (asked, found) = (strength.columns - 1, strength.rank(&self.solution.theta));
        let is_optimum = matches!(self.solution.stop, Stop::Converged | Stop::Precision);
        if !strength.has_disagreement() || found >= asked || !is_optimum {
            return None;
        }
        let message = format!(
            "rank is {asked}, but at the optimum the judges disagree in {found} directions: the others are not \
             determined; choose rank {found}"
        );
        Some((found, Diagnostic { problem: Problems::UNDETERMINED, message }))
    }

    /// Whether strengths of judges may have diverged.
    fn may_diverge(&self, report: &Report) -> bool {
        self.problem.layout.strength.is_by_judge()
            && (!self.problem.specification.is_penalised() || self.solution.stop == Stop::Iterations)
            && !self.solution.is_optimum()
            && !report.knows(Problems::SEPARATED)
    }

    /// Distinguishes strengths that diverge, with their judges, from those that a solver was slow to find. `open` are
    /// the parameters fixed with no judge at zero; `bounded` says whether sensitivities must not be negative.
    fn classify_divergence(&mut self, open: &[bool], bounded: bool, watch: Watch<'_>) -> Result<()> {
        let (problem, solution) = (&self.problem, &self.solution);
        let layout = &problem.layout;
        let limits = problem.limits();
        let boundary = Boundary::new(layout, open, problem.judging().gathered());
        let null_spaces = |objective: &Objective| problem.null_space_of(objective);
        let mut solver = Solver::new(problem.objective.shape())?;
        let mut zeros = self.zeros.duplicate();
        let mut solve = |objective: &mut Objective, theta: Vec<f64>, limits: &Limits| {
            if bounded {
                let start = (theta, zeros.duplicate());
                let settled =
                    boundary.find_active_set(&mut solver, objective, &null_spaces, start, limits, watch)?;
                zeros = settled.zeros;
                return Ok(settled.solution);
            }
            let null_space = null_spaces(objective);
            floor::minimise(&mut solver, objective, &null_space, theta, limits, watch)
        };
        let mut penalised = problem.objective.clone();
        let is_small = layout.dimension <= SMALL && limits.iterations >= PATIENT;
        let longer = if is_small { LONGER * limits.iterations } else { limits.iterations };
        let rough = Limits { finite: true, unique: true, prove: Prove::Step, iterations: longer, ..limits };
        let suspected = solution.diverges(problem.objective.data.design.total());
        let start = (solution.theta.duplicate(), suspected);
        let course = match problem.specification.is_penalised() {
            // Strengths are finite; what else diverges is slow, or not followed.
            true => Course::Unknown,
            false => diverging::trace_vanishing_ridge(layout, &problem.objective, start, |ridge, theta| {
                penalised.ridge = ridge;
                slopes::draw_to_zero(layout, &mut penalised, ridge);
                solve(&mut penalised, theta, &rough)
            })?,
        };
        slopes::draw_to_zero(layout, &mut penalised, 0.0);
        let (theta, diverges) = match course {
            Course::Settles(theta) => (theta, None),
            Course::Diverges { theta, judges, along } => (theta, Some((judges, along))),
            Course::Unknown if suspected || !is_small => return Ok(()),
            Course::Unknown => (solution.theta.duplicate(), None),
        };
        // Where there is no end, a step is enough to measure where it stands.
        let limits = Limits { iterations: if diverges.is_some() { 1 } else { longer }, ..limits };
        penalised.ridge = problem.objective.ridge;
        // A problem that cannot be solved any further stays as it is.
        let found = unless_numeric(solve(&mut penalised, theta, &limits))?;
        let judging = problem.judging().count();
        // The ridge may have led to another optimum.
        if let Some(mut found) = found.filter(|found| found.value <= solution.value) {
            found.iterations += self.solution.iterations;
            self.solution = found;
            self.zeros = zeros;
            self.problem.objective = penalised;
        }
        if let Some((judges, along)) = diverges {
            (self.solution.stop, self.solution.last_step) = (Stop::Diverging, along);
            // Where those of most judges diverge, the diagnostic concerns all.
            if 2 * judges.len() < judging {
                self.diverging = judges;
            }
        }
        Ok(())
    }

    /// Of a small problem that still has no end, distinguishes a ratio or a slope of sensitivities that diverges, as `classify_divergence`
    /// does of strengths.
    fn follow_profiles(&mut self, open: &[bool], bounded: bool, watch: Watch<'_>) -> Result<()> {
        let (problem, solution) = (&self.problem, &self.solution);
        let (s, layout, limits) = (problem.specification, &problem.layout, problem.limits());
        let is_small = layout.dimension <= SMALL && limits.iterations >= PATIENT;
        let is_known = solution.diverges(problem.objective.data.design.total()) || solution.is_optimum();
        if is_known || !is_small || s.strength.kind() != StrengthKind::Sensitivity {
            return Ok(());
        }
        let null_spaces = |objective: &Objective| problem.null_space_of(objective);
        let profiles = Profiles {
            layout,
            objective: &problem.objective,
            null_spaces: &null_spaces,
            limits,
            is_signed: s.strength.is_signed(),
            is_penalised: s.is_penalised(),
        };
        let mut solver = Solver::new(problem.objective.shape())?;
        let mut objective = problem.objective.clone();
        match profiles.trace(&solution.theta, watch)? {
            Course::Unknown => {}
            Course::Settles(theta) => {
                let longer = Limits { iterations: LONGER * limits.iterations, ..limits };
                let found = match bounded {
                    true => {
                        let boundary = Boundary::new(layout, open, problem.judging().gathered());
                        let start = (theta, self.zeros.duplicate());
                        let settled = boundary.find_active_set(
                            &mut solver,
                            &mut objective,
                            &null_spaces,
                            start,
                            &longer,
                            watch,
                        );
                        unless_numeric(settled)?.map(|settled| (settled.solution, settled.zeros))
                    }
                    false => {
                        let null_space = null_spaces(&objective);
                        let found =
                            floor::minimise(&mut solver, &mut objective, &null_space, theta, &longer, watch);
                        unless_numeric(found)?.map(|found| (found, Vec::new()))
                    }
                };
                if let Some((mut found, zeros)) = found.filter(|(found, _)| found.value <= solution.value) {
                    found.iterations += solution.iterations;
                    (self.solution, self.zeros) = (found, zeros);
                    self.problem.objective = objective;
                }
            }
            Course::Diverges { theta, judges, along } => {
                let null_space = null_spaces(&objective);
                let before = (solution.iterations, Stop::Diverging);
                let found = solver.prove(&objective.modulo(&null_space), theta, before, &limits);
                // A profile is void once a better point is known.
                let found = unless_numeric(found)?.filter(|found| found.value <= solution.value);
                let Some(found) = found else { return Ok(()) };
                self.solution = found;
                (self.solution.stop, self.solution.last_step) = (Stop::Diverging, along);
                if !s.is_penalised() && 2 * judges.len() < self.problem.judging().count() {
                    self.diverging = judges;
                }
            }
        }
        Ok(())
    }
}

/// Solves from all starts, those drawn at random included.
fn solve(
    problem: &Problem<'_>,
    points: Vec<Vec<f64>>,
    (restarts, warm): (usize, bool),
    watch: Watch<'_>,
) -> Result<Found> {
    let (s, limits) = (problem.specification, problem.limits());
    let (layout, objective) = (&problem.layout, &problem.objective);
    let points = slopes::from_the_middle(layout, objective, &problem.null_space(), points, &limits, watch)?;
    let shifts = &problem.connection.shifts;
    let starts = Starts { layout, shifts, limits, warm, restarts, seed: s.seed, threads: s.threads };
    starts.solve(objective, points, watch)
}

/// Solves with Firth's reduction of bias, from the one start there is.
fn solve_firth(problem: &Problem<'_>, points: Vec<Vec<f64>>, watch: Watch<'_>) -> Result<Solution> {
    let theta = points.into_iter().next().unwrap_or_default();
    firth::minimise(&problem.objective, &problem.null_space(), theta, &problem.limits(), watch)
}
