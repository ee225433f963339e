//! The judge report: one row of numbers and a verdict for every judge of a fitted model.
//!
//! Judges of the papers on judge-aware rankings (JA: Xu, Tan, Wu and Zhou, arXiv:2601.21817; HJA: Yu, Wang,
//! Chen, Li and Du, arXiv:2605.05073) differ in sensitivity gamma, in what they disagree about (h = |T_k| and
//! rho = h / (|gamma_k| |mu|)), and, what those papers do not look at, in their liking for a position, which
//! they then take for disagreement.

use super::agreement::{with_majority, WithMajority};
use super::consistency::{consistency, Consistency};
use super::counts::{counts, JudgeCounts};
use super::effective::standard;
use super::preference::{preferences, Preference};
use crate::assess::influence;
use crate::comparisons::Unit;
use crate::distributions::normal;
use crate::error::{Error, Result};
use crate::inference::{contrasts, estimates, Options};
use crate::model::{Model, Normalisation, Problems, Quantity, Scale, View};
use crate::progress::Watch;
use crate::room::{self, Gather as _};
use crate::table::{Schema, SchemaColumn};
use crate::vectors::dot;
use std::ffi::CStr;

/// From where on a judge stands out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Weak: sensitivity significantly below this share of the mean.
    pub weak: f64,
    /// Position-driven: first-position share significantly below this, or above 1 less this.
    pub position: f64,
    /// Idiosyncratic: disagreement significantly above this share of the consensus part.
    pub idiosyncratic: f64,
    /// Redundant: correlation with another judge above this, and significantly above 1 less ten times what this
    /// lacks of 1.
    pub redundant: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds { weak: 0.5, position: 0.2, idiosyncratic: 1.0, redundant: 0.99 }
    }
}

/// The findings against a judge, as a sum of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Verdicts(pub i32);

impl Verdicts {
    /// Its sensitivity is low.
    pub const WEAK: Verdicts = Verdicts(1);
    /// Its sensitivity is negative.
    pub const OPPOSED: Verdicts = Verdicts(2);
    /// It answers by position.
    pub const POSITION_DRIVEN: Verdicts = Verdicts(4);
    /// It disagrees more than it agrees.
    pub const IDIOSYNCRATIC: Verdicts = Verdicts(8);
    /// Another judge thinks the same.
    pub const REDUNDANT: Verdicts = Verdicts(16);
    /// It favours its own.
    pub const SELF_PREFERRING: Verdicts = Verdicts(32);

    /// Whether all bits of another are set.
    pub fn contains(self, other: Verdicts) -> bool {
        self.0 & other.0 == other.0
    }

    fn add_if(&mut self, other: Verdicts, holds: bool) {
        self.0 |= if holds { other.0 } else { 0 };
    }
}

/// An estimate with the ends of its interval; NaN where it has no estimate.
pub type Ends = [f64; 3];

/// Facts about a judge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Report {
    /// Its votes.
    pub counts: JudgeCounts,
    /// Its agreement with the majority of the others.
    pub majority: WithMajority,
    /// Its circular triads.
    pub consistency: Consistency,
    /// Its own position effect.
    pub position: Ends,
    /// Its sensitivity, the mean of all being one.
    pub sensitivity: Ends,
    /// Size of its disagreement.
    pub norm: f64,
    /// This relative to the size of its part of the consensus.
    pub ratio: Ends,
    /// Size of its strengths by the number of judges, over the size of the mean of all.
    pub share: f64,
    /// Leverage.
    pub leverage: f64,
    /// Cook's distance.
    pub distance: f64,
    /// The judge whose strengths most significantly correlate with its own.
    pub nearest: Option<usize>,
    /// The correlation of the two.
    pub correlation: Ends,
    /// Mean score of its own family less what the model expects.
    pub preference: Ends,
    /// The findings against it.
    pub verdicts: Verdicts,
}

/// Families of items and of judges.
pub type Families<'a> = Option<[&'a [i32]; 2]>;

/// Labels of the bits of [`Verdicts`].
const VERDICTS: &[&CStr] =
    &[c"weak", c"opposed", c"position_driven", c"idiosyncratic", c"redundant", c"self_preferring"];

/// The columns of [`report`], each row with its judge.
pub static JUDGES: Schema<(usize, Report)> = Schema {
    name: "model_judges",
    title: c"Judges of a model: votes, sensitivity, disagreement, verdicts",
    columns: &[
        SchemaColumn::judge(c"judge", c"The judge.", |(judge, _)| Some(*judge)),
        SchemaColumn::flags(c"verdicts", c"The findings against it.", VERDICTS, |(_, r)| r.verdicts.0),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Its comparisons, a sum of weights.", |(_, r)| {
            r.counts.comparisons
        }),
        SchemaColumn::f64(c"tie_share", c"share", c"Share of ties of any kind.", |(_, r)| r.counts.ties.share),
        SchemaColumn::f64(
            c"first_share",
            c"share",
            c"Share of the comparisons with a winner that went to the item shown first; missing, as its interval, where \
              nothing was decided.",
            |(_, r)| r.counts.position.share,
        ),
        SchemaColumn::f64(c"first_share_lower", c"share", c"Lower end of its interval.", |(_, r)| r.counts.position.lower),
        SchemaColumn::f64(c"first_share_upper", c"share", c"Upper end of its interval.", |(_, r)| r.counts.position.upper),
        SchemaColumn::f64(
            c"position",
            c"score",
            c"Its own position effect; missing where the model has none by judge.",
            |(_, r)| r.position[0],
        ),
        SchemaColumn::f64(c"position_lower", c"score", c"Lower end of its interval.", |(_, r)| r.position[1]),
        SchemaColumn::f64(c"position_upper", c"score", c"Upper end of its interval.", |(_, r)| r.position[2]),
        SchemaColumn::f64(
            c"sensitivity",
            c"",
            c"Its sensitivity, the mean of all judges being 1; missing where strength is pooled.",
            |(_, r)| r.sensitivity[0],
        ),
        SchemaColumn::f64(c"sensitivity_lower", c"", c"Lower end of its interval.", |(_, r)| r.sensitivity[1]),
        SchemaColumn::f64(c"sensitivity_upper", c"", c"Upper end of its interval.", |(_, r)| r.sensitivity[2]),
        SchemaColumn::f64(
            c"disagreement",
            c"score",
            c"Size of its disagreement; missing, as the ratio and the correlation, where the model has none.",
            |(_, r)| r.norm,
        ),
        SchemaColumn::f64(
            c"ratio",
            c"",
            c"Its disagreement over its part of the consensus, |T_k| / (|gamma_k| |mu|).",
            |(_, r)| r.ratio[0],
        ),
        SchemaColumn::f64(c"ratio_lower", c"", c"Lower end of its interval.", |(_, r)| r.ratio[1]),
        SchemaColumn::f64(c"ratio_upper", c"", c"Upper end of its interval.", |(_, r)| r.ratio[2]),
        SchemaColumn::f64(
            c"consensus_share",
            c"share",
            c"Its largest possible share of the consensus: the length of its centred strengths over the number of judges \
              and the length of their mean; missing where strength is pooled.",
            |(_, r)| r.share,
        ),
        SchemaColumn::f64(
            c"leverage",
            c"parameters",
            c"Its leverage, as in the influence of judges.",
            |(_, r)| r.leverage,
        ),
        SchemaColumn::f64(
            c"cook_distance",
            c"",
            c"Its distance after Cook, as in the influence of judges.",
            |(_, r)| r.distance,
        ),
        SchemaColumn::judge(
            c"nearest",
            c"The judge whose strengths correlate most significantly with its own; missing where there is none.",
            |(_, r)| r.nearest,
        ),
        SchemaColumn::f64(c"correlation", c"", c"The correlation of the two.", |(_, r)| r.correlation[0]),
        SchemaColumn::f64(c"correlation_lower", c"", c"Lower end of its interval.", |(_, r)| r.correlation[1]),
        SchemaColumn::f64(c"correlation_upper", c"", c"Upper end of its interval.", |(_, r)| r.correlation[2]),
        SchemaColumn::f64(
            c"agreement",
            c"share",
            c"Share of its answers that are those of the majority of the others; missing where they have none.",
            |(_, r)| r.majority.observed.share,
        ),
        SchemaColumn::f64(
            c"kappa",
            c"",
            c"Cohen's kappa of this agreement; missing also where both always say the same.",
            |(_, r)| r.majority.kappa,
        ),
        SchemaColumn::f64(
            c"circular_share",
            c"share",
            c"Share of its triads that is circular, all contexts together; missing where there is no triad.",
            |(_, r)| r.circular(),
        ),
        SchemaColumn::f64(
            c"excess",
            c"share",
            c"Mean score of items of its own family less what the model expects; missing without families.",
            |(_, r)| r.preference[0],
        ),
        SchemaColumn::f64(c"excess_lower", c"share", c"Lower end of its interval.", |(_, r)| r.preference[1]),
        SchemaColumn::f64(c"excess_upper", c"share", c"Upper end of its interval.", |(_, r)| r.preference[2]),
    ],
};

const UNKNOWN: Ends = [f64::NAN; 3];

/// The report on every judge. A verdict is given where an interval lies wholly beyond its threshold; that
/// of being opposed, where the sensitivity itself is negative; that of being redundant as
/// [`Thresholds::redundant`] says.
pub fn report(
    model: &Model,
    thresholds: &Thresholds,
    families: Families<'_>,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<Report>> {
    check(thresholds)?;
    // Sensitivities are measured by their mean.
    let view = View { normalisation: Normalisation::Sum, scale: Scale::Arithmetic, unit: 1.0, origin: 0.0 };
    let options = Options { view, ..options.clone() };
    let judges = model.layout.judges;
    let votes = counts(&model.set, options.level)?;
    let majorities = with_majority(&model.set, options.level)?;
    let triads = consistency(&model.set, &mut *watch)?;
    let positions = intervals_of(model, Quantity::Positions, &options, &mut *watch)?;
    let sensitivities = intervals_of(model, Quantity::Sensitivities, &options, &mut *watch)?;
    let norms = intervals_of(model, Quantity::DisagreementNorms, &options, &mut *watch)?;
    let ratios = intervals_of(model, Quantity::DisagreementRatios, &options, &mut *watch)?;
    let units = influence(model, Unit::Judge, None, &options, &mut *watch)?.units;
    let strengths = model.readout(Quantity::Strengths, &options.view)?.estimates;
    let shares = model.consensus_shares();
    let nearest = if ratios.is_empty() {
        // Without disagreement all strengths are in proportion.
        vec![(None, UNKNOWN); judges]
    } else {
        nearest(model, &strengths, thresholds.redundant, &options, watch)?
    };
    let own: Vec<Preference> = match families {
        Some([items, of_judges]) => preferences(model, items, of_judges, options.level)?,
        None => Vec::new(),
    };
    let at = |table: &[Ends], k: usize| {
        // A quantity that all judges share, or that the model does not have.
        if table.len() == judges {
            table[k]
        } else {
            UNKNOWN
        }
    };
    let reports = (0..judges).map(|k| {
        let mut report = Report {
            counts: votes[k],
            majority: majorities[k],
            consistency: triads[k],
            position: at(&positions, k),
            sensitivity: at(&sensitivities, k),
            norm: at(&norms, k)[0],
            ratio: at(&ratios, k),
            share: shares[k],
            leverage: units[k][1],
            distance: units[k][2],
            nearest: nearest[k].0,
            correlation: nearest[k].1,
            preference: own.get(k).map_or(UNKNOWN, |p| [p.excess[0], p.excess[2], p.excess[3]]),
            verdicts: Verdicts::default(),
        };
        let boundary = model.judge_problems[k].contains(Problems::BOUNDARY);
        report.verdicts = verdicts(&report, thresholds, boundary);
        report
    });
    Ok(reports.gathered())
}

fn check(t: &Thresholds) -> Result<()> {
    for (name, value, most) in [
        ("weak", t.weak, f64::MAX),
        ("position", t.position, 0.5),
        ("idiosyncratic", t.idiosyncratic, f64::MAX),
        ("redundant", t.redundant, 1.0),
    ] {
        if !(value >= 0.0 && value <= most) {
            return Err(Error::Argument(format!(
                "{name} is {value}; it must be finite, not negative and at most {most}"
            )));
        }
    }
    Ok(())
}

fn verdicts(report: &Report, t: &Thresholds, boundary: bool) -> Verdicts {
    let mut found = Verdicts::default();
    let [gamma, _, upper] = report.sensitivity;
    let position = report.counts.position;
    // A sensitivity held at zero has no interval, and could not be lower.
    found.add_if(Verdicts::WEAK, upper < t.weak || boundary);
    found.add_if(Verdicts::OPPOSED, gamma < 0.0);
    found.add_if(Verdicts::POSITION_DRIVEN, position.upper < t.position || position.lower > 1.0 - t.position);
    found.add_if(Verdicts::IDIOSYNCRATIC, report.ratio[1] > t.idiosyncratic);
    // To be sure of the threshold itself takes more votes than judges of the same mind mostly have.
    let [r, lower, _] = report.correlation;
    found.add_if(Verdicts::REDUNDANT, r > t.redundant && lower > 1.0 - 10.0 * (1.0 - t.redundant));
    found.add_if(Verdicts::SELF_PREFERRING, report.preference[1] > 0.0);
    found
}

/// Estimates and intervals of a quantity; empty if the model does not have it.
fn intervals_of(model: &Model, quantity: Quantity, options: &Options, watch: Watch<'_>) -> Result<Vec<Ends>> {
    match model.shape(quantity) {
        Err(Error::Unsupported(_)) => return Ok(Vec::new()),
        other => other?,
    };
    let table = estimates(model, quantity, options, watch)?;
    Ok(table.iter().map(|[estimate, _, lower, upper]| [*estimate, *lower, *upper]).gathered())
}

/// A row less its mean.
fn centred(row: &[f64]) -> Vec<f64> {
    let mean = row.iter().sum::<f64>() / row.len() as f64;
    row.iter().map(|x| x - mean).gathered()
}

/// For every judge the one whose strengths most significantly correlate with its own, and the correlation: of those
/// above the threshold the one whose interval has the highest lower end, or else the one with the highest
/// correlation. Weak judges may correlate with anybody, but not significantly.
fn nearest(
    model: &Model,
    strengths: &[f64],
    threshold: f64,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<(Option<usize>, Ends)>> {
    let standard: Vec<Option<Vec<f64>>> = strengths.chunks(model.layout.items).map(standard).gathered();
    let mut found = vec![(None, UNKNOWN); standard.len()];
    for (k, found) in found.iter_mut().enumerate() {
        let Some(own) = &standard[k] else { continue };
        let others = standard.iter().enumerate().filter(|(l, _)| *l != k);
        let mut others: Vec<(usize, f64)> =
            others.filter_map(|(l, other)| other.as_ref().map(|other| (l, dot(own, other)))).gathered();
        room::sort_by(&mut others, |a, b| b.1.total_cmp(&a.1));
        for (l, r) in others {
            // No lower end is above its correlation.
            if found.0.is_some() && (r <= threshold || r <= found.1[1]) {
                break;
            }
            let ends = correlation_ends(model, strengths, [k, l], options, &mut *watch)?;
            if found.0.is_none() || found.1[1].is_nan() || ends[1] > found.1[1] {
                *found = (Some(l), ends);
            }
        }
    }
    Ok(found)
}

/// The correlation of the strengths of two judges with its interval: by the delta method on the angle arccos r
/// of their rows, whose error does not shrink with the angle as that of r does.
fn correlation_ends(
    model: &Model,
    strengths: &[f64],
    judges: [usize; 2],
    options: &Options,
    watch: Watch<'_>,
) -> Result<Ends> {
    let range = |k: usize| k * model.layout.items..(k + 1) * model.layout.items;
    let [x, y] = judges.map(|k| &strengths[range(k)]);
    let (r, slopes) = correlation(x, y);
    let mut weights = vec![0.0; strengths.len()];
    judges.into_iter().zip(slopes).for_each(|(k, slopes)| weights[range(k)].copy_from_slice(&slopes));
    let (table, _) = contrasts(model, Quantity::Strengths, &weights, 1, options, watch)?;
    let angle = r.acos();
    let half = normal::critical(options.level) * table[0][1] / (1.0 - r * r).sqrt();
    // Rows in exact proportion have a correlation of one without error.
    let ends = [angle + half, angle - half].map(|end| end.clamp(0.0, std::f64::consts::PI).cos());
    Ok([r, ends[0], ends[1]])
}

/// The correlation of two rows and its slopes in both: with a and b the standard rows,
/// d r = (b - r a)' dx / |x| + (a - r b)' dy / |y|.
fn correlation(x: &[f64], y: &[f64]) -> (f64, [Vec<f64>; 2]) {
    let rows = [centred(x), centred(y)];
    let sizes = rows.each_ref().map(|row| dot(row, row).sqrt());
    let r = (dot(&rows[0], &rows[1]) / (sizes[0] * sizes[1])).clamp(-1.0, 1.0);
    let slopes = |own: usize| {
        let other = 1 - own;
        let pairs = rows[own].iter().zip(&rows[other]);
        pairs.map(|(a, b)| (b / sizes[other] - r * a / sizes[own]) / sizes[own]).gathered()
    };
    (r, [slopes(0), slopes(1)])
}

impl Report {
    /// The share of its triads that is circular; NaN where it has none.
    pub fn circular(&self) -> f64 {
        self.consistency.circular as f64 / self.consistency.triads as f64
    }
}

#[cfg(test)]
mod tests;
