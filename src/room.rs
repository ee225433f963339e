//! Memory that may be refused. Rust ends the process where an ordinary vector cannot grow; what is made here
//! unwinds instead, and `attempt` turns that into an error (`refusal`).
//!
//! The allocator of the C interface has a reserve for small requests (`src/ffi/reserve.rs`): after a first refusal
//! by the system it serves them and calls `note`. Whatever comes by here next then unwinds, long before the
//! reserve is empty.

use crate::error::{Error, Result};
use crate::interrupt;
use crate::refusal::refuse;
pub(crate) use crate::refusal::unwind;
pub use crate::refusal::{attempt, check, ended, note, replace};
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::TryReserveError;
use std::mem::{needs_drop, size_of, ManuallyDrop};
use std::sync::OnceLock;

/// The largest request that the reserve serves.
pub const SERVED: usize = 1 << 20;

/// Requests that cannot fail may pass what a call may take by this much without being asked for beforehand.
const SPARED: usize = 1 << 14;

/// The blocks of the reserve: aligned as much as any caller asks for.
#[derive(Clone)]
#[repr(align(4096))]
pub struct Page(#[allow(dead_code)] [u8; 4096]);

thread_local! {
    static ALLOWED: Cell<usize> = const { Cell::new(usize::MAX) };
    static REFUSABLE: Cell<bool> = const { Cell::new(false) };
    static SPARE: Cell<ManuallyDrop<Vec<Page>>> = const { Cell::new(ManuallyDrop::new(Vec::new())) };
}

/// Sets how many bytes a computation of this thread may take; what it was.
pub fn allow(bytes: usize) -> usize {
    ALLOWED.replace(bytes)
}

/// Asks for memory in a way that may fail.
pub(crate) fn refusable<R>(ask: impl FnOnce() -> R) -> R {
    let before = REFUSABLE.replace(true);
    let result = ask();
    REFUSABLE.set(before);
    result
}

/// Whether who asks for memory now goes on when it is refused. Others are served a little above what they may take, as
/// Rust would end the process.
pub fn is_refusable() -> bool {
    REFUSABLE.get()
}

/// Refuses what is going to take more bytes than it may.
pub(crate) fn expect(what: impl std::fmt::Display, bytes: usize) -> Result<()> {
    let allowed = ALLOWED.get();
    if bytes <= allowed {
        return Ok(());
    }
    Err(Error::Memory(format!(
        "{what} needs about {bytes} bytes, more than the {allowed} that it may take: max_bytes, or half of the memory \
         there is"
    )))
}

/// The bytes of this many square matrices.
pub(crate) fn matrices(count: usize, rows: usize) -> usize {
    rows.saturating_mul(rows).saturating_mul(8 * count)
}

/// Values that are computed once and kept. Nothing is kept where memory is refused: it may be there next time.
pub fn once<T>(cell: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    cell.get_or_init(|| {
        let made = make();
        check();
        made
    })
}

/// As `once`, for what may be an error, which is kept too unless it is of this call alone.
pub fn once_or<T>(cell: &OnceLock<Result<T>>, make: impl FnOnce() -> Result<T>) -> Result<&T> {
    attempt(|| {
        let made = once(cell, || match make() {
            Err(error @ (Error::Memory(_) | Error::Cancelled)) => unwind(error),
            made => made,
        });
        made.as_ref().map_err(Clone::clone)
    })
}

/// Does what asks once for up to so much memory in a way that cannot fail, as sorting and products of matrices do:
/// as much is had before, and is given where the system refuses.
pub fn with_spare<R>(bytes: usize, body: impl FnOnce() -> R) -> R {
    /// The spare of whom this one is in.
    struct Outer(ManuallyDrop<Vec<Page>>);
    impl Drop for Outer {
        fn drop(&mut self) {
            let outer = std::mem::take(&mut self.0);
            drop(ManuallyDrop::into_inner(SPARE.with(|spare| spare.replace(outer))));
        }
    }
    if bytes <= SERVED {
        // The reserve serves it where the system refuses; what the call may take is kept by asking beforehand.
        if bytes > SPARED {
            std::hint::black_box(with_room::<u8>(bytes));
        }
        return body();
    }
    let own = ManuallyDrop::new(with_room(bytes.div_ceil(size_of::<Page>())));
    let _outer = Outer(SPARE.with(|spare| spare.replace(own)));
    body()
}

/// Whether this thread has a spare block that is large enough.
pub fn has_spare(bytes: usize) -> bool {
    let pages = SPARE.with(Cell::take);
    let fits = pages.capacity() * size_of::<Page>() >= bytes;
    SPARE.with(|spare| spare.set(pages));
    fits
}

/// Hands the spare block of this thread to the allocator, if it is large enough.
pub fn take_spare(bytes: usize) -> Option<Vec<Page>> {
    let pages = SPARE.with(Cell::take);
    if pages.capacity() * size_of::<Page>() >= bytes && bytes > 0 {
        return Some(ManuallyDrop::into_inner(pages));
    }
    SPARE.with(|spare| spare.set(pages));
    None
}

/// Sorts, keeping the order of equals.
pub fn sort_by_key<T, K: Ord>(values: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(values, |a, b| key(a).cmp(&key(b)));
}

/// Values that are taken, or compared, before the caller is asked whether to go on.
const SOME: usize = 1 << 14;

/// Sorts, keeping the order of equals.
pub fn sort_by<T>(values: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut compared = 0;
    let counted = |a: &T, b: &T| {
        compared += 1;
        if compared % SOME == 0 {
            // The values may lie anywhere.
            interrupt::spend(40 * SOME);
        }
        compare(a, b)
    };
    with_spare(size_of_val(values), || values.sort_by(counted));
}

/// An empty vector with room for this many values.
pub fn with_room<T>(count: usize) -> Vec<T> {
    let mut values = Vec::new();
    if values.try_room(count).is_err() || ended() {
        refuse(count.checked_mul(size_of::<T>()));
    }
    values
}

/// A vector of copies of a value.
pub fn filled<T: Clone>(value: T, count: usize) -> Vec<T> {
    let mut values = with_room(count);
    fill(&mut values, value, count);
    values
}

/// Numbers written at once: the pages of more take the system as long as computing does.
const AT_ONCE: usize = 1 << 18;

/// Appends copies of a value to a vector that has room.
pub(crate) fn fill<T: Clone>(values: &mut Vec<T>, value: T, count: usize) {
    if needs_drop::<T>() {
        // The copies take memory too.
        for _ in 0..count {
            values.push(value.clone());
            check();
        }
        return;
    }
    let end = values.len() + count;
    let at_once = (AT_ONCE * size_of::<f64>() / size_of::<T>().max(1)).max(1);
    while values.len() < end {
        let some = at_once.min(end - values.len());
        values.resize(values.len() + some, value.clone());
        // Memory that is new takes the system a nanosecond for two bytes.
        interrupt::spend(some * size_of::<T>() / 2);
    }
}

/// Zeros in place of numbers.
pub(crate) fn clear(values: &mut [f64]) {
    for some in values.chunks_mut(AT_ONCE) {
        some.fill(0.0);
        interrupt::spend(some.len());
    }
}

/// Numbers in place of as many others.
pub(crate) fn copy(from: &[f64], to: &mut [f64]) {
    for (from, to) in from.chunks(AT_ONCE).zip(to.chunks_mut(AT_ONCE)) {
        to.copy_from_slice(from);
        interrupt::spend(2 * from.len());
    }
}

/// Zeros, or an error where memory is short.
pub fn reserve(count: usize) -> Result<Vec<f64>> {
    reserve_filled(count, 0.0)
}

/// A vector of copies of a value, or an error where memory is short.
pub(crate) fn reserve_filled<T: Clone>(count: usize, value: T) -> Result<Vec<T>> {
    let mut values = Vec::new();
    values.try_room(count).map_err(|_| {
        let size = count as f64 * std::mem::size_of::<T>() as f64 / 1_048_576.0;
        Error::Memory(format!("no memory for {count} numbers ({size:.0} MB)"))
    })?;
    check();
    fill(&mut values, value, count);
    Ok(values)
}

/// Makes room for this many values more, at least twice as many as there are now if there must be any.
pub fn grow<T>(values: &mut Vec<T>, more: usize) {
    if values.try_grow(more).is_err() || ended() {
        refuse(more.checked_mul(size_of::<T>()));
    }
}

/// As `grow`, for this many bytes of text.
pub fn grow_text(text: &mut String, more: usize) {
    if refusable(|| text.try_reserve(more)).is_err() || ended() {
        refuse(Some(more));
    }
}

/// A copy of a slice.
pub fn copied<T: Clone>(values: &[T]) -> Vec<T> {
    let mut copy = with_room(values.len());
    append(&mut copy, values);
    copy
}

/// Slices, one after the other.
pub(crate) fn joined<T: Clone>(parts: &[impl AsRef<[T]>]) -> Vec<T> {
    let mut all = with_room(parts.iter().map(|part| part.as_ref().len()).sum());
    parts.iter().for_each(|part| append(&mut all, part.as_ref()));
    all
}

/// Puts copies at the end of a vector that has room.
pub(crate) fn append<T: Clone>(copy: &mut Vec<T>, values: &[T]) {
    if needs_drop::<T>() {
        for value in values {
            copy.push(value.clone());
            check();
        }
    } else {
        let at_once = (AT_ONCE * size_of::<f64>() / size_of::<T>().max(1)).max(1);
        for some in values.chunks(at_once) {
            copy.extend_from_slice(some);
            interrupt::spend(size_of_val(some) / 2);
        }
    }
}

/// `vec!`, which hides that of the standard library throughout the crate.
macro_rules! vec {
    ($value:expr; $count:expr) => { $crate::room::filled($value, $count) };
    ($($values:tt)*) => { ::std::vec![$($values)*] };
}

/// `collect` and its kin for vectors whose length goes with the data.
pub trait Gather: Iterator + Sized {
    /// The values in a vector.
    fn gathered(mut self) -> Vec<Self::Item> {
        match self.size_hint() {
            (least, Some(most)) if least == most => {
                let mut values = with_room(least);
                while least - values.len() > SOME {
                    values.extend(self.by_ref().take(SOME));
                    interrupt::spend(20 * SOME);
                }
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

/// `to_vec`, and `clone` of a vector, where the length goes with the data.
pub trait Duplicate<T> {
    /// The values in a vector of their own.
    fn duplicate(&self) -> Vec<T>;
}

impl<T: Clone> Duplicate<T> for [T] {
    fn duplicate(&self) -> Vec<T> {
        copied(self)
    }
}

/// `try_reserve` and its kin.
pub trait TryRoom {
    /// As `try_reserve_exact`.
    fn try_room(&mut self, more: usize) -> std::result::Result<(), TryReserveError>;
    /// As `try_reserve`.
    fn try_grow(&mut self, more: usize) -> std::result::Result<(), TryReserveError>;
}

impl<T> TryRoom for Vec<T> {
    fn try_room(&mut self, more: usize) -> std::result::Result<(), TryReserveError> {
        refusable(|| self.try_reserve_exact(more))
    }

    fn try_grow(&mut self, more: usize) -> std::result::Result<(), TryReserveError> {
        refusable(|| self.try_reserve(more))
    }
}

/// Growth of vectors whose length goes with the data.
pub trait Put<T> {
    /// As `push`.
    fn put(&mut self, value: T);
    /// As `extend_from_slice`.
    fn put_all(&mut self, values: &[T])
    where
        T: Clone;
    /// As `extend`.
    fn put_each(&mut self, values: impl IntoIterator<Item = T>);
    /// As `resize`.
    fn put_until(&mut self, count: usize, value: T)
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
        if self.capacity() - self.len() < values.len() {
            grow(self, values.len());
        }
        self.extend_from_slice(values);
    }

    fn put_each(&mut self, values: impl IntoIterator<Item = T>) {
        let values = values.into_iter();
        let (least, most) = values.size_hint();
        if self.capacity() - self.len() < least {
            grow(self, least);
        }
        match most == Some(least) {
            true => self.extend(values),
            false => values.for_each(|value| self.put(value)),
        }
    }

    fn put_until(&mut self, count: usize, value: T)
    where
        T: Clone,
    {
        match count.checked_sub(self.len()) {
            None => self.truncate(count),
            Some(more) => {
                if self.capacity() - self.len() < more {
                    grow(self, more);
                }
                fill(self, value, more);
            }
        }
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
    fn growth_is_refused_as_making_is() {
        assert!(refused(|| vec![1.0].put_until(ENDLESS, 0.5)));
        assert!(refused(|| vec![1].put_each(0..ENDLESS)));
        assert!(!refused(|| vec![1].put_each((0..9).filter(|k| k % 2 == 1))));
        assert!(refused(|| {
            note();
            [1.0, 2.0].duplicate()
        }));
        assert!(refused(|| joined(&[[1.0], [2.0]])) && replace(false));
        assert!(!refused(|| joined(&[[1.0], [2.0]])));
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
        values.put_each((6..9).filter(|k| k % 2 == 0));
        values.put_each([9]);
        assert_eq!(values, [1, 2, 3, 4, 5, 6, 8, 9]);
        values.put_until(10, 0);
        assert_eq!(values.duplicate(), [1, 2, 3, 4, 5, 6, 8, 9, 0, 0]);
        values.put_until(1, 7);
        assert_eq!(joined(&[&values[..], &[2, 3]]), [1, 2, 3]);
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
    fn what_was_refused_is_computed_again() {
        let (plain, tried) = (OnceLock::new(), OnceLock::new());
        assert!(refused(|| *once(&plain, || vec![1.0; ENDLESS].len())) && *once(&plain, || 3) == 3);
        let none = |message: &str| -> Result<i32> { Err(Error::Memory(message.into())) };
        assert_eq!(once_or(&tried, || none("limit")).err(), none("limit").err());
        assert_eq!(once_or(&tried, || Err(Error::Cancelled)), Err(Error::Cancelled));
        let kept = Error::Numeric("kept".into());
        assert_eq!(once_or(&tried, || Err(kept.clone())), Err(kept.clone()));
        assert_eq!(once_or(&tried, || Ok(3)), Err(kept));
    }

    #[test]
    fn a_spare_is_taken_once_and_by_what_fits() {
        assert!(take_spare(1).is_none());
        with_spare(3 * SERVED, || {
            assert!(take_spare(3 * SERVED + 1).is_none());
            with_spare(2 * SERVED, || assert!(take_spare(2 * SERVED).is_some() && take_spare(1).is_none()));
            assert!(take_spare(3 * SERVED).is_some_and(|spare| spare.capacity() * 4096 == 3 * SERVED));
            assert!(take_spare(1).is_none());
        });
        assert!(take_spare(1).is_none());
    }
}
