//! Errors: units are ballots, contexts that repeat, or judges; what each adds to the estimates.

use super::fit::Ranking;
use super::objective::Objective;
use super::sum::Sum;
use crate::comparisons::NONE;
use crate::error::{Error, Result};
use crate::inference::{Behind, Degrees, Given, Means, Options};
use crate::interrupt::spend;
use crate::linalg::{mirror, Factor};
use crate::model::{
    satterthwaite, Breads, Cluster, Contributions, Correction, CovarianceKind, Jacobian, Leverage,
    MANY_CLUSTERS,
};
use crate::room::{self, reserve, Gather as _, Put as _};
use crate::solve::Minimand;

/// The unit of a ballot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Ballot,
    Context,
    Judge,
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Unit::Ballot => "ballot",
            Unit::Context => "context",
            Unit::Judge => "judge",
        }
    }
}

/// The units of ballots.
struct Units {
    /// Of every ballot.
    labels: Vec<u32>,
    /// Labels from here on are of ballots that are units of their own, as often as their weights say.
    named: u32,
    count: f64,
}

impl Units {
    /// How often a ballot counts within its unit, and how many units there are like it.
    fn weights(&self, at: usize, weight: f64) -> (f64, f64) {
        match self.labels[at] < self.named {
            true => (weight, 1.0),
            false => (1.0, weight),
        }
    }
}

/// A number with its noun.
fn counted(count: f64, noun: &str) -> String {
    let rounded = (count * 1e3).round() / 1e3;
    format!("{rounded} {noun}{}", if rounded == 1.0 { "" } else { "s" })
}

/// The options of what is asked of the values once their covariance is known.
pub(super) fn own(options: &Options) -> Options {
    Options { covariance: CovarianceKind::Auto, ..options.clone() }
}

impl Ranking {
    /// The strengths, centred, with their covariance.
    pub(crate) fn given(&self, options: &Options) -> Result<Given> {
        let n = self.layout.items;
        let mut rows = Jacobian::new(self.layout.dimension);
        for item in 0..n {
            rows.push(item, 1.0);
            rows.end_row();
        }
        let all: Vec<u32> = (0..n as u32).gathered();
        rows.centre(&all);
        self.values(&rows, options)
    }

    /// The rows of effects: positions against their mean, ties, and covariates.
    pub(super) fn effect_rows(&self) -> Jacobian {
        let layout = &self.layout;
        let mut rows = Jacobian::new(layout.dimension);
        for position in 0..if layout.positions > 1 { layout.positions } else { 0 } {
            for other in 1..layout.positions {
                let own = if other == position { 1.0 } else { 0.0 };
                rows.push(layout.strengths + other - 1, own - 1.0 / layout.positions as f64);
            }
            rows.end_row();
        }
        for at in layout.ties.iter().flatten().copied().chain(layout.slopes()) {
            rows.push(at, 1.0);
            rows.end_row();
        }
        rows
    }

    /// Linear functions of the parameters with their covariance.
    pub(super) fn values(&self, rows: &Jacobian, options: &Options) -> Result<Given> {
        let (p, n) = (self.layout.dimension, rows.rows());
        room::expect(format_args!("the covariance of {p} parameters"), room::matrices(4, p))?;
        let mut estimates = room::with_room(n);
        let mut row = reserve(p)?;
        for at in 0..n {
            rows.dense_row(at, &mut row);
            estimates.push(row.iter().zip(&self.theta).map(|(a, b)| a * b).sum::<f64>());
        }
        let inverse = self.inverse()?;
        let asked = options.asked_correction();
        let Some(unit) = self.unit(options.covariance)? else {
            if !matches!(asked, Correction::Auto | Correction::None) {
                return Err(Error::Unsupported(
                    "correction: errors that take stages as independent have none; leave it at its default"
                        .into(),
                ));
            }
            let given =
                Given::new(estimates, rows.covariance(&inverse), None)?.of_contexts(self.facts().ballots);
            return Ok(given.with_notes(
                "Errors take the stages of a ballot as independent, given the sets that were chosen from."
                    .into(),
            ));
        };
        let units = self.units(unit);
        let count = units.count;
        if count < 2.0 {
            return Err(Error::data(format!(
                "covariance: all ballots are of one {}, which has no spread; errors need at least two, or DUEL_COVARIANCE_EXPECTED",
                unit.name()
            )));
        }
        let notes = self.notes(unit, count);
        let is_few = asked == Correction::Auto && count < MANY_CLUSTERS as f64;
        if !(is_few || matches!(asked, Correction::Cr2 | Correction::Jackknife)) {
            let meat = self.meat(&units)?;
            let covariance = rows.covariance(&sandwiched(&inverse, &meat, p));
            return Ok(Given::new(estimates, covariance, Some(count))?.with_notes(notes));
        }
        let room = 8 * (count.ceil() as usize).saturating_mul(n);
        room::expect(format_args!("the contributions of {count:.0} units to {n} values"), room)?;
        let clusters = self.clusters(&units)?;
        let correction = if is_few { Correction::Cr2 } else { asked };
        let times = if correction == Correction::Jackknife { (count - 1.0) / count } else { 1.0 };
        let breads = Breads::of_inverse(inverse);
        let (contributions, degrees) = self.contributions(rows, &breads, clusters, correction)?;
        let mut covariance = reserve(n * n)?;
        crate::linalg::outer_products(&contributions.numbers, n, &mut covariance);
        covariance.iter_mut().for_each(|entry| *entry *= times);
        let behind = Behind {
            contributions: (correction == Correction::Cr2).then_some(contributions),
            degrees: degrees.map_or(Degrees::Common(count - 1.0), Degrees::Each),
            are_shares: false,
            is_solved_or_not: false,
        };
        Given::of_units(Means {
            estimates,
            covariance,
            behind,
            units: count.round() as usize,
            is_normal: false,
            lower_is_better: false,
            notes,
        })
    }

    /// The inverse of the information off the shift of all strengths.
    fn inverse(&self) -> Result<Vec<f64>> {
        let p = self.layout.dimension;
        let objective = Objective { ballots: &self.ballots, choices: &self.choices, layout: &self.layout };
        let mut factor = Factor::new(p)?;
        let mut gradient = reserve(p)?;
        objective.evaluate(&self.theta, &mut gradient, factor.matrix(), &mut Default::default());
        let weight = objective.typical(factor.matrix());
        objective.add_projector(&self.theta, weight, factor.matrix(), &mut Vec::new());
        if !factor.factor() {
            return Err(Error::Numeric(
                "the information about the strengths is singular in double precision".into(),
            ));
        }
        let mut inverse = factor.inverse()?;
        // Of the shift the projector says all.
        let share = 1.0 / (weight * self.layout.strengths as f64);
        for row in inverse.chunks_mut(p).take(self.layout.strengths) {
            row[..self.layout.strengths].iter_mut().for_each(|x| *x -= share);
        }
        Ok(inverse)
    }

    /// The units of a kind of covariance; None where no squares are summed.
    fn unit(&self, kind: CovarianceKind) -> Result<Option<Unit>> {
        let names = self.ballots.names();
        Ok(match kind {
            CovarianceKind::Auto if self.contexts_repeat() => Some(Unit::Context),
            CovarianceKind::Auto | CovarianceKind::Sandwich | CovarianceKind::SandwichExpected => {
                Some(Unit::Ballot)
            }
            // Given the sets chosen from, the information does not depend on the choices.
            CovarianceKind::Expected | CovarianceKind::Observed => None,
            CovarianceKind::ClusteredByContext if names.contexts() > 0 => Some(Unit::Context),
            CovarianceKind::ClusteredByJudge if names.judges() > 0 => Some(Unit::Judge),
            CovarianceKind::ClusteredByContext => {
                return Err(Error::Unsupported(
                    "covariance: the ballots have no contexts to cluster by".into(),
                ))
            }
            CovarianceKind::ClusteredByJudge => {
                return Err(Error::Unsupported("covariance: the ballots have no judges to cluster by".into()))
            }
            CovarianceKind::ClusteredTwoWay => {
                return Err(Error::Unsupported(
                    "covariance: errors of ballots are clustered one way, by context or by judge".into(),
                ))
            }
        })
    }

    /// Whether a context has more than one ballot.
    fn contexts_repeat(&self) -> bool {
        let mut seen = vec![false; self.ballots.names().contexts()];
        self.ballots.ballots().any(|ballot| {
            ballot.context != NONE
                && (ballot.weight > 1.0 || std::mem::replace(&mut seen[ballot.context as usize], true))
        })
    }

    /// The unit of every ballot, and how many units there are.
    fn units(&self, unit: Unit) -> Units {
        let named = match unit {
            Unit::Ballot => 0,
            Unit::Context => self.ballots.names().contexts(),
            Unit::Judge => self.ballots.names().judges(),
        };
        let mut seen = vec![false; named];
        let mut count = 0.0;
        let mut next = named as u32;
        let labels = self.ballots.ballots().map(|ballot| {
            let own = match unit {
                Unit::Ballot => NONE,
                Unit::Context => ballot.context,
                Unit::Judge => ballot.judge,
            };
            if own == NONE {
                count += ballot.weight;
                next += 1;
                return next - 1;
            }
            count += f64::from(u8::from(!std::mem::replace(&mut seen[own as usize], true)));
            own
        });
        let labels = labels.gathered();
        Units { labels, named: named as u32, count }
    }

    fn notes(&self, unit: Unit, count: f64) -> String {
        let ballots = counted(self.facts().ballots, "ballot");
        let mut note = match unit {
            Unit::Ballot => format!("Errors are those of {ballots}, all stages of one together."),
            _ => format!("Errors are those of {ballots}, clustered by {}.", counted(count, unit.name())),
        };
        let parameters = self.facts().parameters;
        if count < parameters as f64 {
            note += &format!(
                " There are {parameters} parameters: their covariance is singular, and differences along some directions look surer \
                 than they are."
            );
        }
        note
    }

    /// The sum of the squared scores of units, as often as there are units like them.
    fn meat(&self, units: &Units) -> Result<Vec<f64>> {
        let (p, deltas) = (self.layout.dimension, self.layout.deltas(&self.theta));
        let mut meat = reserve(p * p)?;
        let (mut score, mut sum) = (reserve(p)?, Sum::of_first_order());
        let mut columns: Vec<usize> = Vec::new();
        for members in by_unit(units).chunk_by(|a, b| units.labels[*a as usize] == units.labels[*b as usize])
        {
            let mut times = 1.0;
            for &at in members {
                let ballot = self.ballots.ballot(at as usize);
                sum.derive(&ballot, &self.ballots, &self.choices, &self.layout, (&self.theta, &deltas));
                let weight;
                (weight, times) = units.weights(at as usize, ballot.weight);
                sum.each_slope(|at, slope| {
                    // A column may come twice, where its slope has become zero again.
                    if score[at] == 0.0 {
                        columns.put(at);
                    }
                    score[at] += weight * slope;
                });
            }
            room::sort_by_key(&mut columns, |at| *at);
            columns.dedup();
            spend(columns.len() * columns.len());
            for &column in &columns {
                let along = times * score[column];
                columns.iter().for_each(|&row| meat[column * p + row] += along * score[row]);
            }
            columns.iter().for_each(|&at| score[at] = 0.0);
            columns.clear();
        }
        Ok(meat)
    }

    /// Ballots by their units, with the information of each. Equal ones are told by `times`.
    fn clusters(&self, units: &Units) -> Result<Vec<Cluster>> {
        let deltas = self.layout.deltas(&self.theta);
        let mut sum = Sum::default();
        let mut clusters = Vec::new();
        for members in by_unit(units).chunk_by(|a, b| units.labels[*a as usize] == units.labels[*b as usize])
        {
            let mut columns: Vec<u32> = Vec::new();
            for &at in members {
                let ballot = self.ballots.ballot(at as usize);
                for shown in 0..ballot.items.len() {
                    self.layout.touch(&self.ballots, &ballot, shown, |at, _| columns.put(at as u32));
                }
            }
            columns.put_each(self.layout.ties.iter().flatten().map(|&at| at as u32));
            room::sort_by_key(&mut columns, |at| *at);
            columns.dedup();
            let width = columns.len();
            let place = |at: usize| columns.partition_point(|column| (*column as usize) < at);
            let mut score = room::filled(0.0, width);
            let mut information = reserve(width * width)?;
            let mut times = 1.0;
            for &at in members {
                let ballot = self.ballots.ballot(at as usize);
                sum.derive(&ballot, &self.ballots, &self.choices, &self.layout, (&self.theta, &deltas));
                let weight;
                (weight, times) = units.weights(at as usize, ballot.weight);
                sum.each_slope(|at, slope| score[place(at)] += weight * slope);
                sum.each_second(|a, b, second| information[place(a) * width + place(b)] += weight * second);
            }
            clusters.put(Cluster::with_information(columns, score, times, information)?);
        }
        Ok(clusters)
    }

    /// The contributions of units to values, corrected for their leverage, and degrees of freedom of each value where there are few units.
    fn contributions(
        &self,
        rows: &Jacobian,
        breads: &Breads,
        clusters: Vec<Cluster>,
        correction: Correction,
    ) -> Result<(Contributions, Option<Vec<f64>>)> {
        let (p, n) = (self.layout.dimension, rows.rows());
        let working = breads.working();
        let of = |cluster: Cluster| -> Result<(Cluster, Leverage)> {
            let leverage = Leverage::new(&cluster, working, p)?;
            Ok((cluster, leverage))
        };
        let all = clusters.into_iter().map(of).gathered_or()?;
        let (mut numbers, mut shares) = (Vec::new(), Vec::new());
        let mut step = reserve(p)?;
        for (cluster, leverage) in &all {
            let score = leverage.correct(cluster, correction, working, p);
            step.fill(0.0);
            for (&column, value) in cluster.columns.iter().zip(&score) {
                spend(p / 2);
                let row = &working[column as usize * p..][..p];
                step.iter_mut().zip(row).for_each(|(sum, x)| *sum -= value * x);
            }
            Contributions::put(cluster, leverage, &rows.product(&step), [&mut numbers, &mut shares]);
        }
        let degrees = match correction == Correction::Cr2 {
            true => Some(satterthwaite(p, breads, &all, rows)?),
            false => None,
        };
        Ok((Contributions { values: n, numbers, shares }, degrees))
    }
}

/// Ballots in the order of their units.
fn by_unit(units: &Units) -> Vec<u32> {
    let mut order: Vec<u32> = (0..units.labels.len() as u32).gathered();
    if !units.labels.is_sorted() {
        room::sort_by_key(&mut order, |&at| (units.labels[at as usize], at));
    }
    order
}

/// B M B.
fn sandwiched(inverse: &[f64], meat: &[f64], p: usize) -> Vec<f64> {
    let (mut half, mut whole) = (room::filled(0.0, p * p), room::filled(0.0, p * p));
    crate::linalg::multiply(inverse, meat, &mut half, p);
    crate::linalg::multiply(&half, inverse, &mut whole, p);
    mirror(&mut whole, p);
    whole
}
