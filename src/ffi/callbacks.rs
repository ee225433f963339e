//! Progress and cancellation of a call: the caller's token and progress callback.

use super::fit::{count, duel_cancel, duel_progress, duel_progress_fn};
use duel::error::{Error, Result};
use duel::interrupt;
use duel::progress::Progress;
use duel::threads;
use libc::c_void;
use std::cell::Cell;
use std::sync::atomic::Ordering;

/// The caller's token and progress callback.
#[derive(Clone, Copy)]
pub struct Callbacks {
    pub(super) cancel: *const duel_cancel,
    pub(super) progress: duel_progress_fn,
    pub(super) user: *mut c_void,
}

/// The callbacks of the call that this thread is in, and the progress reported last.
#[derive(Clone, Copy)]
struct Call {
    callbacks: Callbacks,
    last: Progress,
}

const NO_PROGRESS: Progress =
    Progress { fraction: f64::NAN, iteration: 0, objective: f64::NAN, gradient: f64::NAN };

thread_local! {
    static CALL: Cell<Option<Call>> = const { Cell::new(None) };
}

/// Runs the body of a call. Its callbacks, once they are read, are also called by functions deep inside the library, which
/// may use the threads that its options allow.
pub fn during<T>(body: impl FnOnce() -> T) -> T {
    /// The call from whose callback this one is.
    struct Outer(Option<Call>);
    impl Drop for Outer {
        fn drop(&mut self) {
            CALL.set(self.0);
        }
    }
    let _outer = Outer(CALL.take());
    threads::using(1, || interrupt::during(ask, body))
}

/// Reports the last progress of the call again.
fn ask() -> Result<()> {
    match CALL.get() {
        Some(call) => call.callbacks.report(&call.last),
        None => Ok(()),
    }
}

/// The threads that the options of the call that this thread is in allow.
pub(super) fn threads(value: i32) -> Result<usize> {
    let threads = count(value, "threads")?.max(1);
    threads::allow(threads);
    Ok(threads)
}

impl Callbacks {
    pub(super) fn absent() -> Callbacks {
        Callbacks { cancel: std::ptr::null(), progress: None, user: std::ptr::null_mut() }
    }

    /// The callbacks of the call that this thread is in.
    pub(super) fn new(
        cancel: *const duel_cancel,
        progress: duel_progress_fn,
        user: *mut c_void,
    ) -> Callbacks {
        let callbacks = Callbacks { cancel, progress, user };
        CALL.set(Some(Call { callbacks, last: NO_PROGRESS }));
        callbacks
    }

    /// The same with nothing but a token.
    pub(super) fn with_token(cancel: *const duel_cancel) -> Callbacks {
        Callbacks::new(cancel, None, std::ptr::null_mut())
    }

    /// Looks at the token, and whether memory has ended.
    pub(super) fn check(&self) -> Result<()> {
        duel::room::check();
        // SAFETY: `cancel` is NULL or a token that lives until the call returns; to raise it is atomic.
        let raised =
            unsafe { self.cancel.as_ref() }.is_some_and(|token| token.raised.load(Ordering::Relaxed));
        if raised || interrupt::refused() {
            interrupt::refuse();
            return Err(Error::Cancelled);
        }
        Ok(())
    }

    /// Looks at the token and calls the progress callback.
    pub(super) fn report(&self, now: &Progress) -> Result<()> {
        self.check()?;
        let Some(progress) = self.progress else { return Ok(()) };
        if let Some(call) = CALL.get() {
            CALL.set(Some(Call { last: *now, ..call }));
        }
        let now = duel_progress {
            struct_size: std::mem::size_of::<duel_progress>(),
            fraction: now.fraction,
            iteration: now.iteration,
            objective: now.objective,
            gradient: now.gradient,
        };
        // SAFETY: the caller promises (lib.rs) that the callback may be called with its `user`.
        if unsafe { progress(&now, self.user) } != 0 {
            interrupt::refuse();
            return Err(Error::Cancelled);
        }
        Ok(())
    }
}
