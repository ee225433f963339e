//! Sign flips of chosen differences, each with its sign: for sets of ranks.

use super::kernels::{largest_lead, Row};
use super::largest::between_looks;
use super::leads::Sides;
use super::signs::{above, allowed_exceedances, Signs, Vectors};
use super::simulation::{lanes, CHUNK, LANES};
use super::Draws;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::room::with_room;

/// S and U of all vectors of signs, kept so that one family of differences after the other can be asked for.
pub(crate) struct SignedLeads {
    items: usize,
    /// Whole lanes of S, and of U, of a vector.
    blocks: usize,
    values: Vec<[f64; LANES]>,
    /// A of every pair, items x items.
    squares: Vec<f64>,
    /// H.
    shares: f64,
}

impl SignedLeads {
    /// Of what clusters add to items, of which some pairs are compared.
    pub(super) fn new(
        signs: &Signs,
        is_known: impl Fn(usize, usize) -> bool,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<SignedLeads> {
        let squares = signs.squares_of_pairs(is_known)?;
        let vectors = Vectors::new(signs.units(), true, draws);
        let items = signs.values;
        let blocks = items.div_ceil(LANES);
        let noise = |chunk: usize, noise: &mut [f64]| {
            let numbers = chunk * CHUNK..vectors.count;
            let rows = noise.chunks_mut(signs.units().max(1)).zip(numbers);
            rows.for_each(|(own, number)| vectors.write(number, own));
        };
        let room =
            (2 * blocks).checked_mul(vectors.count).ok_or_else(|| Error::Size("draws: too many".into()))?;
        let mut values = lanes(room)?;
        let mut rows = values.chunks_exact_mut(2 * blocks.max(1));
        signs.factor().each_of(vectors.count, &noise, keep_going, |draw| {
            if let Some(row) = rows.next() {
                row.as_flattened_mut().copy_from_slice(draw);
            }
        })?;
        Ok(SignedLeads { items, blocks, values, squares, shares: signs.share_of_squares() })
    }

    /// The critical value at a level of the largest difference of a family of ordered pairs (items x items), in standard errors.
    pub(crate) fn critical(
        &self,
        family: &[bool],
        level: f64,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<f64> {
        let rows = self.rows(family)?;
        let width = 2 * self.blocks.max(1);
        let mut largest = with_room(self.values.len() / width);
        let looks = between_looks(self.items, 256);
        for (at, draw) in self.values.chunks_exact(width).enumerate() {
            if at % looks == 0 {
                keep_going()?;
            }
            spend(rows.len() * self.items);
            largest.push(largest_lead(draw, &rows, self.shares));
        }
        largest.sort_unstable_by(f64::total_cmp);
        let at = largest.len().checked_sub(allowed_exceedances(largest.len(), level) + 1);
        Ok(at.map_or(f64::INFINITY, |at| above(largest[at].sqrt())))
    }

    fn rows(&self, family: &[bool]) -> Result<Vec<Row>> {
        let n = self.items;
        let sides = Sides::new(family, n);
        let mut rows = with_room(n);
        for at in 0..n {
            // Row by row, and column by column.
            spend(40 * n);
            let infinite = || -> Result<Vec<[f64; LANES]>> {
                let mut bars = lanes(self.blocks)?;
                bars.as_flattened_mut().fill(f64::INFINITY);
                Ok(bars)
            };
            let (mut leads, mut follows) = (infinite()?, infinite()?);
            let mut is_empty = true;
            for other in 0..n {
                let square = self.squares[at * n + other];
                if sides.leads(at, other) {
                    leads.as_flattened_mut()[other] = square;
                    is_empty = false;
                }
                if sides.follows(at, other) {
                    follows.as_flattened_mut()[other] = square;
                    is_empty = false;
                }
            }
            if !is_empty {
                rows.push(Row { at, leads, follows });
            }
        }
        Ok(rows)
    }
}
