//! Interruption of long computations. Inner loops have no callback; they report their work, and every few milliseconds of
//! work the caller's callback is called. A refusal unwinds, and `refusal::attempt` makes it an error again. Rust callers of
//! the core set a callback by `during`; without it they are never called.

use crate::error::{Error, Result};
use crate::refusal;
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// Asks the caller whether to go on; the error says why not.
pub type Poll = fn() -> Result<()>;

/// Work after which the caller is asked, in steps of about a nanosecond.
const WORK_BETWEEN_CHECKS: usize = 5_000_000;

/// Multiplications that a kernel for products of matrices does in a nanosecond.
pub(crate) const PRODUCTS: usize = 8;

/// Set where one thread of a call has been refused, and so all of them.
pub(crate) type Shared = Option<Arc<AtomicBool>>;

thread_local! {
    static ASK: Cell<Option<Poll>> = const { Cell::new(None) };
    static DONE: Cell<usize> = const { Cell::new(0) };
    static REFUSED: Cell<bool> = const { Cell::new(false) };
    // Of what is to be dropped at the end of a thread the system would keep a list, for which it needs memory.
    static SHARED: Cell<ManuallyDrop<Shared>> = const { Cell::new(ManuallyDrop::new(None)) };
}

/// Does something of which the caller is asked, by `ask`, whether it is to go on. Once refused, all of it is.
pub fn during<T>(ask: Poll, body: impl FnOnce() -> T) -> T {
    // Not with what an earlier call left: the same call asks as often each time.
    DONE.set(0);
    within(Some(ask), None, body)
}

/// Does a share of a call on another thread.
pub(crate) fn beside<T>(shared: Shared, body: impl FnOnce() -> T) -> T {
    within(None, shared, body)
}

fn within<T>(ask: Option<Poll>, shared: Shared, body: impl FnOnce() -> T) -> T {
    /// The call that this one is in.
    struct Outer(Option<Poll>, bool, ManuallyDrop<Shared>);
    impl Drop for Outer {
        fn drop(&mut self) {
            ASK.set(self.0);
            REFUSED.set(self.1);
            let outer = std::mem::take(&mut self.2);
            drop(ManuallyDrop::into_inner(SHARED.with(|shared| shared.replace(outer))));
        }
    }
    let shared = ManuallyDrop::new(shared);
    let _outer = Outer(ASK.replace(ask), REFUSED.replace(false), SHARED.with(|own| own.replace(shared)));
    body()
}

/// The flag by which other threads learn that this call has been refused.
pub(crate) fn shared() -> Shared {
    SHARED.with(|own| {
        let mut shared = own.take();
        let copy = shared.get_or_insert_with(|| Arc::new(AtomicBool::new(REFUSED.get()))).clone();
        own.set(shared);
        Some(copy)
    })
}

/// Whether the call has been refused.
pub fn refused() -> bool {
    REFUSED.get()
        || SHARED.with(|own| {
            let shared = own.take();
            let refused = shared.as_ref().is_some_and(|shared| shared.load(Ordering::Relaxed));
            own.set(shared);
            refused
        })
}

/// Has all of the call refused from now on.
pub fn refuse() {
    REFUSED.set(true);
    SHARED.with(|own| {
        let shared = own.take();
        shared.iter().for_each(|shared| shared.store(true, Ordering::Relaxed));
        own.set(shared);
    });
}

/// Asks the caller whether to go on.
pub(crate) fn answer() -> Result<()> {
    DONE.set(0);
    if refused() {
        return Err(Error::Cancelled);
    }
    ASK.get().map_or(Ok(()), |ask| ask()).inspect_err(|_| refuse())
}

/// Reports work, in steps of about a nanosecond, and now and then asks the caller whether to go on.
pub(crate) fn spend(work: usize) {
    let done = DONE.get().saturating_add(work);
    DONE.set(done);
    if done >= WORK_BETWEEN_CHECKS {
        if let Err(refusal) = answer() {
            refusal::unwind(refusal);
        }
        refusal::check();
    }
}

/// Reports the work of a loop, of which `done` steps are done and each takes this many nanoseconds, once for many steps.
#[inline]
pub(crate) fn spend_at(done: usize, each: usize) {
    const SOME: usize = 1 << 12;
    if done % SOME == 0 {
        spend(each * SOME);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room;

    thread_local!(static CALLS: Cell<usize> = const { Cell::new(0) });

    /// Refuses the third time.
    fn third() -> Result<()> {
        CALLS.set(CALLS.get() + 1);
        if CALLS.get() == 3 {
            Err(Error::Cancelled)
        } else {
            Ok(())
        }
    }

    #[test]
    fn a_call_is_refused_for_good_and_on_all_its_threads() {
        let mut steps = 0;
        during(third, || {
            let work = || -> Result<()> {
                loop {
                    spend(WORK_BETWEEN_CHECKS / 4 + 1);
                    steps += 1;
                }
            };
            let others = shared();
            assert_eq!(room::attempt(work), Err(Error::Cancelled));
            assert!(refused() && answer().is_err() && CALLS.get() == 3);
            std::thread::spawn(|| beside(others, || assert!(answer().is_err()))).join().unwrap();
            // A call in between, by a function of the caller's, is one of its own.
            during(|| Ok(()), || assert!(!refused() && answer().is_ok()));
            assert!(refused());
        });
        assert!(steps == 11 && !refused() && answer().is_ok());
    }
}
