//! Monitors: what is claimed of all pairs of items, kept between looks at growing data.

use super::estimate::duel_estimate;
use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::set::{duel_set, optional_set};
use super::status::duel_status;
use super::table::{duel_table, hand_out};
use duel::claims::{Monitor, MonitorDesign, MonitorPlan, MONITOR_PAIRS, MONITOR_RANKS};
use duel::error::{Error, Result};
use duel::estimate::look;
use duel::progress::Progress;
use duel::table::{Schema, Table, TableFacts};
use libc::c_void;
use std::ffi::CString;

/// How the pairs that are compared are chosen.
pub type duel_design = i32;
/// Without looking at answers: at random, by a schedule, by traffic.
pub const DUEL_DESIGN_FIXED: duel_design = 0;
/// By any rule that looks at earlier answers alone. The model must be right and have a likelihood.
pub const DUEL_DESIGN_ADAPTIVE: duel_design = 1;
/// By draws with known propensities (duel_policy_draw), which may depend on earlier contexts: nonparametric scores.
pub const DUEL_DESIGN_DRAWN: duel_design = 2;

/// A monitor. Free it with duel_monitor_free. It may be read from several threads at the same time, but not while it
/// looks.
pub struct duel_monitor {
    monitor: Monitor,
}

/// Settings that are fixed before the first look, and saved with a monitor. Zero the struct and set struct_size; zero is the default of every field.
/// NULL means all defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_monitor_options {
    /// sizeof(duel_monitor_options).
    pub struct_size: usize,
    /// DUEL_DESIGN_FIXED (default), _ADAPTIVE or _DRAWN.
    pub design: i32,
    /// Non-zero: evidence is exact, for small boards: every batch of comparisons is predicted from those before, without
    /// asymptotics, under any design (Wasserman, Ramdas and Balakrishnan 2020). It costs power.
    pub exact: i32,
    /// The probability that anything that is claimed of all pairs together is ever wrong, at most; 0: 0.05.
    pub alpha: f64,
    /// Size of a difference that matters, in the unit of the scores: as in duel_inference_options; fix it before there are
    /// data. 0: the default there.
    pub mixture: f64,
    /// The most items there will ever be, whose pairs share alpha; 0: those of the first look.
    pub max_items: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_monitor_options {
    const NAME: &'static str = "duel_monitor_options";
    const FIRST: usize = 40;
}

const _: () = assert!(std::mem::size_of::<duel_monitor_options>() == 40);

/// Makes a monitor, which keeps what has been established of all pairs of items, at all looks together: the largest
/// e-value of each pair, the intersection of its intervals, and the order once it is decided. Look as often as you like, and stop when
/// duel_monitor_facts.open is 0, or when what you want to claim is decided.
/// @param options NULL: all defaults.
/// @param out receives it; free it with duel_monitor_free. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_monitor_new(
    options: *const duel_monitor_options,
    out: *mut *mut duel_monitor,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `out` can be written.
        let (plan, out) = unsafe { (plan(options)?, output(out, "out")?) };
        let monitor = Monitor::new(plan)?;
        out.hand_out(duel_monitor { monitor });
        Ok(())
    })
}

/// Frees a monitor. NULL is fine. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_monitor_free(monitor: *mut duel_monitor) {
    guard(|| {
        // SAFETY: `monitor` is NULL or was handed out by this library, and is given back (Ownership, lib.rs).
        unsafe { drop_raw(monitor) };
        Ok(())
    });
}

/// A look: at the scores of a model (DUEL_QUANTITY_SCORES) or of one functional, of all data so far. Items are matched by
/// name (of functionals by number); new ones join while there is room, and one that is missing keeps what it had. Looks
/// must not shrink: data are added, not replaced. A failure changes nothing.
///
/// DUEL_DESIGN_FIXED and _DRAWN: e-values and intervals are those of DUEL_INTERVALS_ANYTIME, for each pair by itself and
/// with its share of alpha; 40 independent units at least. DUEL_DESIGN_ADAPTIVE: the information takes the place of the covariance of the
/// options, and one bound holds for all pairs, whatever rule chose them (Abbasi-Yadkori, Pal and Szepesvari 2011);
/// where comparisons repeat within contexts, ties count as half, or weights are of importance it is DUEL_ERR_UNSUPPORTED.
/// Evidence that is exact is that of a pooled model with a likelihood at its maximum; its intervals say the order alone.
/// @param estimate the scores; its options say how errors are computed: covariance, correction, unit. Its intervals, level
///   and mixture are not read.
/// @param batch the comparisons since the last look, where evidence is exact; else NULL. All items of a later batch are in the
///   first one (else DUEL_ERR_NAME); comparisons that are not those that the model has more than at the last look are
///   DUEL_ERR_ARGUMENT. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_monitor_look(
    monitor: *mut duel_monitor,
    estimate: *const duel_estimate,
    batch: *const duel_set,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `estimate` and `batch` can be read, `monitor` is the call's
        // alone.
        let (monitor, asked, batch) = unsafe {
            (&mut exclusive(monitor, "monitor")?.monitor, shared(estimate, "estimate")?, optional_set(batch))
        };
        let callbacks = asked.callbacks()?;
        look(monitor, &asked.estimate, batch, &mut |now: &Progress| callbacks.report(now))
    })
}

/// The evidence of all looks together on pairs of items.
/// @param out receives the table: a row for each pair of items known, in the order in which they came. Its note says where looks
///   contradict each other: the comparisons or the items have changed. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_monitor_pairs(
    monitor: *const duel_monitor,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `monitor` can be read, `out` can be written.
        let (monitor, out) = unsafe { (&shared(monitor, "monitor")?.monitor, output(out, "out")?) };
        hand_out_monitored(monitor, &MONITOR_PAIRS, &monitor.pairs(), out)
    })
}

/// Ranks with ranges that hold for all items at all looks together.
/// @param out receives the table: a row for each item known, in the order in which they came. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_monitor_ranks(
    monitor: *const duel_monitor,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `monitor` can be read, `out` can be written.
        let (monitor, out) = unsafe { (&shared(monitor, "monitor")?.monitor, output(out, "out")?) };
        hand_out_monitored(monitor, &MONITOR_RANKS, &monitor.ranks(), out)
    })
}

fn hand_out_monitored<R>(
    monitor: &Monitor,
    schema: &'static Schema<R>,
    rows: &[R],
    out: Output<*mut duel_table>,
) -> Result<()> {
    let notes = CString::new(monitor.note()).map_err(|_| Error::Internal("a note has a NUL".into()))?;
    let facts = TableFacts { level: 1.0 - monitor.plan().alpha, notes, ..TableFacts::default() };
    hand_out(Table::new(schema, rows, monitor.items(), facts)?, out)
}

/// Where a monitor stands.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_monitor_facts {
    /// sizeof(duel_monitor_facts); set it before the call.
    pub struct_size: usize,
    /// Looks so far.
    pub looks: usize,
    /// Items known.
    pub items: usize,
    /// The most items there may be; 0: not known before the first look.
    pub max_items: usize,
    /// Pairs whose order is open.
    pub open: usize,
    /// Pairs whose order is decided.
    pub decided: usize,
    /// Pairs of which looks contradict each other.
    pub contradicted: usize,
    /// DUEL_DESIGN_FIXED, ...
    pub design: i32,
    /// Whether evidence is exact.
    pub is_exact: i32,
    /// The probability that anything claimed of all pairs is ever wrong, at most.
    pub alpha: f64,
    /// The size of a difference that matters; 0: not known before the first look.
    pub mixture: f64,
    /// Comparisons at the last look; contexts, of functionals.
    pub comparisons: f64,
    /// Independent units at the last look: contexts where they are the clusters, else comparisons.
    pub units: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_monitor_facts {
    const NAME: &'static str = "duel_monitor_facts";
    const FIRST: usize = 96;
}

const _: () = assert!(std::mem::size_of::<duel_monitor_facts>() == 96);

/// Facts about a monitor.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_monitor_info(
    monitor: *const duel_monitor,
    out: *mut duel_monitor_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `monitor` can be read, `out` can be written.
        let (monitor, out) = unsafe { (&shared(monitor, "monitor")?.monitor, output_struct(out)?) };
        let plan = monitor.plan();
        let [open, decided, contradicted] = monitor.tally();
        let [units, comparisons] = monitor.size();
        let facts = duel_monitor_facts {
            struct_size: std::mem::size_of::<duel_monitor_facts>(),
            looks: monitor.looks() as usize,
            items: monitor.items().items(),
            max_items: plan.max_items,
            open,
            decided,
            contradicted,
            design: plan.design as i32,
            is_exact: i32::from(plan.is_exact),
            alpha: plan.alpha,
            mixture: plan.mixture,
            comparisons,
            units,
        };
        out.write(&facts);
        Ok(())
    })
}

/// Saves a monitor to bytes, versioned and checksummed, to go on after the next data. Call with out NULL and capacity 0 for
/// the length.
/// @param length receives the number of bytes. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_monitor_save(
    monitor: *const duel_monitor,
    out: *mut c_void,
    capacity: usize,
    length: *mut usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `monitor` can be read, `length` can be written, `out` has room
        // for `capacity`.
        let (bytes, out) =
            unsafe { (shared(monitor, "monitor")?.monitor.save(), output_bytes(out, capacity, length)?) };
        out.write(&bytes)
    })
}

/// Loads a saved monitor. Bytes that are damaged or truncated are DUEL_ERR_FORMAT.
/// @param out receives it; free it with duel_monitor_free. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_monitor_load(
    bytes: *const c_void,
    length: usize,
    out: *mut *mut duel_monitor,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `bytes` has `length` values, `out` can be written.
        let (out, bytes) = unsafe { (output(out, "out")?, slice(bytes as *const u8, length, "bytes")?) };
        let monitor = Monitor::load(bytes)?;
        out.hand_out(duel_monitor { monitor });
        Ok(())
    })
}

unsafe fn plan(options: *const duel_monitor_options) -> Result<MonitorPlan> {
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let Some(o) = (unsafe { read_options(options) })? else { return Ok(MonitorPlan::default()) };
    Ok(MonitorPlan {
        design: choice(&MonitorDesign::ALL, o.design, "design")?,
        alpha: if o.alpha == 0.0 { MonitorPlan::default().alpha } else { o.alpha },
        mixture: o.mixture,
        max_items: o.max_items,
        is_exact: o.exact != 0,
    })
}
