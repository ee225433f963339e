//! The workspace of the kernels that multiply matrices. Each thread takes its own at its first product, and could not do
//! without: here it may be refused.

use crate::room;
use faer::{Accum, MatMut, MatRef, Par};
use std::cell::Cell;
use std::sync::OnceLock;

/// The cache size that private-gemm-x86 assumes without its feature `std`, which would make it twice the last cache; `make faults` refuses
/// it.
const BYTES: usize = 4 << 20;

/// Rows of a product that is no longer done without a workspace.
const ROWS: usize = 64;

thread_local! {
    static READY: Cell<bool> = const { Cell::new(false) };
}

static LISTED: OnceLock<fn() -> bool> = OnceLock::new();

/// Says how to find out whether the system can note that the workspace of a thread is to be freed at its end: it ends the process
/// where it has no memory for the note. The first way that is given stays.
pub fn list_with(can_list: fn() -> bool) {
    LISTED.get_or_init(|| can_list);
}

/// Has the workspace of this thread made; to be called before any product, or what has products in it.
pub(crate) fn ready() {
    if READY.with(Cell::get) {
        return;
    }
    if LISTED.get().is_some_and(|can_list| !can_list()) {
        room::note();
        room::check();
    }
    room::with_spare(BYTES, || {
        let (factor, mut product) = (vec![0.0; ROWS * ROWS], vec![0.0; ROWS * ROWS]);
        let factor = MatRef::from_column_major_slice(&factor, ROWS, ROWS);
        let product = MatMut::from_column_major_slice_mut(&mut product, ROWS, ROWS);
        faer::linalg::matmul::matmul(product, Accum::Replace, factor, factor, 1.0, Par::Seq);
    });
    READY.with(|ready| ready.set(true));
    room::check();
}
