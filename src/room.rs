//! Memory that may be refused. Rust ends the process where an ordinary vector cannot grow; what is made here
//! unwinds instead, with `Refused`, and `attempt` turns that into an error. So the hundreds of functions that
//! only fail for want of memory need not say so.
//!
//! The allocator of the C interface has a reserve for small requests (`src/ffi/reserve.rs`): after a first refusal
//! by the system it serves them and calls `note`. Whatever comes by here next then unwinds, long before the
//! reserve is empty.

use crate::error::{Error, Result};
use std::cell::Cell;
use std::mem::{needs_drop, size_of};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

thread_local! {
    static ENDED: Cell<bool> = const { Cell::new(false) };
}

/// What unwinds when memory is refused.
pub struct Refused {
    bytes: Option<usize>,
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        Error::Memory(match refused.bytes {
            Some(bytes) => format!("no memory for {bytes} bytes more"),
            None => "no memory".into(),
        })
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

/// Unwinds if the system has refused memory to this thread: a reserve serves it, and not for long.
pub fn check() {
    if ended() {
        refuse(None);
    }
}

#[cold]
fn refuse(bytes: Option<usize>) -> ! {
    // No panic hook hears of this: it is no defect, and the library is silent.
    resume_unwind(Box::new(Refused { bytes }))
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

/// An empty vector with room for so many values.
pub fn with_room<T>(count: usize) -> Vec<T> {
    let mut values = Vec::new();
    if values.try_reserve_exact(count).is_err() || ended() {
        refuse(count.checked_mul(size_of::<T>()));
    }
    values
}

/// A value so many times.
pub fn filled<T: Clone>(value: T, count: usize) -> Vec<T> {
    let mut values = with_room(count);
    if needs_drop::<T>() {
        // The copies take memory too.
        for _ in 0..count {
            values.push(value.clone());
            check();
        }
    } else {
        values.resize(count, value);
    }
    values
}

/// Makes room for so many values more, at least twice as many as there are now if there must be any.
pub fn grow<T>(values: &mut Vec<T>, more: usize) {
    if values.try_reserve(more).is_err() || ended() {
        refuse(more.checked_mul(size_of::<T>()));
    }
}

/// A copy of a slice.
pub fn copied<T: Clone>(values: &[T]) -> Vec<T> {
    let mut copy = with_room(values.len());
    if needs_drop::<T>() {
        for value in values {
            copy.push(value.clone());
            check();
        }
    } else {
        copy.extend_from_slice(values);
    }
    copy
}

/// `vec!`, which hides that of the standard library throughout the crate.
macro_rules! vec {
    ($value:expr; $count:expr) => { $crate::room::filled($value, $count) };
    ($($values:tt)*) => { ::std::vec![$($values)*] };
}

/// `collect` and its kin for vectors whose length goes with the data.
pub trait Gather: Iterator + Sized {
    /// The values in a vector.
    fn gathered(self) -> Vec<Self::Item> {
        match self.size_hint() {
            (least, Some(most)) if least == most => {
                let mut values = with_room(least);
                values.extend(self);
                values
            }
            (least, _) => {
                let mut values = with_room(least);
                for value in self {
                    values.put(value);
                }
                values
            }
        }
    }

    /// The values in a vector, or the first error.
    fn gathered_or<T>(mut self) -> Result<Vec<T>>
    where
        Self: Iterator<Item = Result<T>>,
    {
        let mut values = with_room(self.size_hint().0);
        self.try_for_each(|value| value.map(|value| values.put(value)))?;
        Ok(values)
    }
}

impl<I: Iterator> Gather for I {}

/// Growth of vectors whose length goes with the data.
pub trait Put<T> {
    /// As `push`.
    fn put(&mut self, value: T);
    /// As `extend_from_slice`.
    fn put_all(&mut self, values: &[T])
    where
        T: Clone;
}

impl<T> Put<T> for Vec<T> {
    fn put(&mut self, value: T) {
        if self.len() == self.capacity() {
            grow(self, 1);
        }
        self.push(value);
    }

    fn put_all(&mut self, values: &[T])
    where
        T: Clone,
    {
        grow(self, values.len());
        self.extend_from_slice(values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDLESS: usize = usize::MAX / 64;

    fn refused<T>(body: impl FnOnce() -> T) -> bool {
        matches!(attempt(|| Ok(body())), Err(Error::Memory(_)))
    }

    #[test]
    fn what_cannot_be_had_is_an_error() {
        assert!(refused(|| with_room::<u64>(ENDLESS)));
        assert!(refused(|| vec![0.5; ENDLESS]));
        assert!(refused(|| (0..ENDLESS).gathered()));
        assert!(refused(|| (0..ENDLESS).map(Ok).gathered_or().map(|values: Vec<usize>| values.len())));
        assert!(refused(|| grow(&mut vec![1.0], ENDLESS)));
        assert!(!refused(|| vec![0.5; 3]));
    }

    #[test]
    fn vectors_hold_what_was_asked_for() {
        assert_eq!(vec![1.5; 3], [1.5; 3]);
        assert_eq!(vec![vec![1, 2]; 2], [[1, 2]; 2]);
        assert_eq!((0..9).filter(|k| k % 2 == 1).gathered(), [1, 3, 5, 7]);
        assert_eq!((0..3).rev().gathered(), [2, 1, 0]);
        let tried = |at: u32| (0..5).map(move |k| if k == at { Err(Error::Cancelled) } else { Ok(k) });
        assert_eq!(tried(9).gathered_or(), Ok(vec![0, 1, 2, 3, 4]));
        assert_eq!(tried(2).gathered_or::<u32>(), Err(Error::Cancelled));
        let mut values = copied(&[1, 2]);
        values.put_all(&[3, 4]);
        values.put(5);
        assert_eq!(values, [1, 2, 3, 4, 5]);
    }

    #[test]
    fn after_a_refusal_everything_is_refused_until_that_is_over() {
        assert!(!replace(false));
        note();
        assert!(refused(check) && refused(|| vec![1.0; 2]) && refused(|| (0..2).gathered()));
        assert!(replace(false));
        assert!(!refused(check) && !refused(|| vec![1.0; 2]));
    }

    #[test]
    fn other_panics_pass() {
        let passed = catch_unwind(|| attempt(|| -> Result<()> { resume_unwind(Box::new(7)) }));
        assert_eq!(passed.unwrap_err().downcast_ref(), Some(&7));
    }
}
