//! The items and judges that diagnostics concern, and the directions that are not identified.

use crate::graph;
use crate::model::fitted::{Direction, Model};
use crate::model::fitting::existence::Connection;
use crate::model::specification::Problems;
use crate::outcome::TIE;
use crate::room::{Duplicate as _, Gather as _, Put as _};

impl Model {
    /// Marks the items and judges that a diagnostic concerns, and the directions that are not identified.
    pub(super) fn describe(
        &mut self,
        connection: &Connection,
        zeros: &[usize],
        equal: bool,
        divergence: Option<Vec<f64>>,
        weakest: Option<Vec<f64>>,
        nulls: &[Vec<f64>],
    ) {
        self.components.clone_from(&connection.components);
        self.leans_on_penalty = connection.leans_on_penalty;
        let largest = |numbers: &[u32]| numbers.iter().max().map_or(0, |m| *m as usize);
        if self.facts.problems.contains(Problems::DISCONNECTED) {
            for shift in &self.null_space.shifts {
                let along = shift.iter().map(|&i| (i, 1.0)).gathered();
                self.directions.put(Direction { along, diverges: false });
            }
            for (item, &component) in connection.components.iter().enumerate() {
                if component > 0 {
                    self.item_problems[item].insert(Problems::DISCONNECTED);
                }
            }
        }
        let groups = largest(&connection.groups);
        if self.facts.problems.contains(Problems::SEPARATED) && groups > largest(&connection.components) {
            let anchored = |direction: &Direction| {
                direction.along.iter().any(|(item, _)| self.objective.fixed[*item as usize])
            };
            let of = |group: Vec<u32>| Direction {
                along: group.into_iter().map(|i| (i, 1.0)).gathered(),
                diverges: true,
            };
            let directions: Vec<Direction> = graph::members_of(&connection.groups)
                .into_iter()
                .map(of)
                .filter(|direction| !anchored(direction))
                .gathered();
            self.directions.put_each(directions);
            let mut size = vec![0; groups + 1];
            connection.groups.iter().for_each(|&g| size[g as usize] += 1);
            let main = (0..=groups).max_by_key(|&g| size[g]).unwrap_or(0);
            for (item, &group) in connection.groups.iter().enumerate() {
                if group as usize != main {
                    self.item_problems[item].insert(Problems::SEPARATED);
                }
            }
        }
        for unidentified in self.layout.unidentified.duplicate() {
            unidentified.items.iter().for_each(|&i| self.item_problems[i].insert(Problems::UNDETERMINED));
            self.directions.put(Direction { along: unidentified.along, diverges: false });
        }
        if let Some(direction) = divergence {
            self.mark(&direction, Problems::SEPARATED, true);
        }
        for direction in nulls {
            // Directions that were fixed from the start have been reported already.
            let fixed = &self.objective.fixed;
            let outcome = match direction.iter().zip(fixed).any(|(v, fixed)| *v != 0.0 && *fixed) {
                true => Problems::NONE,
                false => Problems::UNDETERMINED,
            };
            self.mark(direction, outcome, false);
        }
        if let Some(direction) = weakest.filter(|_| nulls.is_empty()) {
            self.mark(&direction, Problems::UNDETERMINED, false);
        }
        for &judge in zeros {
            self.judge_problems[judge].insert(Problems::BOUNDARY);
        }
        for judge in 0..self.layout.judges {
            let problems = &mut self.judge_problems[judge];
            if self.layout.strength.is_by_judge() {
                let gamma = self.theta[self.layout.sensitivity(judge)];
                if gamma < 0.0 {
                    problems.insert(Problems::OPPOSED);
                }
                if equal {
                    problems.insert(Problems::EQUAL_SCORES);
                }
            }
            let pinned = &self.layout.terms.pinned(TIE);
            if pinned.len() > 1 && !pinned[judge].is_nan() {
                problems.insert(Problems::TIE_LIMIT);
            }
        }
    }

    /// Records a dense direction and marks the items and judges that carry most of it.
    fn mark(&mut self, direction: &[f64], problem: Problems, diverges: bool) {
        let largest = direction.iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        let heavy = |k: usize| direction[k].abs() >= 0.5 * largest;
        (0..self.layout.items).filter(|&i| heavy(i)).for_each(|i| self.item_problems[i].insert(problem));
        for first in self.layout.of_judge(0) {
            for judge in (0..self.layout.judges).filter(|j| heavy(first + j)) {
                self.judge_problems[judge].insert(problem);
            }
        }
        let along = (0..direction.len() as u32)
            .map(|k| (k, direction[k as usize]))
            .filter(|(_, d)| d.abs() > if diverges { 1e-5 } else { 1e-13 } * largest)
            .gathered();
        self.directions.put(Direction { along, diverges });
    }
}
