//! Strengths of judges: the fit of sensitivities that must not be negative, and of what runs to infinity.

use super::Fitting;
use crate::error::{Error, Result};
use crate::likelihood::{Gauge, Objective};
use crate::model::fitted::Model;
use crate::model::fitting::boundary::Boundary;
use crate::model::fitting::existence::Connection;
use crate::model::fitting::floor;
use crate::model::fitting::runaway::{self, Course};
use crate::model::fitting::signs::Search;
use crate::model::fitting::slopes;
use crate::model::specification::Problems;
use crate::solve::{Limits, Solution, Solver, Stop, Watch};

/// With so few parameters a fit that was stopped on the way goes on for so many times its iterations, unless it was
/// asked to make do with fewer than the default.
const SMALL: usize = 100;
const LONGER: usize = 10;
const PATIENT: usize = 200;

impl Fitting<'_> {
    /// Fits sensitivities that must not be negative; the solution, and the judges at zero.
    pub(super) fn solve_bounded(
        &mut self,
        theta: Vec<f64>,
        from: Option<&Model>,
        connection: &Connection,
        watch: Watch<'_>,
    ) -> Result<(Solution, Vec<usize>)> {
        let (s, limits) = (self.specification, self.limits(connection));
        let boundary = Boundary::new(&self.frame, &self.objective.fixed, self.judging().collect());
        let gauges = |objective: &Objective| self.gauge_of(objective);
        let at_zero = |k: &usize| from.is_some() && theta[self.frame.sensitivity(*k)] <= 0.0;
        let zeros: Vec<usize> = boundary.judging.iter().copied().filter(at_zero).collect();
        let starts = slopes::from_the_middle(
            &self.frame,
            &self.objective,
            &gauges(&self.objective),
            vec![theta],
            &limits,
            watch,
        )?;
        let theta = starts.into_iter().next().unwrap_or_default();
        let search = Search {
            frame: &self.frame,
            boundary: &boundary,
            objective: &self.objective,
            gauges: &gauges,
            limits,
            restarts: s.restarts,
            seed: s.seed,
            threads: s.threads,
        };
        let found = search.run((theta, zeros), watch)?;
        let at_zero = |k: &usize| found.objective.fixed[self.frame.sensitivity(*k)];
        let zeros: Vec<usize> = boundary.judging.iter().copied().filter(at_zero).collect();
        let judging = boundary.judging.len();
        self.objective = found.objective;
        self.optima = found.optima;
        if zeros.len() == judging {
            return Err(Error::NotIdentified(
                "no judge agrees with the pooled scores: every sensitivity would be zero".into(),
            ));
        }
        Ok((found.solution, zeros))
    }

    /// Whether strengths of judges may have run off.
    pub(super) fn is_adrift(&self, solution: &Solution) -> bool {
        let is_known = self.troubles.iter().any(|trouble| trouble.problem == Problems::SEPARATED);
        self.frame.strength.is_by_judge()
            && !self.specification.is_penalised()
            && !solution.is_optimum()
            && !is_known
    }

    /// Tells strengths that run off, with the judges whose they are, from those that a solver was slow to find. `zeros`
    /// are the judges at zero where sensitivities must not be negative.
    pub(super) fn follow(
        &mut self,
        solution: Solution,
        zeros: Option<&mut Vec<usize>>,
        connection: &Connection,
        watch: Watch<'_>,
    ) -> Result<Solution> {
        let limits = self.limits(connection);
        let boundary = Boundary::new(&self.frame, &self.open, self.judging().collect());
        let gauges = |objective: &Objective| self.gauge_of(objective);
        let mut solver = Solver::new(&self.objective)?;
        let mut at_zero = zeros.as_deref().cloned();
        let mut solve = |objective: &mut Objective, theta: Vec<f64>, limits: &Limits| match &mut at_zero {
            Some(zeros) => {
                let start = (theta, zeros.clone());
                let settled = boundary.settle(&mut solver, objective, &gauges, start, limits, watch)?;
                *zeros = settled.zeros;
                Ok(settled.solution)
            }
            None => {
                let gauge = gauges(objective);
                floor::minimise(&mut solver, objective, &gauge, theta, limits, watch)
            }
        };
        let mut penalised = self.objective.clone();
        let is_small = self.frame.dimension <= SMALL && limits.iterations >= PATIENT;
        let longer = if is_small { LONGER * limits.iterations } else { limits.iterations };
        let rough = Limits { finite: true, examine: false, iterations: longer, ..limits };
        let suspected = solution.runs_off(self.objective.data.design.total());
        let start = (solution.theta.clone(), suspected);
        let course = runaway::follow(&self.frame, &self.objective, start, |ridge, theta| {
            penalised.ridge = ridge;
            slopes::draw_to_zero(&self.frame, &mut penalised, ridge);
            solve(&mut penalised, theta, &rough)
        })?;
        slopes::draw_to_zero(&self.frame, &mut penalised, 0.0);
        let (theta, runs_off) = match course {
            Course::Settles(theta) => (theta, None),
            Course::RunsOff { theta, judges, along } => (theta, Some((judges, along))),
            Course::Unknown if suspected || !is_small => return Ok(solution),
            Course::Unknown => (solution.theta.clone(), None),
        };
        // Where there is no end, a step is enough to measure where it stands.
        let limits = Limits { iterations: if runs_off.is_some() { 1 } else { longer }, ..limits };
        penalised.ridge = self.objective.ridge;
        let mut found = solve(&mut penalised, theta, &limits)?;
        // The ridge may have led to another optimum.
        let mut solution = solution;
        if found.value <= solution.value {
            found.iterations += solution.iterations;
            solution = found;
            self.objective = penalised;
            if let (Some(zeros), Some(found)) = (zeros, at_zero) {
                *zeros = found;
            }
        }
        if let Some((judges, along)) = runs_off {
            (solution.stop, solution.last_step) = (Stop::Diverging, along);
            // Seen from the strengths of most judges the trouble is not theirs.
            if 2 * judges.len() < self.judging().count() {
                self.runaways = judges;
            }
        }
        Ok(solution)
    }

    fn gauge_of(&self, objective: &Objective) -> Gauge {
        self.frame.gauge(&self.connection(objective).shifts, &objective.fixed)
    }
}
