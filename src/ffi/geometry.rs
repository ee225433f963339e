//! Geometry of items: distances and maps.

use super::callbacks::{self, Callbacks};
use super::fit::{duel_cancel, duel_progress_fn};
use super::guard::guard;
use super::memory::*;
use super::model::duel_model;
use super::options::{checked, duel_inference_options, Request};
use super::outputs::*;
use super::status::duel_status;
use duel::error::{Error, Result};
use duel::geometry::{self, Distance, Map, SmacofOptions};
use libc::c_void;

/// Distance of two items.
pub type duel_distance = i32;
/// The absolute difference of two scores, on the scale of the scores.
pub const DUEL_DISTANCE_SCORES: duel_distance = 0;
/// |z|, the absolute value of the predictor of a neutral comparison (a judge of sensitivity one,
/// no position effect, covariates of contexts equal on both sides): how well comparisons tell two items
/// apart. Covariates of items count.
pub const DUEL_DISTANCE_Z: duel_distance = 1;
/// Sqrt(S_ij), the standard deviation of the noise in the difference of two items. For models
/// with spread only, else DUEL_ERR_UNSUPPORTED.
pub const DUEL_DISTANCE_NOISE: duel_distance = 2;

/// How to scale by majorisation. Zero the struct and set struct_size; zero is the default of every field.
/// NULL means all defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_smacof_options {
    /// sizeof(duel_smacof_options).
    pub struct_size: usize,
    /// Number of starts, at most 100 000; 0: 10. The first starts from the classical map, in which missing
    /// dissimilarities are taken as the mean of the others and which is shaken a little where it is not
    /// exact, the others from random maps.
    pub starts: usize,
    /// Most iterations of each start; 0: 10000.
    pub iterations: usize,
    /// A start has converged when an iteration lowers the raw stress by no more than this share of the
    /// sum of w delta^2; between 0 and 1, 0: 1e-12.
    pub tolerance: f64,
    /// Seed; start s uses a stream of its own.
    pub seed: u64,
    /// Threads to use; 0: one. Results do not depend on it.
    pub threads: i32,
    /// Must be zero.
    pub reserved: i32,
    /// NULL, or a token that stops the work.
    pub cancel: *const duel_cancel,
    /// NULL, or called now and then: iteration is the most that a start has made, objective the lowest raw
    /// stress, both as last put together (at first 0 and infinity); fraction and gradient are NaN.
    pub progress: duel_progress_fn,
    /// Passed to progress.
    pub user: *mut c_void,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_smacof_options {
    const NAME: &'static str = "duel_smacof_options";
    const FIRST: usize = 72;
}

const _: () = assert!(std::mem::size_of::<duel_smacof_options>() == 72);

/// Facts about scaling by majorisation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct duel_smacof_facts {
    /// sizeof(duel_smacof_facts); set it before the call.
    pub struct_size: usize,
    /// Zero-based number of the start taken: the one with the lowest stress, the first of equal ones.
    pub start: usize,
    /// Starts that ended with as low a stress as this (to 1e-6 of the sum of w delta^2), itself among
    /// them. If they are few, a better map may well exist.
    pub agreeing: usize,
    /// Iterations of the start taken.
    pub iterations: usize,
    /// 1 if the start taken converged, 0 if it was ended by the number of iterations.
    pub converged: i32,
    /// Zero.
    pub reserved: i32,
    /// Raw stress: the sum over pairs of w (d - delta)^2, d the distance in the map, delta the
    /// dissimilarity.
    pub stress: f64,
    /// Stress-1 of Kruskal (1964): the root of the raw stress over the sum of w d^2; 0 where the raw
    /// stress is 0.
    pub stress_1: f64,
}

// SAFETY: repr(C), struct_size first, then numbers and pointers.
unsafe impl Sized_ for duel_smacof_facts {
    const NAME: &'static str = "duel_smacof_facts";
    const FIRST: usize = 56;
}

const _: () = assert!(std::mem::size_of::<duel_smacof_facts>() == 56);

/// Distances of all pairs of items of a model.
/// @param distance DUEL_DISTANCE_SCORES, _Z or _NOISE.
/// @param options NULL: all defaults. unit multiplies differences of scores; scale says which judge has
///   sensitivity one.
/// @param out items x items, row-major, symmetric, zero on the diagonal. NaN between items of which
///   the difference is not identified, such as those of different components; infinite where the
///   difference diverges.
/// @param capacity number of doubles that fit in out, at least items items. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_model_distances(
    model: *const duel_model,
    distance: duel_distance,
    options: *const duel_inference_options,
    out: *mut f64,
    capacity: usize,
) -> duel_status {
    guard(|| {
        // SAFETY: the caller promises (lib.rs) that `model` and `options` can be read, `out` has room for `capacity`.
        let (request, out) = unsafe {
            (Request::read(model, options, "duel_model_distances")?, output_array(out, capacity, "out"))
        };
        let distance = choice(&Distance::ALL, distance, "distance")?;
        let items = request.model.layout.items;
        out.check(checked(items, items)?)?;
        let table = geometry::distances(request.model, distance, &request.options, &mut |now| {
            request.callbacks.report(now)
        })?;
        out.write(&table);
        Ok(())
    })
}

/// Where a map goes: coordinates, eigenvalues and their shares, of which the last two may be NULL.
struct Destination<'a> {
    out: ArrayOutput<'a, f64>,
    eigenvalues: Option<ArrayOutput<'a, f64>>,
    shares: Option<ArrayOutput<'a, f64>>,
}

impl Destination<'_> {
    /// The outputs of a map, each with its capacity.
    unsafe fn of(
        (out, capacity): (*mut f64, usize),
        (eigenvalues, eigenvalue_capacity): (*mut f64, usize),
        (shares, share_capacity): (*mut f64, usize),
    ) -> Destination<'static> {
        // SAFETY: the caller promises (lib.rs) that `out` has room for `capacity`, `eigenvalues` has room for
        // `eigenvalue_capacity`, `shares` has room for `share_capacity`.
        unsafe {
            Destination {
                out: output_array(out, capacity, "out"),
                eigenvalues: optional_array(eigenvalues, eigenvalue_capacity, "eigenvalues"),
                shares: optional_array(shares, share_capacity, "shares"),
            }
        }
    }

    /// Checks the memory for a map of this many items.
    fn check(&self, items: usize, dimensions: usize) -> Result<()> {
        self.out.check(checked(items, dimensions)?)?;
        [&self.eigenvalues, &self.shares].into_iter().flatten().try_for_each(|output| output.check(items))
    }

    fn write(self, map: &Map) {
        // Shares want memory: once something is written, nothing may be refused.
        let of_map = self.shares.as_ref().map(|_| map.shares());
        self.out.write(&map.coordinates);
        if let Some(eigenvalues) = self.eigenvalues {
            eigenvalues.write(&map.eigenvalues);
        }
        if let (Some(shares), Some(of_map)) = (self.shares, of_map) {
            shares.write(&of_map);
        }
    }
}

/// Kernel principal components (Schoelkopf, Smola and Mueller 1998) of items, from dissimilarities d and
/// the kernel exp(-gamma d^2), doubly centred. Time of order items^3.
/// @param dissimilarities items x items, row-major: symmetric, finite, not negative, zero on the
///   diagonal, such as those of duel_model_distances. A bad element is named, with its row by
///   duel_last_error_row.
/// @param items number of items, at least 1.
/// @param gamma positive; 0: one over the median of d^2 over all pairs of different items (of an even
///   number of pairs the mean of the middle two). A median of 0 is then DUEL_ERR_ARGUMENT.
/// @param dimensions number of axes, 1 to items.
/// @param cancel NULL, or a token that stops the work.
/// @param out items x dimensions, row-major: eigenvectors, the largest eigenvalue first, each times the
///   root of its eigenvalue; 0 on axes whose eigenvalue is not positive (the kernel of dissimilarities
///   that are no Euclidean distances may have negative ones). The largest entry of each axis is
///   positive.
/// @param capacity number of doubles that fit in out.
/// @param eigenvalues NULL, or receives all eigenvalues, one for each item, the largest first.
/// @param eigenvalue_capacity number of doubles that fit in eigenvalues.
/// @param shares NULL, or receives the share of each in the sum of their absolute values (of the variance, where none is
///   negative).
/// @param share_capacity number of doubles that fit in shares.
/// @param gamma_used NULL, or receives the gamma that was taken. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_map_kernel_pca(
    dissimilarities: *const f64,
    items: usize,
    gamma: f64,
    dimensions: usize,
    cancel: *const duel_cancel,
    out: *mut f64,
    capacity: usize,
    eigenvalues: *mut f64,
    eigenvalue_capacity: usize,
    shares: *mut f64,
    share_capacity: usize,
    gamma_used: *mut f64,
) -> duel_status {
    guard(|| {
        let values = (eigenvalues, eigenvalue_capacity);
        // SAFETY: the caller promises (lib.rs) that `dissimilarities` has `items * items` values, `gamma_used` can be
        // written, `eigenvalues` has room for `eigenvalue_capacity`, `out` has room for `capacity`, `shares` has room
        // for `share_capacity`.
        let (matrix, to, gamma_used) = unsafe {
            (
                slice(dissimilarities, checked(items, items)?, "dissimilarities")?,
                Destination::of((out, capacity), values, (shares, share_capacity)),
                optional_output(gamma_used),
            )
        };
        to.check(items, dimensions)?;
        let callbacks = Callbacks::with_token(cancel);
        callbacks.check()?;
        let found = geometry::kernel_pca(matrix, items, gamma, dimensions)?;
        callbacks.check()?;
        to.write(&found.map);
        if let Some(gamma_used) = gamma_used {
            gamma_used.write(found.gamma);
        }
        Ok(())
    })
}

/// Classical multidimensional scaling (Torgerson 1952; principal coordinates): the eigenvectors of -1/2 of
/// the squared dissimilarities, doubly centred. Exact for Euclidean distances in the given number of dimensions. Time
/// of order items^3.
/// @param dissimilarities items x items, as in duel_map_kernel_pca.
/// @param items number of items, at least 1.
/// @param dimensions number of axes, 1 to items.
/// @param cancel NULL, or a token that stops the work.
/// @param out items x dimensions, row-major, as in duel_map_kernel_pca.
/// @param capacity number of doubles that fit in out.
/// @param eigenvalues NULL, or receives all eigenvalues, one for each item, the largest first. Negative ones show how
///   far the dissimilarities are from being Euclidean distances.
/// @param eigenvalue_capacity number of doubles that fit in eigenvalues.
/// @param shares NULL, or receives the share of each in the sum of their absolute values (Mardia 1978).
/// @param share_capacity number of doubles that fit in shares. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_map_classical(
    dissimilarities: *const f64,
    items: usize,
    dimensions: usize,
    cancel: *const duel_cancel,
    out: *mut f64,
    capacity: usize,
    eigenvalues: *mut f64,
    eigenvalue_capacity: usize,
    shares: *mut f64,
    share_capacity: usize,
) -> duel_status {
    guard(|| {
        let values = (eigenvalues, eigenvalue_capacity);
        // SAFETY: the caller promises (lib.rs) that `dissimilarities` has `items * items` values, `eigenvalues` has
        // room for `eigenvalue_capacity`, `out` has room for `capacity`, `shares` has room for `share_capacity`.
        let (matrix, to) = unsafe {
            (
                slice(dissimilarities, checked(items, items)?, "dissimilarities")?,
                Destination::of((out, capacity), values, (shares, share_capacity)),
            )
        };
        to.check(items, dimensions)?;
        let callbacks = Callbacks::with_token(cancel);
        callbacks.check()?;
        let map = geometry::classical(matrix, items, dimensions)?;
        callbacks.check()?;
        to.write(&map);
        Ok(())
    })
}

/// Metric multidimensional scaling by majorisation of the raw stress (SMACOF, de Leeuw and Heiser 1980):
/// a map whose distances are as near as possible to the dissimilarities, in least squares. Every start
/// ends at a local optimum (or at the number of iterations); the best of them is taken, which need not be
/// the best there is: on a line it seldom is.
/// @param dissimilarities items x items, as in duel_map_kernel_pca; elements of pairs with weight 0 are not
///   read.
/// @param weights NULL: all 1; else items x items, row-major, symmetric, finite, not negative; 0 for a
///   missing pair. The diagonal is not used. Items that no chain of positive weights connects are
///   DUEL_ERR_NOT_IDENTIFIED.
/// @param items number of items, at least 1.
/// @param dimensions number of axes, 1 to items.
/// @param options NULL: all defaults.
/// @param out items x dimensions, row-major: centred, turned to the principal axes, the longest first; the
///   largest entry of each axis is positive.
/// @param capacity number of doubles that fit in out.
/// @param info NULL, or its struct_size says how much of it is filled. @since 0.1
#[no_mangle]
pub unsafe extern "C" fn duel_map_smacof(
    dissimilarities: *const f64,
    weights: *const f64,
    items: usize,
    dimensions: usize,
    options: *const duel_smacof_options,
    out: *mut f64,
    capacity: usize,
    info: *mut duel_smacof_facts,
) -> duel_status {
    guard(|| {
        let size = checked(items, items)?;
        // SAFETY: the caller promises (lib.rs) that `options` can be read, `dissimilarities` and `weights` have
        // `size` values, `info` can be written, `out` has room for `capacity`.
        let (matrix, weights, (chosen, callbacks), out, info) = unsafe {
            (
                slice(dissimilarities, size, "dissimilarities")?,
                optional_slice(weights, size, "weights")?,
                smacof_options(options, dimensions)?,
                output_array(out, capacity, "out"),
                optional_struct(info)?,
            )
        };
        out.check(checked(items, dimensions)?)?;
        callbacks.check()?;
        let found = geometry::smacof(matrix, weights, items, &chosen, &mut |now| callbacks.report(now))?;
        if let Some(info) = info {
            info.write(&duel_smacof_facts {
                struct_size: std::mem::size_of::<duel_smacof_facts>(),
                start: found.start,
                agreeing: found.agreeing,
                iterations: found.iterations,
                converged: i32::from(found.converged),
                reserved: 0,
                stress: found.stress,
                stress_1: found.stress_1,
            });
        }
        out.write(&found.coordinates);
        Ok(())
    })
}

unsafe fn smacof_options(
    options: *const duel_smacof_options,
    dimensions: usize,
) -> Result<(SmacofOptions, Callbacks)> {
    let defaults = SmacofOptions { dimensions, ..SmacofOptions::default() };
    // SAFETY: the caller promises (lib.rs) that `options` can be read.
    let Some(o) = (unsafe { read_options(options) })? else { return Ok((defaults, Callbacks::absent())) };
    if o.reserved != 0 {
        return Err(Error::Argument(format!("reserved is {}; it must be zero", o.reserved)));
    }
    let chosen = SmacofOptions {
        dimensions,
        starts: if o.starts == 0 { defaults.starts } else { o.starts },
        iterations: if o.iterations == 0 { defaults.iterations } else { o.iterations },
        tolerance: if o.tolerance == 0.0 { defaults.tolerance } else { o.tolerance },
        seed: o.seed,
        threads: callbacks::threads(o.threads)?,
    };
    Ok((chosen, Callbacks::new(o.cancel, o.progress, o.user)))
}
