//! The D-optimal policy.

use super::gars::duel_gars;
use super::gars_results::single;
use super::guard::guard;
use super::memory::*;
use super::options::checked;
use super::outputs::*;
use super::policy::{duel_policy_facts, duel_policy_options, Destination, Wanted};
use super::status::duel_status;
use duel::policy::{self, d_optimal_of_scores, LabelValues};
use duel::progress::Progress;
use duel::room::Duplicate as _;

/// The D-optimal policy for a functional: the determinant of the covariance of its values, off their
/// constant directions, becomes as small as can be; every pair is drawn independently. Each step is an
/// A-optimal policy for weights by the inverse of the last covariance, which never raises the determinant
/// and ends at the optimum; some twenty steps are usual. Labels of a context are taken to be independent
/// given the context.
/// @param gars says what is estimated: items, categories, functionals. Its contexts are ignored.
/// @param functional number of the functional, from 0, of those that need no judge.
/// @param mu contexts x K x K x C, row-major: probabilities, as in duel_gars_add.
/// @param contexts number of contexts.
/// @param costs NULL: all 1; else K x K. An item against itself is not on offer, nor the lower half where
///   pairs are unordered, whatever is given there.
/// @param options floor, budget; mix is applied at the end.
/// @param propensities receives contexts x K x K.
/// @param capacity number of doubles that fit in propensities.
/// @param covariance NULL, or receives values x values: n times the covariance of the estimates that is
///   expected of the policy (before it is mixed).
/// @param covariance_capacity number of doubles that fit in covariance.
/// @param info NULL, or its struct_size says how much of it is filled; variance and uniform are by the
///   weights of the last step. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_d_optimal(
    gars: *const duel_gars,
    functional: i32,
    mu: *const f64,
    contexts: usize,
    costs: *const f64,
    options: *const duel_policy_options,
    propensities: *mut f64,
    capacity: usize,
    covariance: *mut f64,
    covariance_capacity: usize,
    info: *mut duel_policy_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` and `options` can be read.
        let (accumulator, wanted) =
            unsafe { (&shared(gars, "gars")?.accumulator, Wanted::read(options, "duel_gars_d_optimal")?) };
        let specification = accumulator.specification();
        let square = checked(specification.items, specification.items)?;
        let nowhere = (std::ptr::null_mut(), 0);
        // SAFETY: the caller promises (lib.rs) that `mu` has `contexts * (square * categories)` values, `costs` has
        // `square` values, `info` can be written, `propensities` has room for `capacity`, `covariance` has room for
        // `covariance_capacity`.
        let (mu, costs, destination, covariance) = unsafe {
            (
                slice(mu, checked(contexts, checked(square, specification.categories)?)?, "the array mu")?,
                optional_slice(costs, square, "costs")?,
                Destination::checked(contexts, square, (propensities, capacity), nowhere, info)?,
                optional_array(covariance, covariance_capacity, "covariance"),
            )
        };
        let functional = single(functional, "functional")?;
        let (from, to) = accumulator.range(functional)?;
        if let Some(covariance) = &covariance {
            covariance.check(checked(to - from, to - from)?)?;
        }
        let mut watch = |now: &Progress| wanted.report(now);
        let (budget, threads) = (wanted.budget, wanted.threads);
        let mut found =
            d_optimal_of_scores(specification, functional, mu, costs, budget, threads, &mut watch)?;
        if wanted.mix > 0.0 {
            let offered: Vec<f64> = found.costs.duplicate();
            let weights = LabelValues::new(&found.weights, square, Some(&offered))?;
            policy::mix(&weights, budget.spend, wanted.mix, 1.0, &mut found.pi)?;
            found.outcome = weights.outcome_of(&found.pi, threads, &mut watch)?;
        }
        let facts = duel_policy_facts {
            iterations: found.iterations as i32,
            log_determinant: found.log_determinant,
            ..duel_policy_facts::of(found.multiplier, Some(found.outcome))
        };
        if let Some(info) = destination.info {
            info.write(&facts);
        }
        if let Some(covariance) = covariance {
            covariance.write(&found.covariance);
        }
        destination.propensities.write(&found.pi);
        Ok(())
    })
}
