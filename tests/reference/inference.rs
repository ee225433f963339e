//! Covariances from their definition, and what the model's quantities are as functions of the parameters.

use crate::case::{Case, Row};
use crate::compare::Comparison;
use crate::definition::Definition;
use crate::identified::Space;
use crate::linear::{dot, norm, Matrix};
use duel::comparisons::NONE;
use duel::inference::{contrasts, estimates, probabilities, Correction, CovarianceKind, Options};
use duel::model::{Comparison as Asked, Model, Quantity};
use duel::progress::unwatched;
use duel::strength::StrengthKind;
use duel::threshold::Form;
use std::collections::BTreeMap;

/// Quantities, and the numbers of each; NaN where there is nothing to compare.
type Values = Vec<(Quantity, Vec<f64>)>;

/// The matrix that stands for a kind of covariance, on the identified directions; None if the information there is
/// too near to singular for a comparison.
fn covariance(
    definition: &Definition<'_>,
    theta: &[f64],
    space: &Space,
    kind: CovarianceKind,
) -> Option<Matrix> {
    let observed = matches!(
        kind,
        CovarianceKind::Observed
            | CovarianceKind::Sandwich
            | CovarianceKind::ClusteredByContext
            | CovarianceKind::ClusteredByJudge
    );
    let full = if observed && !definition.choices().firth {
        definition.curved(theta).hessian
    } else {
        let mut expected = definition.expected(theta);
        let more = definition.penalties(theta);
        expected.of.iter_mut().zip(&more.of).for_each(|(e, m)| *e += m);
        expected
    };
    let bread = inverse(&space.reduce(&full))?;
    let by_context = |row: &Row| row.context;
    let by_judge = |row: &Row| Some(row.judge);
    let meat = match kind {
        CovarianceKind::Expected | CovarianceKind::Observed => return Some(bread),
        CovarianceKind::ClusteredByContext => definition.meat(theta, Some(&by_context)),
        CovarianceKind::ClusteredByJudge => definition.meat(theta, Some(&by_judge)),
        _ => definition.meat(theta, None),
    };
    let meat = space.reduce(&meat);
    let n = bread.n;
    let mut out = Matrix::zeros(n);
    let product = |a: &Matrix, b: &Matrix| {
        let mut c = Matrix::zeros(n);
        for i in 0..n {
            for k in 0..n {
                for j in 0..n {
                    c.of[i * n + j] += a.of[i * n + k] * b.of[k * n + j];
                }
            }
        }
        c
    };
    out.of.clone_from(&product(&product(&bread, &meat), &bread).of);
    Some(out)
}

fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let eigen = matrix.eigen();
    let most = eigen.largest();
    if eigen.values.iter().any(|v| *v < 1e-8 * most) {
        return None;
    }
    let mut out = Matrix::zeros(matrix.n);
    eigen.values.iter().zip(&eigen.vectors).for_each(|(value, v)| out.add_square(v, 1.0 / value));
    Some(out)
}

/// Gradient of Firth's objective: minus log-likelihood less half the log-determinant of the expected information
/// on the identified directions.
pub fn firth_gradient(definition: &Definition<'_>, theta: &[f64], space: &Space) -> Vec<f64> {
    let mut gradient = definition.curved(theta).gradient;
    let value = |theta: &[f64]| {
        space.reduce(&definition.expected(theta)).eigen().values.iter().map(|v| v.ln()).sum::<f64>()
    };
    for &at in &space.free {
        let h = 1e-5;
        let (mut up, mut down) = (theta.to_vec(), theta.to_vec());
        up[at] += h;
        down[at] -= h;
        gradient[at] -= 0.5 * (value(&up) - value(&down)) / (2.0 * h);
    }
    gradient
}

/// Which judges have comparisons that say something of strengths, and a sensitivity that is not held at zero.
fn active(definition: &Definition<'_>, space: &Space) -> Vec<usize> {
    let judging = |k: usize| definition.case.used().any(|r| r.judge == k) && !definition.is_only_ties(k);
    let free = |k: usize| definition.sensitivities.is_none_or(|first| space.free.contains(&(first + k)));
    (0..definition.judges).filter(|&k| judging(k) && free(k)).collect()
}

/// Scores of a judge about zero within each component; those of single items are unknown.
fn centred(definition: &Definition<'_>, raw: &[f64], components: &[usize]) -> Vec<f64> {
    let s = definition.choices();
    let alone = !(s.ridge > 0.0 || s.pseudo > 0.0);
    let item = |i: usize| {
        let together: Vec<usize> =
            (0..raw.len()).filter(|&j| components[j] == components[i] || !alone).collect();
        if together.iter().any(|&j| definition.is_fixed(j)) {
            return raw[i];
        }
        if together.len() == 1 {
            return f64::NAN;
        }
        raw[i] - together.iter().map(|&j| raw[j]).sum::<f64>() / together.len() as f64
    };
    (0..raw.len()).map(item).collect()
}

/// The quantities of a model at a point.
fn values(definition: &Definition<'_>, theta: &[f64], active: &[usize]) -> Values {
    let s = definition.choices();
    let items = definition.items;
    let is_pooled = s.strength.kind() == StrengthKind::Pooled;
    // A judge at a sensitivity of zero connects nothing.
    let (components, _) = definition.case.components_by(|judge| is_pooled || active.contains(&judge));
    let column = |first: usize| theta[first..first + items].to_vec();
    let voice = |first: usize, k: usize| theta[first + k];
    let scale = match definition.spread {
        // trace(P Sigma P) = 1, unless offsets or a penalty set the scale.
        Some(first) if s.offsets.is_empty() && s.spread_ridge() == 0.0 => {
            let sum: f64 = theta[first..first + items].iter().map(|t| t * t).sum();
            1.0 / ((1.0 - 1.0 / items as f64) * sum).sqrt()
        }
        _ => 1.0,
    };
    let mut strengths = Vec::new();
    for k in 0..definition.judges {
        let mut raw = column(definition.scores);
        if let Some(first) = definition.sensitivities {
            raw.iter_mut().for_each(|x| *x *= voice(first, k));
        }
        for &(v, u) in &definition.directions {
            raw.iter_mut().zip(column(v)).for_each(|(x, y)| *x += voice(u, k) * y);
        }
        strengths
            .push(centred(definition, &raw, &components).iter().map(|x| scale * x).collect::<Vec<f64>>());
    }
    // The consensus: the mean of the strengths; gamma of mean one.
    let judges = if s.strength.kind() == StrengthKind::Pooled { vec![0] } else { active.to_vec() };
    let mean = |i: usize| judges.iter().map(|&k| strengths[k][i]).sum::<f64>() / judges.len() as f64;
    let mu: Vec<f64> = (0..items).map(mean).collect();
    let mut out = vec![(Quantity::Scores, mu.clone())];
    if s.strength.kind() != StrengthKind::Pooled {
        let size: f64 = mu.iter().filter(|m| !m.is_nan()).map(|m| m * m).sum();
        let along =
            |k: usize| (0..items).filter(|&i| !mu[i].is_nan()).map(|i| strengths[k][i] * mu[i]).sum::<f64>();
        let gamma = |k: usize| if active.contains(&k) { along(k) / size } else { f64::NAN };
        out.push((Quantity::Sensitivities, (0..definition.judges).map(gamma).collect()));
        let own = |k: usize| if active.contains(&k) { strengths[k].clone() } else { vec![f64::NAN; items] };
        out.push((Quantity::Strengths, (0..definition.judges).flat_map(own).collect()));
    }
    if !definition.positions.is_empty() {
        out.push((
            Quantity::Positions,
            theta[definition.positions.clone()].iter().map(|p| scale * p).collect(),
        ));
    }
    if !definition.effects.is_empty() {
        out.push((Quantity::Effects, theta[definition.effects.clone()].iter().map(|b| scale * b).collect()));
    }
    if let Some(first) = definition.spread {
        let d = |i: usize| (scale * theta[first + i]).powi(2);
        // The logarithm of what is zero but for rounding has no digits.
        let least = 1e-20 * (0..items).map(d).fold(0.0, f64::max);
        let pair =
            |i: usize, j: usize| if i == j || d(i) + d(j) <= least { f64::NAN } else { (d(i) + d(j)).ln() };
        let all = (0..items).flat_map(|i| (0..items).map(move |j| (i, j)));
        out.push((Quantity::LogSpreads, all.map(|(i, j)| pair(i, j)).collect()));
    }
    if definition.has_ties() && s.threshold.form() == Form::Single {
        let e = theta[definition.thresholds.start];
        let of = |k: usize| match definition.offsets {
            Some(first) => e + theta[first + k],
            None => e,
        };
        let count = if definition.offsets.is_some() { definition.judges } else { 1 };
        let shown = |k: usize| match definition.may_tie(k, 0, 0) {
            true if definition.is_only_ties(k) => f64::INFINITY,
            true => of(k),
            false => f64::NAN,
        };
        out.push((Quantity::Thresholds, (0..count).map(shown).collect()));
    } else if definition.has_ties() && definition.offsets.is_none() && !definition.is_floored() {
        let pair = |i: usize, j: usize| match i == j || !definition.may_tie(0, i, j) {
            true => f64::NAN,
            false => definition.pair_threshold(theta, i, j),
        };
        let all = (0..items).flat_map(|i| (0..items).map(move |j| (i, j)));
        out.push((Quantity::PairThresholds, all.map(|(i, j)| pair(i, j)).collect()));
    }
    if !definition.bad.is_empty() {
        let may = |i: usize| definition.may_be_bad(i, i);
        let of = |(i, &b): (usize, &f64)| if may(i) { b } else { f64::NAN };
        out.push((
            Quantity::BadThresholds,
            theta[definition.bad.clone()].iter().enumerate().map(of).collect(),
        ));
    }
    out
}

/// Whether hardly anything is left of the mean of the judges' strengths, on whose size quantities depend without bound.
fn is_of_opposites(values: &Values) -> bool {
    let largest = |quantity: Quantity| {
        let of = values.iter().find(|(q, _)| *q == quantity).map(|(_, of)| of);
        of.map_or(0.0, |of| of.iter().filter(|v| !v.is_nan()).fold(0.0f64, |m, v| m.max(v.abs())))
    };
    largest(Quantity::Sensitivities) > 1e3 && largest(Quantity::Scores) < 1e-3 * largest(Quantity::Strengths)
}

/// Central differences of functions of the free parameters, of two widths, so that the error is of their fourth power: the logarithm of
/// a small variance is curved.
fn derivatives(theta: &[f64], free: &[usize], of: &dyn Fn(&[f64]) -> Vec<f64>) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![0.0; free.len()]; of(theta).len()];
    for (column, &at) in free.iter().enumerate() {
        let h = 1e-5 * (1.0 + theta[at].abs());
        let difference = |h: f64| -> Vec<f64> {
            let (mut up, mut down) = (theta.to_vec(), theta.to_vec());
            up[at] += h;
            down[at] -= h;
            of(&up).into_iter().zip(of(&down)).map(|(a, b)| (a - b) / (2.0 * h)).collect()
        };
        for (row, (near, far)) in rows.iter_mut().zip(difference(h).into_iter().zip(difference(2.0 * h))) {
            row[column] = (4.0 * near - far) / 3.0;
            if row[column].abs() < 1e-9 {
                row[column] = 0.0;
            }
        }
    }
    rows
}

/// A covariance on the identified directions, and that of the expected information: what rounding is measured against.
struct Errors {
    of: Matrix,
    plain: Matrix,
    repeats: f64,
    /// The rounding error of squared scores of many votes that cancel along a direction of little information.
    rounding: f64,
}

/// One number with its error: NaN exactly where it is not identified.
fn check_one(
    what: &str,
    found: [f64; 2],
    expected: f64,
    gradient: &[f64],
    space: &Space,
    covariance: &Errors,
    out: &mut Comparison,
) {
    out.numbers += 2;
    if !space.is_identified(gradient) {
        if !found[0].is_nan() || !(found[1].is_nan() || found[1] == f64::INFINITY) {
            out.differ(
                "a number for what is not identified",
                format!("{what}: {:e} +- {:e}", found[0], found[1]),
            );
        }
        return;
    }
    let is_near = (found[0] - expected).abs() <= 2e-6 * (1.0 + expected.abs());
    if !is_near {
        let kind = if found[0].is_nan() { "NaN for what is identified" } else { "estimate" };
        return out.differ(kind, format!("{what}: library {:e}, reference {expected:e}", found[0]));
    }
    let along = space.reduce_vector(gradient);
    let error = covariance.of.quadratic(&along).max(0.0).sqrt();
    let plain = covariance.plain.quadratic(&along).max(0.0).sqrt();
    let rounding = covariance.rounding * dot(gradient, gradient) / error.max(1e-300);
    let within = 2e-5 * error + 2e-6 * plain + 1e-7 * norm(gradient) + 1e-7 + rounding;
    let is_near = (found[1] - error).abs() <= within;
    if !is_near {
        // Votes that are all ties, or fewer clusters than parameters: their summed scores may vanish along a quantity, whose error the library
        // then does not give, and by the definition is zero.
        if found[1].is_nan() && error <= 1e-3 * plain * covariance.repeats.sqrt() {
            return;
        }
        let kind =
            if found[1].is_nan() { "NaN for the error of what is identified" } else { "standard error" };
        out.differ(kind, format!("{what}: library {:e}, reference {error:e}", found[1]));
    }
}

fn kinds(case: &Case) -> Vec<CovarianceKind> {
    let mut kinds = vec![CovarianceKind::Sandwich, CovarianceKind::SandwichExpected];
    if !case.importance {
        kinds.extend([CovarianceKind::Expected, CovarianceKind::Observed]);
    }
    if case.contexts > 0 {
        kinds.push(CovarianceKind::ClusteredByContext);
    }
    if case.named_judges > 1 {
        kinds.push(CovarianceKind::ClusteredByJudge);
    }
    kinds
}

/// How much larger variances are if all comparisons of a cluster say the same: its mean size, by comparison.
fn repeats(case: &Case, kind: CovarianceKind) -> f64 {
    let cluster = |row: &Row| match kind {
        CovarianceKind::ClusteredByContext => row.context,
        CovarianceKind::ClusteredByJudge => Some(row.judge),
        _ => None,
    };
    let mut sizes: BTreeMap<usize, f64> = BTreeMap::new();
    for row in case.used() {
        if let Some(cluster) = cluster(row) {
            *sizes.entry(cluster).or_default() += case.read(row).iter().sum::<f64>();
        }
    }
    let [sum, squares] = sizes.values().fold([0.0; 2], |[sum, squares], n| [sum + n, squares + n * n]);
    if sum > 0.0 {
        (squares / sum).max(1.0)
    } else {
        1.0
    }
}

/// All quantities with their errors by every kind of covariance.
pub fn check(case: &Case, definition: &Definition<'_>, model: &Model, space: &Space, out: &mut Comparison) {
    let theta = &model.theta;
    let (components, _) = case.components();
    if case.specification.spread.is_some() && components.iter().any(|c| *c != components[0]) {
        // Which items set the scale of the spread is a convention.
        return out.notes.push("quantities not compared: a spread, and disconnected");
    }
    let active = active(definition, space);
    if active.is_empty() && case.specification.strength.kind() != StrengthKind::Pooled {
        return;
    }
    let expected = values(definition, theta, &active);
    if is_of_opposites(&expected) {
        return out.notes.push("quantities not compared: the strengths of judges cancel each other");
    }
    let gradients: Vec<Vec<Vec<f64>>> = (0..expected.len())
        .map(|q| derivatives(theta, &space.free, &|theta| values(definition, theta, &active)[q].1.clone()))
        .collect();
    let before = out.disagreements.len();
    for kind in kinds(case) {
        let both = [kind, CovarianceKind::Expected].map(|kind| covariance(definition, theta, space, kind));
        let [Some(covariance), Some(plain)] = both else {
            out.notes.push("errors not compared: nearly singular");
            continue;
        };
        let scores = definition.meat(theta, None).of.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        let weakest = plain.eigen().largest();
        let rounding = f64::EPSILON * weakest * weakest * scores * repeats(case, kind);
        let covariance = &Errors { of: covariance, plain, repeats: repeats(case, kind), rounding };
        let options = Options { covariance: kind, correction: Correction::None, ..Options::default() };
        for ((quantity, expected), gradients) in expected.iter().zip(&gradients) {
            let table = match estimates(model, *quantity, &options, &mut unwatched()) {
                Ok(table) => table,
                Err(error) => {
                    out.differ("no answer", format!("{quantity:?}, {kind:?}: {error}"));
                    continue;
                }
            };
            for (at, (row, gradient)) in table.iter().zip(gradients).enumerate() {
                let what = format!("{quantity:?}[{at}], {kind:?}");
                if expected[at].is_nan() {
                    if *quantity == Quantity::Scores && !row[0].is_nan() {
                        out.differ(
                            "a number for what is not identified",
                            format!("{what}: {:e} +- {:e}", row[0], row[1]),
                        );
                    }
                    continue;
                }
                if expected[at].is_infinite() {
                    if row[0] != expected[at] || row[1].is_finite() {
                        out.differ("not at its limit", format!("{what}: {:e} +- {:e}", row[0], row[1]));
                    }
                    continue;
                }
                check_one(&what, [row[0], row[1]], expected[at], gradient, space, covariance, out);
            }
        }
        pairs(case, definition, model, space, covariance, &options, out);
        predictions(case, definition, model, space, covariance, &options, out);
        // One kind tells enough of a case that is wrong.
        if out.disagreements.len() > before {
            break;
        }
    }
}

/// Differences of the first score and every other.
fn pairs(
    case: &Case,
    definition: &Definition<'_>,
    model: &Model,
    space: &Space,
    covariance: &Errors,
    options: &Options,
    out: &mut Comparison,
) {
    if case.specification.strength.kind() != StrengthKind::Pooled || definition.spread.is_some() {
        return;
    }
    let n = case.items;
    let mut weights = vec![0.0; n * (n - 1)];
    for row in 0..n - 1 {
        weights[row * n] = 1.0;
        weights[row * n + row + 1] = -1.0;
    }
    match contrasts(model, Quantity::Scores, &weights, n - 1, options, &mut unwatched()) {
        Err(error) => out.differ("no answer", format!("contrasts of scores: {error}")),
        Ok((table, _)) => {
            for (row, found) in table.iter().enumerate() {
                let full = |at: usize| f64::from(at == 0) - f64::from(at == row + 1);
                let gradient: Vec<f64> = space.free.iter().map(|&at| full(at)).collect();
                let expected = model.theta[0] - model.theta[row + 1];
                let what = format!("score 0 - score {}", row + 1);
                check_one(&what, [found[0], found[1]], expected, &gradient, space, covariance, out);
            }
        }
    }
}

/// Probabilities of the comparisons at hand, and of one that may never have been made.
fn predictions(
    case: &Case,
    definition: &Definition<'_>,
    model: &Model,
    space: &Space,
    covariance: &Errors,
    options: &Options,
    out: &mut Comparison,
) {
    let mut rows: Vec<Row> =
        case.used().filter(|r| !definition.is_only_ties(r.judge)).take(6).cloned().collect();
    let Some(first) = rows.first().cloned() else { return };
    rows.push(Row { left: 0, right: case.items - 1, ..first });
    let asked: Vec<Asked> = rows
        .iter()
        .map(|row| Asked {
            left: row.left as u32,
            right: row.right as u32,
            judge: row.judge as u32,
            context: row.context.map_or(NONE, |c| c as u32),
        })
        .collect();
    let table = match probabilities(model, &asked, options, &mut unwatched()) {
        Ok(table) => table,
        Err(_) if definition.is_floored() => return,
        Err(error) => return out.differ("no answer", format!("probabilities: {error}")),
    };
    for (row, found) in rows.iter().zip(&table) {
        let distribution = definition.distribution(&model.theta, row);
        if definition.is_floored() && distribution.e.is_some_and(|e| e.value < 1e-6) {
            continue;
        }
        for (k, log_p) in distribution.log_p.iter().enumerate().filter_map(|(k, l)| l.map(|l| (k, l))) {
            let p = log_p.value.exp();
            if !(1e-7..1.0 - 1e-7).contains(&p) {
                continue;
            }
            let full = definition.spread_out(&distribution.touched, &log_p);
            let gradient: Vec<f64> = space.free.iter().map(|&at| p * full[at]).collect();
            let what = format!("probability {k} of {} : {} by {}", row.left, row.right, row.judge);
            // By symmetry the probability of a tie does not move with a difference of zero; where the difference is not
            // identified, neither is the probability.
            let of_z = definition.spread_out(&distribution.touched, &distribution.z);
            let of_z: Vec<f64> = space.free.iter().map(|&at| of_z[at]).collect();
            if found[4 * k].is_nan() && !space.is_identified(&of_z) {
                continue;
            }
            check_one(&what, [found[4 * k], found[4 * k + 1]], p, &gradient, space, covariance, out);
        }
    }
}

/// Differences of scores where no estimate is finite: those that the limit determines are there, and no others have
/// finite errors.
pub fn check_face(
    case: &Case,
    limit: &Definition<'_>,
    model: &Model,
    space: &Space,
    theta: &[f64],
    out: &mut Comparison,
) {
    let _ = limit;
    let n = case.items;
    let mut weights = Vec::new();
    let mut pairs = Vec::new();
    for i in 0..n {
        for j in 0..i {
            let mut row = vec![0.0; n];
            (row[i], row[j]) = (1.0, -1.0);
            weights.extend(row);
            pairs.push((i, j));
        }
    }
    let kind = if case.importance { CovarianceKind::Sandwich } else { CovarianceKind::Observed };
    let options = Options { covariance: kind, correction: Correction::None, ..Options::default() };
    let table = match contrasts(model, Quantity::Scores, &weights, pairs.len(), &options, &mut unwatched()) {
        Ok((table, _)) => table,
        Err(error) => return out.differ("separated: no answer", error.to_string()),
    };
    for ((i, j), found) in pairs.into_iter().zip(&table) {
        let full = |at: usize| f64::from(at == i) - f64::from(at == j);
        let gradient: Vec<f64> = space.free.iter().map(|&at| full(at)).collect();
        let what = format!("score {i} - score {j}: {:e} +- {:e}", found[0], found[1]);
        out.numbers += 2;
        if space.is_identified(&gradient) {
            let expected = if limit.is_fixed(i) && limit.is_fixed(j) {
                case.specification.fixed_scores[i] - case.specification.fixed_scores[j]
            } else {
                dot(&[1.0, -1.0], &[theta[i], theta[j]])
            };
            // Squared scores of votes that are all ties vanish: then there is no error by them.
            let is_told = found[1].is_finite() || (case.importance && found[1].is_nan());
            if !((found[0] - expected).abs() < 0.05 * (1.0 + expected.abs()) && is_told) {
                out.differ(
                    "separated: a contrast that is determined is lost",
                    format!("{what}, in the limit {expected:e}"),
                );
            }
        } else if found[1].is_finite() && !found[0].is_nan() {
            out.differ("separated: a finite error of what diverges", what);
        }
    }
}
