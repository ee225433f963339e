//! Nonparametric ranking scores: what is estimated, and contexts as they come in.

use super::gars_choices::*;
use super::gars_contexts::{duel_gars_contexts, Contexts};
use super::gars_results::single;
use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::status::duel_status;
use duel::comparisons::NONE;
use duel::error::{Error, Result};
use duel::gars::{
    of_model, Accumulator, ChainForm, Clustering, CopelandForm, EdgeForm, Functional, GarsSpecification,
    KemenyForm, Loss, OwnScore, Pairs, ResidualBasis, RestrictedForm, SecondOrder, Share,
};
use duel::progress::Progress;
use duel::room::{Duplicate as _, Gather as _};
use libc::{c_char, c_void};

/// Nonparametric ranking scores (Frauen, Deviyani, van der Schaar and Feuerriegel): scores of items as
/// functionals F of the probabilities mu_jk of the categories of a label when item j is shown first and k
/// second, estimated without a model of these probabilities. Contexts come with probabilities for all
/// ordered pairs, from any predictor, and with the labels that were bought of some of them. The estimate of
/// the mean of F(mu) over contexts is the mean of psi = F(mu) + dF(mu)[h], h_jk = S_jk (Y_jk - mu_jk) / pi_jk:
/// the predictor corrected by its mistakes on the labelled pairs.
///
/// Three things to know. Probabilities are needed for all pairs of every context, labelled or not.
/// Predictors must not have seen the label that corrects them (cross-fitting). And the features that
/// probabilities are conditional on are part of what is estimated, unless F is linear in mu (Borda, Kemeny,
/// expected scores): more features give other Bradley-Terry scores, not just better ones.
///
/// Memory does not grow with the number of contexts (but see DUEL_CLUSTERS_KEYED): sums of psi and of its
/// products are kept, apart for each shard, merged in any order. Free it with duel_gars_free.
pub struct duel_gars {
    pub(super) accumulator: Accumulator,
}

/// The functionals to be estimated. Zero the struct and set struct_size, items, categories, and the functionals.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_gars_options {
    /// sizeof(duel_gars_options).
    pub struct_size: usize,
    /// Number of items, K, at least 2.
    pub items: usize,
    /// Number of categories of a label, C, at least 2. The first means that the item shown first is
    /// preferred, the second that the other is.
    pub categories: usize,
    /// NULL, or C numbers: the score w1 of the item shown first in every category. By default, for C = 2
    /// (win, loss) 1 0; 3 (and tie) 1 0 1/2; 4 (win, loss, both good, both bad) 1 0 1 0; 5 (and tie)
    /// 1 0 1 0 1/2. Log odds need weights within [0, 1] that differ, rank centrality weights that are not
    /// negative, else DUEL_ERR_UNSUPPORTED.
    pub first: *const f64,
    /// NULL, or C numbers: the score w2 of the item shown second; given together with first. By default as
    /// above with the first two exchanged.
    pub second: *const f64,
    /// DUEL_PAIRS_ORDERED (default), _ORDERED_UNCHECKED or _UNORDERED.
    pub pairs: i32,
    /// DUEL_CLUSTERS_INDEPENDENT (default), _KEYED or _TOGETHER.
    pub clusters: i32,
    /// eps of mu <- (1 - C eps) mu + eps, done to the probabilities and not within F, whose derivative it
    /// would spoil. At most 1 / (2 C); 0: 0.01; negative: none. Log odds of extreme predictions amplify
    /// their mistakes by 1 / (s (1 - s)); a floor that is too high biases.
    pub floor: f64,
    /// `functional_count` functionals, DUEL_FUNCTIONAL_BORDA, ...; all share the work that is common.
    pub functionals: *const i32,
    /// NULL: all variants 0; else the variant of each functional (0 where it has none): one of DUEL_LOG_ODDS_ANTISYMMETRIC,
    /// ..., the number of an item, or how many values a function of one's own has.
    pub variants: *const i32,
    /// Number of functionals, at least 1.
    pub functional_count: usize,
    /// tau of Copeland and of DUEL_FUNCTIONAL_SHARE, positive; 0: 0.1.
    pub temperature: f64,
    /// Rankings of Kemeny, ranking_count x items, row-major: items from first to last, from 0.
    pub rankings: *const i32,
    /// Number of rankings.
    pub ranking_count: usize,
    /// NULL, or K numbers for DUEL_FUNCTIONAL_FIELD: the weights of the opponents, none negative and two of them positive.
    pub field_weights: *const f64,
    /// The value that scores are to exceed for DUEL_FUNCTIONAL_SHARE, at most 1; 0: 1/2.
    pub threshold: f64,
    /// NULL, or the names of groups of contexts, all different: estimates of each and of their differences are then to be had, and
    /// contexts need a weight in each. Memory grows with the square of the number of groups times that of all values.
    pub group_names: *const *const c_char,
    /// Number of groups.
    pub group_count: usize,
    /// DUEL_SECOND_ORDER_AUTO (default), _OFF or _ON.
    pub second_order: i32,
    /// DUEL_RESIDUAL_BASIS_AUTO (default), _SHORT or _FULL.
    pub second_order_basis: i32,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_gars_options {
    const NAME: &'static str = "duel_gars_options";
    const FIRST: usize = 104;
}

const _: () = assert!(std::mem::size_of::<duel_gars_options>() == 144);

/// Writes the probabilities of contexts first to first + count - 1, count x K x K x C doubles, row-major, to
/// mu, on the thread that called duel_gars_run; what it leaves out is found. It returns 0, or any other
/// number to end the work.
pub type duel_gars_mu_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, first: usize, count: usize, mu: *mut f64) -> i32>;

/// Makes an estimate without contexts.
/// @param out receives it; free it with duel_gars_free. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_new(
    options: *const duel_gars_options,
    out: *mut *mut duel_gars,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `out` can be written.
        let (options, out) = unsafe { (read_struct(options)?, output(out, "out")?) };
        // SAFETY: the caller promises (lib.rs) that the arrays of its options have the values they say.
        let specification = unsafe { specification(&options) }?;
        let clustering = choice(&Clustering::ALL, options.clusters, "clusters")?;
        // SAFETY: the caller promises (lib.rs) that `group_names` has `group_count` texts.
        let names = unsafe { texts(options.group_names, options.group_count, "group_names") }?;
        let names: Vec<String> = names.into_iter().map(String::from).gathered();
        let accumulator = Accumulator::in_parts(&specification, clustering, names)?;
        out.hand_out(duel_gars { accumulator });
        Ok(())
    })
}

/// Frees an estimate. NULL is fine. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_free(gars: *mut duel_gars) {
    guard(|| {
        // SAFETY: `gars` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(gars) };
        Ok(())
    });
}

/// Adds contexts: all, or none where one is refused. duel_last_error_row then names the context, or the
/// label where a label is to blame.
/// @param contexts mu and whatever the functionals need. Probabilities that are negative, NaN or do not
///   sum to one, a propensity of 0 or less of a labelled pair, labels out of range or of an item against
///   itself, and repeated labels are DUEL_ERR_DATA. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_add(
    gars: *mut duel_gars,
    contexts: *const duel_gars_contexts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` is the call's alone.
        let gars = unsafe { exclusive(gars, "gars") }?;
        // SAFETY: the caller promises (lib.rs) that `contexts` can be read.
        let given = unsafe { Contexts::read(contexts, &gars.accumulator, true) }?;
        let mut watch = |now: &Progress| given.callbacks.report(now);
        gars.accumulator.add(&given.batch(), given.threads, &mut watch)
    })
}

/// Adds contexts whose probabilities a function writes, 10 MB of them at a time, so that they need
/// not fit in memory. All contexts of the call are added, or none: call it for parts of them to keep what
/// was done before a failure.
/// @param contexts as in duel_gars_add, without mu. With fold, where scores are corrected to the second order, the
///   probabilities of all contexts are kept until the end, n x K x K x C doubles.
/// @param mu writes probabilities, called for all contexts in order. If it returns another number than 0,
///   this is DUEL_ERR_DATA with the number in the message, and the first context of its call as the row.
/// @param user passed to mu. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_run(
    gars: *mut duel_gars,
    contexts: *const duel_gars_contexts,
    mu: duel_gars_mu_fn,
    user: *mut c_void,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` is the call's alone.
        let gars = unsafe { exclusive(gars, "gars") }?;
        let mu = mu.ok_or_else(|| Error::Null("the function mu is NULL".into()))?;
        // SAFETY: the caller promises (lib.rs) that `contexts` can be read.
        let given = unsafe { Contexts::read(contexts, &gars.accumulator, false) }?;
        let mut watch = |now: &Progress| given.callbacks.report(now);
        let mut fill = |first: usize, count: usize, out: &mut [f64]| {
            // SAFETY: the caller promises (lib.rs) that `mu` may be called with `user`; `out` has room for `count`
            // contexts.
            match unsafe { mu(user, first, count, address_mut(out)) } {
                0 => Ok(()),
                code => Err(Error::row(first, format!("mu: the function returned {code}"))),
            }
        };
        gars.accumulator.run(&given.batch(), &mut fill, given.threads, &mut watch)
    })
}

/// The influence values psi of contexts, for a bootstrap or computations of one's own; the scores do not change.
/// @param contexts as in duel_gars_add; with fold, psi of scores that are corrected to the second order has their
///   correction.
/// @param psi n x values (duel_gars_values of functional -1), row-major: the values of all functionals, one
///   after the other.
/// @param capacity number of doubles that fit in psi.
/// @param plugin NULL, or n x values: F(mu), without the correction.
/// @param plugin_capacity number of doubles that fit in plugin. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_psi(
    gars: *const duel_gars,
    contexts: *const duel_gars_contexts,
    psi: *mut f64,
    capacity: usize,
    plugin: *mut f64,
    plugin_capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` can be read.
        let accumulator = &unsafe { shared(gars, "gars") }?.accumulator;
        // SAFETY: the caller promises (lib.rs) that `contexts` can be read, `psi` has room for `capacity`, `plugin`
        // has room for `plugin_capacity`.
        let (given, psi, plugin) = unsafe {
            (
                Contexts::read(contexts, accumulator, true)?,
                output_array(psi, capacity, "psi"),
                optional_array(plugin, plugin_capacity, "plugin"),
            )
        };
        let size = checked(given.length, accumulator.size())?;
        psi.check(size)?;
        if let Some(plugin) = &plugin {
            plugin.check(size)?;
        }
        let mut watch = |now: &Progress| given.callbacks.report(now);
        let [values, plugins] = accumulator.psi(&given.batch(), given.threads, &mut watch)?;
        psi.write(&values);
        if let Some(plugin) = plugin {
            plugin.write(&plugins);
        }
        Ok(())
    })
}

/// The variance of a functional that labels of every pair would add, times their propensity:
/// W_jk = trace(Q J_jk V_jk J_jk'), J the derivative of F in mu_jk and V the covariance of the label. What
/// policies spend a budget by. Labels, clusters and propensities of the contexts are ignored.
/// @param functional number of the functional among those of the options, from 0. DUEL_RESTRICTED_EFFICIENT and
///   _EFFICIENT_ORDER have no weights: DUEL_ERR_UNSUPPORTED.
/// @param contexts length, mu with strides, and judge where the functionals need one.
/// @param q NULL: the identity (A-optimality); else values x values, row-major and symmetric.
/// @param out n x K x K, row-major, 0 on the diagonal; with unordered pairs of the folded derivative, above
///   the diagonal.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_weights(
    gars: *const duel_gars,
    functional: i32,
    contexts: *const duel_gars_contexts,
    q: *const f64,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` can be read.
        let accumulator = &unsafe { shared(gars, "gars") }?.accumulator;
        // SAFETY: the caller promises (lib.rs) that `contexts` can be read, `out` has room for `capacity`.
        let (given, out) =
            unsafe { (Contexts::read(contexts, accumulator, true)?, output_array(out, capacity, "out")) };
        let functional = single(functional, "functional")?;
        let (from, to) = accumulator.range(functional)?;
        // SAFETY: the caller promises (lib.rs) that `q` has (to - from)^2 values.
        let q = unsafe { optional_slice(q, checked(to - from, to - from)?, "q") }?;
        let items = accumulator.specification().items;
        out.check(checked(given.length, checked(items, items)?)?)?;
        let mut watch = |now: &Progress| given.callbacks.report(now);
        let table = accumulator.weights(functional, &given.batch(), q, given.threads, &mut watch)?;
        out.write(&table);
        Ok(())
    })
}

/// The probabilities of a context by a fitted model, for use as mu: the parametric and the nonparametric side
/// meet in the same scores. Fit the model to other labels than those that correct it (duel_set_split).
/// @param model of the same items in the same order; without ties for two categories, for three with or
///   without; else DUEL_ERR_UNSUPPORTED.
/// @param judge id of a judge of the model, or -1: one of sensitivity one, as in duel_model_predict.
/// @param context id of a context of the model's data, or of options->contexts, where covariates need it; -1:
///   none.
/// @param options NULL: all defaults.
/// @param out K x K x C, row-major, zero for an item against itself.
/// @param capacity number of doubles that fit in out. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_model_mu(
    gars: *const duel_gars,
    model: *const duel_model,
    judge: i32,
    context: i32,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars`, `model` and `options` can be read, `out` has room for
        // `capacity`.
        let (specification, request, out) = unsafe {
            (
                shared(gars, "gars")?.accumulator.specification(),
                Request::read(model, options, "duel_gars_model_mu")?,
                output_array(out, capacity, "out"),
            )
        };
        let size = checked(specification.items, specification.items)?;
        out.check(checked(size, specification.categories)?)?;
        let set = request.options.contexts.as_ref().unwrap_or(&request.model.set);
        let judge = id(judge, request.model.set.judges(), "judge")?;
        let context = id(context, set.contexts(), "context")?;
        let mu = of_model(specification, request.model, judge, context, &request.options)?;
        out.write(&mu);
        Ok(())
    })
}

/// An id, or none for -1.
fn id(value: i32, count: usize, name: &str) -> Result<u32> {
    match u32::try_from(value) {
        Ok(id) if (id as usize) < count => Ok(id),
        Err(_) if value == -1 => Ok(NONE),
        _ => Err(Error::Argument(format!("{name} is {value}, but there are {count}"))),
    }
}

/// Adds what another estimate has seen. Both must have been made with the same options.
/// @param other is not changed. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_merge(gars: *mut duel_gars, other: *const duel_gars) -> duel_status {
    guard(|| {
        if std::ptr::eq(gars, other) {
            return Err(Error::Argument("other is the estimate itself".into()));
        }
        // SAFETY: the caller promises (lib.rs) that `other` can be read, `gars` is the call's alone.
        let (other, gars) = unsafe { (shared(other, "other")?, exclusive(gars, "gars")?) };
        gars.accumulator.merge(&other.accumulator)
    })
}

/// Saves an estimate to bytes, versioned and checksummed: the wire format between shards. Call with out NULL
/// and capacity 0 for the length.
/// @param length receives the number of bytes. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_save(
    gars: *const duel_gars,
    out: *mut c_void,
    capacity: usize,
    length: *mut usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `gars` can be read, `length` can be written, `out` has room for
        // `capacity`.
        let (bytes, out) =
            unsafe { (shared(gars, "gars")?.accumulator.save(), output_bytes(out, capacity, length)?) };
        out.write(&bytes)
    })
}

/// Loads a saved estimate. Bytes that are damaged or truncated are DUEL_ERR_FORMAT.
/// @param out receives it; free it with duel_gars_free. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_gars_load(
    bytes: *const c_void,
    length: usize,
    out: *mut *mut duel_gars,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `bytes` has `length` values, `out` can be written.
        let (out, bytes) = unsafe { (output(out, "out")?, slice(bytes as *const u8, length, "bytes")?) };
        let accumulator = Accumulator::load(bytes)?;
        out.hand_out(duel_gars { accumulator });
        Ok(())
    })
}

/// Reads what is estimated.
unsafe fn specification(o: &duel_gars_options) -> Result<GarsSpecification> {
    // SAFETY: the caller promises (lib.rs) that `functionals` and `variants` have `functional_count` values,
    // `rankings` has `ranking_count * items` values, `first` and `second` have `categories` values.
    let (kinds, variants, rankings, first, second) = unsafe {
        (
            slice(o.functionals, o.functional_count, "functionals")?,
            optional_slice(o.variants, o.functional_count, "variants")?,
            slice(o.rankings, checked(o.ranking_count, o.items)?, "rankings")?,
            optional_slice(o.first, o.categories, "first")?,
            optional_slice(o.second, o.categories, "second")?,
        )
    };
    let variants = variants.map_or_else(|| vec![0; kinds.len()], <[i32]>::to_vec);
    let functionals = kinds.iter().zip(variants).enumerate();
    // SAFETY: the caller promises (lib.rs) that `field_weights` has `items` values.
    let field = unsafe { optional_slice(o.field_weights, o.items, "field_weights") }?;
    let functionals = functionals.map(|(at, (&kind, variant))| match kind {
        DUEL_FUNCTIONAL_AGAINST..=DUEL_FUNCTIONAL_OWN => compared(o, at, kind, variant, field),
        _ => functional(o, at, kind, variant, rankings),
    });
    let functionals: Vec<Functional> = functionals.gathered_or()?;
    let pairs = choice(&Pairs::ALL, o.pairs, "pairs")?;
    let second_order = choice(&SecondOrder::ALL, o.second_order, "second_order")?;
    let basis = choice(&ResidualBasis::ALL, o.second_order_basis, "second_order_basis")?;
    let floor = match o.floor {
        0.0 => GarsSpecification::FLOOR,
        floor if floor < 0.0 => 0.0,
        floor => floor,
    };
    match (first, second) {
        (None, None) => {
            let usual = GarsSpecification::new(o.items, o.categories, functionals)?;
            Ok(GarsSpecification { pairs, floor, second_order, basis, ..usual })
        }
        (Some(first), Some(second)) => Ok(GarsSpecification {
            items: o.items,
            categories: o.categories,
            first: first.duplicate(),
            second: second.duplicate(),
            pairs,
            floor,
            functionals,
            second_order,
            basis,
        }),
        _ => Err(Error::Null("first and second are given together or not at all".into())),
    }
}

fn functional(
    o: &duel_gars_options,
    at: usize,
    kind: i32,
    variant: i32,
    rankings: &[i32],
) -> Result<Functional> {
    let name = &format!("variants[{at}]");
    Ok(match kind {
        DUEL_FUNCTIONAL_BORDA => choice(&[()], variant, name).map(|()| Functional::Borda)?,
        DUEL_FUNCTIONAL_BRADLEY_TERRY => Functional::BradleyTerry(choice(&EdgeForm::ALL, variant, name)?),
        DUEL_FUNCTIONAL_RANK_CENTRALITY => {
            Functional::RankCentrality(choice(&ChainForm::ALL, variant, name)?)
        }
        DUEL_FUNCTIONAL_SOFTMAX => Functional::Softmax(choice(&EdgeForm::ALL, variant, name)?),
        DUEL_FUNCTIONAL_COPELAND => {
            let tau = if o.temperature == 0.0 { 0.1 } else { o.temperature };
            Functional::Copeland(choice(&CopelandForm::ALL, variant, name)?, tau)
        }
        DUEL_FUNCTIONAL_KEMENY => {
            let rows = rankings.chunks_exact(o.items.max(1)).enumerate();
            let rows = rows.map(|(row, ranking)| {
                let item = |&item: &i32| {
                    u32::try_from(item).map_err(|_| Error::row(row, format!("rankings: item {item}")))
                };
                ranking.iter().map(item).gathered_or()
            });
            Functional::Kemeny(choice(&KemenyForm::ALL, variant, name)?, rows.gathered_or()?)
        }
        DUEL_FUNCTIONAL_MISCALIBRATION => Functional::Miscalibration(choice(&Loss::ALL, variant, name)?),
        DUEL_FUNCTIONAL_RESTRICTED => Functional::Restricted(choice(&RestrictedForm::ALL, variant, name)?),
        other => {
            return Err(Error::Argument(format!("functionals[{at}] is {other}; it must be 0 to 11")));
        }
    })
}

/// The functionals that compare with an item or a field, and functions of the caller's own.
fn compared(
    o: &duel_gars_options,
    at: usize,
    kind: i32,
    variant: i32,
    field: Option<&[f64]>,
) -> Result<Functional> {
    let number = |what: &str| {
        usize::try_from(variant)
            .map_err(|_| Error::Argument(format!("variants[{at}] is {variant}; it must be {what}")))
    };
    Ok(match kind {
        DUEL_FUNCTIONAL_AGAINST => Functional::Against(number("the number of an item")?),
        DUEL_FUNCTIONAL_FIELD => match field {
            Some(weights) => choice(&[()], variant, &format!("variants[{at}]"))
                .map(|()| Functional::Field(weights.duplicate()))?,
            None => {
                return Err(Error::Null(format!(
                    "field_weights is NULL, but functionals[{at}] is DUEL_FUNCTIONAL_FIELD"
                )))
            }
        },
        DUEL_FUNCTIONAL_SHARE => Functional::Share(Share {
            baseline: number("the number of an item")?,
            above: if o.threshold == 0.0 { 0.5 } else { o.threshold },
            temperature: if o.temperature == 0.0 { 0.1 } else { o.temperature },
        }),
        _ => Functional::Own(OwnScore {
            values: number("the number of values of the score")?,
            ..OwnScore::default()
        }),
    })
}
