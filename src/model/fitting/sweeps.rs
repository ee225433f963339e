//! Newman's sweeps, where a fit of Bradley-Terry starts.

use crate::likelihood::{each_run, Design};
use crate::room::Gather as _;
use crate::vectors::padded;
use faer::traits::pulp::{Arch, Simd, WithSimd};

const SWEEPS: usize = 5;

/// Cells of one item on the left that are looked at together.
const MANY: usize = 64;

/// Numbers that stand side by side in registers.
const LANES: usize = 8;

/// A few sweeps of Newman's iteration (2023), pi_i = sum w_ij pi_j / (pi_i + pi_j) over
/// sum l_ij / (pi_i + pi_j): each costs less than a Newton step, and they bring the start near enough
/// for two or three of those. On chains they do almost nothing, and harm as little.
pub(super) fn sweep(design: &Design, theta: &mut [f64], groups: &[Vec<u32>]) {
    let items = theta.len();
    let halved = || design.counts.iter().map(|counts| counts.halved());
    let wins: Vec<f64> = halved().map(|[win, _]| win).gathered();
    let losses: Vec<f64> = halved().map(|[_, loss]| loss).gathered();
    let mut strength = vec![1.0; items];
    let mut sums = vec![[0.0; 2]; items];
    let arch = Arch::new();
    let (mut theirs, mut shares) = ([1.0; MANY], [[0.0; MANY]; 2]);
    for _ in 0..SWEEPS {
        sums.fill([0.0; 2]);
        each_run([&design.left, &design.right], |i, others, run| {
            let here = strength[i];
            let mut own = [0.0; 2];
            let counts = wins[run.clone()].chunks(MANY).zip(losses[run].chunks(MANY));
            for (others, (wins, losses)) in others.chunks(MANY).zip(counts) {
                theirs.iter_mut().zip(others).for_each(|(there, &j)| *there = strength[j as usize]);
                let cells = Cells { here, theirs: &theirs, wins, losses, shares: &mut shares };
                let more = arch.dispatch(cells);
                own = [own[0] + more[0], own[1] + more[1]];
                let [won, lost] = &shares;
                for ((&j, won), lost) in others.iter().zip(won).zip(lost) {
                    let sums = &mut sums[j as usize];
                    *sums = [sums[0] + won, sums[1] + lost];
                }
            }
            sums[i] = [sums[i][0] + own[0], sums[i][1] + own[1]];
        });
        for (strength, [won, lost]) in strength.iter_mut().zip(&sums) {
            let next = won / lost;
            if next > 1e-100 && next < 1e100 {
                *strength = next;
            }
        }
    }
    theta.iter_mut().zip(&strength).for_each(|(t, w)| *t = w.ln());
    for group in groups {
        let mean = group.iter().map(|&i| theta[i as usize]).sum::<f64>() / group.len() as f64;
        group.iter().for_each(|&i| theta[i as usize] -= mean);
    }
}

/// Cells of one item on the left. What they add to the sums of the items on the right is written to `shares`, what to
/// its own is the result. The bits are those of any instruction set.
struct Cells<'a> {
    here: f64,
    theirs: &'a [f64; MANY],
    wins: &'a [f64],
    losses: &'a [f64],
    shares: &'a mut [[f64; MANY]; 2],
}

impl WithSimd for Cells<'_> {
    type Output = [f64; 2];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [f64; 2] {
        let mut own = [[0.0; LANES]; 2];
        let [won, lost] = self.shares;
        let blocks = self.wins.chunks(LANES).zip(self.losses.chunks(LANES));
        let theirs = self.theirs.chunks_exact(LANES);
        let shares = won.chunks_exact_mut(LANES).zip(lost.chunks_exact_mut(LANES));
        for (((wins, losses), theirs), (won, lost)) in blocks.zip(theirs).zip(shares) {
            let (wins, losses): ([f64; LANES], [f64; LANES]) = match wins.len() {
                LANES => (wins.try_into().unwrap_or_default(), losses.try_into().unwrap_or_default()),
                _ => (padded(wins), padded(losses)),
            };
            for lane in 0..LANES {
                let share = 1.0 / (self.here + theirs[lane]);
                let (win, loss) = (wins[lane] * share, losses[lane] * share);
                won[lane] = loss * self.here;
                lost[lane] = win;
                own[0][lane] += win * theirs[lane];
                own[1][lane] += loss;
            }
        }
        own.map(|lanes| lanes.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Counts;
    use crate::random::Random;

    /// Runs of an item on the left that are shorter and longer than what is looked at together.
    fn design(items: usize) -> Design {
        let mut random = Random::new(5, 9);
        let mut design = Design::default();
        for left in 0..items {
            for right in left + 1..items {
                let counts = [5, 4, 3].map(|most| random.below(most) as f64);
                design.left.push(left as u32);
                design.right.push(right as u32);
                design.counts.push(Counts::new([counts[0] + 1.0, counts[1], counts[2], 0.0]));
            }
        }
        design
    }

    #[test]
    fn sweeps_are_newmans_cell_by_cell() {
        let items = 2 * MANY + 13;
        let design = design(items);
        let mut strength = vec![1.0; items];
        for _ in 0..SWEEPS {
            let mut sums = vec![[0.0; 2]; items];
            for ((&i, &j), counts) in design.left.iter().zip(&design.right).zip(&design.counts) {
                let (i, j) = (i as usize, j as usize);
                let (win, loss) = (counts.win + 0.5 * counts.tie, counts.loss + 0.5 * counts.tie);
                let both = strength[i] + strength[j];
                for (own, other, win, loss) in [(i, j, win, loss), (j, i, loss, win)] {
                    sums[own][0] += win * strength[other] / both;
                    sums[own][1] += loss / both;
                }
            }
            strength = sums.iter().map(|[won, lost]| won / lost).collect();
        }
        let mean = strength.iter().map(|s: &f64| s.ln()).sum::<f64>() / items as f64;
        let mut theta = vec![0.0; items];
        sweep(&design, &mut theta, &[(0..items as u32).collect()]);
        for (found, strength) in theta.iter().zip(&strength) {
            assert!((found - (strength.ln() - mean)).abs() < 1e-12, "{found}, not {}", strength.ln() - mean);
        }
    }

    /// An item that never won, and one that never lost, keep the strength that they have.
    #[test]
    fn strengths_stay_finite() {
        let mut design = design(3);
        design.counts =
            [[2.0, 0.0], [3.0, 0.0], [1.0, 0.0]].map(|[w, l]| Counts::new([w, l, 0.0, 0.0])).to_vec();
        let mut theta = vec![0.0; 3];
        sweep(&design, &mut theta, &[vec![0, 1, 2]]);
        assert!(theta.iter().all(|score| score.is_finite()), "{theta:?}");
    }
}
