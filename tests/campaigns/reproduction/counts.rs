//! The simulated design of the JA paper (C.1 and C.2).

use crate::measures::centred;
use duel::comparisons::{Column, Key, Rows, Set};
use duel::random::Random;

/// Numbers of items and judges, and the standard deviation of log sensitivities.
#[derive(Debug, Clone, Copy)]
pub struct Design {
    pub items: usize,
    pub judges: usize,
    spread: f64,
}

pub const SMALL: Design = Design { items: 10, judges: 5, spread: 1.5 };
pub const MIDDLE: Design = Design { items: 20, judges: 10, spread: 1.0 };
pub const LARGE: Design = Design { items: 50, judges: 20, spread: 1.0 };
pub const LARGEST: Design = Design { items: 100, judges: 20, spread: 1.0 };

/// Scores and log sensitivities, both centred.
#[derive(Debug, Clone)]
pub struct Truth {
    pub design: Design,
    pub scores: Vec<f64>,
    pub logs: Vec<f64>,
}

impl Design {
    /// Of the same number of items and judges.
    pub const fn with(items: usize, judges: usize) -> Design {
        Design { items, judges, spread: 1.0 }
    }

    pub fn truth(self, seed: u64) -> Truth {
        // A stream that no replicate has.
        let mut random = Random::new(seed, u64::MAX);
        let mut normals = |count: usize, size: f64| -> Vec<f64> {
            centred(&(0..count).map(|_| size * random.normal()).collect::<Vec<f64>>())
        };
        let scores = normals(self.items, 1.0);
        Truth { design: self, scores, logs: normals(self.judges, self.spread) }
    }
}

impl Truth {
    /// `total` votes: a random tree with one comparison on each edge, the others on any pair by any judge.
    pub fn votes(&self, total: usize, random: &mut Random) -> Set {
        let Design { items, judges, .. } = self.design;
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut number = vec![0; items * items];
        for i in 0..items {
            for j in i + 1..items {
                number[i * items + j] = pairs.len();
                pairs.push((i, j));
            }
        }
        let mut counts = vec![0_u64; judges * pairs.len()];
        let mut below = |bound: usize| random.below(bound as u64) as usize;
        for child in 1..items {
            let parent = below(child);
            counts[below(judges) * pairs.len() + number[parent * items + child]] += 1;
        }
        for _ in items - 1..total {
            counts[below(judges * pairs.len())] += 1;
        }
        let (mut judge, mut left, mut right) = (Vec::new(), Vec::new(), Vec::new());
        let (mut wins, mut losses) = (Vec::new(), Vec::new());
        for (at, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (k, (i, j)) = (at / pairs.len(), pairs[at % pairs.len()]);
            let u = self.logs[k].exp() * (self.scores[i] - self.scores[j]);
            let won = random.binomial(count, 1.0 / (1.0 + (-u).exp()));
            judge.push(k as u32);
            left.push(i as u32);
            right.push(j as u32);
            wins.push(won as f64);
            losses.push((count - won) as f64);
        }
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let mut set = Set::new();
        set.append(&Rows {
            length: judge.len(),
            left: key(&left),
            right: key(&right),
            judge: key(&judge),
            wins: Column::F64(&wins),
            losses: Column::F64(&losses),
            ..Rows::default()
        })
        .expect("votes");
        set
    }
}

#[test]
fn votes_of_the_design() {
    let truth = MIDDLE.truth(1);
    let set = truth.votes(500, &mut Random::new(1, 0));
    assert_eq!((set.items(), set.judges()), (20, 10));
    assert_eq!(set.cells().counts.iter().flatten().sum::<f64>(), 500.0);
    assert!(truth.logs.iter().sum::<f64>().abs() < 1e-12);
    // Connected even where there is one comparison fewer than items.
    let tree = truth.votes(19, &mut Random::new(1, 1));
    let model = duel::model::fit(
        &tree,
        &duel::model::Specification { ridge: 0.1, ..Default::default() },
        &mut duel::progress::unwatched(),
    );
    assert!(model.expect("a connected set").components.iter().all(|c| *c == 0));
}
