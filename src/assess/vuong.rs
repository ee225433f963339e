//! Vuong's (1989) test of two models of the same votes, neither a special case of the other.
//!
//! Let m_i = log f(y_i) - log g(y_i) be the gain of one model over the other in unit i (a comparison,
//! or all comparisons of a context), N the number of units, w^2 the variance of m. If both
//! models are equally far from the truth, sum m / (sqrt(N) w) is standard normal (theorem 5.1). That
//! holds where the models differ at all, w^2 > 0: under w^2 = 0, N w^2 is a sum of chi-square variables
//! weighted with the squared eigenvalues of W (theorem 4.1).

use super::cells::observed;
use super::criteria::{at_boundary, Space};
use super::nested::{check_choices, check_votes, is_quasi};
use crate::comparisons::NONE;
use crate::distributions::{normal, weighted_chi_square};
use crate::error::{Error, Result};
use crate::inference::each_prediction;
use crate::interrupt::spend;
use crate::linalg::{multiply, symmetric_eigen};
use crate::model::{contexts_repeat, Breads, Model, Predicted};
use crate::room::{self, reserve, Gather as _, Put as _};

/// With more parameters in both models the variance test, which needs their joint eigenvalues, is left out.
const LARGEST: usize = 2_000;

/// The work of a cell, in steps of about a nanosecond.
const CELL: usize = 1000;

/// The charge on the gain for the parameters of the two models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VuongPenalty {
    /// Nothing.
    None,
    /// The difference of dimensions, as in Akaike's criterion.
    Aic,
    /// Half the difference of dimensions times log n, as in Schwarz's.
    Bic,
}

impl VuongPenalty {
    /// All by their numbers.
    pub const ALL: [VuongPenalty; 3] = [VuongPenalty::None, VuongPenalty::Aic, VuongPenalty::Bic];
}

/// The units that are independent of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Independent {
    /// Contexts, or the clusters of the set, where they repeat, else comparisons.
    Auto,
    /// Comparisons.
    Comparisons,
    /// Contexts; a comparison without one is a unit of its own.
    Contexts,
    /// Clusters of the set; a comparison without one is in that of its context.
    Clusters,
}

/// The result of the test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vuong {
    /// The units that were taken as independent: never Auto.
    pub unit: Independent,
    /// Whether a parameter of either is at the end of its range, where the distribution does not quite hold.
    pub boundary: bool,
    /// Units N.
    pub units: f64,
    /// log L of the first model less that of the second.
    pub gain: f64,
    /// The charge on the gain for the difference of dimensions.
    pub penalty: f64,
    /// Variance w^2 of the gain of a unit.
    pub variance: f64,
    /// (gain - penalty) / (sqrt(N) w), positive where the first model is better; NaN where w = 0.
    pub statistic: f64,
    /// Two-sided p-value.
    pub p: f64,
    /// N w^2.
    pub variance_statistic: f64,
    /// P of a larger one if the models do not differ; NaN where it was not computed.
    pub variance_p: f64,
}

/// Tests which of two models is nearer to the truth.
pub fn vuong(
    first: &Model,
    second: &Model,
    penalty: VuongPenalty,
    independent: Independent,
) -> Result<Vuong> {
    first.refuse_grades("Vuong's test")?;
    check(first, second)?;
    let unit = match independent {
        Independent::Auto if !contexts_repeat(&first.set) => Independent::Comparisons,
        Independent::Auto if first.set.cells().has_clusters() => Independent::Clusters,
        Independent::Auto => Independent::Contexts,
        Independent::Contexts if first.set.contexts() == 0 => {
            return Err(Error::Unsupported("by: the set has no contexts to cluster by".into()))
        }
        chosen => chosen,
    };
    let units = units(first, second, unit)?;
    let number: f64 = units.iter().map(|unit| unit.times).sum();
    let gain: f64 = units.iter().map(|unit| unit.times * unit.gain).sum();
    let mean = gain / number;
    let variance = units.iter().map(|unit| unit.times * (unit.gain - mean).powi(2)).sum::<f64>() / number;
    let difference = first.facts.dimension as f64 - second.facts.dimension as f64;
    let penalty = match penalty {
        VuongPenalty::None => 0.0,
        VuongPenalty::Aic => difference,
        VuongPenalty::Bic => 0.5 * difference * first.facts.comparisons.ln(),
    };
    // Models that agree in every prediction differ by rounding.
    let size = units.iter().map(|unit| unit.times * unit.size).sum::<f64>() / number;
    let root = if variance.sqrt() > 1e-12 * size { variance.sqrt() } else { 0.0 };
    let statistic = if root == 0.0 { f64::NAN } else { (gain - penalty) / (number.sqrt() * root) };
    let variance_statistic = number * root * root;
    let variance_p = if root == 0.0 {
        1.0
    } else if first.theta.len() + second.theta.len() > LARGEST {
        f64::NAN
    } else {
        weighted_chi_square::upper(variance_statistic, &weights(first, second, &units)?)
    };
    Ok(Vuong {
        unit,
        boundary: at_boundary(first) || at_boundary(second),
        units: number,
        gain,
        penalty,
        variance: root * root,
        statistic,
        p: normal::outside(statistic.abs()),
        variance_statistic,
        variance_p,
    })
}

fn check(first: &Model, second: &Model) -> Result<()> {
    let refuse = |text: String| Err(Error::Unsupported(text));
    for (name, model) in [("first", first), ("second", second)] {
        if let Some(weights) = model.weighting() {
            return refuse(format!(
                "{name} is fitted to {weights}, whose likelihood has no known distribution"
            ));
        }
        if is_quasi(model) {
            return refuse(format!(
                "{name} counts ties as halves: its quasi-likelihood is no probability of the votes"
            ));
        }
        if !model.is_at_maximum() {
            return refuse(format!(
                "{name} is penalised, bias-reduced or given, so that its likelihood is not at the maximum"
            ));
        }
    }
    if Space::of(first) != Space::of(second) {
        return refuse("outcome: likelihoods of different outcome spaces cannot be compared".into());
    }
    check_votes(first, second)?;
    check_votes(second, first)?;
    let nests = |null: &Model, full: &Model| {
        let (a, b) = (&null.specification, &full.specification);
        a.outcome == b.outcome && check_choices(a, b).is_ok()
    };
    if nests(first, second) || nests(second, first) {
        return refuse(
            "one model is a special case of the other, where Vuong's distribution does not apply: compare nested models"
                .into(),
        );
    }
    Ok(())
}

/// Comparisons that are independent of others: as many alike as `times` says.
struct Unit {
    times: f64,
    /// log f - log g.
    gain: f64,
    /// |log f| + |log g|, what rounding is measured against.
    size: f64,
    /// Gradient of the negative log-likelihoods in the parameters of both models, those of the
    /// second after those of the first.
    score: Vec<(u32, f64)>,
}

/// One cell under a model, by outcome: log-likelihood and gradient of one comparison.
type Told = Vec<(f64, Vec<(u32, f64)>)>;

/// Log-likelihood and score of a comparison of every outcome, cell after cell of the first model's set.
fn told(model: &Model, of: &Model, from: u32) -> Result<Vec<(usize, Told)>> {
    let outcome = model.outcome();
    let mut cells = Vec::new();
    each_prediction(model, &of.set, |cell, _, _, predicted| {
        spend(CELL);
        let logs = super::cells::log_probabilities(outcome, predicted.at());
        let slopes = super::cells::slopes(outcome, predicted.at());
        let score = |slopes| gradient(model, &predicted, slopes, from);
        cells.put((cell, logs.into_iter().zip(slopes).map(|(log, slope)| (log, score(slope))).gathered()));
    })?;
    Ok(cells)
}

fn gradient(model: &Model, predicted: &Predicted, slopes: [f64; 3], from: u32) -> Vec<(u32, f64)> {
    let mut gradient = Vec::new();
    predicted.along(slopes, |at, d| {
        if d != 0.0 && !model.objective.fixed[at as usize] {
            gradient.put((at + from, d));
        }
    });
    gradient
}

/// The independent units of the first model's set.
fn units(first: &Model, second: &Model, by: Independent) -> Result<Vec<Unit>> {
    let (a, b) = (told(first, first, 0)?, told(second, first, first.theta.len() as u32)?);
    let cells = first.set.cells();
    let mut both: Vec<_> = a.into_iter().zip(b).map(|((cell, a), (_, b))| (cell, a, b)).gathered();
    if by == Independent::Clusters {
        crate::room::sort_by_key(&mut both, |(cell, ..)| first.set.cluster_label(*cell));
    }
    let mut units: Vec<Unit> = Vec::new();
    let mut last = NONE;
    for (cell, a, b) in both {
        spend(CELL);
        let context = match by {
            Independent::Contexts => cells.context[cell],
            Independent::Clusters => first.set.cluster_label(cell),
            _ => NONE,
        };
        let read = first.layout.terms.read(&cells.counts[cell]);
        let counts = observed(first.outcome(), &read);
        // A context or a cluster is complete where another begins.
        if context != last {
            units.last_mut().into_iter().for_each(Unit::gather);
        }
        if context == NONE && cells.shares(cell).is_some() {
            // Judgements that are split, all alike.
            let times = counts.iter().sum::<f64>();
            let mut unit = Unit { times, gain: 0.0, size: 0.0, score: Vec::new() };
            for (&count, ((log_a, score_a), (log_b, score_b))) in counts.iter().zip(a.into_iter().zip(b)) {
                if count > 0.0 {
                    let share = count / times;
                    unit.gain += share * (log_a - log_b);
                    unit.size += share * (log_a.abs() + log_b.abs());
                    unit.score.put_each(score_a.into_iter().chain(score_b).map(|(at, d)| (at, share * d)));
                }
            }
            unit.gather();
            units.put(unit);
            last = NONE;
            continue;
        }
        for (&count, ((log_a, score_a), (log_b, score_b))) in counts.iter().zip(a.into_iter().zip(b)) {
            if count == 0.0 {
                continue;
            }
            let (gain, size) = (log_a - log_b, log_a.abs() + log_b.abs());
            let score = score_a.into_iter().chain(score_b);
            match units.last_mut() {
                // Cells come context by context, or cluster by cluster.
                Some(unit) if context != NONE && context == last => {
                    unit.gain += count * gain;
                    unit.size += count * size;
                    unit.score.put_each(score.map(|(at, d)| (at, count * d)));
                }
                _ if context != NONE => {
                    let score = score.map(|(at, d)| (at, count * d)).gathered();
                    units.put(Unit { times: 1.0, gain: count * gain, size: count * size, score });
                }
                _ => units.put(Unit { times: count, gain, size, score: score.gathered() }),
            }
            last = context;
        }
    }
    units.last_mut().into_iter().for_each(Unit::gather);
    Ok(units)
}

impl Unit {
    /// Adds up the entries of each parameter.
    fn gather(&mut self) {
        room::sort_by_key(&mut self.score, |(at, _)| *at);
        self.score.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
    }
}

/// The squared eigenvalues of W: with M the sum of squared joint scores and D the inverse Hessians, of
/// opposite sign for the two models, those of M D (Vuong 1989, equation 3.6), which are those of
/// R D R for the symmetric root R of M.
fn weights(first: &Model, second: &Model, units: &[Unit]) -> Result<Vec<f64>> {
    let (p, q) = (first.theta.len(), second.theta.len());
    let size = p + q;
    let mut meat = reserve(size * size)?;
    for unit in units {
        spend(2 * unit.score.len() * unit.score.len());
        for &(a, along_a) in &unit.score {
            for &(b, along_b) in &unit.score {
                meat[a as usize * size + b as usize] += unit.times * along_a * along_b;
            }
        }
    }
    let mut inverse = reserve(size * size)?;
    for (model, from, sign) in [(first, 0, 1.0), (second, p, -1.0)] {
        let bread = Breads::new(model, false)?.observed;
        let n = model.theta.len();
        // The Hessian is that of counts in units of the objective.
        let scale = sign / model.facts.unit;
        for (row, values) in bread.chunks_exact(n).enumerate() {
            let into = &mut inverse[(from + row) * size + from..][..n];
            into.iter_mut().zip(values).for_each(|(to, value)| *to = scale * value);
        }
    }
    let (values, vectors) = symmetric_eigen(&meat, size)?;
    let mut root = reserve(size * size)?;
    for (value, vector) in values.iter().zip(vectors.chunks_exact(size)) {
        // Rounding may leave an eigenvalue of zero slightly negative.
        let weight = value.max(0.0).sqrt();
        for (i, a) in vector.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            spend(size);
            root[i * size..][..size].iter_mut().zip(vector).for_each(|(sum, b)| *sum += weight * a * b);
        }
    }
    let (mut half, mut whole) = (reserve(size * size)?, reserve(size * size)?);
    multiply(&root, &inverse, &mut half, size);
    multiply(&half, &root, &mut whole, size);
    let (values, _) = symmetric_eigen(&whole, size)?;
    Ok(values.iter().map(|value| value * value).gathered())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparisons::{Column, Key, Rows, Set};
    use crate::model::{fit, Position, Specification};
    use crate::outcome::Outcome;
    use crate::progress::unwatched;
    use crate::random::Random;
    use crate::simulate::simulate;

    /// Two judges see every ordered pair of four items equally often; Davidson is the truth.
    fn drawn(each: f64, seed: u64) -> Set {
        let mut set = Set::new();
        let ordered = (0..4u32).flat_map(|i| (0..4u32).filter(move |&j| j != i).map(move |j| (i, j)));
        let rows: Vec<(u32, u32, u32)> =
            ordered.flat_map(|(i, j)| (0..2u32).map(move |judge| (judge, i, j))).collect();
        let ids = |of: fn(&(u32, u32, u32)) -> u32| rows.iter().map(of).collect::<Vec<u32>>();
        let (judge, left, right) = (ids(|r| r.0), ids(|r| r.1), ids(|r| r.2));
        let (wins, losses) = (vec![each; rows.len()], vec![0.0; rows.len()]);
        let key = |values| Key { values: Column::U32(values), base: 0 };
        set.append(&Rows {
            length: rows.len(),
            left: key(&left),
            right: key(&right),
            judge: key(&judge),
            wins: Column::F64(&wins),
            losses: Column::F64(&losses),
            ..Rows::default()
        })
        .unwrap();
        let truth = Specification { outcome: Outcome::Davidson, ..Specification::default() };
        let model = Model::given(&set, &truth, &[0.4, 0.1, -0.1, -0.4, -0.3]).unwrap();
        simulate(&model, &set, seed).unwrap()
    }

    fn overlapping(set: &Set) -> [Model; 2] {
        let plain = Specification { outcome: Outcome::Davidson, ..Specification::default() };
        [
            Specification { position: Position::Shared, ..plain.clone() },
            Specification { threshold_by_judge: true, ..plain },
        ]
        .map(|specification| fit(set, &specification, &mut unwatched()).unwrap())
    }

    /// Two effects that are not there, orthogonal to each other and to all else: W has the eigenvalues
    /// 1 and -1, and zeros for what the models share.
    #[test]
    fn weights_of_overlapping_models() {
        let set = drawn(4e5, 1);
        let [first, second] = overlapping(&set);
        let units = units(&first, &second, Independent::Comparisons).unwrap();
        let mut weights = weights(&first, &second, &units).unwrap();
        weights.sort_by(|a, b| b.total_cmp(a));
        assert!(weights[..2].iter().all(|w| (w - 1.0).abs() < 0.01), "{weights:?}");
        assert!(weights[2..].iter().all(|w| w.abs() < 0.01), "{weights:?}");
    }

    /// Where the models do not differ the p-value of the variance is uniform.
    #[test]
    fn variance_test_keeps_its_level() {
        let (mut mean, mut below) = (0.0, [0.0; 2]);
        const DATA: u64 = 400;
        for seed in 0..DATA {
            let [first, second] = overlapping(&drawn(40.0, seed));
            let p = vuong(&first, &second, VuongPenalty::None, Independent::Auto).unwrap().variance_p;
            mean += p / DATA as f64;
            below[0] += f64::from(u8::from(p < 0.1));
            below[1] += f64::from(u8::from(p < 0.5));
        }
        assert!((mean - 0.5).abs() < 0.06, "{mean}");
        assert!((below[0] - 40.0).abs() < 21.0 && (below[1] - 200.0).abs() < 40.0, "{below:?}");
    }

    /// The statistic from the probabilities of all comparisons, one by one and context by context.
    #[test]
    fn statistic_by_hand() {
        let base = drawn(30.0, 5);
        let fitted = |outcome, set: &Set| {
            fit(set, &Specification { outcome, ..Specification::default() }, &mut unwatched()).unwrap()
        };
        let [first, second] = [Outcome::RaoKupper, Outcome::Davidson].map(|outcome| fitted(outcome, &base));
        let found = vuong(&first, &second, VuongPenalty::None, Independent::Auto).unwrap();
        let mut gains = Vec::new();
        let log = |model: &Model, left: u32, right: u32, k: usize| {
            let at = model
                .point()
                .predict_neutral(left as usize, right as usize, crate::model::Scale::Arithmetic)
                .unwrap();
            model.outcome().probabilities(at.at())[k].ln()
        };
        let cells = base.cells();
        for (cell, counts) in cells.counts.iter().enumerate() {
            for (k, count) in counts.iter().enumerate().take(3) {
                let (left, right) = (cells.left[cell], cells.right[cell]);
                let gain = log(&first, left, right, k) - log(&second, left, right, k);
                gains.extend(vec![gain; *count as usize]);
            }
        }
        let n = gains.len() as f64;
        let sum: f64 = gains.iter().sum();
        let variance = gains.iter().map(|g| (g - sum / n).powi(2)).sum::<f64>() / n;
        assert!((found.units - n).abs() < 1e-9 && found.unit == Independent::Comparisons && !found.boundary);
        assert!((found.gain - (first.facts.log_likelihood - second.facts.log_likelihood)).abs() < 1e-9);
        assert!((found.statistic - sum / (n * variance).sqrt()).abs() < 1e-8, "{found:?}");
        assert!((found.p - normal::outside(found.statistic.abs())).abs() < 1e-15);
        let turned = vuong(&second, &first, VuongPenalty::Bic, Independent::Comparisons).unwrap();
        assert!((turned.statistic + found.statistic).abs() < 1e-9 && turned.penalty == 0.0);
        assert!((turned.variance_p - found.variance_p).abs() < 1e-9);
        assert!(vuong(&first, &second, VuongPenalty::None, Independent::Contexts).is_err());
    }

    #[test]
    fn charges_are_those_of_the_criteria() {
        let mut random = Random::new(3, 0);
        let set = drawn(50.0, random.below(100));
        let [first, _] = overlapping(&set);
        let other = Specification {
            outcome: Outcome::RaoKupper,
            threshold_by_judge: true,
            position: Position::ByJudge,
            ..Specification::default()
        };
        let second = fit(&set, &other, &mut unwatched()).unwrap();
        let criteria = [&first, &second].map(|model| crate::assess::criteria(model).unwrap());
        let plain = vuong(&first, &second, VuongPenalty::None, Independent::Auto).unwrap();
        for (penalty, gap) in [
            (VuongPenalty::Aic, criteria[1].aic - criteria[0].aic),
            (VuongPenalty::Bic, criteria[1].bic - criteria[0].bic),
        ] {
            let found = vuong(&first, &second, penalty, Independent::Auto).unwrap();
            assert!((2.0 * (found.gain - found.penalty) - gap).abs() < 1e-8);
            let root = (found.units * found.variance).sqrt();
            assert!((found.statistic - (plain.gain - found.penalty) / root).abs() < 1e-12);
        }
    }

    #[test]
    fn what_vuongs_test_is_not_for() {
        let set = drawn(30.0, 2);
        let of = |specification: Specification| fit(&set, &specification, &mut unwatched()).unwrap();
        let plain = Specification { outcome: Outcome::Davidson, ..Specification::default() };
        let davidson = of(plain.clone());
        let test =
            |other: &Model| vuong(&davidson, other, VuongPenalty::None, Independent::Auto).unwrap_err();
        let position = of(Specification { position: Position::Shared, ..plain.clone() });
        let halves = of(Specification::default());
        let dropped = of(Specification { ties: crate::model::Ties::Dropped, ..Specification::default() });
        let ridge = of(Specification { ridge: 1.0, outcome: Outcome::RaoKupper, ..plain });
        for (other, part) in [
            (&position, "special case"),
            (&halves, "halves"),
            (&dropped, "outcome spaces"),
            (&ridge, "penalised"),
        ] {
            let error = test(other);
            assert!(error.code() == 7 && error.to_string().contains(part), "{error}");
        }
        let elsewhere = Specification { outcome: Outcome::RaoKupper, ..Specification::default() };
        let elsewhere = fit(&drawn(30.0, 3), &elsewhere, &mut unwatched()).unwrap();
        assert!(test(&elsewhere).to_string().contains("different comparisons"));
    }
}
