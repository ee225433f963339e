//! Contexts of nonparametric ranking scores, as arrays and columns of the caller.

use super::callbacks::{self, Callbacks};
use super::columns::{read, Values};
use super::data::duel_column;
use super::fit::{duel_cancel, duel_progress_fn};
use super::memory::*;
use super::options::checked;
use duel::comparisons::Column;
use duel::error::{Error, Result};
use duel::gars::{Accumulator, Array, Batch, Folds, GarsSpecification, GroupWeights, OwnedLabels};
use duel::room::{copied, Gather as _};
use libc::c_void;

/// Contexts with what is predicted and what was labelled. Zero the struct, set struct_size, fill in what you
/// have. Arrays and columns are only read.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_gars_contexts {
    /// sizeof(duel_gars_contexts).
    pub struct_size: usize,
    /// Number of contexts, n.
    pub length: usize,
    /// Probabilities mu, n x K x K x C: of every context, item shown first, item shown second, category. Each
    /// pair's sum to one within 1e-6 and are then made to; those of an item against itself are
    /// ignored. For duel_gars_run NULL.
    pub mu: *const f64,
    /// NULL: mu is row-major; else 4 strides, in doubles from one context, first item, second item,
    /// category to the next. A stride of 0 of contexts: all have the same probabilities, which are then
    /// worked on once.
    pub mu_strides: *const usize,
    /// Probabilities f of a judge, n x K x K x C, for DUEL_FUNCTIONAL_MISCALIBRATION; else NULL.
    pub judge: *const f64,
    /// NULL, or the strides of judge, as mu_strides.
    pub judge_strides: *const usize,
    /// Propensities of all pairs, n x K x K, for DUEL_RESTRICTED_EFFICIENT and _EFFICIENT_ORDER; else NULL.
    pub propensities: *const f64,
    /// NULL, or the 3 strides of propensities.
    pub propensity_strides: *const usize,
    /// Number of labels, m: any number for a context, none among them (such contexts say what the predictor
    /// says, and count).
    pub labels: usize,
    /// Context of every label, 0 to n - 1 (plus base): a column of integers, in any order.
    pub context: duel_column,
    /// Item shown first.
    pub first: duel_column,
    /// Item shown second.
    pub second: duel_column,
    /// Category, 0 to C - 1 (plus base).
    pub category: duel_column,
    /// Probability, given the context, with which this pair was to be labelled: above 0, at most 1. Numbers.
    pub propensity: duel_column,
    /// Weights among several labels of one pair of a context, positive; absent: equal.
    pub weight: duel_column,
    /// Non-zero: several labels of one pair of a context are averaged; they must have the same
    /// propensity. 0: they are refused.
    pub replicates: i32,
    /// Threads to use; 0: one. Results do not depend on it.
    pub threads: i32,
    /// Cluster of every context, integers that are not negative: n of them with DUEL_CLUSTERS_KEYED or
    /// _TOGETHER, else absent.
    pub cluster: duel_column,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called now and then: iteration counts blocks of contexts; objective and gradient are NaN.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
    /// Weights of contexts in groups, n x G, finite and not negative, 0 or 1 as a rule; groups may overlap. NULL where the estimate
    /// has no groups, and for learners.
    pub groups: *const f64,
    /// NULL: groups is row-major; else its 2 strides.
    pub group_strides: *const usize,
    /// Fold of every context, integers from 0 to 999 (plus base), n of them, for the second-order correction: labels of a fold must
    /// not have been used for its mu (duel_nuisance_folds has those of learners). Absent: there is no correction. Contexts
    /// are corrected by the labels of the same call, so give all at once where you can.
    pub fold: duel_column,
    /// Numbers known of every context, n x feature_count, row-major and finite, of which the second-order correction may make
    /// use; read with fold only. NULL if there are none. Where labels do not allow all of them, the first ones are taken.
    pub features: *const f64,
    /// Number of features.
    pub feature_count: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_gars_contexts {
    const NAME: &'static str = "duel_gars_contexts";
    const FIRST: usize = 384;
}

const _: () = assert!(std::mem::size_of::<duel_gars_contexts>() == 456);

/// The arrays to which a duel_gars_contexts points.
pub(super) struct Contexts<'a> {
    pub(super) length: usize,
    pub(super) threads: usize,
    pub(super) callbacks: Callbacks,
    mu: Array<'a>,
    judge: Option<Array<'a>>,
    propensities: Option<Array<'a>>,
    labels: OwnedLabels,
    replicates: bool,
    clusters: Option<Vec<u64>>,
    groups: Option<Array<'a>>,
    fold: Option<Vec<u32>>,
    features: &'a [f64],
    feature_count: usize,
}

impl Contexts<'_> {
    /// Reads the struct with its arrays and columns; `with_mu`: with probabilities.
    pub(super) unsafe fn read<'a>(
        contexts: *const duel_gars_contexts,
        accumulator: &Accumulator,
        with_mu: bool,
    ) -> Result<Contexts<'a>> {
        let groups = accumulator.groups().len();
        // SAFETY: the caller promises (lib.rs) that `contexts` can be read.
        unsafe { Contexts::read_parts(contexts, accumulator.specification(), groups, [with_mu, true]) }
    }

    /// Training data: without probabilities, and without propensities of the labels.
    pub(super) unsafe fn read_labels<'a>(
        contexts: *const duel_gars_contexts,
        specification: &GarsSpecification,
    ) -> Result<Contexts<'a>> {
        // SAFETY: the caller promises (lib.rs) that `contexts` can be read.
        unsafe { Contexts::read_parts(contexts, specification, 0, [false, false]) }
    }

    unsafe fn read_parts<'a>(
        contexts: *const duel_gars_contexts,
        specification: &GarsSpecification,
        groups: usize,
        [with_mu, with_propensity]: [bool; 2],
    ) -> Result<Contexts<'a>> {
        // SAFETY: the caller promises (lib.rs) that `contexts` can be read.
        let o = unsafe { read_struct(contexts) }?;
        let threads = callbacks::threads(o.threads)?;
        let callbacks = Callbacks::new(o.cancel, o.progress, o.user);
        callbacks.check()?;
        let sizes = [o.length, specification.items, specification.items, specification.categories];
        let pairs = [o.length, specification.items, specification.items, 1];
        let given = !o.mu.is_null() || !o.mu_strides.is_null();
        if given && !with_mu {
            return Err(Error::Argument("contexts.mu is given, but a function is to write it".into()));
        }
        let nothing = Array { values: &[], strides: [0; 4] };
        // SAFETY: the caller promises (lib.rs) that arrays, if not NULL, have a value wherever their sizes and
        // strides lead.
        let (mu, judge, propensities, groups) = unsafe {
            (
                if with_mu { array(o.mu, o.mu_strides, 4, sizes, "contexts.mu")? } else { nothing },
                optional_input(o.judge, o.judge_strides, 4, sizes, "contexts.judge")?,
                optional_input(o.propensities, o.propensity_strides, 3, pairs, "contexts.propensities")?,
                optional_input(o.groups, o.group_strides, 2, [o.length, groups, 1, 1], "contexts.groups")?,
            )
        };
        let integers = |column: &duel_column, length: usize, name: &str| {
            // SAFETY: the caller promises (lib.rs) that the columns of labels and of clusters have the values they say.
            let values = unsafe { read(column, length, name) }?;
            integers(&values, length, i64::from(column.base), name)
        };
        let small = |column: &duel_column, name: &str| -> Result<Vec<u32>> {
            let wide = integers(column, o.labels, name)?;
            // A number that is too large is refused with its row as out of range.
            Ok(wide.into_iter().map(|value| u32::try_from(value).unwrap_or(u32::MAX)).gathered())
        };
        // SAFETY: the caller promises (lib.rs) that `features` has `length * feature_count` values.
        let features =
            unsafe { slice(o.features, checked(o.length, o.feature_count)?, "contexts.features") }?;
        // SAFETY: the caller promises (lib.rs) that the columns of labels have `labels` values.
        let (propensity, weight) = unsafe {
            (
                if with_propensity { numbers(&o.propensity, o.labels, "propensity")? } else { Vec::new() },
                if o.weight.data.is_null() { Vec::new() } else { numbers(&o.weight, o.labels, "weight")? },
            )
        };
        Ok(Contexts {
            length: o.length,
            threads,
            callbacks,
            mu,
            judge,
            propensities,
            labels: OwnedLabels {
                context: integers(&o.context, o.labels, "context")?,
                items: [small(&o.first, "first")?, small(&o.second, "second")?],
                category: small(&o.category, "category")?,
                numbers: [propensity, weight],
            },
            replicates: o.replicates != 0,
            clusters: if o.cluster.data.is_null() {
                None
            } else {
                Some(integers(&o.cluster, o.length, "cluster")?)
            },
            groups,
            fold: if o.fold.data.is_null() {
                None
            } else {
                let wide = integers(&o.fold, o.length, "fold")?;
                Some(wide.into_iter().map(|value| u32::try_from(value).unwrap_or(u32::MAX)).gathered())
            },
            features,
            feature_count: o.feature_count,
        })
    }

    /// The clusters of contexts; empty where they are independent.
    pub(super) fn clusters(&self) -> &[u64] {
        self.clusters.as_deref().unwrap_or(&[])
    }

    /// As the core reads them.
    pub(super) fn batch(&self) -> Batch<'_> {
        Batch {
            contexts: self.length,
            mu: self.mu,
            judge: self.judge,
            propensities: self.propensities,
            labels: self.labels.labels(self.replicates),
            clusters: self.clusters.as_deref(),
            groups: self.groups.map(|array| GroupWeights {
                values: array.values,
                strides: [array.strides[0], array.strides[1]],
            }),
            folds: self.fold.as_deref().map(|fold| Folds {
                fold,
                features: self.features,
                feature_count: self.feature_count,
            }),
        }
    }
}

/// An array of these sizes, the last strides of which may be left out.
unsafe fn array<'a>(
    data: *const f64,
    strides: *const usize,
    count: usize,
    sizes: [usize; 4],
    name: &str,
) -> Result<Array<'a>> {
    let mut steps = [0; 4];
    if strides.is_null() {
        let mut step = 1;
        for (own, size) in steps.iter_mut().zip(sizes).rev() {
            *own = step;
            step = checked(step, size)?;
        }
    } else {
        // SAFETY: the caller promises (lib.rs) that `strides` has `count` values.
        let given = unsafe { slice(strides, count, &format!("strides of {name}")) }?;
        steps[..count].copy_from_slice(given);
    }
    let mut last = 0usize;
    for (size, step) in sizes.into_iter().zip(steps) {
        let end = checked(size.saturating_sub(1), step)?;
        last = last
            .checked_add(end)
            .ok_or_else(|| Error::Size(format!("{name}: strides reach beyond the address space")))?;
    }
    let length = if sizes[0] == 0 { 0 } else { last + 1 };
    // SAFETY: the caller promises (lib.rs) that `data` has a value wherever sizes and strides lead, hence `length`
    // values.
    Ok(Array { values: unsafe { slice(data, length, name) }?, strides: steps })
}

/// The same of an array that the caller may leave out: NULL.
unsafe fn optional_input<'a>(
    data: *const f64,
    strides: *const usize,
    count: usize,
    sizes: [usize; 4],
    name: &str,
) -> Result<Option<Array<'a>>> {
    if data.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller of this function promises.
    unsafe { array(data, strides, count, sizes, name) }.map(Some)
}

/// Integers that are not negative, less their base.
fn integers(values: &Values<'_>, length: usize, base: i64, name: &str) -> Result<Vec<u64>> {
    let one = |row: usize, value: i128| {
        u64::try_from(value - i128::from(base))
            .map_err(|_| Error::row(row, format!("{name} is {value}, below the first number {base}")))
    };
    macro_rules! each {
        ($values:expr) => {
            $values.iter().enumerate().map(|(row, &value)| one(row, i128::from(value))).gathered_or()
        };
    }
    match values.column() {
        Column::Absent if length == 0 => Ok(Vec::new()),
        Column::Absent => Err(Error::Null(format!("{name} is absent"))),
        Column::I8(v) => each!(v),
        Column::U8(v) => each!(v),
        Column::I16(v) => each!(v),
        Column::U16(v) => each!(v),
        Column::I32(v) => each!(v),
        Column::U32(v) => each!(v),
        Column::I64(v) => each!(v),
        Column::U64(v) => each!(v),
        _ => Err(Error::Argument(format!("{name} is no column of integers"))),
    }
}

/// A column of doubles.
unsafe fn numbers(column: &duel_column, length: usize, name: &str) -> Result<Vec<f64>> {
    // SAFETY: the column is as the caller of this function promises.
    match unsafe { read(column, length, name) }?.column() {
        Column::Absent if length == 0 => Ok(Vec::new()),
        Column::Absent => Err(Error::Null(format!("{name} is absent"))),
        Column::F64(values) => Ok(copied(values)),
        _ => Err(Error::Argument(format!("{name} is no column of doubles"))),
    }
}
