//! Directions of the parameters that the comparisons do not determine: the null space of the design.

use crate::graph;
use crate::likelihood::{NullSpace, Objective};
use crate::linalg::NullDesign;
use crate::model::specification::{ParameterLayout, Problems};
use crate::outcome::{BAD, TIE};
use crate::room::{Gather as _, Put as _};
use crate::solve::COUPLED_LIMIT;
use crate::spread::ZERO;
use crate::terms::{Local, COORDINATES};

/// A column of the design that is shorter than this share of the longest is zero.
pub(super) const RELATIVE_ZERO: f64 = 1e-9;

/// With more parameters the null space is looked for only where the solver found curvature missing.
pub(in crate::model) const SMALL: usize = 300;

/// Directions beyond the structural null space that the data do not identify.
#[derive(Debug, Default)]
pub(in crate::model) struct Nulls {
    /// Directions, dense. Those that move only parameters that the fit moved come first.
    pub(in crate::model) directions: Vec<Vec<f64>>,
    /// The rank of the design, if it was computed and there is no penalty.
    pub(in crate::model) rank: Option<usize>,
    /// Directions among parameters that the fit moved.
    pub(in crate::model) lost: usize,
}

/// The design at theta: derivatives of the predictors of all comparisons, pseudo-comparisons included.
fn design(objective: &Objective, theta: &[f64]) -> NullDesign {
    let mut design = NullDesign::new(theta.len());
    let mut local = Local::default();
    for block in std::iter::once(&objective.data).chain(&objective.pseudo) {
        for cell in 0..block.design.len() {
            block.touch(&objective.strength, theta, cell, &mut local);
            for part in 0..COORDINATES {
                let mut any = false;
                for (at, along) in local.rows().filter(|(_, along)| along[part] != 0.0) {
                    design.push(at, along[part]);
                    any = true;
                }
                if any {
                    design.end_row();
                }
            }
        }
    }
    design.finish()
}

/// Strengths below this share of the largest are zero: no data could distinguish them from zero.
const RELATIVE_ZERO_STRENGTH: f64 = 1e-6;

/// With slopes, judges whose strengths are all zero.
pub(in crate::model) fn without_votes(
    layout: &ParameterLayout,
    objective: &Objective,
    theta: &[f64],
) -> Vec<usize> {
    if layout.terms.slopes.is_empty() {
        return Vec::new();
    }
    let design = &objective.data.design;
    let mut sizes = vec![f64::NAN; layout.judges];
    for cell in 0..design.len() {
        let size = objective.data.strength(&objective.strength, theta, cell).abs();
        let own = &mut sizes[design.judge(cell)];
        *own = own.max(size);
    }
    let largest = sizes.iter().fold(0.0, |m: f64, s| m.max(*s));
    (0..layout.judges).filter(|&k| largest > 0.0 && sizes[k] <= RELATIVE_ZERO_STRENGTH * largest).gathered()
}

/// The design, in which what is zero but for rounding has no length: where all scores are equal nothing moves a
/// predictor through the sensitivity of a judge, and where its strengths are zero nothing does through its slopes.
pub(super) fn design_of(layout: &ParameterLayout, objective: &Objective, theta: &[f64]) -> NullDesign {
    let mut design = design(objective, theta);
    let own = (0..theta.len()).filter(|k| !objective.units.contains(k));
    let least = RELATIVE_ZERO * own.fold(0.0, |m: f64, k| m.max(design.lengths[k]));
    let strengths = &mut design.lengths[..layout.strength.dimension()];
    strengths.iter_mut().filter(|length| **length < least).for_each(|length| *length = 0.0);
    for judge in without_votes(layout, objective, theta) {
        layout.terms.slopes.iter().for_each(|slope| design.lengths[slope.first + judge] = 0.0);
    }
    design
}

/// Parameters that a fit held for want of data, not because their value is known.
fn is_withheld(layout: &ParameterLayout, objective: &Objective, boundary: &[Problems]) -> Vec<bool> {
    let mut withheld = vec![false; layout.dimension];
    let design = &objective.data.design;
    let mut judging = vec![false; layout.judges];
    (0..design.len()).for_each(|cell| judging[design.judge(cell)] = true);
    if !layout.aggregation.judge {
        judging.fill(true);
    }
    let terms = &layout.terms;
    for at in terms.units() {
        withheld[at] = true;
    }
    for judge in 0..layout.judges {
        let at_zero = boundary.get(judge).is_some_and(|o| o.contains(Problems::BOUNDARY));
        if layout.strength.is_by_judge() && !at_zero {
            (0..layout.strength.columns).for_each(|c| withheld[layout.strength.judge(judge, c)] = true);
        }
        let effects = terms.effects.iter().filter_map(|effect| effect.component().by_judge());
        effects.for_each(|first| withheld[first + judge] = true);
        if let Some(first) = terms.threshold(TIE).and_then(|t| t.offsets) {
            withheld[first + judge] = !judging[judge];
        }
    }
    if let Some(threshold) = terms.threshold(TIE).filter(|t| t.factors > 0) {
        let pinned = threshold.offsets.is_none() && terms.pinned(TIE).first().is_some_and(|p| !p.is_nan());
        for item in (0..threshold.items).filter(|&i| !pinned && terms.never(TIE).get(i) != Some(&true)) {
            withheld[threshold.of_item(item)].fill(true);
        }
    }
    if let Some(bad) = terms.threshold(BAD).filter(|_| !terms.is_pinned(BAD)) {
        (0..bad.len())
            .filter(|&i| terms.never(BAD).get(i) != Some(&true))
            .for_each(|i| withheld[bad.first + i] = true);
    }
    if let Some(spread) = layout.spread {
        withheld[spread.first..spread.first + spread.len()].fill(true);
    }
    withheld.iter().zip(&objective.fixed).map(|(withheld, fixed)| *withheld && *fixed).gathered()
}

/// Whether a parameter is identified by a penalty where no comparison identifies it.
fn is_penalised(layout: &ParameterLayout, objective: &Objective, at: usize) -> bool {
    (objective.ridge > 0.0 && at < layout.strength.dimension())
        || objective.penalties.iter().any(|penalty| penalty.is_of(at))
}

/// The null space of the design beyond the structural one. `suspect`: the solver found curvature missing; `is_curved`: it proved
/// curvature in all directions, so that what the design loses at a fold of the predictors is determined all the same.
pub(in crate::model) fn nulls(
    layout: &ParameterLayout,
    objective: &Objective,
    null_space: &NullSpace,
    theta: &[f64],
    judges: &[Problems],
    (suspect, is_curved): (bool, bool),
) -> Nulls {
    let p = theta.len();
    let withheld = is_withheld(layout, objective, judges);
    let curved = objective.data.spread.is_some() || objective.strength.columns > 1;
    let needed = suspect || withheld.contains(&true) || (curved && p <= SMALL);
    if !needed {
        return Nulls::default();
    }
    let mut design = design_of(layout, objective, theta);
    // Nothing moves a predictor through the variance of an item that wins as often as it loses: its slope is rounding.
    let longest =
        (0..p).filter(|k| !objective.units.contains(k)).map(|k| design.lengths[k]).fold(0.0, f64::max);
    if let Some(spread) = layout.spread {
        let slopes = design.lengths[spread.first..spread.first + spread.len()].iter_mut();
        slopes.filter(|length| **length < RELATIVE_ZERO * longest).for_each(|length| *length = 0.0);
    }
    // The slope of a variance vanishes where it is zero; what a penalty draws to a value is determined.
    let mut known: Vec<bool> = (0..p).map(|at| is_penalised(layout, objective, at)).gathered();
    if let Some(freedom) = &null_space.spread {
        freedom.vanishing(theta, ZERO).into_iter().for_each(|item| known[freedom.spread.tau(item)] = true);
    }
    let free: Vec<bool> = (0..p).map(|k| !objective.fixed[k] && !known[k]).gathered();
    let mut found = Nulls::default();
    // Sensitivities that were held are of judges without usable comparisons, or of scores that are all equal.
    let is_held = |k: usize| withheld[k] && k < layout.strength.dimension();
    for k in (layout.strength.items..p).filter(|&k| design.lengths[k] == 0.0 || is_held(k)) {
        if free[k] || (withheld[k] && !known[k]) {
            let mut direction = vec![0.0; p];
            direction[k] = 1.0;
            found.directions.put(direction);
            found.lost += usize::from(free[k]);
        }
    }
    // The score of an item that only judges with a sensitivity of zero compared moves nothing; others of its group do.
    for group in
        null_space.shifts.iter().filter(|group| group.iter().any(|&k| design.lengths[k as usize] > 0.0))
    {
        for &k in group.iter().filter(|&&k| design.lengths[k as usize] == 0.0 && free[k as usize]) {
            found.directions.put(dense(&[(k, 1.0)], p));
            found.lost += 1;
        }
    }
    let also = |k: usize| free[k] || (withheld[k] && !known[k] && !is_held(k));
    let large = p > COUPLED_LIMIT;
    let traded: Vec<Vec<f64>> = layout.traded.iter().map(|along| dense(along, p)).gathered();
    found.directions.put_each(traded.iter().cloned());
    let more = (0..p).any(|k| also(k) && !free[k] && design.lengths[k] > 0.0);
    if large || !(suspect || more || (curved && p <= SMALL)) {
        return found;
    }
    let mut directions = null_space.dense(&objective.strength, theta, &objective.fixed);
    // A direction of the structural null space that moves what a penalty holds says nothing of the rest.
    directions.iter_mut().flat_map(|d| d.iter_mut().zip(&free)).for_each(|(v, free)| {
        if !free {
            *v = 0.0;
        }
    });
    // Thresholds that were found open before the fit need not be looked for again.
    let unidentified: Vec<Vec<f64>> =
        layout.unidentified.iter().map(|unidentified| dense(&unidentified.along, p)).gathered();
    found.lost += unidentified.len();
    found.directions.put_each(unidentified.iter().cloned());
    directions.put_each(unidentified);
    // Predictors that overflow on their way to infinity leave no finite design to examine.
    let Ok(mut null) = design.null_space(&free, &directions) else { return found };
    if is_curved && !suspect {
        null.clear();
    }
    found.lost += null.len();
    if !known.contains(&true) && objective.penalties.is_empty() && objective.ridge == 0.0 {
        let columns = (0..p).filter(|&k| free[k] && design.lengths[k] > 0.0).count();
        let pseudo_item = layout.strength.columns * (layout.strength.items - layout.items);
        let null_spaces = design.rank_of(&free, &directions);
        // Strengths that vanish leave no column of a pseudo-item either.
        found.rank = columns.checked_sub(pseudo_item + null_spaces + null.len());
    }
    directions.put_each(null.iter().cloned());
    found.directions.put_each(null);
    if more {
        directions.put_each(traded);
        let open: Vec<bool> = (0..p).map(also).gathered();
        found.directions.put_each(design.null_space(&open, &directions).unwrap_or_default());
    }
    found
}

/// The dimension that the comparisons alone identify where a penalty holds the rest: the rank of their design, or in large
/// models, and where predictors are not linear, `dimension` less the shifts of components that only the penalty compares.
pub(in crate::model) fn identified_by_votes(
    layout: &ParameterLayout,
    objective: &Objective,
    theta: &[f64],
    dimension: usize,
) -> usize {
    let is_linear = !layout.strength.is_by_judge() && layout.spread.is_none();
    if is_linear && theta.len() <= SMALL {
        let votes = Objective { pseudo: None, ..objective.clone() };
        let design = design(&votes, theta);
        let free: Vec<bool> = objective.fixed.iter().map(|fixed| !fixed).gathered();
        let columns = (0..theta.len()).filter(|&k| free[k] && design.lengths[k] > 0.0).count();
        if let Ok(null) = design.null_space(&free, &[]) {
            return columns - null.len();
        }
    }
    let cells = &objective.data.design;
    let is_free = |item: &u32| !objective.fixed[*item as usize];
    let pairs = (0..cells.len()).map(|cell| (cells.left[cell], cells.right[cell]));
    // Scores that are fixed know where they stand.
    let fixed: Vec<u32> = (0..layout.items as u32).filter(|item| !is_free(item)).gathered();
    let components =
        graph::components(layout.items, pairs.chain(fixed.windows(2).map(|pair| (pair[0], pair[1]))));
    let apart = components.iter().copied().max().unwrap_or(0) as usize;
    dimension.saturating_sub(layout.strength.columns * apart)
}

/// A direction with its zeros, of this many parameters.
pub(super) fn dense(along: &[(u32, f64)], parameters: usize) -> Vec<f64> {
    let mut dense = vec![0.0; parameters];
    along.iter().for_each(|&(at, v)| dense[at as usize] = v);
    dense
}
