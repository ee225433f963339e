//! The answers that each judge would expect of itself: of its own strengths and position effect, so that neither its taste
//! nor its position counts as an error.
//!
//! Judge by judge, -log L + (sum of squared strengths + squared position effect) / 8 is least, a tie being half a win of
//! either: a normal prior of standard deviation 2 on each.

use super::order::pass;
use crate::comparisons::{Set, NONE};
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::outcome::{log1p_exp, logistic};
use crate::progress::{Progress, Watch};
use crate::room::{Gather as _, Put as _};

/// The weight of squares in the gradient.
const RIDGE: f64 = 0.25;

/// Probabilities are kept within these: what is as good as certain says little of errors.
const BOUNDS: [f64; 2] = [0.005, 0.995];

/// The comparisons of a judge in one order.
struct Compared {
    left: usize,
    right: usize,
    /// 1 where left was shown first, 0 where there was no order.
    position: f64,
    /// How many, and the wins of left with half of the ties.
    counts: [f64; 2],
}

/// The expected score of left in every cell of a set, by the judge's own strengths.
pub(super) fn expected(set: &Set, judges: usize, watch: Watch<'_>) -> Result<Vec<f64>> {
    let cells = set.cells();
    let judge_of = |cell: usize| (cells.judge[cell] as usize).min(judges - 1);
    let mut order: Vec<u32> = (0..cells.len() as u32).gathered();
    if cells.has_unordered() {
        pass(&mut order, 2, |cell| usize::from(cells.is_ordered(cell)));
    }
    pass(&mut order, set.items(), |cell| cells.right[cell] as usize);
    pass(&mut order, set.items(), |cell| cells.left[cell] as usize);
    pass(&mut order, judges, judge_of);
    let mut expected = vec![0.0; cells.len()];
    let mut places = Places { of_item: vec![NONE; set.items()], seen: Vec::new() };
    let key = |cell: u32| {
        let cell = cell as usize;
        (cells.left[cell], cells.right[cell], cells.is_ordered(cell))
    };
    for (at, own) in order.chunk_by(|a, b| judge_of(*a as usize) == judge_of(*b as usize)).enumerate() {
        watch(&Progress::of_parts(at as f64 / judges as f64, at as u64))?;
        let mut compared: Vec<Compared> = Vec::new();
        for same in own.chunk_by(|a, b| key(*a) == key(*b)) {
            let (left, right, is_ordered) = key(same[0]);
            let mut counts = [0.0; 2];
            for &cell in same {
                let [won, lost, ties @ ..] = cells.counts[cell as usize];
                let ties: f64 = ties.iter().sum();
                counts[0] += won + lost + ties;
                counts[1] += won + ties / 2.0;
            }
            spend(10 * same.len());
            let position = if is_ordered { 1.0 } else { 0.0 };
            let [left, right] = [left, right].map(|item| places.of(item));
            compared.put(Compared { left, right, position, counts });
        }
        let theta = fit(&compared, places.seen.len() + 1)?;
        for (same, compared) in own.chunk_by(|a, b| key(*a) == key(*b)).zip(&compared) {
            let p = logistic(compared.predictor(&theta)).clamp(BOUNDS[0], BOUNDS[1]);
            same.iter().for_each(|&cell| expected[cell as usize] = p);
            spend(5 * same.len());
        }
        places.clear();
    }
    Ok(expected)
}

/// The items of one judge, numbered as they come.
struct Places {
    of_item: Vec<u32>,
    seen: Vec<u32>,
}

impl Places {
    fn of(&mut self, item: u32) -> usize {
        let place = &mut self.of_item[item as usize];
        if *place == NONE {
            *place = self.seen.len() as u32;
            self.seen.put(item);
        }
        *place as usize
    }

    fn clear(&mut self) {
        self.seen.iter().for_each(|&item| self.of_item[item as usize] = NONE);
        self.seen.clear();
    }
}

impl Compared {
    /// The difference of strengths and the position effect, which comes last.
    fn predictor(&self, theta: &[f64]) -> f64 {
        theta[self.left] - theta[self.right] + self.position * theta[theta.len() - 1]
    }

    /// Adds what a slope of the predictor is to each parameter.
    fn add(&self, slope: f64, to: &mut [f64]) {
        to[self.left] += slope;
        to[self.right] -= slope;
        let last = to.len() - 1;
        to[last] += self.position * slope;
    }
}

/// Newton's method with conjugate gradients, which need no matrix: the prior bounds how unlike curvatures are.
fn fit(compared: &[Compared], parameters: usize) -> Result<Vec<f64>> {
    const MOST: usize = 100;
    let mut theta = vec![0.0; parameters];
    let mut value = penalised(compared, &theta);
    for _ in 0..MOST {
        let mut gradient: Vec<f64> = theta.iter().map(|t| -RIDGE * t).gathered();
        let mut curvatures: Vec<f64> = Vec::new();
        for pair in compared {
            let p = logistic(pair.predictor(&theta));
            let [n, won] = pair.counts;
            pair.add(won - n * p, &mut gradient);
            curvatures.put(n * p * (1.0 - p));
        }
        spend(40 * compared.len());
        let step = solve(compared, &curvatures, &gradient);
        let mut share = 1.0;
        loop {
            let moved: Vec<f64> = theta.iter().zip(&step).map(|(t, s)| t + share * s).gathered();
            let there = penalised(compared, &moved);
            if there <= value + 1e-13 * value.abs() || share < 1e-9 {
                (theta, value) = (moved, there);
                break;
            }
            share /= 2.0;
        }
        if step.iter().all(|s| s.abs() < 1e-9) {
            return Ok(theta);
        }
    }
    Err(Error::Numeric("the strengths of a judge's own votes did not converge".into()))
}

/// The negative log-likelihood with the squares.
fn penalised(compared: &[Compared], theta: &[f64]) -> f64 {
    let of_votes = compared.iter().map(|pair| {
        let z = pair.predictor(theta);
        pair.counts[0] * log1p_exp(z) - pair.counts[1] * z
    });
    spend(40 * compared.len());
    of_votes.sum::<f64>() + 0.5 * RIDGE * theta.iter().map(|t| t * t).sum::<f64>()
}

/// Solves (D'WD + ridge) x = b, with the diagonal as preconditioner.
fn solve(compared: &[Compared], curvatures: &[f64], b: &[f64]) -> Vec<f64> {
    const PRECISION: f64 = 1e-24;
    let n = b.len();
    let mut diagonal = vec![RIDGE; n];
    for (pair, h) in compared.iter().zip(curvatures) {
        diagonal[pair.left] += h;
        diagonal[pair.right] += h;
        diagonal[n - 1] += pair.position * h;
    }
    let mut x = vec![0.0; n];
    let mut rest = crate::room::copied(b);
    let mut direction: Vec<f64> = rest.iter().zip(&diagonal).map(|(r, d)| r / d).gathered();
    let mut size: f64 = rest.iter().zip(&direction).map(|(r, z)| r * z).sum();
    let enough = PRECISION * size;
    let mut image = vec![0.0; n];
    for _ in 0..10 * n + 50 {
        if size <= enough {
            break;
        }
        image.iter_mut().zip(&direction).for_each(|(i, d)| *i = RIDGE * d);
        for (pair, h) in compared.iter().zip(curvatures) {
            pair.add(h * pair.predictor(&direction), &mut image);
        }
        spend(4 * (compared.len() + n));
        let step = size / direction.iter().zip(&image).map(|(d, i)| d * i).sum::<f64>();
        (0..n).for_each(|at| {
            x[at] += step * direction[at];
            rest[at] -= step * image[at];
        });
        let next: f64 = rest.iter().zip(&diagonal).map(|(r, d)| r * r / d).sum();
        (0..n).for_each(|at| direction[at] = rest[at] / diagonal[at] + next / size * direction[at]);
        size = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::set;
    use super::*;
    use crate::progress::unwatched;

    #[test]
    fn one_pair_is_solved_by_hand() {
        // Item 0 is shown first and wins 3 of 4: with strengths t, -t and position b the slopes are
        // 3 - 4 p = t / 4 = b / 4, p = 1 / (1 + exp(-3 t)).
        let set = set(&[[0, 0, 0, 1, 1], [1, 0, 0, 1, 1], [2, 0, 0, 1, 1], [3, 0, 0, 1, 2]]);
        let found = expected(&set, 1, &mut unwatched()).unwrap();
        let z = (found[0] / (1.0 - found[0])).ln();
        assert!((3.0 - 4.0 * found[0] - RIDGE * z / 3.0).abs() < 1e-12, "{found:?}");
        assert!(found.iter().all(|p| *p == found[0]));
    }

    #[test]
    fn certainty_is_bounded() {
        let rows: Vec<[u32; 5]> = (0..100_000).map(|context| [context, 0, 1, 0, 1]).collect();
        assert_eq!(expected(&set(&rows), 1, &mut unwatched()).unwrap()[7], BOUNDS[1]);
    }
}
