//! Groups of contexts: theta_g = E[G F] / E[G] for weights G_g(x) of contexts, 0 or 1 as a rule, which may overlap.
//!
//! The moments of a context are those of psi, and for every group of G_g and of G_g psi: all estimates, with the
//! covariances between groups that share contexts or clusters, follow from them by the delta method, of which the
//! influence values are G_g (psi - theta_g) / mean G_g.

use super::accumulator::Accumulator;
use super::clusters::Clustering;
use super::estimates::Estimator;
use crate::error::{Error, Result};
use crate::inference::Given;
use crate::room::{Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};
use std::ffi::CString;

/// A group with what is in it.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupFacts {
    number: usize,
    name: CString,
    /// Contexts with a weight in it, or clusters.
    units: f64,
    /// The mean of its weights.
    share: f64,
}

/// The columns of [`Accumulator::group_facts`].
pub static GROUPS: Schema<GroupFacts> = Schema {
    name: "gars_groups",
    title: c"Groups of contexts",
    columns: &[
        SchemaColumn::i64(c"group", c"", c"Number of the group, from 0.", |g| Some(g.number as i64)),
        SchemaColumn::text(c"name", c"Its name.", |g| Some(&g.name)),
        SchemaColumn::i64(
            c"contexts",
            c"contexts",
            c"Contexts with a weight in the group; clusters of them, where contexts are clustered.",
            |g| Some(g.units as i64),
        ),
        SchemaColumn::f64(
            c"share",
            c"",
            c"Mean weight of a context in the group: its share, where weights are 0 or 1; missing without contexts.",
            |g| g.share,
        ),
    ],
};

/// A group of fewer contexts, or clusters, has no estimates.
const LEAST: f64 = 30.0;

/// Weights of contexts in groups: that of context i in group g is at the sum of index times stride.
#[derive(Debug, Clone, Copy)]
pub struct GroupWeights<'a> {
    /// The numbers.
    pub values: &'a [f64],
    /// Numbers from one context and group to the next.
    pub strides: [usize; 2],
}

impl<'a> GroupWeights<'a> {
    /// Row-major, contexts x groups.
    pub fn dense(values: &'a [f64], groups: usize) -> GroupWeights<'a> {
        GroupWeights { values, strides: [groups, 1] }
    }

    /// The weight of a context in a group.
    pub(super) fn at(&self, context: usize, group: usize) -> f64 {
        self.values[context * self.strides[0] + group * self.strides[1]]
    }

    /// The contexts from a first one on.
    pub(super) fn from(&self, first: usize) -> GroupWeights<'a> {
        GroupWeights { values: &self.values[first * self.strides[0]..], ..*self }
    }

    fn check(&self, contexts: usize, names: &[String]) -> Result<()> {
        if contexts == 0 {
            return Ok(());
        }
        let last = (contexts - 1)
            .checked_mul(self.strides[0])
            .zip((names.len() - 1).checked_mul(self.strides[1]))
            .and_then(|(a, b)| a.checked_add(b));
        if last.is_none_or(|last| last >= self.values.len()) {
            return Err(Error::Size(format!(
                "groups: {} numbers are too few for {contexts} contexts and {} groups",
                self.values.len(),
                names.len()
            )));
        }
        for context in 0..contexts {
            for (group, name) in names.iter().enumerate() {
                let weight = self.at(context, group);
                if !(weight >= 0.0 && weight.is_finite()) {
                    return Err(Error::row(
                        context,
                        format!("groups: the weight in group '{name}' is {weight}; it must be 0 or positive"),
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The groups of an estimate.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Groups {
    pub(super) names: Vec<String>,
    /// Contexts with a weight in each group; clusters, where these come together.
    pub(super) units: Vec<f64>,
    /// The cluster that was counted last.
    last: Vec<Option<u64>>,
}

impl Groups {
    pub(super) fn new(names: Vec<String>) -> Groups {
        let count = names.len();
        Groups { names, units: vec![0.0; count], last: vec![None; count] }
    }

    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Numbers that the moments have of a context with this many values.
    pub(super) fn width(&self, size: usize) -> usize {
        size + self.count() * (1 + size)
    }

    /// The groups of a batch go with those of the estimate.
    pub(super) fn check(&self, given: Option<GroupWeights<'_>>, contexts: usize) -> Result<()> {
        match given {
            Some(_) if self.count() == 0 => {
                Err(Error::Argument("groups: the estimate was made without groups".into()))
            }
            None if self.count() > 0 && contexts > 0 => Err(Error::Null(format!(
                "groups: the estimate has {} groups, so that contexts need a weight in each",
                self.count()
            ))),
            Some(given) => given.check(contexts, &self.names),
            None => Ok(()),
        }
    }

    /// Counts a context.
    pub(super) fn add(&mut self, weights: GroupWeights<'_>, context: usize, cluster: Option<u64>) {
        for group in 0..self.count() {
            if weights.at(context, group) > 0.0 && (cluster.is_none() || self.last[group] != cluster) {
                self.units[group] += 1.0;
                self.last[group] = cluster;
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Groups) {
        self.units.iter_mut().zip(&other.units).for_each(|(a, b)| *a += b);
    }
}

/// Rows of values with what moments have of groups after each.
pub(super) fn widened(
    rows: &[f64],
    size: usize,
    count: usize,
    weight: impl Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let mut out = Vec::new();
    for (row, values) in rows.chunks_exact(size).enumerate() {
        out.put_all(values);
        for group in 0..count {
            let weight = weight(row, group);
            out.put(weight);
            out.put_each(values.iter().map(|value| weight * value));
        }
    }
    out
}

impl Accumulator {
    /// The names of the groups.
    pub fn groups(&self) -> &[String] {
        &self.groups.names
    }

    /// Contexts with a weight in a group; clusters, where contexts are clustered.
    pub fn units_of(&self, group: usize) -> f64 {
        match self.clustering() {
            Clustering::Keyed => {
                let place = self.place(group);
                self.open.keyed.values().filter(|cluster| cluster.sums[place] > 0.0).count() as f64
            }
            _ => self.groups.units[group],
        }
    }

    /// Every group.
    pub fn group_facts(&self) -> Result<Vec<GroupFacts>> {
        let [moments, _] = self.moments()?;
        let names = self.groups.names.iter().enumerate();
        Ok(names
            .map(|(number, name)| GroupFacts {
                number,
                name: CString::new(name.replace('\0', "")).unwrap_or_default(),
                units: self.units_of(number),
                share: if self.contexts > 0.0 { moments.mean[self.place(number)] } else { f64::NAN },
            })
            .gathered())
    }

    /// Refuses a group that does not exist, or has too few contexts for intervals.
    pub fn check_group(&self, group: usize) -> Result<()> {
        let Some(name) = self.groups.names.get(group) else {
            return Err(Error::Argument(format!("group is {group}, but there are {}", self.groups.count())));
        };
        let (units, what) = match self.clustering() {
            Clustering::None => (self.units_of(group), "contexts"),
            _ => (self.units_of(group), "clusters of contexts"),
        };
        match units >= LEAST {
            true => Ok(()),
            false => {
                Err(Error::data(format!("group '{name}' has {units} {what}; at least {LEAST} are needed")))
            }
        }
    }

    /// Where the moments have the weight of a group.
    fn place(&self, group: usize) -> usize {
        self.size() + group * (1 + self.size())
    }

    /// The values of one functional, or all, in some groups, group after group.
    pub fn in_groups(&self, groups: &[usize], functional: Option<usize>, which: Estimator) -> Result<Given> {
        let [from, to] = match functional {
            Some(at) => self.range(at).map(|(from, to)| [from, to])?,
            None => [0, self.size()],
        };
        let whole = self.whole(which)?;
        let means = whole.estimates();
        let (width, values) = (means.len(), to - from);
        let (mut estimates, mut weights) = (Vec::new(), vec![0.0; groups.len() * values * width]);
        for (at, &group) in groups.iter().enumerate() {
            let Some(name) = self.groups.names.get(group) else {
                return Err(Error::Argument(format!(
                    "group is {group}, but there are {}",
                    self.groups.count()
                )));
            };
            let place = self.place(group);
            let share = means[place];
            if share <= 0.0 {
                return Err(Error::data(format!("group '{name}' has no contexts")));
            }
            for value in from..to {
                let estimate = means[place + 1 + value] / share;
                let row = &mut weights[(at * values + value - from) * width..][..width];
                row[place + 1 + value] = 1.0 / share;
                row[place] = -estimate / share;
                estimates.put(estimate);
            }
        }
        whole.contrasts(&weights, groups.len() * values)?.with_estimates(estimates)
    }

    /// The values of one functional, or all, in one group less those in another.
    pub fn group_differences(
        &self,
        group: usize,
        other: usize,
        functional: Option<usize>,
        which: Estimator,
    ) -> Result<Given> {
        let both = self.in_groups(&[group, other], functional, which)?;
        let values = both.estimates().len() / 2;
        let mut weights = vec![0.0; values * 2 * values];
        for value in 0..values {
            weights[value * 2 * values + value] = 1.0;
            weights[value * 2 * values + values + value] = -1.0;
        }
        both.contrasts(&weights, values)
    }

    /// All groups by their numbers.
    pub fn group_numbers(&self) -> Vec<usize> {
        (0..self.groups.count()).gathered()
    }
}
