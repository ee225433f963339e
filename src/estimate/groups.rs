//! Estimates of nonparametric scores in groups of contexts, and ratios of two values.

use super::Estimate;
use crate::error::{Error, Result};
use crate::gars::{Accumulator, Estimator};
use crate::inference::{Method, Options, Ratio};
use crate::progress::Watch;
use crate::room::Gather as _;

impl Estimate {
    /// A functional (none: all) in a group (none: all, one after the other). Groups of few contexts are refused.
    pub fn of_group(
        accumulator: &Accumulator,
        functional: Option<usize>,
        group: Option<usize>,
        estimator: Estimator,
        options: Options,
    ) -> Result<Estimate> {
        let groups = group.map_or_else(|| accumulator.group_numbers(), |group| vec![group]);
        if groups.is_empty() {
            return Err(Error::Argument("group: the estimate was made without groups".into()));
        }
        groups.iter().try_for_each(|group| accumulator.check_group(*group))?;
        let given = accumulator.in_groups(&groups, functional, estimator)?;
        let groups: Vec<Option<usize>> = groups.into_iter().map(Some).gathered();
        Estimate::given(accumulator, given, &groups, functional, options)
    }

    /// A functional (none: all) in a group less the same in another.
    pub fn of_group_difference(
        accumulator: &Accumulator,
        functional: Option<usize>,
        [group, other]: [usize; 2],
        estimator: Estimator,
        options: Options,
    ) -> Result<Estimate> {
        [group, other].iter().try_for_each(|group| accumulator.check_group(*group))?;
        if group == other {
            return Err(Error::Argument(format!(
                "other is {other}, as group is: a group does not differ from itself"
            )));
        }
        let given = accumulator.group_differences(group, other, functional, estimator)?;
        Estimate::given(accumulator, given, &[None], functional, options)
    }

    /// The ratio of two values, at the level of the options; their intervals are ignored.
    pub fn ratio(&self, numerator: usize, denominator: usize, watch: Watch<'_>) -> Result<Ratio> {
        let size = self.size();
        for (name, value) in [("numerator", numerator), ("denominator", denominator)] {
            if value >= size {
                return Err(Error::Argument(format!("{name} is {value}, but there are {size} values")));
            }
        }
        if numerator == denominator {
            return Err(Error::Argument(format!("denominator is {denominator}, as numerator is")));
        }
        if self.options.method.is_anytime() {
            return Err(Error::Unsupported("intervals: a ratio has an interval at one look only".into()));
        }
        let options = Options { method: Method::Marginal, ..self.options.clone() };
        let mut weights = vec![0.0; 2 * size];
        weights[numerator] = 1.0;
        weights[size + denominator] = 1.0;
        let (rows, covariance) = self.contrasts_by(&options, &weights, 2, watch)?;
        // The critical value is that of intervals of the two.
        let half = |row: [f64; 4]| (row[3] - row[2]) / (2.0 * row[1]);
        let critical = rows.iter().map(|row| half(*row)).find(|critical| critical.is_finite());
        let Some(critical) = critical else {
            return Err(Error::data("the ratio has no error: neither value has a standard error"));
        };
        if rows[1][0] == 0.0 {
            return Err(Error::data(format!("denominator: the estimate of value {denominator} is 0")));
        }
        Ok(Ratio::of([rows[0][0], rows[1][0]], &covariance, critical))
    }
}
