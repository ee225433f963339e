//! The workspace of the kernels that multiply matrices. Each thread takes its own at its first product, twice as large
//! as the last cache, and could not do without: here it may be refused.

use crate::room;
use faer::{Accum, MatMut, MatRef, Par};
use gemm_common::cache::CACHE_INFO;
use std::cell::Cell;

/// Rows of a product that is no longer done without a workspace.
const ROWS: usize = 64;

thread_local! {
    static READY: Cell<bool> = const { Cell::new(false) };
}

/// Has the workspace of this thread made; to be called before any product, or what has products in it.
pub(crate) fn ready() {
    if READY.with(Cell::get) {
        return;
    }
    // As private-gemm-x86 reckons it.
    let [first, second, last] = [0, 1, 2].map(|level| CACHE_INFO[level].cache_bytes);
    let second = second.max(256 << 10).max(4 * first.max(32 << 10));
    let last = last.max(2 << 20).max(4 * second);
    room::with_spare(2 * last, || {
        let (factor, mut product) = (vec![0.0; ROWS * ROWS], vec![0.0; ROWS * ROWS]);
        let factor = MatRef::from_column_major_slice(&factor, ROWS, ROWS);
        let product = MatMut::from_column_major_slice_mut(&mut product, ROWS, ROWS);
        faer::linalg::matmul::matmul(product, Accum::Replace, factor, factor, 1.0, Par::Seq);
    });
    READY.with(|ready| ready.set(true));
    room::check();
}
