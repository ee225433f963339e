//! Where the names of points go, so that they do not run into each other.

use super::page::Box4;
use crate::room::{self, Gather as _};
use std::f64::consts::PI;

/// The name of a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    /// The point.
    pub at: [f64; 2],
    /// Of the name.
    pub width: f64,
    /// Where it lies, if it has found room.
    pub place: Option<Box4>,
    /// The end of the line that leads to it, if one does.
    pub leader: Option<[f64; 2]>,
}

/// Where names may lie, the radius of a point, the height of a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub inside: Box4,
    pub dot: f64,
    pub line: f64,
}

/// Directions of a name from its point, in 24ths of a turn clockwise from the right: the first eight are beside, above,
/// below and between these.
const DIRECTIONS: [u8; 24] =
    [0, 12, 18, 6, 21, 15, 3, 9, 22, 14, 2, 10, 20, 16, 4, 8, 23, 13, 1, 11, 19, 17, 5, 7];
/// How far a name may be from its point.
const FARTHEST: f64 = 320.0;
/// Comparisons of two names after which no other order is tried: most crowds need fewer, and some have no room at all.
const MAX_COMPARISONS: usize = 10_000_000;
/// Cost of a name without a place.
const COST_WITHOUT_PLACE: f64 = 1000.0;

/// Finds room for names; how many have none. Names in the thickest crowd choose first; then in other orders from a fixed
/// generator, as the best of some tries is much better than one.
pub(super) fn place(field: &Field, labels: &mut [Label]) -> usize {
    let tries = match labels.len() {
        0..=40 => 100,
        41..=80 => 24,
        _ => 16,
    };
    let mut crowds: Vec<f64> = labels.iter().map(|one| crowd(one, labels)).gathered();
    let (mut state, mut compared) = (1u64, 0);
    let mut least = f64::INFINITY;
    let mut best = room::copied(labels);
    for attempt in 0..tries {
        let mut turns: Vec<(f64, usize)> = crowds
            .iter()
            .enumerate()
            .map(|(i, &crowd)| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let random = (state >> 40) as f64 / (1u64 << 24) as f64;
                (crowd * if attempt == 0 { 1.0 } else { 0.3 + random }, i)
            })
            .gathered();
        room::sort_by(&mut turns, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let cost = in_turn(field, labels, &turns, &mut compared);
        if cost < least {
            least = cost;
            best.copy_from_slice(labels);
        }
        if least == 0.0 || compared > MAX_COMPARISONS {
            break;
        }
        // Labels without space are placed first next time.
        for (weight, _) in crowds.iter_mut().zip(labels.iter()).filter(|(_, label)| label.place.is_none()) {
            *weight *= 2.0;
        }
    }
    labels.copy_from_slice(&best);
    labels.iter().filter(|label| label.place.is_none()).count()
}

/// How thickly other points and their names crowd around one.
fn crowd(of: &Label, labels: &[Label]) -> f64 {
    let near = |other: &Label| {
        let (dx, dy) = ((of.at[0] - other.at[0]) / 120.0, (of.at[1] - other.at[1]) / 30.0);
        (-dx * dx - dy * dy).exp()
    };
    labels.iter().map(near).sum()
}

/// Each name in turn takes the nearest room that is left to it. The sum of the distances.
fn in_turn(field: &Field, labels: &mut [Label], turns: &[(f64, usize)], compared: &mut usize) -> f64 {
    for label in labels.iter_mut() {
        (label.place, label.leader) = (None, None);
    }
    let mut cost = 0.0;
    for &(_, own) in turns {
        let mut away = 0.0;
        let found = loop {
            let free = DIRECTIONS.iter().find_map(|&direction| {
                let (place, leader) = at(field, &labels[own], away, direction);
                is_free(field, labels, own, &place, leader, compared).then_some((place, leader))
            });
            if free.is_some() || away >= FARTHEST {
                break free;
            }
            away += f64::max(8.0, 0.15 * away);
        };
        cost += if found.is_some() { away } else { COST_WITHOUT_PLACE };
        if let Some((place, leader)) = found {
            labels[own].place = Some(place);
            labels[own].leader = leader;
        }
    }
    cost
}

/// The place of a name `away` from its point in one direction, and the end of the line to it.
fn at(field: &Field, label: &Label, away: f64, direction: u8) -> (Box4, Option<[f64; 2]>) {
    let (dy, dx) = (f64::from(direction) * PI / 12.0).sin_cos();
    let gap = field.dot + 3.0 + away;
    let end = [label.at[0] + dx * gap, label.at[1] + dy * gap];
    let side = |d: f64, size: f64| match d {
        d if d > 0.3 => 0.0,
        d if d < -0.3 => size,
        _ => size / 2.0,
    };
    let (left, top) = (end[0] - side(dx, label.width), end[1] - side(dy, field.line));
    let place = Box4 { left, top, right: left + label.width, bottom: top + field.line };
    (place, (away > 0.0).then_some(end))
}

fn is_free(
    field: &Field,
    labels: &[Label],
    own: usize,
    place: &Box4,
    leader: Option<[f64; 2]>,
    compared: &mut usize,
) -> bool {
    let inside = &field.inside;
    if place.left < inside.left
        || place.right > inside.right
        || place.top < inside.top
        || place.bottom > inside.bottom
    {
        return false;
    }
    let from = labels[own].at;
    labels.iter().enumerate().all(|(i, other)| {
        *compared += 1;
        let [x, y] = other.at;
        let d = field.dot + 1.0;
        let point = Box4 { left: x - d, top: y - d, right: x + d, bottom: y + d };
        if place.meets(&point) {
            return false;
        }
        if i == own {
            return true;
        }
        let runs_into = |area: &Box4| leader.is_some_and(|end| crosses(area, from, end));
        if runs_into(&point) && (x - from[0]).hypot(y - from[1]) > 2.0 * d {
            return false;
        }
        let Some(taken) = &other.place else { return true };
        let is_crossed = other.leader.is_some_and(|end| crosses(place, other.at, end));
        !(place.meets(taken) || runs_into(taken) || is_crossed)
    })
}

/// Whether the line between two places runs through the area: clipped by each pair of sides in turn.
fn crosses(area: &Box4, from: [f64; 2], to: [f64; 2]) -> bool {
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for (axis, (least, most)) in [(area.left, area.right), (area.top, area.bottom)].into_iter().enumerate() {
        let by = to[axis] - from[axis];
        if by == 0.0 {
            if from[axis] <= least || from[axis] >= most {
                return false;
            }
            continue;
        }
        let (first, second) = ((least - from[axis]) / by, (most - from[axis]) / by);
        enter = enter.max(first.min(second));
        leave = leave.min(first.max(second));
    }
    enter < leave
}

/// Places along a line at least `step` apart and between two ends, as near to where they should be as that allows:
/// pushed on, then what went over the end pushed back. They are given and answered in ascending order.
pub(super) fn apart(wanted: &[f64], step: f64, first: f64, last: f64) -> Vec<f64> {
    let mut places = room::copied(wanted);
    let mut least = first;
    for place in &mut places {
        *place = place.max(least);
        least = *place + step;
    }
    let mut most = last;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - step;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crowd_of(count: usize, wide: f64) -> (Field, Vec<Label>) {
        let inside = Box4 { left: 0.0, top: 0.0, right: wide, bottom: 0.6 * wide };
        let labels = (0..count).map(|i| {
            let (angle, radius) = (2.4 * i as f64, 0.28 * wide * (i as f64 / count as f64).sqrt());
            let at = [wide / 2.0 + radius * angle.cos(), 0.3 * wide + 0.9 * radius * angle.sin()];
            Label { at, width: 60.0 + (i % 7) as f64 * 10.0, place: None, leader: None }
        });
        (Field { inside, dot: 4.0, line: 15.0 }, labels.collect())
    }

    #[test]
    fn names_meet_neither_names_nor_points_and_stay_inside() {
        for (count, wide) in [(3, 600.0), (30, 1000.0), (100, 2000.0)] {
            let (field, mut labels) = crowd_of(count, wide);
            assert_eq!(place(&field, &mut labels), 0, "{count}");
            for (i, label) in labels.iter().enumerate() {
                let own = label.place.unwrap();
                assert!(own.left >= 0.0 && own.right <= wide && own.top >= 0.0 && own.bottom <= 0.6 * wide);
                for other in &labels[..i] {
                    assert!(!own.meets(&other.place.unwrap()));
                    let [x, y] = other.at;
                    assert!(!own.meets(&Box4 { left: x, top: y, right: x, bottom: y }));
                }
            }
        }
    }

    #[test]
    fn names_without_room_are_counted() {
        let (mut field, mut labels) = crowd_of(40, 300.0);
        field.inside.bottom = 60.0;
        let missing = place(&field, &mut labels);
        assert!(missing > 0);
        assert_eq!(labels.iter().filter(|label| label.place.is_none()).count(), missing);
    }

    #[test]
    fn places_are_pushed_apart_no_farther_than_needed() {
        assert_eq!(apart(&[1.0, 1.0, 5.0], 1.0, 0.0, 10.0), [1.0, 2.0, 5.0]);
        assert_eq!(apart(&[9.0, 9.5, 9.6], 1.0, 0.0, 10.0), [8.0, 9.0, 10.0]);
    }
}
