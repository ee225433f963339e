//! Simulated votes on graphs of several shapes.

use duel::comparisons::{Column, Key, Rows, Set};
use duel::random::Random;
use std::time::Instant;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq)]
pub enum Graph {
    /// Any two.
    Random,
    /// Items whose numbers differ by at most so much: ladders, tournaments, pools of images.
    Local(usize),
    /// One of so many anchors and any other.
    Star(usize),
    /// Items with probability falling as the root of their number.
    PowerLaw,
}

/// Votes to simulate.
#[derive(Clone, Copy)]
pub struct Votes {
    pub graph: Graph,
    pub items: usize,
    pub pairs: usize,
    /// Comparisons of a pair.
    pub each: u64,
    pub ties: bool,
    /// None: nobody is told apart. Some have a sharper eye than others.
    pub judges: usize,
    /// Whether judges like different things, too.
    pub tastes: bool,
    /// None: comparisons have no contexts.
    pub contexts: usize,
}

fn key(ids: &[u32]) -> Key<'_> {
    Key { values: if ids.is_empty() { Column::Absent } else { Column::U32(ids) }, ..Key::default() }
}

impl Votes {
    fn pair(&self, random: &mut Random, at: usize) -> (u32, u32) {
        let n = self.items;
        // Every item meets the next, so that all are connected.
        let own = if at < n { at } else { random.below(n as u64) as usize };
        let other = match self.graph {
            Graph::Random if at < n => (own + 1) % n,
            Graph::Random => random.below(n as u64) as usize,
            Graph::Local(width) if at < n => (own + 1 + (own + 1 >= n) as usize * (n - width)) % n,
            Graph::Local(width) => (own + 1 + random.below(width as u64) as usize).min(n - 1),
            Graph::Star(anchors) => random.below(anchors as u64) as usize,
            Graph::PowerLaw => ((n as f64) * random.uniform().powi(2)) as usize,
        };
        if own == other {
            ((own as u32 + 1) % n as u32, other as u32)
        } else {
            (own as u32, other as u32)
        }
    }

    /// The set, and the seconds that appending took.
    pub fn set(&self) -> (f64, Set) {
        let mut random = Random::new(20, 26);
        let drift = matches!(self.graph, Graph::Local(_));
        let scores: Vec<f64> = (0..self.items)
            .map(|i| if drift { 6.0 * i as f64 / self.items as f64 } else { 0.5 * random.normal() })
            .collect();
        let tastes: Vec<f64> =
            (0..if self.tastes { self.items } else { 0 }).map(|_| 0.5 * random.normal()).collect();
        let judges: Vec<[f64; 2]> =
            (0..self.judges).map(|_| [(0.3 * random.normal()).exp(), random.normal()]).collect();
        let effects: Vec<f64> = (0..self.contexts).map(|_| 0.5 * random.normal()).collect();
        let mut set = Set::new();
        let mut seconds = 0.0;
        let mut done = 0;
        while done < self.pairs {
            let count = (self.pairs - done).min(1_000_000);
            let (mut left, mut right, mut judge, mut context) = (vec![], vec![], vec![], vec![]);
            let mut counts: [Vec<f64>; 3] = Default::default();
            for at in done..done + count {
                let (i, j) = self.pair(&mut random, at);
                let mut gap = scores[i as usize] - scores[j as usize];
                if self.contexts > 0 {
                    let own = random.below(self.contexts as u64) as usize;
                    gap += effects[own] * if (i + own as u32) % 2 == 0 { 1.0 } else { -1.0 };
                    context.push(own as u32);
                }
                if self.judges > 0 {
                    let own = random.below(self.judges as u64) as usize;
                    gap *= judges[own][0];
                    if self.tastes {
                        gap += judges[own][1] * (tastes[i as usize] - tastes[j as usize]);
                    }
                    judge.push(own as u32);
                }
                let (win, loss, tie) =
                    ((0.5 * gap).exp(), (-0.5 * gap).exp(), if self.ties { 0.5 } else { 0.0 });
                let total = win + loss + tie;
                let drawn = random.outcomes(self.each, &[win / total, loss / total, tie / total, 0.0]);
                counts.iter_mut().zip(drawn).for_each(|(column, count)| column.push(count as f64));
                left.push(i);
                right.push(j);
            }
            let rows = Rows {
                length: count,
                left: key(&left),
                right: key(&right),
                judge: key(&judge),
                context: key(&context),
                wins: Column::F64(&counts[0]),
                losses: Column::F64(&counts[1]),
                ties: if self.ties { Column::F64(&counts[2]) } else { Column::Absent },
                ..Rows::default()
            };
            let start = Instant::now();
            set.append(&rows).expect("rows");
            seconds += start.elapsed().as_secs_f64();
            done += count;
        }
        (seconds, set)
    }
}
