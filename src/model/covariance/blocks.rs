//! Blocks of right-hand sides, solved by a Hessian some at a time.

use crate::error::Result;
use crate::likelihood::Modulo;
use crate::progress::Watch;
use crate::solve::{Hessian, Lane, LANES};
use crate::threads::{self, Ask};

/// Blocks that are solved before what they give is taken, whatever the number of threads.
const WAVE: usize = 4;

/// How many blocks there are, and how they are solved.
pub(super) struct Blocks {
    pub(super) count: usize,
    pub(super) tolerance: f64,
    pub(super) threads: usize,
}

impl Blocks {
    /// Makes something of each block, given its number, its right-hand sides and their solutions; `take` has these in
    /// order, with the number of blocks that are done, and tells whether to go on.
    pub(super) fn solve<T: Send>(
        &self,
        hessian: &mut Hessian<'_, Modulo<'_>>,
        right: impl Fn(usize) -> Result<Vec<Lane<LANES>>> + Sync,
        make: impl Fn(usize, &[Lane<LANES>], &[Lane<LANES>]) -> Result<T> + Sync,
        watch: Watch<'_>,
        mut take: impl FnMut(Vec<T>, usize) -> bool,
    ) -> Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        // The first block shows which preconditioner serves.
        let first = right(0)?;
        let solved = hessian.choose(&first, self.tolerance)?;
        let made = make(0, &first, &solved)?;
        drop((first, solved));
        let hessian = &*hessian;
        let mut done = 1;
        let mut goes_on = take(vec![made], done);
        while goes_on && done < self.count {
            let wave = WAVE.min(self.count - done);
            let work = |_: &mut (), task: usize, ask: Ask<'_>| {
                let right = right(done + task)?;
                make(done + task, &right, &hessian.solve(&right, self.tolerance, ask)?)
            };
            let made = threads::run_long(wave, self.threads.max(1), || Ok(()), work, &mut *watch)?;
            done += wave;
            goes_on = take(made, done);
        }
        Ok(())
    }
}
