//! Where fits of sensitivities and of disagreement start, which have more optima than one.
//!
//! Disagreement starts from the judges' own scores (HJA, arXiv:2605.05073, C.1): the pooled scores for a
//! consensus, and what the judges' own scores differ by from it, cut down to its rank; and from their own scores
//! cut down as they are. Further starts, on request, are drawn around the first.

use crate::comparisons::Set;
use crate::component::Component;
use crate::error::Result;
use crate::graph;
use crate::likelihood::{Block, Design, NullSpace, Objective, Scratch};
use crate::linalg::symmetric_eigen;
use crate::model::fitted::Model;
use crate::model::quantities::{Quantity, View};
use crate::model::specification::{ParameterLayout, Specification};
use crate::progress::Watch;
use crate::random::Random;
use crate::room::{Duplicate as _, Gather as _, Put as _};
use crate::solve::{Limits, Prove, Solver};
use crate::strength::mean;
use crate::vectors::{dot, largest};

/// Ridge on a judge's own scores, which may not exist without.
const RIDGE: f64 = 1e-2;

/// A rough fit will do.
pub(super) const ROUGH: Limits = Limits {
    tolerance: 1e-3,
    iterations: 8,
    finite: true,
    unique: true,
    prove: Prove::Step,
    gain: 0.0,
    first_shift: 0.0,
};

/// Scores to be looked at themselves.
const EXACT: Limits = Limits { tolerance: 1e-8, iterations: 200, ..ROUGH };

/// Scores without ties and thresholds, all judges alike.
pub(super) fn pooled_scores(
    objective: &Objective,
    design: Design,
    ridge: f64,
    null_space: &NullSpace,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Vec<f64>> {
    let strength = objective.strength.pooled();
    let plain = |design: Design| Block {
        design: design.into(),
        outcome: objective.data.outcome.of_two(),
        spread: None,
    };
    let pooled = Objective {
        strength,
        data: plain(design),
        pseudo: objective.pseudo.as_ref().map(|block| plain(block.design.bare())),
        ridge,
        fixed: vec![false; strength.items],
        constraints: Vec::new(),
        penalties: Vec::new(),
        dimension: strength.items,
        units: 0..0,
    };
    Ok(Solver::new(pooled.shape())?
        .minimise(&pooled.modulo(null_space), vec![0.0; strength.items], limits, watch)?
        .theta)
}

/// The scores of every judge by itself, judges x items (a pseudo-item included), centred: with a small ridge where
/// its votes do not make them finite.
pub(super) fn own_scores(
    layout: &ParameterLayout,
    objective: &Objective,
    limits: &Limits,
    watch: Watch<'_>,
) -> Result<Vec<f64>> {
    let items = layout.strength.items;
    let all = NullSpace { shifts: vec![(0..items as u32).gathered()], ..NullSpace::default() };
    let mut own = vec![0.0; layout.judges * items];
    for (judge, design) in objective.data.design.bare_by_judge(layout.judges).into_iter().enumerate() {
        if design.is_empty() {
            continue;
        }
        let finite = objective.pseudo.is_none() && is_connected(layout.items, &design);
        let ridge = if finite { objective.ridge } else { RIDGE.max(objective.ridge) };
        let scores = pooled_scores(objective, design, ridge, &all, limits, watch)?;
        let centre = mean(&scores);
        own[judge * items..].iter_mut().zip(&scores).for_each(|(s, x)| *s = x - centre);
    }
    Ok(own)
}

/// The direction that the judges' own scores have most of, whichever way each judge votes; zeros where all are equal.
pub(super) fn shared_scores(
    layout: &ParameterLayout,
    objective: &Objective,
    watch: Watch<'_>,
) -> Result<Vec<f64>> {
    let own = own_scores(layout, objective, &ROUGH, watch)?;
    let (_, along) = low_rank(&own, layout.judges, layout.strength.items, 1)?.swap_remove(0);
    Ok(along)
}

/// The own scores to be looked at: exact, and without the pseudo-item.
fn own_table(layout: &ParameterLayout, objective: &Objective, watch: Watch<'_>) -> Result<Vec<f64>> {
    let own = own_scores(layout, objective, &EXACT, watch)?;
    Ok(own.chunks(layout.strength.items).flat_map(|row| row[..layout.items].duplicate()).gathered())
}

/// Whether every item is beaten by, and beats, every other, if only through others.
fn is_connected(items: usize, design: &Design) -> bool {
    let edges = (0..design.len()).flat_map(|cell| design.won(cell));
    graph::groups(items, edges).iter().all(|&group| group == 0)
}

/// Singular values of the judges' own scores less sensitivity times consensus, the fit of rank zero: what
/// directions of disagreement there are to be found.
pub fn disagreement_scree(model: &Model, watch: Watch<'_>) -> Result<Vec<f64>> {
    let layout = &model.layout;
    let own = own_table(layout, &model.objective, watch)?;
    let explained = model.readout(Quantity::Strengths, &View::default())?.estimates;
    let left = own.iter().zip(&explained).map(|(own, explained)| own - explained);
    let rest: Vec<f64> = left.map(|value| if value.is_finite() { value } else { 0.0 }).gathered();
    let found = low_rank(&rest, layout.judges, layout.items, layout.judges.min(layout.items))?;
    Ok(found.iter().map(|(of_judges, _)| of_judges.iter().map(|v| v * v).sum()).gathered())
}

/// The baselines of the papers: every judge's scores by themselves (`rank` None), or these cut down to the rank that
/// a consensus and this many directions of disagreement have; judges x items.
pub fn two_step(
    set: &Set,
    specification: &Specification,
    rank: Option<usize>,
    watch: Watch<'_>,
) -> Result<Vec<f64>> {
    let plain = specification.of_rank(rank.unwrap_or(0));
    plain.check(set)?;
    let layout = ParameterLayout::new(set, &plain);
    let objective = layout.objective(set, &plain)?;
    let table = own_table(&layout, &objective, watch)?;
    let Some(rank) = rank else { return Ok(table) };
    let items = layout.items;
    let low = low_rank(&table, layout.judges, items, rank + 1)?;
    let cut = |at: usize| low.iter().map(|(a, b)| a[at / items] * b[at % items]).sum();
    Ok((0..table.len()).map(cut).gathered())
}

/// Starts of a fit with disagreement, from one with scores and sensitivities: what is not strength is as there.
pub(super) fn of_disagreement(
    layout: &ParameterLayout,
    objective: &Objective,
    theta: &[f64],
    watch: Watch<'_>,
) -> Result<Vec<Vec<f64>>> {
    let strength = layout.strength;
    let (items, judges) = (strength.items, layout.judges);
    let own = own_scores(layout, objective, &ROUGH, watch)?;
    let is_open = |judge: usize| !objective.fixed[layout.sensitivity(judge)];
    let mut starts = Vec::new();
    // Consensus and what is left over.
    let centre = mean(&theta[..items]);
    let active = (0..judges).filter(|&k| is_open(k)).count().max(1) as f64;
    let mut rest = own.duplicate();
    for item in 0..items {
        let left = |k: usize| own[k * items + item] - (theta[item] - centre);
        let share = (0..judges).filter(|&k| is_open(k)).map(left).sum::<f64>() / active;
        (0..judges).for_each(|k| rest[k * items + item] = if is_open(k) { left(k) - share } else { 0.0 });
    }
    let mut first = theta.duplicate();
    let low = low_rank(&rest, judges, items, strength.columns - 1)?;
    for (c, (of_judges, of_items)) in low.iter().enumerate() {
        set_column(layout, c + 1, of_judges, of_items, &mut first);
    }
    starts.put(first);
    let mut second = theta.duplicate();
    for (c, (of_judges, of_items)) in low_rank(&own, judges, items, strength.columns)?.iter().enumerate() {
        set_column(layout, c, of_judges, of_items, &mut second);
    }
    starts.put(second);
    Ok(starts)
}

pub(super) fn set_column(
    layout: &ParameterLayout,
    column: usize,
    judges: &[f64],
    items: &[f64],
    theta: &mut [f64],
) {
    let strength = layout.strength;
    judges.iter().enumerate().for_each(|(k, v)| theta[strength.judge(k, column)] = *v);
    items.iter().enumerate().for_each(|(i, v)| theta[strength.item(i, column)] = *v);
}

/// The nearest matrix of a rank, as products of a vector of judges and one of items of equal size.
pub(super) fn low_rank(
    matrix: &[f64],
    judges: usize,
    items: usize,
    rank: usize,
) -> Result<Vec<(Vec<f64>, Vec<f64>)>> {
    let row = |k: usize| &matrix[k * items..(k + 1) * items];
    let mut gram = vec![0.0; judges * judges];
    for a in 0..judges {
        for b in 0..=a {
            gram[b * judges + a] = dot(row(a), row(b));
        }
    }
    let (values, vectors) = symmetric_eigen(&gram, judges)?;
    let of = |at: usize| {
        let root = values[at].max(0.0).sqrt().sqrt();
        let unit = &vectors[at * judges..(at + 1) * judges];
        let mut along = vec![0.0; items];
        for (k, weight) in unit.iter().enumerate() {
            along.iter_mut().zip(row(k)).for_each(|(v, x)| *v += weight * x);
        }
        let per = if root > 0.0 { 1.0 / root } else { 0.0 };
        (unit.iter().map(|u| u * root).gathered(), along.iter().map(|v| v * per).gathered())
    };
    Ok((0..judges).rev().take(rank).map(of).gathered())
}

/// Sweeps of Newton's method in all sensitivities at given scores, and a step that is not worth another one.
const SWEEPS: usize = 12;
const MIN_STEP: f64 = 1e-3;

/// Puts scores of these proportions and the best sensitivities at them, none below `least`, into theta; the objective
/// there. Given scores, every sensitivity is the optimum of a convex function of its own.
pub(super) fn take_best_sensitivities(
    layout: &ParameterLayout,
    objective: &Objective,
    judging: &[usize],
    scores: &[f64],
    least: f64,
    theta: &mut [f64],
) -> f64 {
    let size = largest(scores);
    theta.iter_mut().zip(scores).for_each(|(t, s)| *t = s / size);
    let of = |k: usize| layout.sensitivity(k);
    judging.iter().for_each(|&k| theta[of(k)] = 0.0);
    let position = layout.terms.position().and_then(Component::by_judge);
    for _ in 0..SWEEPS {
        let (gradient, diagonal) = slopes_and_curvatures(objective, theta);
        let step = |at: usize| (-gradient[at] / diagonal[at].max(1e-12)).clamp(-2.0, 2.0);
        let mut largest_step: f64 = 0.0;
        for &k in judging {
            let before = theta[of(k)];
            theta[of(k)] = (before + step(of(k))).max(least);
            largest_step = largest_step.max((theta[of(k)] - before).abs());
        }
        // A judge's sensitivity to scores and to position make up for each other.
        if let Some(first) = position {
            let (gradient, diagonal) = slopes_and_curvatures(objective, theta);
            let step = |at: usize| (-gradient[at] / diagonal[at].max(1e-12)).clamp(-2.0, 2.0);
            for &k in judging.iter().filter(|&k| !objective.fixed[first + k]) {
                theta[first + k] += step(first + k);
                largest_step = largest_step.max(step(first + k).abs());
            }
        }
        if largest_step <= MIN_STEP {
            break;
        }
    }
    objective.value(theta)
}

pub(super) fn slopes_and_curvatures(objective: &Objective, theta: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let (mut gradient, mut diagonal) = (vec![0.0; theta.len()], vec![0.0; theta.len()]);
    let mut weights = Default::default();
    objective.weigh(theta, &mut gradient, &mut diagonal, &mut weights, &mut Scratch::default());
    (gradient, diagonal)
}

/// A sum of the own scores of judges with random weights.
pub(super) fn drawn_scores(
    layout: &ParameterLayout,
    judging: &[usize],
    own: &[f64],
    random: &mut Random,
) -> Vec<f64> {
    let items = layout.strength.items;
    let mut sum = vec![0.0; items];
    for &judge in judging {
        let weight = random.normal();
        let of = &own[judge * items..(judge + 1) * items];
        sum.iter_mut().zip(of).for_each(|(s, x)| *s += weight * x);
    }
    sum
}

/// Draws slopes of sensitivities to start from, about zero: log sensitivities of the comparisons differ by about one.
pub(super) fn disturb_slopes(
    layout: &ParameterLayout,
    objective: &Objective,
    random: &mut Random,
    theta: &mut [f64],
) {
    let design = &objective.data.design;
    if design.log_scale.is_empty() {
        return;
    }
    let values = (0..design.len()).flat_map(|cell| design.log_scale.row(cell).1);
    let size = values.fold(0.0, |m: f64, x| m.max(x.abs()));
    for slope in &layout.terms.slopes {
        for at in layout.judge_order.iter().map(|&judge| slope.first + judge as usize) {
            let drawn = random.normal();
            theta[at] = if objective.fixed[at] || size == 0.0 { theta[at] } else { drawn / size };
        }
    }
}

/// Draws a start of sensitivities of either sign: the own scores of one judge after the other in turn, then sums of them
/// with random weights, and the best sensitivities at these scores.
pub(super) fn draw_signed(
    layout: &ParameterLayout,
    objective: &Objective,
    own: &[f64],
    turn: usize,
    (seed, number): (u64, usize),
    theta: &mut [f64],
) {
    let items = layout.strength.items;
    let mut random = Random::new(seed, number as u64);
    let judging: Vec<usize> = layout
        .judge_order
        .iter()
        .map(|&judge| judge as usize)
        .filter(|&k| !objective.fixed[layout.sensitivity(k)])
        .gathered();
    disturb_slopes(layout, objective, &mut random, theta);
    let scores = match judging.get(turn) {
        Some(judge) => own[judge * items..(judge + 1) * items].duplicate(),
        None => drawn_scores(layout, &judging, own, &mut random),
    };
    let is_free = objective.fixed[..items].iter().all(|fixed| !fixed);
    if is_free && largest(&scores) > 1e-9 {
        take_best_sensitivities(layout, objective, &judging, &scores, f64::NEG_INFINITY, theta);
    }
}

/// Draws the strengths of a start anew: sensitivities around one, disagreement of the size of the scores.
/// Judges and items come in the order of their names, so that the same data start alike whatever their ids.
pub(super) fn disturb(
    layout: &ParameterLayout,
    objective: &Objective,
    (seed, number): (u64, usize),
    also_scores: bool,
    theta: &mut [f64],
) {
    let (strength, fixed) = (layout.strength, &objective.fixed);
    let mut random = Random::new(seed, number as u64);
    let centre = mean(&theta[..strength.items]);
    let squares = theta[..strength.items].iter().map(|s| (s - centre).powi(2)).sum::<f64>();
    let size = (squares / strength.items as f64).sqrt();
    let judges = || layout.judge_order.iter().map(|&judge| judge as usize);
    for judge in judges() {
        let (at, drawn) = (strength.judge(judge, 0), random.normal());
        theta[at] = if fixed[at] { 0.0 } else { 1.0 + drawn };
    }
    // The consensus of the pooled scores may be that of a local optimum alone.
    if also_scores {
        let items = layout.item_order.iter().map(|&item| item as usize);
        items.filter(|&i| !fixed[i]).for_each(|i| theta[i] += size.max(0.5) * random.normal());
    }
    disturb_slopes(layout, objective, &mut random, theta);
    if !strength.has_disagreement() {
        return;
    }
    for c in 1..strength.columns {
        let items = layout.item_order.iter().map(|&item| item as usize).chain(layout.items..strength.items);
        items.for_each(|i| theta[strength.item(i, c)] = size * random.normal());
        for judge in judges() {
            let (at, drawn) = (strength.judge(judge, c), random.normal());
            theta[at] = if fixed[at] { 0.0 } else { 0.5 * drawn };
        }
    }
}
