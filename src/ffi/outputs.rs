//! The caller's memory that results go to. A pointer becomes an output where the arguments of a call are read, which is unsafe:
//! that it is NULL or valid until the call returns is the caller's promise. To write to an output is safe.

use duel::error::{Error, Result};
use duel::room;
use std::mem::size_of;
use std::ptr::NonNull;

use super::memory::{read_size, Sized_};

/// A place for one value, aligned or not: a handle, an id, a number.
pub(super) struct Output<T>(NonNull<T>);

/// A place for one value; NULL is refused.
pub(super) unsafe fn output<T>(out: *mut T, name: &str) -> Result<Output<T>> {
    NonNull::new(out).map(Output).ok_or_else(|| Error::Null(format!("{name} is NULL")))
}

/// A place for one value that the caller may not want: NULL.
pub(super) unsafe fn optional_output<T>(out: *mut T) -> Option<Output<T>> {
    NonNull::new(out).map(Output)
}

impl<T> Output<T> {
    /// Writes the value.
    pub(super) fn write(self, value: T) {
        // SAFETY: `output` had the caller's promise that a value may be written here; no alignment is assumed.
        unsafe { self.0.write_unaligned(value) };
    }
}

impl<T> Output<*mut T> {
    /// Hands the caller a new handle.
    pub(super) fn hand_out(self, value: T) {
        self.write(Box::into_raw(handle(value)));
    }
}

/// Hands the caller two new handles, or none.
pub(super) fn hand_out_both<T>(values: (T, T), outputs: (Output<*mut T>, Output<*mut T>)) {
    let handles = (handle(values.0), handle(values.1));
    outputs.0.write(Box::into_raw(handles.0));
    outputs.1.write(Box::into_raw(handles.1));
}

/// A new handle, no part of which is in the reserve.
fn handle<T>(value: T) -> Box<T> {
    let handle = Box::new(value);
    room::check();
    handle
}

/// Where values lie. Of no values an address, too, rather than the small number that Rust has for it: Go ends the process
/// when it moves a stack and finds such a number in a pointer.
pub(super) fn address<T>(values: &[T]) -> *const T {
    static NOTHING: u128 = 0;
    const { assert!(std::mem::align_of::<T>() <= std::mem::align_of::<u128>()) };
    match values {
        [] => std::ptr::from_ref(&NOTHING).cast(),
        _ => values.as_ptr(),
    }
}

/// The same of values that may be written.
pub(super) fn address_mut<T>(values: &mut [T]) -> *mut T {
    match values {
        [] => address(values).cast_mut(),
        _ => values.as_mut_ptr(),
    }
}

/// A struct of the caller that begins with its own size.
pub(super) struct StructOutput<T> {
    place: NonNull<T>,
    size: usize,
}

/// A struct of the caller, whose size is checked before any work is done; NULL is refused.
pub(super) unsafe fn output_struct<T: Sized_>(out: *mut T) -> Result<StructOutput<T>> {
    let place = NonNull::new(out).ok_or_else(|| Error::Null("out is NULL".into()))?;
    // SAFETY: `out` is not NULL, hence a struct of the caller, which begins with its size.
    let size = unsafe { read_size(out, size_of::<usize>()) }?;
    Ok(StructOutput { place, size })
}

/// A struct that the caller may not want: NULL.
pub(super) unsafe fn optional_struct<T: Sized_>(out: *mut T) -> Result<Option<StructOutput<T>>> {
    if out.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller of this function promises.
    unsafe { output_struct(out) }.map(Some)
}

impl<T: Sized_> StructOutput<T> {
    /// Fills as much of the struct as the caller has, and leaves its size as it is.
    pub(super) fn write(self, value: &T) {
        room::check();
        let head = size_of::<usize>();
        let filled = self.size.min(size_of::<T>());
        let (from, to) = (std::ptr::from_ref(value).cast::<u8>(), self.place.as_ptr().cast::<u8>());
        // SAFETY: the caller's struct has `size` bytes, `value` size_of::<T>(); `filled` is the lesser, `head` no more.
        unsafe {
            std::ptr::copy(from.add(head), to.add(head), filled - head);
            std::ptr::write_bytes(to.add(filled), 0, self.size - filled);
        }
    }
}

/// An array of the caller, and how many values it has room for.
pub(super) struct ArrayOutput<'a, T> {
    out: *mut T,
    capacity: usize,
    name: &'a str,
}

/// An array of the caller. Its size is checked when the number of results is known.
pub(super) unsafe fn output_array<T>(out: *mut T, capacity: usize, name: &str) -> ArrayOutput<'_, T> {
    ArrayOutput { out, capacity, name }
}

/// An array that the caller may not want: NULL.
pub(super) unsafe fn optional_array<T>(
    out: *mut T,
    capacity: usize,
    name: &str,
) -> Option<ArrayOutput<'_, T>> {
    (!out.is_null()).then_some(ArrayOutput { out, capacity, name })
}

impl<T> ArrayOutput<'_, T> {
    /// Checks that `needed` doubles fit, before any work is done; where none are needed, NULL will do.
    pub(super) fn check(&self, needed: usize) -> Result<()> {
        self.check_for(needed, "doubles")
    }

    /// Checks that `needed` numbers fit, which messages call by their name.
    pub(super) fn check_for(&self, needed: usize, numbers: &str) -> Result<()> {
        let ArrayOutput { out, capacity, name } = *self;
        if needed == 0 {
            return Ok(());
        }
        if out.is_null() {
            return Err(Error::Null(format!("{name} is NULL")));
        }
        if !out.is_aligned() {
            return Err(Error::Argument(format!("{name} is not aligned")));
        }
        if capacity < needed {
            return Err(Error::Size(format!(
                "{name} has room for {capacity} {numbers}, but {needed} are needed"
            )));
        }
        Ok(())
    }

    /// Writes the results, as many as were checked for or fewer.
    pub(super) fn write(self, values: &[T])
    where
        T: Copy,
    {
        room::check();
        if values.is_empty() {
            return;
        }
        assert!(
            !self.out.is_null() && self.out.is_aligned() && values.len() <= self.capacity,
            "{}: {} values were not checked for",
            self.name,
            values.len()
        );
        // SAFETY: `out` is aligned and has room for `capacity` values, by the caller's promise; it may overlap
        // `values`.
        unsafe { std::ptr::copy(values.as_ptr(), self.out, values.len()) };
    }
}

/// Bytes of the caller, in the two-call form: the length always, the bytes if there is room.
pub(super) struct BytesOutput {
    out: *mut u8,
    capacity: usize,
    length: Output<usize>,
}

/// Bytes of the caller, in the two-call form.
pub(super) unsafe fn output_bytes<T>(
    out: *mut T,
    capacity: usize,
    length: *mut usize,
) -> Result<BytesOutput> {
    // SAFETY: `length` is NULL or valid, as the caller of this function promises.
    let length = unsafe { output(length, "length") }?;
    if out.is_null() && capacity > 0 {
        return Err(Error::Null("out is NULL, but capacity is not 0".into()));
    }
    Ok(BytesOutput { out: out.cast(), capacity, length })
}

impl BytesOutput {
    /// Writes the length, and the bytes if they are wanted and there is room.
    pub(super) fn write(self, bytes: &[u8]) -> Result<()> {
        room::check();
        self.length.write(bytes.len());
        if self.out.is_null() {
            return Ok(());
        }
        if self.capacity < bytes.len() {
            return Err(Error::Size(format!(
                "out has room for {} bytes, but {} are needed",
                self.capacity,
                bytes.len()
            )));
        }
        // SAFETY: `out` is not NULL and has room for `capacity` bytes, by the caller's promise; it may overlap `bytes`.
        unsafe { std::ptr::copy(bytes.as_ptr(), self.out, bytes.len()) };
        Ok(())
    }
}
