//! The fields of the options that several functions take. A function that does not read one refuses it.

use super::fit::duel_model_options;
use super::fragility::duel_fragility_options;
use super::gars_selection::duel_selection_options;
use super::learner::duel_nuisance_options;
use super::memory::{read_options, Sized_};
use super::options::duel_inference_options;
use super::policy::duel_policy_options;
use super::reads::reads;
use super::selection::duel_rank_set_options;
use super::together::duel_together_options;
use super::validate::duel_validation_options;
use duel::error::{Error, Result};
use duel::room::Gather as _;

/// Options of which every function reads a part.
pub(super) trait Fields: Sized_ {
    /// The names of the fields that are not at their defaults.
    fn set_fields(&self) -> Vec<&'static str>;
}

/// Reads the options of a function, which [`READS`](super::reads::READS) knows, and refuses those that it would ignore.
pub(super) unsafe fn read_for<T: Fields>(function: &str, options: *const T) -> Result<Option<T>> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let Some(options) = (unsafe { read_options(options) })? else { return Ok(None) };
    // Who is not in the list reads nothing.
    let read = reads(function, T::NAME);
    match options.set_fields().into_iter().find(|field| !read.is_some_and(|read| read.has(field))) {
        None => Ok(Some(options)),
        Some(field) => {
            Err(Error::Unsupported(format!("{field} is not read by {function}: leave it at its default")))
        }
    }
}

/// Whether a field is not zero.
trait Field {
    fn is_set(&self) -> bool;
}

impl Field for i32 {
    fn is_set(&self) -> bool {
        *self != 0
    }
}

impl Field for usize {
    fn is_set(&self) -> bool {
        *self != 0
    }
}

impl Field for u64 {
    fn is_set(&self) -> bool {
        *self != 0
    }
}

impl Field for f64 {
    fn is_set(&self) -> bool {
        *self != 0.0
    }
}

impl<T> Field for *const T {
    fn is_set(&self) -> bool {
        !self.is_null()
    }
}

impl<T> Field for *mut T {
    fn is_set(&self) -> bool {
        !self.is_null()
    }
}

impl<T> Field for Option<T> {
    fn is_set(&self) -> bool {
        self.is_some()
    }
}

/// The fields of a struct by their names; the compiler refuses a list that lacks one. A number after a name is the
/// default that zero stands for.
macro_rules! fields {
    ($options:ident: $($field:ident $(= $default:literal)?),+; ignored: $($ignored:ident),+) => {
        impl Fields for $options {
            fn set_fields(&self) -> Vec<&'static str> {
                let $options { $($field,)+ $($ignored: _,)+ } = self;
                let all = [$((stringify!($field), $field.is_set() $(&& *$field != $default)?)),+];
                all.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).gathered()
            }
        }
    };
}

fields!(duel_inference_options: covariance, intervals, normalisation, scale, reference_item, reference_judge, weights,
    weight_count, level = 0.95, unit = 1.0, origin, seed, draws, ignore_position, threads = 1, cancel, progress, user, correction,
    quantiles, contexts, bootstrap, bootstrap_interval, errors, mixture, error_draws; ignored: struct_size);
fields!(duel_model_options: strength, position, tie_model, ties, both_bad, threshold, sign, covariance, accept,
    max_iterations = 200, covariates, covariate_count, fixed_scores, fixed_count, ridge, pseudo, tolerance = 1e-8, max_bytes,
    cancel, progress, user, start, offsets, offset_count, bias_reduction, threshold_offsets, tie_factors, tie_basis,
    tie_link, below_zero, tie_ridge, spread, spread_factors, spread_ridge, restarts, threads = 1, seed, bad_threshold,
    rank, sensitivity_covariates, sensitivity_covariate_count, target, pair_floor = 50.0, interactions, interaction_count,
    interaction_ridge = 1.0; ignored: struct_size, reserved);
fields!(duel_validation_options: by, threads = 1, folds, share, repeats, seed, cancel, progress, user; ignored: struct_size);
fields!(duel_rank_set_options: side, one_by_one, single_step, reserved, top; ignored: struct_size);
fields!(duel_together_options: copy_units, near_copy, max_bytes, cancel, progress, user; ignored: struct_size);
fields!(duel_fragility_options: attack, by, top, cancel, progress, user, quantity, vote, winner, loser, renew; ignored:
    struct_size, reserved);
fields!(duel_selection_options: selection_model, answered, answered_count, level = 0.95, claims, claim_count; ignored:
    struct_size, reserved);
fields!(duel_nuisance_options: pairs, learner, propensities, folds, ridge, seed, features, feature_count, linear_count,
    predictions, prediction_count, feature_ridge; ignored: struct_size, items, categories);
fields!(duel_policy_options: drawing, threads = 1, floor, budget, mix, cancel, progress, user; ignored: struct_size);
