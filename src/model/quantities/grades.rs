//! The thresholds of grades: that of ties, and above it the sum of the steps up to each grade.

use super::jacobian::Jacobian;
use super::point::Point;
use super::readout::Readout;
use crate::outcome::TIE;
use crate::room::{Gather as _, Put as _};
use crate::terms::Entries;

impl Point<'_> {
    /// The threshold of every grade that was given, the lowest first; of the mean of the judges who have thresholds of their own
    /// that are estimated.
    pub(super) fn read_grades(&self) -> Readout {
        let layout = &self.model.layout;
        let mut readout = Readout { estimates: Vec::new(), jacobian: Jacobian::new(layout.dimension) };
        let Some(grades) = &layout.terms.grades else { return readout };
        let ties = self.mean_tie_threshold();
        for grade in grades.all() {
            let steps = grades.steps_to(Some(grade)).map(|at| (at as u32, 1.0));
            let along: Entries = ties.iter().copied().chain(steps).gathered();
            readout.estimates.put(along.iter().map(|&(at, w)| w * self.theta[at as usize]).sum());
            along.iter().for_each(|&(at, w)| self.push_free(&mut readout.jacobian, at as usize, w));
            readout.jacobian.end_row();
        }
        readout
    }

    /// The threshold of ties as a function of the parameters; none where nobody tied, and it is zero.
    fn mean_tie_threshold(&self) -> Entries {
        let layout = &self.model.layout;
        let pinned = layout.terms.pinned(TIE);
        let Some(threshold) = layout.terms.threshold(TIE) else { return Entries::new() };
        let estimated = |judge: usize| {
            pinned[judge].is_nan() && !threshold.offsets.is_some_and(|first| self.fixed[first + judge])
        };
        let judges: Vec<usize> = (0..pinned.len()).filter(|&judge| estimated(judge)).gathered();
        if judges.is_empty() {
            return Entries::new();
        }
        let share = 1.0 / judges.len() as f64;
        let own = threshold.offsets.into_iter().flat_map(|first| {
            let judges = &judges;
            judges.iter().map(move |judge| ((first + judge) as u32, share))
        });
        [(threshold.first as u32, 1.0)].into_iter().chain(own).gathered()
    }
}
