//! Scores with what is known of their differences: the ground of ranks, groups and pairwise tests.

use super::anytime;
use super::bootstrap;
use super::critical::{
    difference_variance, enough_draws, Critical, Draws, Leads, MaxDistribution, SignedLeads, Signs,
};
use super::degrees::{each_value, of_pairs, smallest};
use super::errors::{covariance_of_readout, keep};
use super::established::Established;
use super::few::{self, bonferroni, Together, Way};
use super::intervals::Reach;
use super::ranks::{self, each_sure_pair, pairs, rounding, Rank};
use super::{Jacobian, Method, Options};
use crate::error::Result;
use crate::graph::members;
use crate::interrupt::spend;
use crate::model::{Model, Normalisation, Point, Problems, Quantity, View};
use crate::room::{self, Gather as _};

use crate::progress::Watch;
use std::borrow::Cow;

/// The quantities needed beside scores and their covariance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Nothing.
    Errors,
    /// The degrees of freedom of each difference.
    Degrees,
    /// The comparison of all pairs at once.
    Together,
    /// Both.
    All,
}

/// Scores, their covariance and degrees of freedom.
#[derive(Debug)]
pub(super) struct Scores {
    /// Each from the mean of its component; what they say of each other `difference` tells.
    pub(super) estimates: Vec<f64>,
    /// n x n, of scores from the mean of their class; NaN between classes.
    pub(super) covariance: Vec<f64>,
    /// Of every score, or of every pair of scores i > j: infinite for the normal distribution; none where they were not needed.
    degrees: Vec<f64>,
    /// How the largest difference is bounded.
    pub(super) way: Way,
    /// The contributions of clusters, where their signs are flipped.
    signs: Option<Signs>,
    /// Items whose differences are identified and finite, as the number of a class of each.
    classes: Vec<usize>,
    /// Number of classes.
    count: usize,
    /// Classes x classes: 1 or -1 where all differences diverge upwards or downwards, NaN where unidentified.
    directions: Vec<f64>,
    /// Items that were never compared.
    lone: Vec<bool>,
    /// Items of the largest component.
    main: Vec<bool>,
    /// The mixture of their differences where the options have none.
    mixture: Option<f64>,
    /// Whether a difference without an error is sure.
    sure_without_error: bool,
    /// No difference is further from zero than this many standard errors: infinite but where scores are products.
    most: f64,
}

impl Scores {
    /// Refuses a comparison of all pairs that needs too much memory: the covariance of the parameters, that of the scores,
    /// and what the distribution of their differences is drawn with.
    pub(super) fn expect(model: &Model) -> Result<()> {
        let (parameters, items) = (model.theta.len(), model.layout.items);
        let bytes = room::matrices(1, parameters).saturating_add(room::matrices(4, items));
        room::expect(format_args!("a comparison of all pairs of {items} items"), bytes)
    }

    /// The scores of a model. Differences do not depend on the identifiability constraint: scores are centred within the class of
    /// items whose differences are known, where each exists if any difference does.
    pub(super) fn of(model: &Model, need: Need, options: &Options, watch: Watch<'_>) -> Result<Scores> {
        options.check()?;
        Scores::expect(model)?;
        let view = View { normalisation: Normalisation::Sum, ..options.view.clone() };
        let readout = model.point().readout(Quantity::Scores, &view)?;
        let n = readout.estimates.len();
        let (classes, directions) = model.classes(&readout.jacobian);
        let jacobian = within(readout.jacobian, &classes, &model.components);
        let mut covariance = match &options.bootstrap {
            Some(bootstrap) => {
                let values = |point: &Point<'_>| Ok(point.readout(Quantity::Scores, &view)?.estimates);
                bootstrap::covariance(model, bootstrap, &values, watch)?
            }
            None => covariance_of_readout(model, &jacobian, options, false)?,
        };
        if directions.len() > 1 {
            for (at, slot) in covariance.iter_mut().enumerate() {
                if classes[at / n] != classes[at % n] {
                    *slot = f64::NAN;
                }
            }
        }
        if options.method.is_anytime() {
            anytime::check(model, options)?;
            anytime::check_penalty_of_pairs(model, &jacobian, options)?;
        }
        let together = matches!(need, Need::Together | Need::All) && options.method != Method::Bonferroni;
        let way = match few::way(model, options)? {
            _ if !together => Way::Drawn,
            way => way.of_pairs(n),
        };
        let signs = match way {
            Way::Signs => Some(few::signs(model, &jacobian, &readout.estimates, options)?),
            _ => None,
        };
        let degrees = match (&options.bootstrap, need) {
            (Some(_), _) => vec![f64::INFINITY; n],
            (_, Need::Errors) => Vec::new(),
            (_, Need::Together) if way == Way::Signs => Vec::new(),
            _ => of_pairs(model, &jacobian, options)?,
        };
        let apart = model.facts.problems.contains(Problems::DISCONNECTED);
        let lone = model.lone_items();
        let main = (0..n).map(|i| !apart || model.components[i] == 0).gathered();
        let mixture = anytime::of_contrasts(Quantity::Scores, view.unit);
        let count = classes.iter().max().map_or(0, |c| c + 1);
        let estimates = readout.estimates;
        Ok(Scores {
            estimates,
            covariance,
            degrees,
            way,
            signs,
            classes,
            count,
            directions,
            lone,
            main,
            mixture,
            sure_without_error: true,
            most: f64::INFINITY,
        })
    }

    /// Scores of no model, whose covariance has these degrees of freedom: of each score, or of each pair.
    pub(super) fn given(estimates: Vec<f64>, covariance: Vec<f64>, degrees: Vec<f64>, way: Way) -> Scores {
        let n = estimates.len();
        Scores {
            estimates,
            covariance,
            degrees,
            way,
            signs: None,
            classes: vec![0; n],
            count: 1,
            directions: vec![0.0],
            lone: vec![false; n],
            main: vec![true; n],
            mixture: None,
            sure_without_error: true,
            most: f64::INFINITY,
        }
    }

    /// The same where no difference is surer than the sign that all of them are multiplied with.
    pub(super) fn with_most(self, most: f64) -> Scores {
        Scores { most, ..self }
    }

    /// The same of means of units, whose signs are flipped. Few units may be alike by chance: a difference without an error
    /// is then not sure.
    pub(super) fn with_units(self, signs: Option<Signs>, are_enough: bool) -> Scores {
        Scores { signs, sure_without_error: are_enough, ..self }
    }

    /// The same where some values are not known, or diverge: their differences are unidentified, and they have no rank.
    pub(super) fn with_unknown(mut self) -> Scores {
        let n = self.len();
        let is_known = |i: usize| self.estimates[i].is_finite() && self.covariance[i * n + i].is_finite();
        self.lone = (0..n).map(|i| !is_known(i)).gathered();
        for (i, lone) in self.lone.iter().enumerate().filter(|(_, lone)| **lone) {
            self.count += 1;
            self.classes[i] = self.count - 1;
            self.estimates[i] = if *lone { f64::NAN } else { self.estimates[i] };
            (0..n).for_each(|j| {
                (self.covariance[i * n + j], self.covariance[j * n + i]) = (f64::NAN, f64::NAN)
            });
        }
        let classes = self.count;
        self.directions = (0..classes * classes)
            .map(|at| if at / classes == at % classes { 0.0 } else { f64::NAN })
            .gathered();
        self
    }

    /// Ranks with ranges from the comparison of all pairs; `with_places`: an item of which it is not known whom it is better
    /// than has none.
    pub(super) fn rank_ranges(
        &self,
        with_places: bool,
        options: &Options,
        watch: Watch<'_>,
    ) -> Result<Vec<Rank>> {
        let mut found = ranks::of_established(&self.estimates, &self.established(options, watch)?);
        if with_places {
            for (rank, place) in found.iter_mut().zip(self.places()) {
                rank.rank = place;
            }
        }
        Ok(found)
    }

    /// Which of two items of different classes diverges upwards from the other: 1, -1, or NaN; 0 in one class.
    fn sign(&self, i: usize, j: usize) -> f64 {
        self.directions[self.classes[i] * self.count + self.classes[j]]
    }

    /// The items of the largest class, and of equally large ones the first.
    pub(super) fn largest_class(&self) -> Vec<bool> {
        let count = self.count;
        let mut sizes = vec![0; count];
        self.classes.iter().for_each(|&c| sizes[c] += 1);
        let largest = (0..count).max_by_key(|&c| (sizes[c], std::cmp::Reverse(c))).unwrap_or(0);
        (0..self.len()).map(|i| self.classes[i] == largest && !self.lone[i]).gathered()
    }

    /// The rank of every item among those of the largest component; equal scores share the mean of their ranks. NaN
    /// for items of other components, and for those of which it is not known whom they are better than.
    pub(super) fn places(&self) -> Vec<f64> {
        let n = self.len();
        let place = |i: usize| {
            if !self.main[i] || self.lone[i] || self.estimates[i].is_nan() {
                return f64::NAN;
            }
            spend(10 * n);
            let others = (0..n).filter(|&j| j != i && self.main[j] && !self.estimates[j].is_nan());
            others.fold(1.0, |rank, j| {
                let lead = match self.sign(i, j) {
                    0.0 => self.estimates[i] - self.estimates[j],
                    sign => sign,
                };
                rank + match lead.partial_cmp(&0.0) {
                    Some(std::cmp::Ordering::Less) => 1.0,
                    Some(std::cmp::Ordering::Equal) => 0.5,
                    Some(std::cmp::Ordering::Greater) => 0.0,
                    None => f64::NAN,
                }
            })
        };
        (0..n).map(place).gathered()
    }

    /// Number of items.
    pub(super) fn len(&self) -> usize {
        self.estimates.len()
    }

    /// The difference of two scores and its standard error: NaN where it is unidentified, both infinite
    /// where it diverges.
    pub(super) fn difference(&self, i: usize, j: usize) -> (f64, f64) {
        let sign = self.sign(i, j);
        if sign != 0.0 {
            return (f64::INFINITY * sign, f64::INFINITY * sign.abs());
        }
        let error = difference_variance(&self.covariance, self.len(), i, j).sqrt();
        let difference = if error.is_nan() { f64::NAN } else { self.estimates[i] - self.estimates[j] };
        let error = if self.most.is_finite() { error.max(difference.abs() / self.most) } else { error };
        (difference, error)
    }

    /// The standard error of a difference; NaN where there is none, but too few units to be sure without.
    pub(super) fn error_of_difference(&self, i: usize, j: usize) -> f64 {
        match self.difference(i, j).1 {
            0.0 if !self.sure_without_error => f64::NAN,
            error => error,
        }
    }

    /// Degrees of freedom of a difference: its own where they are known, else the fewer of the two scores.
    pub(super) fn degrees(&self, i: usize, j: usize) -> f64 {
        let (low, high) = (i.min(j), i.max(j));
        if self.degrees.len() == self.len() {
            return smallest(&[self.degrees[i], self.degrees[j]]);
        }
        self.degrees[pairs(high) + low]
    }

    /// The fewest degrees of freedom of all pairs.
    pub(super) fn fewest_degrees(&self) -> f64 {
        smallest(&self.degrees)
    }

    /// The distribution of the largest standardised difference of all pairs.
    fn distribution_of_pairs(&self, options: &Options, watch: Watch<'_>) -> Result<MaxDistribution> {
        let degrees = self.fewest_degrees();
        MaxDistribution::of_pairs(&self.covariance, self.len(), degrees, draws(options), &mut keep(watch))
    }

    /// Whether a difference has a standard error.
    fn has_error(&self, i: usize, j: usize) -> bool {
        let (difference, error) = self.difference(i, j);
        difference.is_finite() && error > 0.0 && error.is_finite()
    }

    /// The largest standardised difference of all pairs.
    pub(super) fn largest_of_pairs(&self, options: &Options, watch: Watch<'_>) -> Result<Together> {
        Ok(match (&self.signs, self.way) {
            (Some(signs), _) => Together::Flips(signs.of_pairs(
                |i, j| self.has_error(i, j),
                sign_draws(options),
                &mut keep(watch),
            )?),
            (None, Way::Bonferroni) => Together::Bonferroni,
            (None, _) => Together::Distribution(self.distribution_of_pairs(options, watch)?),
        })
    }

    /// The same of the differences of all others from one, whose covariance is given by a function.
    pub(super) fn largest_against(
        &self,
        reference: usize,
        covariance: impl FnOnce() -> Vec<f64>,
        options: &Options,
        watch: Watch<'_>,
    ) -> Result<Together> {
        let mut keep = keep(watch);
        let count = self.len().saturating_sub(1);
        Ok(match (&self.signs, self.way) {
            (Some(signs), _) => {
                let other = |at: usize| at + usize::from(at >= reference);
                let is_known = |at: usize| self.has_error(other(at), reference);
                Together::Flips(signs.against(reference).of_values(
                    is_known,
                    sign_draws(options),
                    &mut keep,
                )?)
            }
            (None, Way::Bonferroni) => Together::Bonferroni,
            (None, _) => {
                let degrees = self.fewest_degrees();
                let largest =
                    MaxDistribution::of_values(&covariance(), count, degrees, draws(options), &mut keep)?;
                Together::Distribution(largest)
            }
        })
    }

    /// The bounds on the largest signed differences of families of pairs.
    pub(super) fn leads(
        &self,
        options: &Options,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Bars> {
        Ok(match (&self.signs, self.way) {
            (Some(signs), _) => {
                Bars::Signs(signs.leads(|i, j| self.has_error(i, j), sign_draws(options), keep_going)?)
            }
            (None, Way::Drawn) if self.fewest_degrees() > 0.0 => {
                let degrees = self.fewest_degrees();
                Bars::Drawn(Leads::new(&self.covariance, self.len(), degrees, draws(options), keep_going)?)
            }
            (None, Way::Bonferroni) => Bars::Bonferroni(self.fewest_degrees()),
            _ => Bars::Nothing,
        })
    }

    /// The pairs of items that differ significantly in the comparison of all pairs at once.
    pub(super) fn established(&self, options: &Options, watch: Watch<'_>) -> Result<Established> {
        let n = self.len();
        let mut found = Established::new(n);
        if self.way == Way::Drawn {
            let critical = self.critical(options, watch)?;
            if self.most.is_finite() && critical.half_width(1.0) >= self.most {
                return Ok(found);
            }
            let is_sure = |i: usize, j: usize| self.sure_without_error || self.has_error(i, j);
            let put = |i: usize, j: usize| {
                if is_sure(i, j) {
                    found.put(i, j)
                }
            };
            each_sure_pair(&self.estimates, &self.covariance, critical, put);
            return Ok(found);
        }
        let rounding = rounding(&self.estimates);
        let mut statistics = room::reserve_filled(n * n, f64::NAN)?;
        for i in 0..n {
            spend(50 * i);
            for j in 0..i {
                let (difference, error) = self.difference(i, j);
                match () {
                    () if self.has_error(i, j) => statistics[i * n + j] = difference / error,
                    () if !self.sure_without_error => {}
                    // Without an error a difference is sure.
                    () if error == 0.0 && difference > rounding => found.put(i, j),
                    () if error == 0.0 && -difference > rounding => found.put(j, i),
                    () => {}
                }
            }
        }
        let is_decided = match &self.signs {
            Some(signs) => {
                signs.decided(&statistics, options.level, sign_draws(options), &mut keep(watch))?
            }
            None => {
                let count = statistics.iter().filter(|t| !t.is_nan()).count();
                let bar = |at: usize| bonferroni(options.level, count, self.degrees(at / n, at % n));
                let is_beyond = |(at, t): (usize, &f64)| {
                    spend(500);
                    !t.is_nan() && t.abs() > bar(at)
                };
                statistics.iter().enumerate().map(is_beyond).gathered()
            }
        };
        for (at, _) in is_decided.iter().enumerate().filter(|(_, is_decided)| **is_decided) {
            let (i, j) = (at / n, at % n);
            let difference = self.estimates[i] - self.estimates[j];
            if difference.abs() > rounding {
                if difference > 0.0 {
                    found.put(i, j)
                } else {
                    found.put(j, i)
                }
            }
        }
        found.close();
        Ok(found)
    }

    /// The options, with the mixture of differences where they have none.
    pub(super) fn with_mixture<'a>(&self, options: &'a Options) -> Cow<'a, Options> {
        options.or_mixture(self.mixture)
    }

    /// The critical value of all pairwise differences at once: by Bonferroni if that is asked for, at all looks by a
    /// mixture for each, else by the distribution of the largest.
    fn critical(&self, options: &Options, watch: Watch<'_>) -> Result<Reach> {
        if options.method.is_anytime() {
            let alpha = (1.0 - options.level) / pairs(self.len()).max(1) as f64;
            return self.with_mixture(options).mixture_at(alpha).map(|mixture| Reach::Anytime(mixture, 1.0));
        }
        let (degrees, level) = (self.fewest_degrees(), options.level_with_failed());
        if options.method == Method::Bonferroni && level < 1.0 {
            return Ok(each_value(level, pairs(self.len()), &[degrees])?[0].into());
        }
        if degrees <= 0.0 || level >= 1.0 {
            return Ok(f64::INFINITY.into());
        }
        let Critical { value, .. } = self.distribution_of_pairs(options, watch)?.quantile(level)?;
        Ok(value.into())
    }
}

/// Rows of scores as they are measured from the mean of their class, where that is not all of a component.
pub(super) fn within(mut jacobian: Jacobian, classes: &[usize], components: &[u32]) -> Jacobian {
    let classes = members(classes.iter().copied().map(Some), classes.iter().max().map_or(0, |c| c + 1));
    let component_of = |item: u32| components[item as usize] as usize;
    let mut sizes = vec![0; components.iter().max().map_or(0, |c| *c as usize + 1)];
    components.iter().for_each(|component| sizes[*component as usize] += 1);
    for members in classes.iter().filter(|members| sizes[component_of(members[0])] > members.len()) {
        jacobian.centre(members);
    }
    jacobian
}

/// The bounds on the largest signed differences of families of ordered pairs.
pub(super) enum Bars {
    /// Draws of the normal distribution, or Student's.
    Drawn(Leads),
    /// Sign flips.
    Signs(SignedLeads),
    /// Bonferroni's inequality, with this many degrees of freedom.
    Bonferroni(f64),
    /// Without degrees of freedom nothing is sure.
    Nothing,
}

impl Bars {
    /// The number of standard errors that a difference has to exceed, for a family of ordered pairs.
    pub(super) fn critical(
        &self,
        family: &[bool],
        level: f64,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<f64> {
        match self {
            Bars::Drawn(leads) => leads.critical(family, level, keep_going),
            Bars::Signs(leads) => leads.critical(family, level, keep_going),
            Bars::Bonferroni(degrees) => {
                let count = family.iter().filter(|pair| **pair).count();
                // All of the error is on one side.
                Ok(bonferroni(2.0 * level - 1.0, count, *degrees))
            }
            Bars::Nothing => Ok(f64::INFINITY),
        }
    }
}

/// Vectors of signs where their number is not given: with the data ten thousand. The test has its level with any number.
const SIGN_DRAWS: usize = 9_999;

/// How many vectors of signs to draw where not all are gone through.
pub(super) fn sign_draws(options: &Options) -> Draws {
    let count = if options.draws == 0 { SIGN_DRAWS } else { options.draws };
    Draws { count, seed: options.seed, threads: options.threads }
}

/// How much to simulate for a critical value.
pub(super) fn draws(options: &Options) -> Draws {
    let count = if options.draws == 0 { enough_draws(options.level) } else { options.draws };
    Draws { count, seed: options.seed, threads: options.threads }
}
