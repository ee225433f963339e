//! Read-outs: scores, sensitivities, ... as functions of the parameters that do not depend on the
//! solver's identifiability constraint, each with its derivative. Inference on every quantity is the delta method on these.

use super::jacobian::Jacobian;
use super::point::Point;
use super::scale::{Normalisation, Scale};
use crate::component::Component as _;
use crate::error::{Error, Result};
use crate::graph;
use crate::model::fitted::Model;
use crate::model::specification::{ParameterLayout, Problems};
use crate::outcome::{BAD, TIE};
use crate::room::{with_room, Gather as _, Put as _};
use crate::threshold::{Form, Threshold};

/// Quantities that can be read out of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Scores of items.
    Scores,
    /// Sensitivities of judges.
    Sensitivities,
    /// Their logarithms.
    LogSensitivities,
    /// Position effects.
    Positions,
    /// Regression coefficients.
    Effects,
    /// Tie thresholds.
    Thresholds,
    /// Strengths of every item for every judge.
    Strengths,
    /// Mean probability of winning against the other items, ties as halves.
    WinRates,
    /// Shares exp(score) / sum of exp(scores): the scale of Bradley and Terry.
    Shares,
    /// Offsets of judges to additive and factored thresholds.
    ThresholdOffsets,
    /// Thresholds of all pairs.
    PairThresholds,
    /// Thresholds of both bad.
    BadThresholds,
    /// Variances of items.
    Variances,
    /// Spreads of all pairs.
    Spreads,
    /// Their logarithms.
    LogSpreads,
    /// The residual of every judge's strengths from sensitivity times consensus: T = U V'.
    Disagreements,
    /// U: how strongly every judge takes part in every disagreement.
    JudgeFactors,
    /// V: what the disagreements are about.
    ItemFactors,
    /// |T_k| of every judge.
    DisagreementNorms,
    /// The same relative to the size of sensitivity times consensus.
    DisagreementRatios,
    /// Singular values of T.
    DisagreementSizes,
    /// Slopes of the logarithm of sensitivities in covariates of contexts.
    SensitivitySlopes,
    /// Thresholds of grades.
    Grades,
}

/// How to look at a model.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Zero of the scores.
    pub normalisation: Normalisation,
    /// Scale of the sensitivities.
    pub scale: Scale,
    /// Scores are multiplied by this.
    pub unit: f64,
    /// And this is added.
    pub origin: f64,
}

impl Default for View {
    fn default() -> Self {
        View { normalisation: Normalisation::Sum, scale: Scale::Arithmetic, unit: 1.0, origin: 0.0 }
    }
}

/// Values of a quantity, and their derivatives in the parameters.
#[derive(Debug, Clone)]
pub struct Readout {
    /// The values.
    pub estimates: Vec<f64>,
    /// Their derivatives.
    pub jacobian: Jacobian,
}

impl Model {
    /// The shape of a quantity; an error if the model has none.
    pub fn shape(&self, quantity: Quantity) -> Result<(usize, usize)> {
        let f = &self.layout;
        let none = |what: &str, why: &str| Err(Error::Unsupported(format!("the model has no {what}: {why}")));
        match quantity {
            Quantity::Shares if f.spread.is_some() => {
                none("shares", "with a spread scores are no log odds; take win rates")
            }
            Quantity::Shares if !self.outcome().has_log_odds() => {
                none("shares", "under probit scores are no log odds; take win rates")
            }
            Quantity::Scores | Quantity::WinRates | Quantity::Shares => Ok((f.items, 1)),
            Quantity::Sensitivities | Quantity::LogSensitivities if !f.strength.is_by_judge() => {
                none("sensitivities", "strength is pooled")
            }
            Quantity::Sensitivities | Quantity::LogSensitivities => Ok((f.judges, 1)),
            Quantity::Positions => match f.terms.position() {
                None => none("position effects", "position is none"),
                Some(position) => Ok((position.range().len(), 1)),
            },
            Quantity::Effects => match f.terms.coefficients().len() {
                0 => none("effects", "no covariates were given"),
                count => Ok((count, 1)),
            },
            Quantity::Thresholds if f.terms.threshold(TIE).is_none() => {
                none("thresholds", &format!("the outcome is {}", self.outcome().name()))
            }
            Quantity::Thresholds => Ok(match f.terms.threshold(TIE) {
                Some(threshold) if threshold.factors > 0 => (f.items, threshold.factors),
                _ => (f.threshold_judges(), 1),
            }),
            Quantity::BadThresholds => match f.terms.threshold(BAD) {
                None => none("thresholds of both bad", "that is no outcome of its own"),
                Some(bad) => Ok((bad.len(), 1)),
            },
            Quantity::PairThresholds if f.terms.threshold(TIE).is_none() => {
                none("thresholds", &format!("the outcome is {}", self.outcome().name()))
            }
            Quantity::ThresholdOffsets => match f.terms.threshold(TIE) {
                Some(Threshold { offsets: Some(_), .. }) => Ok((f.judges, 1)),
                _ => none("offsets of thresholds", "they are the same for all judges"),
            },
            Quantity::Variances | Quantity::Spreads | Quantity::LogSpreads if f.spread.is_none() => {
                none("spread", "differences of all pairs are equally noisy")
            }
            Quantity::Variances => Ok((f.items, 1)),
            Quantity::PairThresholds | Quantity::Spreads | Quantity::LogSpreads => Ok((f.items, f.items)),
            Quantity::Strengths => Ok((f.judges, f.items)),
            Quantity::Disagreements
            | Quantity::JudgeFactors
            | Quantity::ItemFactors
            | Quantity::DisagreementNorms
            | Quantity::DisagreementRatios
            | Quantity::DisagreementSizes
                if f.strength.columns == 1 =>
            {
                none("disagreement", "its rank is zero")
            }
            Quantity::Disagreements => Ok((f.judges, f.items)),
            Quantity::JudgeFactors => Ok((f.judges, f.strength.columns - 1)),
            Quantity::ItemFactors => Ok((f.items, f.strength.columns - 1)),
            Quantity::DisagreementNorms | Quantity::DisagreementRatios => Ok((f.judges, 1)),
            Quantity::DisagreementSizes => Ok((f.strength.columns - 1, 1)),
            Quantity::SensitivitySlopes if f.terms.slopes.is_empty() => {
                none("slopes", "sensitivities do not depend on covariates")
            }
            Quantity::SensitivitySlopes => Ok((f.judges, f.terms.slopes.len())),
            Quantity::Grades => match &f.terms.grades {
                None => none(
                    "thresholds of grades",
                    "they need the graded outcome, and answers of two grades beside the middle",
                ),
                Some(grades) => Ok((grades.given(), 1)),
            },
        }
    }

    /// Reads a quantity out.
    pub fn readout(&self, quantity: Quantity, view: &View) -> Result<Readout> {
        let mut readout = self.point().readout(quantity, view)?;
        self.hide_arbitrary(&mut readout);
        self.mask_lone_items(quantity, view, &mut readout);
        Ok(readout)
    }

    pub(crate) fn check_view(&self, view: &View) -> Result<()> {
        let bound = |name: &str, at: usize, count: usize| {
            if at < count {
                Ok(())
            } else {
                Err(Error::Argument(format!("{name} is {at}, but there are {count}")))
            }
        };
        match &view.normalisation {
            Normalisation::Reference(item) => bound("reference_item", *item, self.layout.items)?,
            Normalisation::Weighted(weights) => {
                if weights.len() != self.layout.items {
                    return Err(Error::Argument(format!(
                        "weight_count is {}, but the model has {} items",
                        weights.len(),
                        self.layout.items
                    )));
                }
                if let Some(at) = weights.iter().position(|w| !(*w >= 0.0 && w.is_finite())) {
                    return Err(Error::Argument(format!("weights[{at}] is {}", weights[at])));
                }
                if weights.iter().sum::<f64>() <= 0.0 {
                    return Err(Error::Argument("weights are all zero".into()));
                }
            }
            Normalisation::Sum => {}
        }
        if let Scale::Reference(judge) = view.scale {
            bound("reference_judge", judge, self.layout.judges)?;
        }
        if !(view.unit > 0.0 && view.unit <= 1e100 && view.origin.is_finite()) {
            return Err(Error::Argument(format!(
                "unit is {} and origin is {}; origin must be finite, unit positive and at most 1e100",
                view.unit, view.origin
            )));
        }
        Ok(())
    }
}

impl ParameterLayout {
    /// The quantity in which a parameter of a component is read, and its place there.
    pub(crate) fn read_as(&self, at: usize) -> (Quantity, usize) {
        let terms = &self.terms;
        let position = terms.position().map(|position| (Quantity::Positions, position.range()));
        let effects = Some((Quantity::Effects, terms.coefficients()));
        let of_cut =
            |threshold: &Threshold, quantity| (quantity, threshold.first..threshold.first + threshold.len());
        let offsets = terms.threshold(TIE).and_then(|threshold| {
            let is_single = threshold.form == Form::Single;
            let quantity = if is_single { Quantity::Thresholds } else { Quantity::ThresholdOffsets };
            threshold.offsets.map(|first| (quantity, first..first + self.judges))
        });
        let tie = terms.threshold(TIE).map(|threshold| of_cut(threshold, Quantity::Thresholds));
        let bad = terms.threshold(BAD).map(|threshold| of_cut(threshold, Quantity::BadThresholds));
        let grades = terms.grades.as_ref().map(|grades| (Quantity::Grades, grades.range()));
        let mut all = [position, effects, offsets, tie, bad, grades].into_iter().flatten();
        let found = all.find(|(_, range)| range.contains(&at));
        found.map_or((Quantity::Scores, at), |(quantity, range)| (quantity, at - range.start))
    }
}

impl Point<'_> {
    /// Reads a quantity out, directions that are not identified notwithstanding.
    pub fn readout(&self, quantity: Quantity, view: &View) -> Result<Readout> {
        let (rows, columns) = self.model.shape(quantity)?;
        self.model.check_view(view)?;
        let terms = &self.model.layout.terms;
        match quantity {
            Quantity::Scores => self.read_scores(view),
            Quantity::Sensitivities => self.read_sensitivities(view, false),
            Quantity::LogSensitivities => self.read_sensitivities(view, true),
            Quantity::Positions => {
                self.read_plain(terms.position().map_or(0, |position| position.first), rows * columns)
            }
            Quantity::Effects => self.read_plain(terms.coefficients().start, rows),
            Quantity::Thresholds => Ok(self.read_thresholds(false)),
            Quantity::ThresholdOffsets => Ok(self.read_thresholds(true)),
            Quantity::PairThresholds => self.read_pair_thresholds(),
            Quantity::BadThresholds => Ok(self.read_bad_thresholds()),
            Quantity::Variances => Ok(self.read_variances()),
            Quantity::Spreads => Ok(self.read_spreads(false)),
            Quantity::LogSpreads => Ok(self.read_spreads(true)),
            Quantity::Strengths => Ok(self.read_strengths()),
            Quantity::WinRates => self.read_win_rates(view),
            Quantity::Shares => self.read_shares(view),
            Quantity::Disagreements => Ok(self.read_disagreements()),
            Quantity::JudgeFactors => Ok(self.read_factors().judges),
            Quantity::ItemFactors => Ok(self.read_factors().items),
            Quantity::DisagreementNorms => Ok(self.read_norms(false)),
            Quantity::DisagreementRatios => Ok(self.read_norms(true)),
            Quantity::DisagreementSizes => Ok(self.read_factors().sizes),
            Quantity::SensitivitySlopes => Ok(self.read_slopes()),
            Quantity::Grades => Ok(self.read_grades()),
        }
    }

    /// The values of a quantity alone: those of `readout`, to the last bit.
    pub fn values(&self, quantity: Quantity, view: &View) -> Result<Vec<f64>> {
        self.model.shape(quantity)?;
        self.model.check_view(view)?;
        match quantity {
            Quantity::WinRates => self.win_rates(view),
            Quantity::Shares => self.shares(view),
            _ => Ok(self.readout(quantity, view)?.estimates),
        }
    }

    /// Whether a judge stands at sensitivity zero.
    pub(super) fn is_at_boundary(&self, judge: usize) -> bool {
        self.model.judge_problems[judge].contains(Problems::BOUNDARY)
    }

    pub(super) fn read_scores(&self, view: &View) -> Result<Readout> {
        let factor = self.factor(view.scale)?;
        let (centred, centres, of) = self.centred_scores(&view.normalisation);
        let size = view.unit * factor.value;
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        for item in 0..self.model.layout.items {
            self.push_free(&mut jacobian, item, size);
            jacobian.end_row();
        }
        for (members, centre) in graph::members(of.into_iter(), centres.len()).into_iter().zip(&centres) {
            jacobian.push_outer_of(members.into_iter().map(|i| (i, -size)), self.free_entries(centre));
        }
        if !factor.derivative.is_empty() {
            let left = centred.iter().map(|s| view.unit * s).gathered();
            jacobian.push_outer(left, self.free_entries(&factor.derivative));
        }
        self.push_drift(&view.normalisation, size, &mut jacobian);
        let estimates = centred.iter().map(|s| view.origin + size * s).gathered();
        Ok(Readout { estimates, jacobian })
    }

    fn read_sensitivities(&self, view: &View, logarithm: bool) -> Result<Readout> {
        let factor = self.factor(view.scale)?;
        if self.model.layout.strength.columns > 1 {
            return Ok(self.read_canonical_sensitivities(view.scale, &factor, logarithm));
        }
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let mut estimates = Vec::new();
        let mut left = Vec::new();
        for judge in 0..self.model.layout.judges {
            let at = self.model.layout.sensitivity(judge);
            let without_votes = self.has_no_votes(judge);
            let gamma = self.theta[at] / factor.value;
            if without_votes || !gamma.is_finite() || (logarithm && gamma <= 0.0) {
                estimates.push(f64::NAN);
                left.put(0.0);
            } else if logarithm {
                estimates.push(gamma.ln());
                self.push_free(&mut jacobian, at, 1.0 / self.theta[at]);
                left.put(-1.0 / factor.value);
            } else {
                estimates.push(gamma);
                self.push_free(&mut jacobian, at, 1.0 / factor.value);
                left.put(-gamma / factor.value);
            }
            jacobian.end_row();
        }
        jacobian.push_outer(left, self.free_entries(&factor.derivative));
        Ok(Readout { estimates, jacobian })
    }

    /// Whether a judge has no comparisons, or all pooled scores were equal.
    pub(super) fn has_no_votes(&self, judge: usize) -> bool {
        if let Some(without_votes) = self.without_votes {
            return without_votes[judge];
        }
        let fixed = self.fixed[self.model.layout.sensitivity(judge)];
        fixed && !self.model.judge_problems[judge].contains(Problems::BOUNDARY)
    }

    /// Parameters that add to u, on the scale of the scores where there is a spread.
    fn read_plain(&self, first: usize, count: usize) -> Result<Readout> {
        let (size, derivative) = self.spread_scale().unwrap_or((1.0, Vec::new()));
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let mut estimates = Vec::new();
        for at in first..first + count {
            estimates.push(if self.fixed[at] { f64::NAN } else { size * self.theta[at] });
            self.push_free(&mut jacobian, at, size);
            jacobian.end_row();
        }
        let left = (first..first + count).map(|at| if self.fixed[at] { 0.0 } else { self.theta[at] });
        jacobian.push_outer(left.gathered(), self.free_entries(&derivative));
        Ok(Readout { estimates, jacobian })
    }

    /// Slopes, judges x covariates.
    fn read_slopes(&self) -> Readout {
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let mut estimates = Vec::new();
        for judge in 0..self.model.layout.judges {
            for slope in &self.model.layout.terms.slopes {
                let at = slope.first + judge;
                estimates.push(if self.fixed[at] { f64::NAN } else { self.theta[at] });
                self.push_free(&mut jacobian, at, 1.0);
                jacobian.end_row();
            }
        }
        Readout { estimates, jacobian }
    }

    /// Sensitivities of judges where the covariates that they depend on have given values, points x covariates;
    /// judges x points.
    pub fn read_sensitivity_curves(&self, judges: &[usize], points: &[f64], view: &View) -> Result<Readout> {
        let slopes = &self.model.layout.terms.slopes;
        let base = self.read_sensitivities(view, false)?;
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let (mut estimates, mut row) = (Vec::new(), vec![0.0; self.model.layout.dimension]);
        for &judge in judges {
            for point in points.chunks(slopes.len()) {
                let of = |x: f64, first: usize| x * self.theta[first + judge];
                let h: f64 = point.iter().zip(slopes).map(|(&x, slope)| of(x, slope.first)).sum();
                let value = base.estimates[judge] * h.exp();
                estimates.push(value);
                base.jacobian.dense_row(judge, &mut row);
                row.iter_mut().for_each(|d| *d *= h.exp());
                point.iter().zip(slopes).for_each(|(&x, slope)| row[slope.first + judge] += x * value);
                row.iter().enumerate().for_each(|(at, &d)| self.push_free(&mut jacobian, at, d));
                jacobian.end_row();
            }
        }
        Ok(Readout { estimates, jacobian })
    }

    fn read_strengths(&self) -> Readout {
        let strength = &self.model.layout.strength;
        let (items, judges) = (self.model.layout.items, self.model.layout.judges);
        let mut jacobian = Jacobian::new(self.model.layout.dimension);
        let (size, derivative) = self.spread_scale().unwrap_or((1.0, Vec::new()));
        let weight = |judge: usize, c: usize| match strength.is_by_judge() {
            true => self.theta[strength.judge(judge, c)],
            false => 1.0,
        };
        let columns: Vec<Vec<f64>> = (0..strength.columns).map(|c| self.centred_column(c)).gathered();
        let mut estimates = with_room(items * judges);
        for judge in 0..judges {
            for item in 0..items {
                let sum: f64 = (0..strength.columns).map(|c| weight(judge, c) * columns[c][item]).sum();
                estimates.push(size * sum);
                for (c, column) in columns.iter().enumerate() {
                    self.push_free(&mut jacobian, strength.item(item, c), size * weight(judge, c));
                    if strength.is_by_judge() {
                        self.push_free(&mut jacobian, strength.judge(judge, c), column[item]);
                    }
                }
                jacobian.end_row();
            }
        }
        let (_, centres, of) = self.centred_scores(&Normalisation::Sum);
        for c in 0..strength.columns {
            for (group, centre) in centres.iter().enumerate() {
                let left = (0..judges)
                    .flat_map(|k| of.iter().map(move |g| (k, *g == Some(group))))
                    .map(|(k, inside)| if inside { -size * weight(k, c) } else { 0.0 })
                    .gathered();
                jacobian.push_outer(left, self.free_entries(&self.in_column(centre, c)));
            }
        }
        let left = (0..judges).flat_map(|_| columns[0].iter().copied()).gathered();
        jacobian.push_outer(left, self.free_entries(&derivative));
        Readout { estimates, jacobian }
    }
}
