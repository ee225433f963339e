//! Directions of tie thresholds that the comparisons at hand leave open.

use crate::likelihood::Entries;
use crate::solve::symmetric_eigen;
use crate::threshold::{Form, Threshold};

/// A direction and the items it concerns.
#[derive(Debug, Clone, PartialEq)]
pub struct Loose {
    /// The items.
    pub items: Vec<usize>,
    /// The direction.
    pub along: Entries,
}

/// Directions that change no threshold of the pairs given, beyond those that change none of any pair.
/// Additive: +1 and -1 on the two sides of a part of the graph that has two sides. Factored: for an item
/// that meets too few opponents, what their rows of Phi do not span. `held` says which parameters do not
/// move.
pub(super) fn loose(threshold: &Threshold, pairs: &[(u32, u32)], held: impl Fn(usize) -> bool) -> Vec<Loose> {
    let mut opponents = vec![Vec::new(); threshold.items];
    for &(i, j) in pairs {
        opponents[i as usize].push(j as usize);
        opponents[j as usize].push(i as usize);
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

fn sides(threshold: &Threshold, opponents: &[Vec<usize>], held: impl Fn(usize) -> bool) -> Vec<Loose> {
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
                // What is held cannot give way.
                two_sided &= !held(parameter(other)) && side[other] != side[item];
                if side[other] == 0.0 && !held(parameter(other)) {
                    side[other] = -side[item];
                    part.push(other);
                }
            }
        }
        if two_sided {
            let along = part.iter().map(|&i| (parameter(i) as u32, side[i])).collect();
            found.push(Loose { items: part, along });
        }
    }
    found
}

fn unspanned(threshold: &Threshold, opponents: &[Vec<usize>], held: impl Fn(usize) -> bool) -> Vec<Loose> {
    let k = threshold.factors;
    let mut found = Vec::new();
    for (item, others) in opponents.iter().enumerate() {
        // Rows of cosines are seldom dependent: with opponents enough there is nothing to look for.
        if others.len() > 2 * k + 8 || held(threshold.of_item(item).start) {
            continue;
        }
        let mut gram = vec![0.0; k * k];
        for &other in others {
            let w = threshold.weights(other);
            (0..k).for_each(|a| (0..k).for_each(|b| gram[a * k + b] += w[a] * w[b]));
        }
        let Ok((values, vectors)) = symmetric_eigen(&gram, k) else { continue };
        let largest = values.last().copied().unwrap_or(0.0);
        for (value, vector) in values.iter().zip(vectors.chunks(k)) {
            if *value <= 1e-12 * largest || largest == 0.0 {
                let along = threshold.of_item(item).map(|at| at as u32).zip(vector.iter().copied()).collect();
                found.push(Loose { items: vec![item], along });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::loose;
    use crate::threshold::{Basis, Form, Threshold};

    #[test]
    fn two_sided_leagues_and_lone_items() {
        let additive = Threshold::new(Form::Additive, Basis::Cosine, 0, 6, 0);
        let square = [(0, 1), (1, 2), (2, 3), (3, 0)];
        let found = loose(&additive, &square, |_| false);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].items, [0, 1, 3, 2]);
        for direction in &found {
            let at = |i: u32| direction.along.iter().find(|(k, _)| *k == i).map_or(0.0, |(_, v)| *v);
            assert!(square.iter().all(|&(i, j)| at(i) + at(j) == 0.0));
        }
        let triangle = [(0, 1), (1, 2), (2, 0), (2, 3), (4, 5)];
        assert_eq!(loose(&additive, &triangle, |_| false).len(), 1);
        assert!(loose(&additive, &triangle, |k| k == 5).is_empty());
    }

    #[test]
    fn too_few_opponents_for_the_factors() {
        let factored = Threshold::new(Form::Factored, Basis::Paper, 3, 6, 0);
        let mut pairs: Vec<(u32, u32)> = (0..5).flat_map(|i| (0..i).map(move |j| (i, j))).collect();
        pairs.push((5, 0));
        pairs.push((5, 1));
        let found = loose(&factored, &pairs, |_| false);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].items, [5]);
        for (i, j) in pairs {
            let mut change = 0.0;
            factored.terms(i as usize, j as usize, |at, w| {
                let along = found[0].along.iter().filter(|(k, _)| *k == at as u32);
                change += along.map(|(_, v)| v * w).sum::<f64>();
            });
            assert!(change.abs() < 1e-12);
        }
    }
}
