//! Where searches start, which parameters are free, and the best of many searches.

use crate::definition::Definition;
use crate::optimum::{End, Search};
use crate::random::Random;
use duel::strength::StrengthKind;
use std::collections::BTreeSet;

/// Parameters that are estimated: scores that are not fixed.
fn free(definition: &Definition<'_>) -> Vec<usize> {
    (0..definition.count).filter(|&at| !definition.is_fixed(at)).collect()
}

/// Those that are free at a point: not sensitivities held at zero, nor variances of zero.
pub fn free_at(definition: &Definition<'_>, theta: &[f64]) -> Vec<usize> {
    let s = definition.choices();
    let mut free = free(definition);
    if let (Some(first), false) =
        (definition.sensitivities, s.strength.is_signed() || s.strength.kind() == StrengthKind::Disagreement)
    {
        let judge = first..first + definition.judges;
        free.retain(|at| !judge.contains(at) || theta[*at] != 0.0);
        // The slope of a sensitivity of zero has nothing to act on.
    }
    if let Some(first) = definition.spread {
        let taus = first..first + definition.items;
        let most = theta[taus.clone()].iter().fold(0.0f64, |m, t| m.max(t.abs()));
        free.retain(|at| !taus.contains(at) || theta[*at].abs() > 1e-4 * most);
    }
    free
}

/// Those that are free where all strengths are zero.
pub fn flat(definition: &Definition<'_>) -> Vec<usize> {
    let judges = definition.sensitivities.map(|first| first..first + definition.judges);
    let columns: Vec<_> = definition.directions.iter().map(|d| d.1..d.1 + definition.judges).collect();
    free(definition)
        .into_iter()
        .filter(|at| !judges.iter().chain(&columns).any(|range| range.contains(at)))
        .collect()
}

/// A point to start from, plain or drawn.
pub fn start(definition: &Definition<'_>, random: &mut Random, plain: bool) -> Vec<f64> {
    let s = definition.choices();
    let mut theta = vec![0.0; definition.count];
    let small = |random: &mut Random, size: f64| if plain { 0.0 } else { size * random.normal() };
    let scale = if plain { 0.0 } else { random.pick(&[0.3, 1.0, 2.5]) };
    for at in 0..definition.items {
        theta[definition.scores + at] =
            if definition.is_fixed(at) { s.fixed_scores[at] } else { scale * random.normal() };
    }
    if let Some(first) = definition.sensitivities {
        for judge in 0..definition.judges {
            theta[first + judge] = if plain { 0.0 } else { 1.0 + 0.8 * random.normal() };
        }
    }
    for &(v, u) in &definition.directions {
        (v..v + definition.items).for_each(|at| theta[at] = small(random, 0.8));
        (u..u + definition.judges).for_each(|at| theta[at] = small(random, 0.8));
    }
    definition
        .positions
        .clone()
        .chain(definition.effects.clone())
        .for_each(|at| theta[at] = small(random, 0.3));
    if let Some(first) = definition.spread {
        for tau in &mut theta[first..first + definition.items] {
            *tau = if plain { 0.7 } else { (0.8 * random.normal()).exp() * 0.7 };
        }
    }
    // Thresholds of Rao and Kupper without a link must be positive to begin with.
    let positive = crate::case::is_of_differences(s.outcome);
    let linear =
        positive && (s.threshold.link().is_linear() || s.threshold.form() == duel::threshold::Form::Single);
    let level = if linear { 0.4 } else { -0.3 };
    for at in definition.thresholds.clone() {
        theta[at] = if linear && s.threshold.factors() > 0 { 0.0 } else { level + small(random, 0.1).abs() };
    }
    if linear && s.threshold.factors() > 0 {
        // Each row of G along the row sums of the basis is about a common threshold; the first column does.
        for item in 0..definition.items {
            theta[definition.thresholds.start + item * s.threshold.factors()] = 0.6;
        }
    }
    theta
}

/// The ends of searches from drawn points and from given ones, the best first.
pub fn best(definition: &Definition<'_>, count: usize, given: &[Vec<f64>]) -> Vec<End> {
    let mut random = Random::new(11);
    let mut ends: Vec<End> =
        given.iter().map(|theta| search(definition, theta.clone(), true, &mut random)).collect();
    for _ in 0..count {
        let theta = start(definition, &mut random, false);
        ends.push(search(definition, theta, false, &mut random));
    }
    if !ends.iter().any(|end| definition.is_feasible(&end.theta)) {
        for _ in 0..count {
            let theta = start(definition, &mut random, false);
            ends.push(search_inside(definition, theta, &mut random));
        }
    }
    ends.retain(|end| end.objective.is_finite());
    ends.sort_by(|a, b| a.objective.total_cmp(&b.objective));
    // A finite optimum is as good as a point far away of the same likelihood.
    if let Some(first) = ends.first().filter(|end| !end.is_finite) {
        let limit = first.objective + 1e-7 * (1.0 + first.objective.abs());
        if let Some(at) = ends.iter().position(|end| end.is_finite && end.objective <= limit) {
            ends.swap(0, at);
        }
    }
    ends
}

/// A search in the domain of linear thresholds of Rao and Kupper, by barriers that vanish.
fn search_inside(definition: &Definition<'_>, theta: Vec<f64>, random: &mut Random) -> End {
    let mut inside = definition.clone();
    inside.barrier = 1e-1;
    let mut end = search(&inside, theta, false, random);
    for barrier in [1e-3, 1e-5, 1e-7] {
        inside.barrier = barrier;
        end = search(&inside, end.theta, true, random);
    }
    End { objective: definition.objective(&end.theta), ..end }
}

/// A search, with the active set of sensitivities that may not be negative.
fn search(definition: &Definition<'_>, mut theta: Vec<f64>, given: bool, random: &mut Random) -> End {
    let s = definition.choices();
    let all = free(definition);
    let rough = if given { 0 } else { 40 };
    let run = |theta: &[f64], free: &[usize], rough: u64| {
        let search = Search::new(definition, free.to_vec());
        if rough > 0 {
            search.from(theta, rough)
        } else {
            search.polish(theta.to_vec())
        }
    };
    let (Some(first), true) =
        (definition.sensitivities, s.strength.kind() == StrengthKind::Sensitivity && !s.strength.is_signed())
    else {
        return run(&theta, &all, rough);
    };
    let judges = first..first + definition.judges;
    let mut zero: Vec<usize> = if given {
        judges.clone().filter(|&at| theta[at] == 0.0).collect()
    } else {
        let zero = judges.clone().filter(|_| random.chance(0.25)).collect();
        judges.clone().for_each(|at| theta[at] = theta[at].abs() + 0.05);
        zero
    };
    let mut last = None;
    for round in 0..12 {
        zero.iter().for_each(|&at| theta[at] = 0.0);
        let free: Vec<usize> = all.iter().copied().filter(|at| !zero.contains(at)).collect();
        let mut end = run(&theta, &free, if round == 0 { rough } else { 10 });
        let sum: f64 = judges.clone().map(|at| end.theta[at]).sum();
        if sum < 0.0 {
            // Turning all scores and all sensitivities changes nothing, but penalties and fixed scores.
            (0..definition.items + usize::from(s.pseudo > 0.0))
                .for_each(|at| end.theta[definition.scores + at] *= -1.0);
            judges.clone().for_each(|at| end.theta[at] *= -1.0);
        }
        let negative: Vec<usize> = judges.clone().filter(|&at| end.theta[at] < 0.0).collect();
        theta.clone_from(&end.theta);
        if negative.is_empty() {
            let gradient = definition.curved(&theta).gradient;
            let rising: Vec<usize> = zero.iter().copied().filter(|&at| gradient[at] < -1e-7).collect();
            last = Some(end);
            if rising.is_empty() {
                break;
            }
            zero.retain(|at| !rising.contains(at));
            let mean = judges.clone().map(|at| theta[at]).sum::<f64>() / definition.judges as f64;
            rising.iter().for_each(|&at| theta[at] = 0.05 * mean.max(0.01));
        } else {
            zero.extend(negative);
        }
    }
    last.unwrap_or_else(|| {
        // The active set did not settle: the value where it stands, feasible.
        judges.for_each(|at| theta[at] = theta[at].max(0.0));
        End {
            objective: definition.objective(&theta),
            theta,
            decrement: f64::NAN,
            is_collapsed: false,
            is_finite: false,
        }
    })
}

/// Whether the mean of the judges' strengths vanishes beside the strengths, over the pairs that were compared.
pub fn is_cancelled(definition: &Definition<'_>, theta: &[f64]) -> bool {
    let judging: BTreeSet<usize> = definition.case.used().map(|row| row.judge).collect();
    let pairs: BTreeSet<(usize, usize)> = definition.case.used().map(|row| (row.left, row.right)).collect();
    let (mut consensus, mut all) = (0.0, 0.0);
    for (left, right) in pairs {
        let of = |judge: &usize| definition.strength_at(theta, *judge, left, right);
        let strengths: Vec<f64> = judging.iter().map(of).collect();
        let n = strengths.len() as f64;
        consensus += (strengths.iter().sum::<f64>() / n).powi(2);
        all += strengths.iter().map(|s| s * s).sum::<f64>() / n;
    }
    consensus <= 1e-6 * all
}
