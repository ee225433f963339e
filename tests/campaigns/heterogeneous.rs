//! Judges that disagree: the design of the HJA paper (arXiv:2605.05073, E.1 and E.2).
#![allow(dead_code)] // Every test program uses its own part.

use crate::measures::centred;
use duel::comparisons::{Column, Key, Rows, Set};
use duel::random::Random;

/// The strengths of judges, in the paper's canonical form.
pub struct Judges {
    /// Number of items.
    pub items: usize,
    /// Number of judges.
    pub judges: usize,
    /// Rank of the disagreement.
    pub rank: usize,
    /// Consensus.
    pub mu: Vec<f64>,
    /// Sensitivities.
    pub gamma: Vec<f64>,
    /// T, judges x items.
    pub disagreement: Vec<f64>,
    /// Position effects.
    pub position: Vec<f64>,
}

/// Makes columns orthonormal, each off those before it.
fn orthonormal(columns: &mut [Vec<f64>], first: usize) {
    for c in first..columns.len() {
        for t in 0..c {
            let along: f64 = columns[t].iter().zip(&columns[c]).map(|(a, b)| a * b).sum();
            let other = columns[t].clone();
            columns[c].iter_mut().zip(&other).for_each(|(x, o)| *x -= along * o);
        }
        let length = columns[c].iter().map(|x| x * x).sum::<f64>().sqrt();
        columns[c].iter_mut().for_each(|x| *x /= length);
    }
}

impl Judges {
    /// The paper's design: mu normal, gamma of Dirichlet's distribution, factors normal, disagreement of strength h.
    pub fn drawn(items: usize, judges: usize, rank: usize, h: f64, seed: u64) -> Judges {
        let mut random = Random::new(seed, 0);
        let mut normals = |count: usize| -> Vec<f64> { (0..count).map(|_| random.normal()).collect() };
        let mu = centred(&normals(items));
        let raw: Vec<Vec<f64>> = (0..rank).map(|_| centred(&normals(items))).collect();
        let mut u: Vec<Vec<f64>> = (0..rank).map(|_| centred(&normals(judges))).collect();
        let shares: Vec<f64> = (0..judges).map(|_| -random.uniform().ln()).collect();
        let sum: f64 = shares.iter().sum();
        let length = mu.iter().map(|x| x * x).sum::<f64>().sqrt();
        let mut v = vec![mu.iter().map(|x| x / length).collect::<Vec<f64>>()];
        v.extend(raw);
        orthonormal(&mut v, 1);
        orthonormal(&mut u, 0);
        let size = h * ((items * judges) as f64).sqrt();
        let mut disagreement = vec![0.0; judges * items];
        for c in 0..rank {
            let weight = size * ((rank - c) as f64).powi(2);
            for (at, t) in disagreement.iter_mut().enumerate() {
                *t += weight * u[c][at / items] * v[c + 1][at % items];
            }
        }
        let gamma = shares.iter().map(|s| judges as f64 * s / sum).collect();
        Judges { items, judges, rank, mu, gamma, disagreement, position: vec![0.0; judges] }
    }

    /// The same with other sensitivities, and position effects.
    pub fn with(self, gamma: &[f64], position: &[f64]) -> Judges {
        Judges { gamma: gamma.to_vec(), position: position.to_vec(), ..self }
    }

    /// S, judges x items.
    pub fn strengths(&self) -> Vec<f64> {
        let of = |at: usize| self.gamma[at / self.items] * self.mu[at % self.items] + self.disagreement[at];
        (0..self.judges * self.items).map(of).collect()
    }

    /// `total` votes, spread as evenly as they go over judges and pairs (`both`: in both orders).
    pub fn votes(&self, total: usize, both: bool, random: &mut Random) -> Set {
        let strengths = self.strengths();
        let mut cells = Vec::new();
        for k in 0..self.judges {
            for i in 0..self.items {
                for j in (0..self.items).filter(|&j| i < j || (both && i != j)) {
                    cells.push((k, i, j));
                }
            }
        }
        let mut extra: Vec<usize> = (0..cells.len()).collect();
        let more = total % cells.len();
        for at in 0..more {
            let other = at + random.below((cells.len() - at) as u64) as usize;
            extra.swap(at, other);
        }
        let mut counts = vec![(total / cells.len()) as u64; cells.len()];
        extra[..more].iter().for_each(|&at| counts[at] += 1);
        let (mut wins, mut losses) = (Vec::new(), Vec::new());
        for (&(k, i, j), &count) in cells.iter().zip(&counts) {
            let u = strengths[k * self.items + i] - strengths[k * self.items + j] + self.position[k];
            let p = 1.0 / (1.0 + (-u).exp());
            let [won, lost, ..] = random.outcomes(count, &[p, 1.0 - p, 0.0, 0.0]);
            wins.push(won as f64);
            losses.push(lost as f64);
        }
        let ids = |of: fn(&(usize, usize, usize)) -> usize| -> Vec<u32> {
            cells.iter().map(|cell| of(cell) as u32).collect()
        };
        let (judge, left, right) = (ids(|c| c.0), ids(|c| c.1), ids(|c| c.2));
        let key = |values| Key { values: Column::U32(values), base: 0 };
        let mut set = Set::new();
        set.append(&Rows {
            length: cells.len(),
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
