//! The first-order effect of a vote of each outcome of each cell on a claim: c' H^-1 s.

use crate::error::{Error, Result};
use crate::likelihood::{Curvature, Modulo, NullSpace, Objective};
use crate::linalg::Factor;
use crate::model::{factored, Direction, EXACT};
use crate::outcome::Counts;
use crate::room::{reserve_filled, with_room, Gather as _};
use crate::solve::{is_dense, Hessian, LANES};
use crate::terms::Local;

/// The inverse of a Hessian, as far as it takes solutions for single vectors.
enum Inverse<'a> {
    /// Of few parameters.
    Factored(Factor),
    /// Of many, without a matrix of all of them.
    Iterative(Box<Hessian<'a, Modulo<'a>>>),
}

/// The Hessian and the slopes of votes at one point.
pub(super) struct Slopes<'a> {
    objective: &'a Objective,
    inverse: Inverse<'a>,
    /// Parameters that move a cell's u, e and b, cell after cell.
    moves: Vec<Vec<(usize, [f64; 3])>>,
    /// Slopes of the negative log-likelihood of one vote of each outcome of each cell.
    slopes: Vec<[[f64; 3]; 4]>,
}

impl<'a> Slopes<'a> {
    /// At parameters that minimise the objective.
    pub(super) fn at(
        objective: &'a Objective,
        null_space: &'a NullSpace,
        theta: &'a [f64],
        directions: &[Direction],
    ) -> Result<Slopes<'a>> {
        let inverse = if is_dense(objective.shape()) {
            Inverse::Factored(
                factored(objective, null_space, theta, directions, Curvature::Observed, None)?.0,
            )
        } else {
            Inverse::Iterative(Box::new(Hessian::new(objective.modulo(null_space), theta)?))
        };
        let block = &objective.data;
        let cells = block.design.len();
        let (mut moves, mut slopes) = (with_room(cells), with_room(cells));
        let mut local = Local::default();
        for cell in 0..cells {
            let at = block.predictor(&objective.strength, theta, cell);
            block.touch(&objective.strength, theta, cell, &mut local);
            moves.push(local.rows().filter(|(k, _)| !objective.fixed[*k]).gathered());
            slopes.push(std::array::from_fn(|o| block.outcome.derivatives(&Counts::single(o), at).slopes));
        }
        Ok(Slopes { objective, inverse, moves, slopes })
    }

    /// The contribution of a vote of each outcome of each cell to a claim, whose gradient in the parameters is `along`.
    pub(super) fn effects(&mut self, along: &[f64], unit: f64) -> Result<Vec<[f64; 4]>> {
        let solved = self.solve(along)?;
        let flows = self.moves.iter().map(|moves| {
            let mut flow = [0.0; 3];
            for (at, along) in moves {
                (0..3).for_each(|k| flow[k] += solved[*at] * along[k]);
            }
            flow
        });
        let each = flows.zip(&self.slopes);
        Ok(each
            .map(|(flow, slopes)| slopes.map(|s| -(s[0] * flow[0] + s[1] * flow[1] + s[2] * flow[2]) / unit))
            .gathered())
    }

    fn solve(&mut self, along: &[f64]) -> Result<Vec<f64>> {
        let free = along.iter().zip(&self.objective.fixed).map(|(x, fixed)| if *fixed { 0.0 } else { *x });
        let solved = match &mut self.inverse {
            Inverse::Factored(factor) => {
                let mut right: Vec<f64> = free.gathered();
                factor.solve(&mut right);
                right
            }
            Inverse::Iterative(hessian) => {
                let mut rights = reserve_filled(along.len(), [0.0; LANES])?;
                rights.iter_mut().zip(free).for_each(|(row, x)| row[0] = x);
                hessian.choose(&rights, EXACT)?.iter().map(|row| row[0]).gathered()
            }
        };
        match solved.iter().all(|x: &f64| x.is_finite()) {
            true => Ok(solved),
            false => Err(Error::Numeric("the Hessian cannot be solved with at the estimate".into())),
        }
    }
}
