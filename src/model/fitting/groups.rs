//! Starts where items form two groups far apart: one judge tells the items of a group apart, others see the groups alone.
//!
//! The likelihood may be greatest where the distance of such groups, in units of the differences within them, is infinite.
//! No local optimum leads there.

use super::judge_starts::{low_rank, set_column, slopes_and_curvatures};
use crate::error::Result;
use crate::likelihood::Objective;
use crate::model::specification::ParameterLayout;
use crate::room::{self, Duplicate as _, Gather as _, Put as _};
use crate::vectors::largest;

/// With at most this many items all groups are looked at, else each of the first 63 items against the others.
const MAX_ITEMS: usize = 6;

/// Evaluations of comparisons that the search for starts may take: some half a second. A larger set has no such starts.
const MAX_EVALUATIONS: usize = 20_000_000;

/// The distance of the groups, for differences within them of about one.
const DISTANCE: f64 = 20.0;

/// Starts that are worth a fit.
const FITS: usize = 10;

/// Sweeps of Newton's method in all sensitivities.
const SWEEPS: usize = 12;

/// Objectives no farther apart are of the same start.
const SAME: f64 = 1e-6;

/// The most promising of such starts: with the scores of each judge by itself, judges x items, within the groups, and
/// sensitivities of at least `least` that are best at these scores. What is not strength is as at `base`.
pub(super) fn of_groups(
    layout: &ParameterLayout,
    objective: &Objective,
    own: &[f64],
    base: &[f64],
    least: f64,
) -> Result<Vec<Vec<f64>>> {
    let (items, stride) = (layout.items, layout.strength.items);
    let is_free = |k: &usize| !objective.fixed[layout.sensitivity(*k)];
    let judging: Vec<usize> = layout.judge_order.iter().map(|&k| k as usize).filter(is_free).gathered();
    if items < 3 || judging.len() < 2 || objective.fixed[..stride].iter().any(|fixed| *fixed) {
        return Ok(Vec::new());
    }
    let order: Vec<usize> = layout.item_order.iter().map(|&item| item as usize).gathered();
    // Of complementary groups the one without the last item.
    let groups: Vec<usize> = match items <= MAX_ITEMS {
        true => (1..1 << (items - 1)).gathered(),
        false => (0..items.min(usize::BITS as usize - 1)).map(|at| 1 << at).gathered(),
    };
    let evaluations = [2 * (SWEEPS + 1), judging.len(), groups.len(), objective.data.design.len()];
    if evaluations.iter().fold(1usize, |product, n| product.saturating_mul(*n)) > MAX_EVALUATIONS {
        return Ok(Vec::new());
    }
    let mut found: Vec<(f64, Vec<f64>)> = Vec::new();
    for &judge in &judging {
        let scores = &own[judge * stride..(judge + 1) * stride];
        for &group in &groups {
            let is_in = |place: usize| place < usize::BITS as usize && group >> place & 1 == 1;
            let mut within = vec![0.0; stride];
            for side in [true, false] {
                let members = || (0..items).filter(|&place| is_in(place) == side).map(|place| order[place]);
                let mean = members().map(|i| scores[i]).sum::<f64>() / members().count() as f64;
                members().for_each(|i| within[i] = scores[i] - mean);
            }
            let size = largest(&within);
            if size < 1e-9 {
                continue;
            }
            for sign in [1.0, -1.0] {
                let mut row = within.duplicate();
                let apart = sign * DISTANCE * size.max(1.0);
                (0..items).filter(|&place| is_in(place)).for_each(|place| row[order[place]] += apart);
                let mut theta = base.duplicate();
                if layout.strength.columns > 1 {
                    let mut table = own.duplicate();
                    table[judge * stride..(judge + 1) * stride].copy_from_slice(&row);
                    let low = low_rank(&table, layout.judges, stride, layout.strength.columns)?;
                    for (c, (of_judges, of_items)) in low.iter().enumerate() {
                        set_column(layout, c, of_judges, of_items, &mut theta);
                    }
                } else {
                    theta[..stride].copy_from_slice(&row);
                    let of = |k: usize| layout.sensitivity(k);
                    judging
                        .iter()
                        .for_each(|&k| theta[of(k)] = if k == judge { 1.0 } else { 1.0 / apart.abs() });
                    improve_sensitivities(layout, objective, (&judging, least), &mut theta);
                }
                let value = objective.value_unheld(&theta);
                if value.is_finite() && found.iter().all(|(known, _)| (known - value).abs() > SAME) {
                    found.put((value, theta));
                }
            }
        }
    }
    room::sort_by(&mut found, |a, b| a.0.total_cmp(&b.0));
    found.truncate(FITS);
    Ok(found.into_iter().map(|(_, theta)| theta).gathered())
}

/// Newton's method in each sensitivity at given scores, by steps of no more than their size.
fn improve_sensitivities(
    layout: &ParameterLayout,
    objective: &Objective,
    (judging, least): (&[usize], f64),
    theta: &mut [f64],
) {
    for _ in 0..SWEEPS {
        let (gradient, diagonal) = slopes_and_curvatures(objective, theta);
        for at in judging.iter().map(|&k| layout.sensitivity(k)) {
            let most = theta[at].abs() + 1.0 / DISTANCE;
            let step = (-gradient[at] / diagonal[at].max(1e-12)).clamp(-most, most);
            theta[at] = (theta[at] + step).max(least);
        }
    }
}
