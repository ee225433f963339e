//! Directions of tie thresholds that the comparisons at hand leave open.

use crate::linalg::NullDesign;
use crate::room::{Gather as _, Put as _};
use crate::terms::Entries;
use crate::threshold::{Form, Threshold};

/// A direction and the items it concerns.
#[derive(Debug, Clone, PartialEq)]
pub struct UnidentifiedDirection {
    /// The items.
    pub items: Vec<usize>,
    /// The direction.
    pub along: Entries,
}

/// Directions that change no threshold of the pairs given, beyond those that change none of any pair.
/// Additive: +1 and -1 on the two sides of a part of the graph that has two sides. Factored: the null space of
/// the thresholds of these pairs, such as what too few opponents of an item do not span. `held` says which parameters do not
/// move.
pub(in crate::model) fn unidentified(
    threshold: &Threshold,
    pairs: &[(u32, u32)],
    held: impl Fn(usize) -> bool,
) -> Vec<UnidentifiedDirection> {
    let mut opponents = vec![Vec::new(); threshold.items];
    for &(i, j) in pairs {
        opponents[i as usize].put(j as usize);
        opponents[j as usize].put(i as usize);
    }
    for list in &mut opponents {
        list.sort_unstable();
        list.dedup();
    }
    match threshold.form {
        Form::Single => Vec::new(),
        Form::Additive => sides(threshold, &opponents, held),
        Form::Factored => unspanned(threshold, &opponents, held),
    }
}

fn sides(
    threshold: &Threshold,
    opponents: &[Vec<usize>],
    held: impl Fn(usize) -> bool,
) -> Vec<UnidentifiedDirection> {
    let parameter = |item: usize| threshold.of_item(item).start;
    let mut side = vec![0.0; threshold.items];
    let mut found = Vec::new();
    for start in 0..threshold.items {
        if side[start] != 0.0 || held(parameter(start)) {
            continue;
        }
        side[start] = 1.0;
        let mut part = vec![start];
        let mut two_sided = true;
        let mut at = 0;
        while at < part.len() {
            let item = part[at];
            at += 1;
            for &other in &opponents[item] {
                // A fixed threshold cannot move.
                two_sided &= !held(parameter(other)) && side[other] != side[item];
                if side[other] == 0.0 && !held(parameter(other)) {
                    side[other] = -side[item];
                    part.push(other);
                }
            }
        }
        if two_sided {
            let along = part.iter().map(|&i| (parameter(i) as u32, side[i])).gathered();
            found.put(UnidentifiedDirection { items: part, along });
        }
    }
    found
}

/// With more opponents than this for each factor, no direction of an item alone is unidentified.
const MANY: usize = 4;

/// The null space of the thresholds of the pairs, all items together, beyond the turns of the factors.
fn unspanned(
    threshold: &Threshold,
    opponents: &[Vec<usize>],
    held: impl Fn(usize) -> bool,
) -> Vec<UnidentifiedDirection> {
    let columns = threshold.first + threshold.len();
    let mut design = NullDesign::new(columns);
    for (item, others) in opponents.iter().enumerate() {
        for &other in others.iter().filter(|&&other| other > item) {
            threshold.terms(item, other, |at, weight| design.push(at, weight));
            design.end_row();
        }
    }
    let design = design.finish();
    let open: Vec<bool> = (0..columns).map(|at| at >= threshold.first && !held(at)).gathered();
    let turns: Vec<Vec<f64>> = threshold
        .rotations()
        .iter()
        .map(|turn| {
            let mut dense = vec![0.0; columns];
            turn.iter().filter(|(at, _)| open[*at as usize]).for_each(|&(at, v)| dense[at as usize] = v);
            dense
        })
        .gathered();
    // Directions that the opponents of one item do not span concern this item alone; the others several. Without memory for
    // it the fit, which needs more, says so.
    let mut known = turns;
    let mut found = Vec::new();
    for (item, others) in opponents.iter().enumerate() {
        let own = threshold.of_item(item);
        if others.len() > MANY * threshold.factors || !open[own.start] {
            continue;
        }
        let alone: Vec<bool> = (0..columns).map(|at| own.contains(&at)).gathered();
        found.put_each(design.null_space(&alone, &[]).unwrap_or_default());
    }
    known.put_each(found.iter().cloned());
    found.put_each(design.null_space(&open, &known).unwrap_or_default());
    let share = |direction: &[f64], item: usize| -> f64 {
        threshold.of_item(item).map(|at| direction[at] * direction[at]).sum()
    };
    found
        .into_iter()
        .map(|direction| {
            let whole: f64 = direction.iter().map(|v| v * v).sum();
            let items = (0..threshold.items).filter(|&i| share(&direction, i) > 0.05 * whole).gathered();
            let along = (0..).zip(&direction).filter(|(_, v)| **v != 0.0).map(|(at, v)| (at, *v)).gathered();
            UnidentifiedDirection { items, along }
        })
        .gathered()
}

#[cfg(test)]
mod tests {
    use super::unidentified;
    use crate::threshold::{Basis, Form, Threshold};

    #[test]
    fn two_sided_leagues_and_lone_items() {
        let additive = Threshold::new(Form::Additive, Basis::Cosine, 0, 6, 0);
        let square = [(0, 1), (1, 2), (2, 3), (3, 0)];
        let found = unidentified(&additive, &square, |_| false);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].items, [0, 1, 3, 2]);
        for direction in &found {
            let at = |i: u32| direction.along.iter().find(|(k, _)| *k == i).map_or(0.0, |(_, v)| *v);
            assert!(square.iter().all(|&(i, j)| at(i) + at(j) == 0.0));
        }
        let triangle = [(0, 1), (1, 2), (2, 0), (2, 3), (4, 5)];
        assert_eq!(unidentified(&additive, &triangle, |_| false).len(), 1);
        assert!(unidentified(&additive, &triangle, |k| k == 5).is_empty());
    }

    #[test]
    fn too_few_opponents_for_the_factors() {
        let factored = Threshold::new(Form::Factored, Basis::Paper, 3, 9, 0);
        let mut pairs: Vec<(u32, u32)> = (0..8).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
        pairs.push((8, 0));
        pairs.push((8, 1));
        let found = unidentified(&factored, &pairs, |_| false);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].items, [8]);
        changes_nothing(&factored, &pairs, &found);
        // Five items have 15 parameters less 3 turns for 10 pairs: among them all two more are open.
        let few = Threshold::new(Form::Factored, Basis::Paper, 3, 6, 0);
        let mut pairs: Vec<(u32, u32)> = (0..5).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
        pairs.push((5, 0));
        pairs.push((5, 1));
        let found = unidentified(&few, &pairs, |_| false);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].items, [5]);
        changes_nothing(&few, &pairs, &found);
    }

    fn changes_nothing(threshold: &Threshold, pairs: &[(u32, u32)], found: &[super::UnidentifiedDirection]) {
        for &(i, j) in pairs {
            for direction in found {
                let mut change = 0.0;
                threshold.terms(i as usize, j as usize, |at, w| {
                    let along = direction.along.iter().filter(|(k, _)| *k == at as u32);
                    change += along.map(|(_, v)| v * w).sum::<f64>();
                });
                assert!(change.abs() < 1e-10, "{change}");
            }
        }
    }
}
