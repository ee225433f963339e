//! Random small sets of every composition.

use crate::case::{is_of_two, Case, Covariate, Row};
use crate::random::Random;
use duel::comparisons::CovariateOf;
use duel::model::{
    BothBad, CovarianceKind, Link, Position, Problems, Specification, SpreadModel, StrengthModel,
    ThresholdModel, Ties,
};
use duel::outcome::Outcome;
use duel::strength::StrengthKind;
use duel::threshold::{Basis, Form};

/// The case with normal for logistic noise; Davidson's model, which has none, becomes that of Glenn and David.
pub fn with_probit(mut case: Case) -> Case {
    let s = &mut case.specification;
    s.firth = false;
    s.outcome = if is_of_two(s.outcome) { Outcome::ThurstoneMosteller } else { Outcome::GlennDavid };
    if matches!(s.both_bad, BothBad::Outcome { .. }) {
        s.both_bad = BothBad::Tie;
    }
    case
}

const SHAPES: [&str; 9] =
    ["any", "any", "sparse", "tree", "two components", "separated", "one pair", "no winners", "large counts"];

/// The rows: pairs of a graph of some shape, answered by chance, or by a rule that takes estimates to the edge.
fn rows(random: &mut Random, case: &mut Case, shape: &'static str) {
    let items = case.items;
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let all = |from: usize, to: usize| (from..to).flat_map(move |i| (from..i).map(move |j| (i, j)));
    match shape {
        "one pair" => pairs.push((0, items - 1)),
        "tree" => pairs.extend((1..items).map(|i| (i, random.below(i)))),
        "sparse" => {
            pairs.extend((1..items).map(|i| (i, random.below(i))));
            let more: Vec<_> = all(0, items).filter(|_| random.chance(0.2)).collect();
            pairs.extend(more);
        }
        "two components" => {
            let cut = random.between(1, items - 1);
            pairs.extend(all(0, cut).chain(all(cut, items)));
            if pairs.is_empty() {
                pairs.push((0, 1));
            }
        }
        _ => {
            let keep = if random.chance(0.5) { 1.0 } else { 0.7 };
            pairs.extend(all(0, items).filter(|_| random.chance(keep)));
            if pairs.is_empty() {
                pairs.push((0, 1));
            }
        }
    }
    let scores: Vec<f64> = (0..items).map(|_| 0.8 * random.normal()).collect();
    let readiness: Vec<f64> = (0..items).map(|_| random.pick(&[0.0, 0.15, 0.3, 0.3])).collect();
    let voices: Vec<f64> = (0..case.judges()).map(|_| random.pick(&[1.0, 1.5, 0.7, 0.1, -0.6])).collect();
    let most = match shape {
        "large counts" => random.pick(&[1e3, 1e5]),
        _ => random.pick(&[3.0, 8.0, 30.0]),
    };
    let ties = random.chance(0.7);
    let passes = random.between(1, 2);
    let cut = random.between(1, items - 1);
    for (i, j) in pairs {
        for (judge, voice) in voices.iter().enumerate() {
            for _ in 0..passes {
                if random.chance(0.25) && case.judges() * passes > 1 {
                    continue;
                }
                let (left, right) = if random.chance(0.5) { (i, j) } else { (j, i) };
                let context =
                    (case.contexts > 0 && random.chance(0.95)).then(|| random.below(case.contexts.max(1)));
                let total = if shape == "large counts" {
                    (most * random.unit().powi(4)).ceil()
                } else {
                    1.0 + (random.unit() * most).floor()
                };
                let p_tie = if ties { 0.5 * (readiness[left] + readiness[right]) } else { 0.0 };
                let p = 1.0 / (1.0 + (-voice * (scores[left] - scores[right]) - 0.2).exp());
                let mut counts = [0.0; 5];
                if shape == "large counts" {
                    let share = (1.0 - p_tie) * total;
                    counts[0] = (share * p).round();
                    counts[1] = (share - counts[0]).round().max(0.0);
                    counts[2] = total - counts[0] - counts[1];
                    if random.chance(0.15) {
                        counts[random.below(2)] = 0.0;
                    }
                } else {
                    for _ in 0..total as usize {
                        let at = match () {
                            _ if random.chance(p_tie) => {
                                2 + usize::from(random.chance(0.3)) * random.between(1, 2)
                            }
                            _ if random.chance(p) => 0,
                            _ => 1,
                        };
                        counts[at] += 1.0;
                    }
                }
                if shape == "no winners" {
                    counts = [0.0, 0.0, counts.iter().sum(), 0.0, 0.0];
                } else if shape == "separated" && (left < cut) != (right < cut) {
                    let lost = usize::from(left < cut);
                    counts[1 - lost] += counts[lost];
                    counts[lost] = 0.0;
                    if random.chance(0.7) {
                        counts[1 - lost] += counts[2..].iter().sum::<f64>();
                        counts[2..].fill(0.0);
                    }
                }
                let weight = if case.importance { random.pick(&[0.25, 0.5, 1.5, 2.75]) } else { 1.0 };
                if counts.iter().sum::<f64>() > 0.0 {
                    case.rows.push(Row { context, judge, left, right, counts, weight });
                }
            }
        }
    }
}

fn covariate(random: &mut Random, case: &Case, name: &str, of: CovariateOf) -> Covariate {
    let count = match of {
        CovariateOf::Item => case.items,
        CovariateOf::Context => case.contexts,
        CovariateOf::ContextItem => case.contexts * case.items,
        CovariateOf::JudgeItem => case.named_judges * case.items,
    };
    let round = |x: f64| (x * 16.0).round() / 16.0;
    let values = (0..count).map(|_| round(random.normal())).collect();
    Covariate { name: name.into(), of, values }
}

fn choices(random: &mut Random, case: &mut Case) {
    let mut s = Specification { accept: Problems::ANY, ..Specification::default() };
    s.covariance = CovarianceKind::Auto;
    let judged = case.named_judges > 1;
    s.strength = match random.below(10) {
        0..=2 if judged => StrengthModel::Sensitivity { signed: random.chance(0.4), covariates: Vec::new() },
        3 | 4 if judged && case.items > 2 => {
            let most = (case.named_judges - 1).min(case.items - 2);
            StrengthModel::disagreement(random.between(0, most.min(1)))
        }
        _ => StrengthModel::Pooled,
    };
    let pooled = !s.strength.is_by_judge();
    s.position = match random.below(6) {
        0 | 1 => Position::Shared,
        2 if judged => Position::ByJudge,
        _ => Position::None,
    };
    s.outcome =
        random.pick(&[Outcome::BradleyTerry, Outcome::BradleyTerry, Outcome::RaoKupper, Outcome::Davidson]);
    s.both_bad = random.pick(&[BothBad::Tie, BothBad::Tie, BothBad::Tie, BothBad::Dropped]);
    if s.outcome == Outcome::BradleyTerry {
        s.ties = random.pick(&[Ties::Half, Ties::Half, Ties::Dropped]);
    } else {
        s.threshold = match random.pick(&[Form::Single, Form::Single, Form::Additive, Form::Factored]) {
            Form::Single => ThresholdModel::Single,
            Form::Additive => ThresholdModel::ADDITIVE,
            Form::Factored => {
                let factors = random.between(1, (case.items - 1).min(2));
                ThresholdModel::factored(factors, random.pick(&[Basis::Cosine, Basis::Paper]))
            }
        };
        s.threshold_by_judge = judged && random.chance(0.25);
        if s.outcome == Outcome::RaoKupper && s.threshold.form() != Form::Single && random.chance(0.4) {
            s.threshold = s.threshold.with_link(Link::LINEAR);
        }
        if s.outcome == Outcome::Davidson && random.chance(0.25) {
            s.both_bad = BothBad::Outcome { additive: random.pick(&[false, true]) };
        }
        let exact = s.threshold.form() != Form::Factored || s.threshold.basis() == Basis::Cosine;
        if s.threshold.form() != Form::Single && exact && random.chance(0.2) {
            s.threshold = s.threshold.with_ridge(0.5);
        }
    }
    if pooled && random.chance(0.15) {
        let ridge = if random.chance(0.2) { 0.5 } else { 0.0 };
        s.spread = Some(SpreadModel { factors: 0, ridge });
    }
    let plain = pooled && s.spread.is_none();
    if plain && s.outcome == Outcome::BradleyTerry && random.chance(0.15) {
        s.firth = true;
    } else if (s.spread.is_none() || s.spread_ridge() > 0.0) && random.chance(0.15) {
        if random.chance(0.5) {
            s.ridge = random.pick(&[0.1, 1.0]);
        } else {
            s.pseudo = random.pick(&[0.25, 1.0]);
        }
    }
    if plain && random.chance(0.1) {
        s.fixed_scores =
            (0..case.items)
                .map(|i| {
                    if i == 0 || random.chance(0.3) {
                        (random.normal() * 8.0).round() / 8.0
                    } else {
                        f64::NAN
                    }
                })
                .collect();
    }
    let with_context = case.rows.iter().all(|r| r.context.is_some()) && case.contexts > 0;
    let mut kinds = vec![CovariateOf::Item];
    if with_context {
        kinds.extend([CovariateOf::Context, CovariateOf::ContextItem, CovariateOf::ContextItem]);
    }
    if case.named_judges > 0 {
        kinds.push(CovariateOf::JudgeItem);
    }
    if random.chance(0.2) {
        let of = random.pick(&kinds);
        let free_items = s.fixed_scores.is_empty() && of == CovariateOf::Item && !random.chance(0.3);
        if !(free_items || of == CovariateOf::Context && s.position == Position::None) {
            case.covariates.push(covariate(random, case, "x", of));
            s.covariates.push("x".into());
        }
    }
    if random.chance(0.08) {
        let of = random.pick(&kinds);
        if of != CovariateOf::Context {
            case.covariates.push(covariate(random, case, "known", of));
            s.offsets.push("known".into());
        }
    }
    if s.strength.kind() == StrengthKind::Sensitivity && with_context && random.chance(0.12) {
        case.covariates.push(covariate(random, case, "length", CovariateOf::Context));
        s.strength = std::mem::take(&mut s.strength).with_covariates(vec!["length".into()]);
    }
    case.specification = s;
}

pub fn case(random: &mut Random) -> Case {
    let shape = random.pick(&SHAPES);
    let mut case = Case {
        shape,
        items: random.pick(&[2, 3, 3, 4, 4, 5, 6]),
        named_judges: random.pick(&[0, 0, 1, 2, 3, 4]),
        contexts: random.pick(&[0, 0, 2, 6]),
        rows: Vec::new(),
        importance: random.chance(0.1),
        covariates: Vec::new(),
        specification: Specification::default(),
    };
    while case.rows.is_empty() {
        rows(random, &mut case, shape);
    }
    choices(random, &mut case);
    case
}
