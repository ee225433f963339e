//! Nonparametric ranking scores: functions of the caller's own.

use super::gars::duel_gars;
use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::status::duel_status;
use duel::error::{Error, Result};
use duel::gars::ScoreFunction;
use libc::{c_char, c_void};
use std::sync::Arc;

/// A score of the caller's own: writes the values of `count` contexts, count x values doubles, row-major, from their
/// probabilities mu, count x K x K x C, row-major and zero for an item against itself. They are those that the estimate
/// works with: summing to one, raised to the floor, with unordered pairs mirrored. It is called on the thread that called
/// the library, whatever the option threads, several times for every context, and must give the same values for the same
/// probabilities. It returns 0, or any other number to end the work.
pub type duel_score_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, count: usize, mu: *const f64, values: *mut f64) -> i32>;

/// The derivative of a score of the caller's own: writes dF(mu)[h], count x values doubles, for directions h that are
/// shaped like mu and sum to zero over the categories. It returns 0, or any other number to end the work.
pub type duel_slope_fn = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        count: usize,
        mu: *const f64,
        h: *const f64,
        slopes: *mut f64,
    ) -> i32,
>;

/// Functions of the caller with what they are called with.
struct Given {
    name: String,
    values: unsafe extern "C" fn(*mut c_void, usize, *const f64, *mut f64) -> i32,
    slope: duel_slope_fn,
    user: *mut c_void,
}

// SAFETY: only calls that the caller makes about the estimate use `user`, on their own thread.
unsafe impl Send for Given {}
// SAFETY: as above; the caller promises (duel_gars_own) that calls of several threads may use it at once.
unsafe impl Sync for Given {}

impl Given {
    fn returned(&self, code: i32) -> Result<()> {
        match code {
            0 => Ok(()),
            code => Err(Error::data(format!("score '{}': the function returned {code}", self.name))),
        }
    }
}

impl ScoreFunction for Given {
    fn values(&self, count: usize, mu: &[f64], out: &mut [f64]) -> Result<()> {
        // SAFETY: the caller promises (duel_gars_own) that `values` may be called with `user`; the arrays are of `count`
        // contexts.
        self.returned(unsafe { (self.values)(self.user, count, address(mu), address_mut(out)) })
    }

    fn has_slope(&self) -> bool {
        self.slope.is_some()
    }

    fn slopes(&self, count: usize, mu: &[f64], h: &[f64], out: &mut [f64]) -> Result<()> {
        let Some(slope) = self.slope else {
            return Err(Error::Null("the function slope is NULL".into()));
        };
        // SAFETY: as in `values`.
        self.returned(unsafe { slope(self.user, count, address(mu), address(h), address_mut(out)) })
    }
}

/// Gives the function of a score of one's own: before contexts are added, and again after duel_gars_load, as bytes have
/// its name alone. Both functions and user must live until the estimate is freed, and bear being called by as many
/// threads as use the estimate at once.
///
/// A score must be twice differentiable in mu, with bounded second derivatives where probabilities are above the floor. At
/// eight of the first contexts that are added it is tried: DUEL_ERR_DATA if it is not finite, not the same twice, if the
/// derivative that is given differs from differences, or if its derivative jumps nearby (a maximum, a rank or a count).
/// Kinks elsewhere are not seen. A score has no weights for policies: DUEL_ERR_UNSUPPORTED.
/// @param functional number of the functional, which is DUEL_FUNCTIONAL_OWN.
/// @param name names the score in messages and in saved bytes; estimates are merged where names are the same.
/// @param score computes values.
/// @param slope NULL: derivatives are those of differences (five calls for the values of a context, in
///   two calls of the function, and an error of about 2e-8); else computes them.
/// @param user passed to both. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_gars_own(
    gars: *mut duel_gars,
    functional: i32,
    name: *const c_char,
    score: duel_score_fn,
    slope: duel_slope_fn,
    user: *mut c_void,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` is the call's alone, and `name` is a text.
        let (gars, name) = unsafe { (exclusive(gars, "gars")?, text(name, "name")?) };
        let values = score.ok_or_else(|| Error::Null("the function score is NULL".into()))?;
        let at = super::gars_results::single(functional, "functional")?;
        let given = Given { name: name.into(), values, slope, user };
        gars.accumulator.give(at, name, Arc::new(given))
    })
}
