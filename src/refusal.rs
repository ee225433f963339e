//! How a refusal, of memory or by the caller, leaves what is deep inside a computation: it unwinds, and `attempt` makes
//! it an error again. So the hundreds of functions that only fail for want of memory need not say so.

use crate::error::{Error, Result};
use std::cell::Cell;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

thread_local!(static ENDED: Cell<bool> = const { Cell::new(false) });

/// The payload of an unwinding when memory is refused, or the call: an error that came from below, or how much was asked for.
struct Refused(std::result::Result<Option<usize>, Error>);

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        match refused.0 {
            Ok(Some(bytes)) => Error::Memory(format!("no memory for {bytes} bytes more")),
            Ok(None) => Error::Memory("no memory".into()),
            Err(error) => error,
        }
    }
}

/// Notes that the system has refused memory to this thread.
pub fn note() {
    ENDED.with(|ended| ended.set(true));
}

/// Whether the system has refused memory to this thread since the last `forget`.
pub fn ended() -> bool {
    ENDED.with(Cell::get)
}

/// Sets whether memory has ended; what it was.
pub fn replace(ended: bool) -> bool {
    ENDED.with(|before| before.replace(ended))
}

/// Unwinds if the system has refused memory to this thread, which now runs on a small reserve.
pub fn check() {
    if ended() {
        refuse(None);
    }
}

/// Unwinds for want of memory, with the number of bytes where it is known.
#[cold]
pub(crate) fn refuse(bytes: Option<usize>) -> ! {
    // No panic hook hears of this: it is no defect, and the library is silent.
    resume_unwind(Box::new(Refused(Ok(bytes))))
}

/// Unwinds with an error, to the next `attempt`.
#[cold]
pub(crate) fn unwind(error: Error) -> ! {
    resume_unwind(Box::new(Refused(Err(error))))
}

/// Does what may unwind for want of memory; that becomes an error.
pub fn attempt<T>(body: impl FnOnce() -> Result<T>) -> Result<T> {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(payload) => match payload.downcast::<Refused>() {
            Ok(refused) => Err((*refused).into()),
            Err(defect) => resume_unwind(defect),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_panics_pass() {
        let passed = catch_unwind(|| attempt(|| -> Result<()> { resume_unwind(Box::new(7)) }));
        assert_eq!(passed.unwrap_err().downcast_ref(), Some(&7));
    }
}
