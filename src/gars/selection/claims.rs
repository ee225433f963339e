//! Claims that one value is above another, and the least factors that turn them.

use super::{neighbours, Question, Selection};
use crate::error::{Error, Result};
use crate::gars::accumulator::Accumulator;
use crate::gars::batch::Batch;
use crate::progress::Watch;
use crate::room::{Duplicate as _, Gather as _};
use crate::table::{Schema, SchemaColumn};
use crate::threads::{self, Ask};

/// Factors beyond this turn nothing that others do not.
const MOST: f64 = 1e6;
/// Of the logarithm of a factor.
const PRECISION: f64 = 1e-10;

/// A claim, and how selective answering would have to be for it not to hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Claim {
    /// The item that is above.
    pub above: usize,
    /// The item that is below.
    pub below: usize,
    /// The difference without selection, and its standard error.
    pub difference: [f64; 2],
    /// The factor at which the least difference is nil; 1 where it is without selection, infinite where none is enough.
    pub turns: f64,
    /// The factor at which the lower end of its interval is nil.
    pub uncertain: f64,
}

/// The columns of [`Claim`].
pub static CLAIMS: Schema<Claim> = Schema {
    name: "gars_selection",
    title: c"How selective answers must be to turn claims",
    columns: &[
        SchemaColumn::item(c"above", c"The item that is above.", |c| Some(c.above)),
        SchemaColumn::item(c"below", c"The item that is below.", |c| Some(c.below)),
        SchemaColumn::f64(c"difference", c"that of the functional", c"The difference without selection.", |c| {
            c.difference[0]
        }),
        SchemaColumn::f64(c"se", c"that of the functional", c"Its standard error.", |c| c.difference[1]),
        SchemaColumn::f64(
            c"turns",
            c"odds ratio",
            c"The least factor at which the difference may be nil: 1 where it is not above zero anyway, infinite where no factor is enough.",
            |c| c.turns,
        ),
        SchemaColumn::f64(
            c"uncertain",
            c"odds ratio",
            c"The least factor at which the lower end of its interval is nil, as for turns.",
            |c| c.uncertain,
        ),
    ],
};

impl Accumulator {
    /// How selective answers of these contexts would have to be to turn claims that one value is above another; without
    /// claims those of neighbours on the board.
    pub fn selection(
        &self,
        functional: usize,
        batch: &Batch<'_>,
        selection: &Selection,
        claims: &[[usize; 2]],
        watch: Watch<'_>,
    ) -> Result<Vec<Claim>> {
        let question = Question::new(self, functional, batch, selection)?;
        let critical = selection.critical()?;
        let (from, to) = self.range(functional)?;
        for (row, [above, below]) in claims.iter().enumerate() {
            if above.max(below) >= &(to - from) || above == below {
                return Err(Error::row(
                    row,
                    format!(
                        "claims: {above} above {below}; there are {} values, and a claim is about two",
                        to - from
                    ),
                ));
            }
        }
        let claims = match claims.is_empty() {
            false => claims.duplicate(),
            true => {
                let value = |item| {
                    question.extreme([Some(item), None], 1.0, true, &mut || Ok(())).map(|found| found[0])
                };
                let values: Vec<f64> = (0..to - from).map(value).gathered_or()?;
                neighbours(&values)
            }
        };
        let work = |_: &mut (), task: usize, ask: Ask<'_>| question.claim(claims[task], critical, ask);
        threads::run_long(claims.len(), selection.threads, || Ok(()), work, watch)
    }
}

impl Question<'_> {
    fn claim(&self, [above, below]: [usize; 2], critical: f64, ask: Ask<'_>) -> Result<Claim> {
        let of = [Some(above), Some(below)];
        let difference = self.extreme(of, 1.0, false, ask)?;
        let turns = self.crossing(of, 0.0, difference, ask)?;
        let uncertain = self.crossing(of, critical, difference, ask)?;
        Ok(Claim { above, below, difference, turns, uncertain })
    }

    /// The factor at which the least difference, less this many standard errors, is nil.
    fn crossing(&self, of: [Option<usize>; 2], errors: f64, plain: [f64; 2], ask: Ask<'_>) -> Result<f64> {
        let at = |[least, error]: [f64; 2]| least - errors * error;
        let (mut low, mut at_low) = (0.0, at(plain));
        // NaN is no claim.
        if at_low.is_nan() || at_low <= 0.0 {
            return Ok(1.0);
        }
        let mut high: f64 = 0.1;
        let mut at_high;
        loop {
            at_high = at(self.extreme(of, high.exp(), false, ask)?);
            if at_high <= 0.0 {
                break;
            }
            if high > MOST.ln() {
                return Ok(f64::INFINITY);
            }
            (low, at_low) = (high, at_high);
            high *= 2.0;
        }
        // The method of Illinois: false position, with half the value of an end that stays.
        let (mut f_low, mut f_high, mut side) = (at_low, at_high, 0);
        while high - low > PRECISION {
            let mut middle = high - f_high * (high - low) / (f_high - f_low);
            let margin = 0.5 * PRECISION;
            middle = middle.clamp(low + margin, high - margin);
            let found = at(self.extreme(of, middle.exp(), false, ask)?);
            if found > 0.0 {
                (low, f_low) = (middle, found);
                if side == 1 {
                    f_high *= 0.5;
                }
                side = 1;
            } else {
                (high, f_high) = (middle, found);
                if side == -1 {
                    f_low *= 0.5;
                }
                side = -1;
            }
        }
        Ok((0.5 * (low + high)).exp())
    }
}
