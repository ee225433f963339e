//! Judges that err together.

use super::callbacks::Callbacks;
use super::fields::read_for;
use super::fit::{duel_cancel, duel_progress_fn};
use super::guard::guard;
use super::memory::*;
use super::outputs::*;
use super::set::duel_set;
use super::status::duel_status;
use super::table::duel_table;
use duel::assess::judges::{Common, Kind, Together, FAMILIES, TOGETHER, WORTH};
use duel::comparisons::Set;
use duel::error::Result;
use duel::table::TableFacts;
use libc::c_void;
use std::ffi::CString;

/// Options of duel_set_together, duel_set_worth, duel_set_families and duel_set_effective. Zero the struct and set struct_size;
/// zero is the default of every field. NULL means all defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_together_options {
    /// sizeof(duel_together_options).
    pub struct_size: usize,
    /// Units that a judge must have answered to count as an exact copy of another, who gave the same answers on all of them;
    /// 0: 20. Where answers are easy, twenty that are the same are no proof: take more.
    pub copy_units: usize,
    /// The correlation above which two judges with at least 50 pairs of votes are near copies, between 0 and 1; 0: 0.95.
    pub near_copy: f64,
    /// Most memory that the call may take; 0: half of what there is.
    pub max_bytes: usize,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called now and then: iteration counts judges, then units.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_together_options {
    const NAME: &'static str = "duel_together_options";
    const FIRST: usize = 56;
}

const _: () = assert!(std::mem::size_of::<duel_together_options>() == 56);

/// How many judges the judges of a set are worth, and how their errors go together.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_panel_facts {
    /// sizeof(duel_panel_facts); set it before the call.
    pub struct_size: usize,
    /// Judges with votes in contexts that are no copies.
    pub judges: usize,
    /// Exact copies.
    pub copies: usize,
    /// Pairs of judges that are near copies.
    pub near_copies: usize,
    /// Pairs of votes of different judges on the same unit.
    pub shared: f64,
    /// The number of judges without common errors that they are worth with equal weights: K^2 / 1'R1, R the shrunken
    /// correlations.
    pub worth_equal: f64,
    /// Its standard error.
    pub worth_equal_se: f64,
    /// The same with the best weights that are not negative: 1 / min w'Rw over those of sum 1.
    pub worth_best: f64,
    /// Its standard error.
    pub worth_best_se: f64,
    /// The mean correlation of judges of one family, by Fisher's z; NaN where there are none.
    pub rho_within: f64,
    /// The standard deviation of z between pairs of judges of one family, beyond chance.
    pub tau_within: f64,
    /// Pairs of judges of one family that share at least 4 pairs of votes.
    pub pairs_within: usize,
    /// The mean correlation of judges that are not of one family; of all where there are no families.
    pub rho_between: f64,
    /// The standard deviation of z between these.
    pub tau_between: f64,
    /// Pairs of judges that are not of one family and share at least 4 pairs of votes.
    pub pairs_between: usize,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_panel_facts {
    const NAME: &'static str = "duel_panel_facts";
    const FIRST: usize = 120;
}

const _: () = assert!(std::mem::size_of::<duel_panel_facts>() == 120);

/// Do judges err together? Correlations of the errors of any two judges on the same pair of items in the same context.
///
/// An error is (y - p) / sqrt(p (1 - p)), y the score of the item with the lower id (1, 0, a tie of any kind 1/2) and p what the
/// judge's own strengths and its own position effect expect, found from its votes alone with a normal prior of standard deviation
/// 2 on each, and kept within .005 and .995: neither taste nor position counts as an error. rho = sum e e' / sqrt(sum e^2 sum e'^2)
/// over the pairs of votes that two judges share. Fisher's z of rho is drawn towards the mean of its kind (judges of one family,
/// or not), the more the fewer pairs of votes there are, tau^2 / (tau^2 + 1 / N) of it being kept, tau the standard deviation
/// between pairs of judges (DerSimonian and Laird 1986). Two judges with fewer than 4 pairs of votes have the mean of their kind.
///
/// An exact copy gave the same answers as another on each of its units, at least copy_units of them. It is found first, and its
/// votes are left out. Comparisons without a context are left out, too. DUEL_ERR_UNSUPPORTED for importance weights, without
/// contexts, with fewer than two judges, and with fewer than 50 pairs of votes.
/// @param families NULL, or one number for every judge, the anonymous one last if there is one, such as its maker; below zero:
///   none.
/// @param family_count number of these, that of the judges, or 0.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for any two judges, and for each copy one with its original. Its note names copies and
///   near copies. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_together(
    set: *const duel_set,
    families: *const i32,
    family_count: usize,
    options: *const duel_together_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` and `options` can be read, `families` has `family_count` values,
        // `out` can be written.
        let (asked, out) = unsafe {
            (Asked::read("duel_set_together", set, families, family_count, options)?, output(out, "out")?)
        };
        let together = asked.together()?;
        asked.set.hand_out(&TOGETHER, &together.pairs(), asked.facts(&together), out)
    })
}

/// How much does each judge add to the others? Its share of the weights with which a mean of all judges' votes on one unit
/// errs least, and how much less the others are worth without it. A judge without a weight says nothing that others do not say.
///
/// Correlations are those of duel_set_together, which says what families are and what is refused.
/// @param families NULL, or one number for every judge; below zero: none.
/// @param family_count number of these, that of the judges, or 0.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for each judge. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_worth(
    set: *const duel_set,
    families: *const i32,
    family_count: usize,
    options: *const duel_together_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` and `options` can be read, `families` has `family_count` values,
        // `out` can be written.
        let (asked, out) = unsafe {
            (Asked::read("duel_set_worth", set, families, family_count, options)?, output(out, "out")?)
        };
        let together = asked.together()?;
        let rows = together.worth()?;
        asked.set.hand_out(&WORTH, &rows, asked.facts(&together), out)
    })
}

/// How much is a second judge of the same maker worth? For each family with at least two judges that are no copies, the
/// correlations of their errors and the number of judges without common errors that they are worth.
///
/// Correlations are those of duel_set_together, which says what is refused; standard errors are those of duel_set_effective.
/// @param families one number for every judge, such as its maker; below zero: none. NULL: no families, and no rows.
/// @param family_count number of these, that of the judges, or 0.
/// @param options NULL: all defaults.
/// @param out receives the table: a row for each family, by number. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_families(
    set: *const duel_set,
    families: *const i32,
    family_count: usize,
    options: *const duel_together_options,
    out: *mut *mut duel_table,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` and `options` can be read, `families` has `family_count` values,
        // `out` can be written.
        let (asked, out) = unsafe {
            (Asked::read("duel_set_families", set, families, family_count, options)?, output(out, "out")?)
        };
        let together = asked.together()?;
        let rows = together.families(&mut |now| asked.callbacks.report(now))?;
        asked.set.hand_out(&FAMILIES, &rows, asked.facts(&together), out)
    })
}

/// How many judges are the judges worth on one unit? Judges without common errors are worth one each; copies are worth one
/// together.
///
/// Correlations are those of duel_set_together, which says what families are and what is refused. Standard errors are the first
/// order of the jackknife over contexts, or over clusters where comparisons have some (the infinitesimal jackknife, Jaeckel 1972),
/// with the judges' own strengths as they are; NaN where there is but one. They are somewhat small where contexts are few: on 80
/// contexts with twenty judges .23 and .30, where leaving out each context and computing all anew gives .26 and .36.
/// @param families NULL, or one number for every judge; below zero: none.
/// @param family_count number of these, that of the judges, or 0.
/// @param options NULL: all defaults.
/// @param out its struct_size says how much of it is filled. @since 0.2
#[no_mangle]
pub unsafe extern "C" fn duel_set_effective(
    set: *const duel_set,
    families: *const i32,
    family_count: usize,
    options: *const duel_together_options,
    out: *mut duel_panel_facts,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `set` and `options` can be read, `families` has `family_count` values,
        // `out` can be written.
        let (asked, out) = unsafe {
            (Asked::read("duel_set_effective", set, families, family_count, options)?, output_struct(out)?)
        };
        let found = asked.together()?.effective(&mut |now| asked.callbacks.report(now))?;
        let [Kind { mean: rho_within, tau: tau_within, pairs: pairs_within, .. }, between] = found.kinds;
        asked.callbacks.check()?;
        out.write(&duel_panel_facts {
            struct_size: std::mem::size_of::<duel_panel_facts>(),
            judges: found.judges,
            copies: found.copies,
            near_copies: found.near_copies,
            shared: found.shared,
            worth_equal: found.equal[0],
            worth_equal_se: found.equal[1],
            worth_best: found.best[0],
            worth_best_se: found.best[1],
            rho_within,
            tau_within,
            pairs_within,
            rho_between: between.mean,
            tau_between: between.tau,
            pairs_between: between.pairs,
        });
        Ok(())
    })
}

/// The set, the families and the options of a call.
struct Asked<'a> {
    set: &'a duel_set,
    families: &'a [i32],
    options: Common,
    callbacks: Callbacks,
}

impl<'a> Asked<'a> {
    unsafe fn read(
        function: &str,
        set: *const duel_set,
        families: *const i32,
        family_count: usize,
        options: *const duel_together_options,
    ) -> Result<Asked<'a>> {
        // SAFETY: the caller promises (lib.rs) that `set` and `options` can be read, `families` has `family_count` values.
        let (set, families, chosen) = unsafe {
            (shared(set, "set")?, slice(families, family_count, "families")?, read_for(function, options)?)
        };
        let mut asked = Asked { set, families, options: Common::default(), callbacks: Callbacks::absent() };
        if let Some(o) = chosen {
            super::limit::set(o.max_bytes);
            asked.callbacks = Callbacks::new(o.cancel, o.progress, o.user);
            if o.copy_units != 0 {
                asked.options.copy_units = o.copy_units;
            }
            if o.near_copy != 0.0 {
                asked.options.near_copy = o.near_copy;
            }
        }
        asked.callbacks.check()?;
        Ok(asked)
    }

    fn together(&self) -> Result<Together> {
        Together::new(&self.set.set, self.families, &self.options, &mut |now| self.callbacks.report(now))
    }

    /// With sentences on copies.
    fn facts(&self, together: &Together) -> TableFacts {
        let set: &Set = &self.set.set;
        let notes = CString::new(together.notes(set).replace('\0', " ")).unwrap_or_default();
        TableFacts { notes, ..TableFacts::default() }
    }
}
