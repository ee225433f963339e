//! Designs of answers that have grades: the thresholds of each grade, and all answers that could have been given, which is what
//! expectations need.

use super::Design;
use crate::component::{Component as _, Grades, Row};
use crate::outcome::{Counts, BAD, TIE};
use crate::room::{self, Gather as _, Put as _};
use crate::terms::{Linear, SparseRows};

impl Linear {
    /// Adds a cell of another.
    fn put_cell(&mut self, from: &Linear, cell: usize) {
        let (index, value) = if from.rows.is_empty() { (&[][..], &[][..]) } else { from.rows.row(cell) };
        self.rows.push_row(index, value);
        if !from.constants.is_empty() {
            self.constants.put(from.constants[cell]);
        }
    }
}

impl Design {
    /// The grade of the answers of a cell; None where they have none.
    pub fn grade(&self, cell: usize) -> Option<usize> {
        self.grades.get(cell).copied().flatten()
    }

    /// Gives every answer the threshold of its grade in place of that of ties, and how far above it the next one is.
    pub(super) fn add_grades(&mut self, grades: &Grades) {
        let (mut thresholds, mut row) = (SparseRows::default(), Row::default());
        let mut gaps = Linear::default();
        for cell in 0..self.left.len() {
            let grade = self.grade(cell);
            row.clear();
            let (index, value) = self.cuts[TIE].rows.row(cell);
            index.iter().zip(value).for_each(|(&at, &weight)| row.push(at as usize, weight));
            grades.steps_to(grade).for_each(|at| row.push(at, 1.0));
            thresholds.push_row(&row.index, &row.value);
            row.clear();
            gaps.constants.put(grades.next_after(grade, &mut row));
            gaps.rows.push_row(&row.index, &row.value);
        }
        self.cuts[TIE].rows = thresholds;
        self.cuts[BAD] = gaps;
    }

    /// The same comparisons with a cell for each grade, without counts, and how many comparisons could have been in each. Answers
    /// without a grade keep their cells.
    pub fn of_all_grades(&self, grades: &Grades) -> (Design, Vec<f64>) {
        let key = |cell: u32| {
            let c = cell as usize;
            let label = |of: &[u32]| of.get(c).copied().unwrap_or(0);
            let labels = [&self.judges, &self.contexts, &self.clusters].map(|of| label(of));
            ([self.left[c], self.right[c]], labels, self.is_ordered(c), self.grade(c).is_some())
        };
        let mut order: Vec<u32> = (0..self.len() as u32).gathered();
        room::sort_by_key(&mut order, |&cell| key(cell));
        let (mut all, mut totals) = (Design::default(), Vec::new());
        for run in order.chunk_by(|&a, &b| key(a) == key(b)) {
            let total: f64 = run.iter().map(|&cell| self.counts[cell as usize].total()).sum();
            let mut put = |grade| {
                self.put_cell(run[0] as usize, grade, grades, &mut all);
                totals.put(total);
            };
            match self.grade(run[0] as usize) {
                None => put(None),
                Some(_) => std::iter::once(0).chain(grades.all()).for_each(|grade| put(Some(grade))),
            }
        }
        all.add_grades(grades);
        (all, totals)
    }

    /// Adds a cell to another design, with a grade, and with the threshold of ties in place of that of its own grade.
    fn put_cell(&self, cell: usize, grade: Option<usize>, grades: &Grades, to: &mut Design) {
        to.left.put(self.left[cell]);
        to.right.put(self.right[cell]);
        let labels = [(&self.judges, &mut to.judges), (&self.contexts, &mut to.contexts)];
        for (from, to) in labels.into_iter().chain([(&self.clusters, &mut to.clusters)]) {
            from.get(cell).into_iter().for_each(|&label| to.put(label));
        }
        self.unordered.get(cell).into_iter().for_each(|&is| to.unordered.put(is));
        to.grades.put(grade);
        to.counts.put(Counts::default());
        if self.log_scale.is_empty() {
            to.log_scale.end_row();
        } else {
            let (index, value) = self.log_scale.row(cell);
            to.log_scale.push_row(index, value);
        }
        to.u.put_cell(&self.u, cell);
        let ties = &self.cuts[TIE];
        ties.constants.get(cell).into_iter().for_each(|&constant| to.cuts[TIE].constants.put(constant));
        let (index, value) = ties.rows.row(cell);
        for (&at, &weight) in
            index.iter().zip(value).filter(|(at, _)| !grades.range().contains(&(**at as usize)))
        {
            to.cuts[TIE].rows.push(at as usize, weight);
        }
        to.cuts[TIE].rows.end_row();
    }
}
