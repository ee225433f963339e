//! Learning the nuisances of nonparametric scores: probabilities of labels, and propensities.

use super::fields::read_for;
use super::gars_choices::DUEL_PAIRS_UNORDERED;
use super::gars_contexts::{duel_gars_contexts, Contexts};
use super::guard::{guard, guard_value};
use super::memory::*;
use super::options::checked;
use super::outputs::*;
use super::status::duel_status;
use super::table::{duel_table, hand_out_rows};
use duel::comparisons::Set;
use duel::error::{Error, Result};
use duel::gars::learner::{
    Learner, LearnerOptions, Nuisance, PropensityLearner, TrainingSet, NUISANCE_WARNINGS, SETTINGS,
};
use duel::gars::{GarsSpecification, Pairs, ResidualBasis, SecondOrder};
use duel::progress::Progress;
use duel::room::Gather as _;
use libc::c_void;

/// Cross-fitted learners of the probabilities mu of labels and, if asked for, of the propensities pi: every
/// context is predicted by a fit to the labels of other clusters. Immutable: threads may share it. Free it
/// with duel_nuisance_free.
pub struct duel_nuisance {
    nuisance: Nuisance,
}

/// Learner of the probabilities mu.
pub type duel_learner = i32;
/// Multinomial logit with, for each item shown first and second, cubic splines of the
/// features, an intercept for every ordered pair, and coefficients of the predictions. Items and pairs have one ridge, and
/// what features and predictions say another, both chosen by held-out log likelihood; the second starts where they say
/// nothing, so that noise does no harm. The one to start with.
pub const DUEL_LEARNER_SPLINE: duel_learner = 0;
/// Shares of the categories among the labels of each pair, drawn towards those of all
/// labels by a number of labels, of 0.5 to 500, of which the loss is least where each label is left out of its pair. Looks at no features: enough for Borda scores with known
/// propensities, and for no others.
pub const DUEL_LEARNER_FREQUENCIES: duel_learner = 1;
/// Small gradient-boosted trees (32 quantile bins, depth 4, Newton leaves, the number of
/// rounds by held-out log likelihood).
pub const DUEL_LEARNER_TREES: duel_learner = 2;

/// Learner of the propensities.
pub type duel_propensity = i32;
/// Known, not learnt.
pub const DUEL_PROPENSITY_KNOWN: duel_propensity = 0;
/// Frequencies of pairs, with 1/2 added to each count. Right where what is labelled does not
/// depend on the context.
pub const DUEL_PROPENSITY_FREQUENCIES: duel_propensity = 1;
/// Logistic regression on cubic splines of the features: one softmax over the pairs and "none"
/// where no context has labels of more than one pair, else each pair by itself.
pub const DUEL_PROPENSITY_LOGIT: duel_propensity = 2;

/// How to learn, and from what features. Zero the struct and set struct_size, items and categories; zero is
/// the default of every other field. The features are those of the contexts given beside it; they must be
/// known before the label (a judge's confidence in its own verdict is part of the label).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_nuisance_options {
    /// sizeof(duel_nuisance_options).
    pub struct_size: usize,
    /// Number of items K, at least 2.
    pub items: usize,
    /// Number of categories C, at least 2: the first shown wins, loses, then any others.
    pub categories: usize,
    /// DUEL_PAIRS_ORDERED or _ORDERED_UNCHECKED (0, 1): mu_jk and mu_kj are learnt apart.
    /// DUEL_PAIRS_UNORDERED: the order has no effect; each label is one of the mirrored pair as well, with the
    /// first two categories exchanged.
    pub pairs: i32,
    /// DUEL_LEARNER_SPLINE (default), _FREQUENCIES or _TREES.
    pub learner: i32,
    /// DUEL_PROPENSITY_KNOWN (default), _FREQUENCIES or _LOGIT.
    pub propensities: i32,
    /// Number of folds, 2 to 1000; 0: 5. A cluster is in one of them by a hash of its number.
    pub folds: i32,
    /// Ridge of the logistic learners, positive; 0: chosen in each fold, from 0.3 to 300 for items and pairs, from 0.3
    /// to 30 for propensities. Where it is given and feature_ridge is not, it is the ridge of everything.
    pub ridge: f64,
    /// Seed of the folds.
    pub seed: u64,
    /// Numbers known of every context: n x feature_count, row-major and finite; NULL if there are none.
    pub features: *const f64,
    /// Number of features.
    pub feature_count: usize,
    /// This number of features, the last ones, enter linearly instead of by splines, in standard deviations from the mean;
    /// so do those of fewer than five values. Trees do not mind.
    pub linear_count: usize,
    /// Numbers known of every ordered pair of every context, such as the log-odds that a judge gives the item
    /// shown first: n x K x K x prediction_count, row-major, finite off the diagonal; NULL if there are none.
    pub predictions: *const f64,
    /// Number of predictions of a pair.
    pub prediction_count: usize,
    /// Ridge of what features and predictions say in DUEL_LEARNER_SPLINE, positive; 0: that of ridge if it is given, or else
    /// chosen in each fold, from four times the number of labels down.
    pub feature_ridge: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_nuisance_options {
    const NAME: &'static str = "duel_nuisance_options";
    const FIRST: usize = 96;
}

const _: () = assert!(std::mem::size_of::<duel_nuisance_options>() == 104);

/// Facts about learners.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_nuisance_facts {
    /// sizeof(duel_nuisance_facts); set it before the call.
    pub struct_size: usize,
    /// Number of items.
    pub items: usize,
    /// Number of categories.
    pub categories: usize,
    /// Number of contexts.
    pub contexts: usize,
    /// Number of folds.
    pub folds: usize,
    /// Mean of -log mu over the labels, each predicted by the fit that has not seen it.
    pub log_loss: f64,
    /// The same of pair frequencies. If log_loss is not smaller, the features do not help.
    pub frequency_loss: f64,
    /// Folds with labels of one category, or none, to learn from: they are predicted by pair frequencies.
    pub fallbacks: usize,
    /// Ordered pairs (DUEL_PAIRS_UNORDERED: unordered) of which some fit has seen no label: what is predicted
    /// for them is extrapolation.
    pub unlabelled: usize,
    /// The loss of the spline learner without features, of items and pairs alone; NaN where there are no features, and of
    /// DUEL_LEARNER_FREQUENCIES.
    pub items_loss: f64,
    /// How much smaller log_loss is than items_loss.
    pub gain: f64,
    /// The standard error of that, by cluster.
    pub gain_se: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_nuisance_facts {
    const NAME: &'static str = "duel_nuisance_facts";
    const FIRST: usize = 72;
}

const _: () = assert!(std::mem::size_of::<duel_nuisance_facts>() == 96);

/// Learns from labels.
/// @param contexts length (n), the columns of the labels (context, first, second, category), cluster if there
///   are clusters (integers that are not negative; else each context is one), threads, cancel, progress. mu,
///   judge and propensities must be NULL; propensity and weight are ignored. Several labels of a pair
///   all count. Contexts without labels may be among them and are predicted. A bad label is named by
///   duel_last_error_row; no labels at all are DUEL_ERR_DATA.
/// @param options items, categories, features and how to learn.
/// @param out receives it; free it with duel_nuisance_free. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_nuisance_fit(
    contexts: *const duel_gars_contexts,
    options: *const duel_nuisance_options,
    out: *mut *mut duel_nuisance,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `out` can be written.
        let (o, out) = unsafe { (read_for("duel_nuisance_fit", options)?, output(out, "out")?) };
        let o = o.ok_or_else(|| Error::Null("options is NULL".into()))?;
        let pairs = choice(&Pairs::ALL, o.pairs, "pairs")?;
        // Sizes are all that reading the contexts asks of it.
        let specification = GarsSpecification {
            items: o.items,
            categories: o.categories,
            first: Vec::new(),
            second: Vec::new(),
            pairs,
            floor: 0.0,
            functionals: Vec::new(),
            second_order: SecondOrder::Off,
            basis: ResidualBasis::Auto,
        };
        // SAFETY: the caller promises (lib.rs) that `contexts` can be read.
        let given = unsafe { Contexts::read_labels(contexts, &specification) }?;
        // SAFETY: the caller promises (lib.rs) that the arrays of its options have the values they say.
        let lesson = unsafe { Lesson::read(&o, &given) }?;
        let mut watch = |now: &Progress| given.callbacks.report(now);
        let nuisance = Nuisance::fit(&lesson.training(), &lesson.options, &mut watch)?;
        out.hand_out(duel_nuisance { nuisance });
        Ok(())
    })
}

/// The labels and features that learners read, and how they learn.
pub(super) struct Lesson<'a> {
    pub(super) options: LearnerOptions,
    o: duel_nuisance_options,
    contexts: usize,
    clusters: &'a [u64],
    context: Vec<usize>,
    /// Items shown first and second, and categories.
    columns: [Vec<usize>; 3],
    features: &'a [f64],
    predictions: &'a [f64],
}

impl<'a> Lesson<'a> {
    /// From options and contexts that have been read.
    pub(super) unsafe fn read(o: &duel_nuisance_options, given: &'a Contexts<'_>) -> Result<Lesson<'a>> {
        let options = LearnerOptions {
            learner: choice(&Learner::ALL, o.learner, "learner")?,
            propensities: choice(&PropensityLearner::ALL, o.propensities, "propensities")?,
            folds: match usize::try_from(o.folds) {
                Ok(0) => LearnerOptions::default().folds,
                Ok(folds) => folds,
                Err(_) => {
                    return Err(Error::Argument(format!("folds is {}; it must not be negative", o.folds)))
                }
            },
            ridge: (o.ridge != 0.0).then_some(o.ridge),
            feature_ridge: (o.feature_ridge != 0.0).then_some(o.feature_ridge),
            seed: o.seed,
            threads: given.threads,
        };
        let batch = given.batch();
        let wide = |values: &[u32]| values.iter().map(|v| *v as usize).gathered();
        let pairs = checked(given.length, checked(checked(o.items, o.items)?, o.prediction_count)?)?;
        // SAFETY: the caller promises (lib.rs) that `features` has `length * feature_count` values, `predictions` has
        // `pairs` values.
        let (features, predictions) = unsafe {
            (
                slice(o.features, checked(given.length, o.feature_count)?, "features")?,
                slice(o.predictions, pairs, "predictions")?,
            )
        };
        Ok(Lesson {
            options,
            o: *o,
            contexts: given.length,
            clusters: given.clusters(),
            context: batch.labels.context.iter().map(|v| *v as usize).gathered(),
            columns: [batch.labels.first, batch.labels.second, batch.labels.category].map(wide),
            features,
            predictions,
        })
    }

    /// As the core reads it.
    pub(super) fn training(&self) -> TrainingSet<'_> {
        let [first, second, category] = &self.columns;
        TrainingSet {
            items: self.o.items,
            categories: self.o.categories,
            contexts: self.contexts,
            features: self.features,
            feature_count: self.o.feature_count,
            linear: self.o.linear_count,
            predictions: self.predictions,
            prediction_count: self.o.prediction_count,
            clusters: self.clusters,
            context: &self.context,
            first,
            second,
            category,
            unordered: self.o.pairs == DUEL_PAIRS_UNORDERED,
        }
    }
}

/// Frees learners. NULL is fine. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_nuisance_free(nuisance: *mut duel_nuisance) {
    guard_value((), || {
        // SAFETY: `nuisance` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(nuisance) };
        Some(())
    });
}

/// Facts about learners.
/// @param out its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_nuisance_info(
    nuisance: *const duel_nuisance,
    out: *mut duel_nuisance_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `nuisance` can be read, `out` can be written.
        let (nuisance, out) = unsafe { (&shared(nuisance, "nuisance")?.nuisance, output_struct(out)?) };
        let [items, categories, contexts] = nuisance.shape();
        let facts = nuisance.facts();
        let info = duel_nuisance_facts {
            struct_size: std::mem::size_of::<duel_nuisance_facts>(),
            items,
            categories,
            contexts,
            folds: facts.settings.len(),
            log_loss: facts.log_loss,
            frequency_loss: facts.frequency_loss,
            fallbacks: facts.fallbacks,
            unlabelled: facts.unlabelled,
            items_loss: facts.items_loss,
            gain: facts.gain,
            gain_se: facts.gain_se,
        };
        out.write(&info);
        Ok(())
    })
}

/// The setting that was taken in every fold.
/// @param out receives the table. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_nuisance_settings(
    nuisance: *const duel_nuisance,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `nuisance` can be read, `out` can be written.
        let (settings, out) =
            unsafe { (&shared(nuisance, "nuisance")?.nuisance.facts().settings, output(out, "out")?) };
        hand_out_rows(&SETTINGS, settings, &Set::new(), out)
    })
}

/// Warnings about learners, in sentences with figures: that a setting is the last of those tried, that features say nothing,
/// or that the learner is worse than one without them.
/// @param out receives the table: a row for each warning, none where there is nothing to say. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_nuisance_warnings(
    nuisance: *const duel_nuisance,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `nuisance` can be read, `out` can be written.
        let (nuisance, out) = unsafe { (&shared(nuisance, "nuisance")?.nuisance, output(out, "out")?) };
        hand_out_rows(&NUISANCE_WARNINGS, &nuisance.warnings(), &Set::new(), out)
    })
}

/// The fold of every context that was learnt from: its probabilities are by fits to the labels of other folds. What
/// duel_gars_contexts wants as fold for the second-order correction.
/// @param out receives n integers from 0.
/// @param capacity number of integers that fit in out. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_nuisance_folds(
    nuisance: *const duel_nuisance,
    out: *mut i32,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `nuisance` can be read, `out` has room for `capacity`.
        let (nuisance, out) =
            unsafe { (&shared(nuisance, "nuisance")?.nuisance, output_array(out, capacity, "out")) };
        out.check(nuisance.folds().len())?;
        let folds: Vec<i32> = nuisance.folds().iter().map(|fold| *fold as i32).gathered();
        out.write(&folds);
        Ok(())
    })
}

/// Cross-fitted probabilities of contexts that were learnt from (labelled or not).
/// @param first zero-based number of the first context.
/// @param count number of contexts.
/// @param mu receives count x K x K x C, row-major: item shown first, item shown second, category; 0 for an
///   item against itself. With DUEL_PAIRS_UNORDERED mirrored pairs agree exactly.
/// @param capacity number of doubles that fit in mu. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_nuisance_predict(
    nuisance: *const duel_nuisance,
    first: usize,
    count: usize,
    mu: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `nuisance` can be read, `mu` has room for `capacity`.
        let (nuisance, mu) =
            unsafe { (&shared(nuisance, "nuisance")?.nuisance, output_array(mu, capacity, "the array mu")) };
        let [items, categories, contexts] = nuisance.shape();
        let size = items * items * categories;
        range(first, count, contexts)?;
        mu.check(checked(count, size)?)?;
        let mut out = duel::room::reserve(count * size)?;
        for (at, own) in out.chunks_mut(size).enumerate() {
            nuisance.predict(first + at, own)?;
        }
        mu.write(&out);
        Ok(())
    })
}

/// Cross-fitted propensities of contexts that were learnt from; DUEL_ERR_UNSUPPORTED with
/// DUEL_PROPENSITY_KNOWN.
/// @param first zero-based number of the first context.
/// @param count number of contexts.
/// @param out receives count x K x K, row-major, 0 for an item against itself; with DUEL_PAIRS_UNORDERED the
///   probability of the pair in both places.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_nuisance_propensities(
    nuisance: *const duel_nuisance,
    first: usize,
    count: usize,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `nuisance` can be read, `out` has room for `capacity`.
        let (nuisance, out) =
            unsafe { (&shared(nuisance, "nuisance")?.nuisance, output_array(out, capacity, "out")) };
        let [items, _, contexts] = nuisance.shape();
        let size = items * items;
        range(first, count, contexts)?;
        out.check(checked(count, size)?)?;
        let mut table = duel::room::reserve(count * size)?;
        for (at, own) in table.chunks_mut(size).enumerate() {
            nuisance.propensities(first + at, own)?;
        }
        out.write(&table);
        Ok(())
    })
}

/// duel_nuisance_predict as a duel_gars_mu_fn: duel_gars_run(gars, contexts, duel_nuisance_mu, nuisance)
/// estimates scores with the probabilities that were learnt from the same contexts, in the same order. What is
/// estimated must have the same numbers of items and categories, which this function cannot see: learners of more
/// would write beyond mu. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_nuisance_mu(
    user: *mut c_void,
    first: usize,
    count: usize,
    mu: *mut f64,
) -> i32 {
    let nuisance = user as *const duel_nuisance;
    // SAFETY: duel_gars_run calls this with the `user` that the caller gave it, a nuisance, and with room for `count`
    // contexts.
    unsafe { duel_nuisance_predict(nuisance, first, count, mu, usize::MAX) }
}

/// Refuses contexts that were not learnt from.
fn range(first: usize, count: usize, contexts: usize) -> Result<()> {
    match first.checked_add(count) {
        Some(end) if end <= contexts => Ok(()),
        _ => Err(Error::Argument(format!(
            "first is {first} and count is {count}, but {contexts} contexts were learnt from"
        ))),
    }
}
