//! Reading and writing the caller's memory.

use duel::error::{Error, Result};
use duel::room::{self, Gather as _};
use libc::c_char;
use std::ffi::CStr;
use std::mem::size_of;

/// No options struct is larger; a larger size is memory that was never set.
const LARGEST_STRUCT: usize = 1 << 16;

/// A struct that begins with its own size and of which all-zero bytes are a value.
///
/// # Safety
/// The type is repr(C), its first field is `struct_size: usize`, and all bits zero is a valid value.
pub unsafe trait Sized_: Copy {
    /// Name in messages.
    const NAME: &'static str;
    /// Its size when it was first released; fields have only been added since.
    const FIRST: usize;
}

/// Reads a struct of the caller, which may be of an older or a newer version: what the caller does not
/// have is zero, what this library does not know must be zero.
pub unsafe fn read_struct<T: Sized_>(pointer: *const T) -> Result<T> {
    if pointer.is_null() {
        return Err(Error::Null(format!("{} is NULL", T::NAME)));
    }
    let size = unsafe { (pointer as *const usize).read_unaligned() };
    let own = size_of::<T>();
    if !(T::FIRST..=LARGEST_STRUCT).contains(&size) {
        return Err(Error::Argument(format!(
            "{}.struct_size is {size}; set it to sizeof({}) = {own}",
            T::NAME,
            T::NAME
        )));
    }
    let bytes = pointer as *const u8;
    for at in own..size {
        if unsafe { bytes.add(at).read() } != 0 {
            return Err(Error::Argument(format!("{}: an option this version does not know is set", T::NAME)));
        }
    }
    let mut value = std::mem::MaybeUninit::<T>::zeroed();
    unsafe {
        std::ptr::copy_nonoverlapping(bytes, value.as_mut_ptr() as *mut u8, size.min(own));
        Ok(value.assume_init())
    }
}

/// A struct that may be left out.
pub unsafe fn read_options<T: Sized_>(pointer: *const T) -> Result<Option<T>> {
    if pointer.is_null() {
        return Ok(None);
    }
    unsafe { read_struct(pointer) }.map(Some)
}

/// The size of an output struct of the caller; looked at before any work is done.
pub unsafe fn room_of_struct<T: Sized_>(out: *mut T) -> Result<usize> {
    if out.is_null() {
        return Err(Error::Null("out is NULL".into()));
    }
    let size = unsafe { (out as *const usize).read_unaligned() };
    if !(size_of::<usize>()..=LARGEST_STRUCT).contains(&size) {
        return Err(Error::Argument(format!(
            "{}.struct_size is {size}; set it to sizeof({}) = {}",
            T::NAME,
            T::NAME,
            size_of::<T>()
        )));
    }
    Ok(size)
}

/// Fills as much of an output struct as the caller has.
pub unsafe fn write_struct<T: Sized_>(value: &T, out: *mut T) -> Result<()> {
    room::check();
    let size = unsafe { room_of_struct(out) }?;
    let head = size_of::<usize>();
    let filled = size.min(size_of::<T>());
    let (from, to) = (value as *const T as *const u8, out as *mut u8);
    unsafe {
        std::ptr::copy(from.add(head), to.add(head), filled - head);
        std::ptr::write_bytes(to.add(filled), 0, size - filled);
    }
    Ok(())
}

/// A handle that is only read.
pub unsafe fn shared<'a, T>(pointer: *const T, name: &str) -> Result<&'a T> {
    unsafe { pointer.as_ref() }.ok_or_else(|| Error::Null(format!("{name} is NULL")))
}

/// A handle that is changed.
pub unsafe fn exclusive<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T> {
    unsafe { pointer.as_mut() }.ok_or_else(|| Error::Null(format!("{name} is NULL")))
}

/// Refuses a NULL output before any work is done.
pub fn require_non_null<T>(pointer: *mut T, name: &str) -> Result<()> {
    if pointer.is_null() {
        Err(Error::Null(format!("{name} is NULL")))
    } else {
        Ok(())
    }
}

/// A new handle, no part of which is in the reserve.
fn handle<T>(value: T) -> Box<T> {
    let handle = Box::new(value);
    room::check();
    handle
}

/// Hands a new handle to the caller.
pub unsafe fn into_raw<T>(value: T, out: *mut *mut T) {
    let handle = handle(value);
    unsafe { out.write_unaligned(Box::into_raw(handle)) };
}

/// Hands two new handles to the caller, or none.
pub unsafe fn both_into_raw<T>(values: (T, T), [first, second]: [*mut *mut T; 2]) {
    let handles = (handle(values.0), handle(values.1));
    unsafe {
        first.write_unaligned(Box::into_raw(handles.0));
        second.write_unaligned(Box::into_raw(handles.1));
    }
}

/// Takes a handle back and drops it.
pub unsafe fn drop_raw<T>(pointer: *mut T) {
    if !pointer.is_null() {
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// An array of the caller.
pub unsafe fn slice<'a, T>(pointer: *const T, length: usize, name: &str) -> Result<&'a [T]> {
    if length == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(Error::Null(format!("{name} is NULL")));
    }
    if !pointer.is_aligned() {
        return Err(Error::Argument(format!("{name} is not aligned")));
    }
    if length.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Error::Size(format!("{name}: {length} values overflow the address space")));
    }
    Ok(unsafe { std::slice::from_raw_parts(pointer, length) })
}

/// Checks an output of `needed` doubles before any work is done; where none are, NULL will do.
pub fn check_capacity(out: *mut f64, capacity: usize, needed: usize, name: &str) -> Result<()> {
    check_capacity_for(out, capacity, needed, name, "doubles")
}

/// Checks an output of `needed` numbers, which messages call by their name.
pub fn check_capacity_for<T>(
    out: *mut T,
    capacity: usize,
    needed: usize,
    name: &str,
    numbers: &str,
) -> Result<()> {
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

/// Writes an output that `room` has checked.
pub unsafe fn write<T>(values: &[T], out: *mut T) {
    room::check();
    if !values.is_empty() {
        unsafe { std::ptr::copy(values.as_ptr(), out, values.len()) };
    }
}

/// Writes bytes in the two-call form: the length always, the bytes if there is room.
pub unsafe fn write_bytes(bytes: &[u8], out: *mut u8, capacity: usize, length: *mut usize) -> Result<()> {
    if length.is_null() {
        return Err(Error::Null("length is NULL".into()));
    }
    if out.is_null() && capacity > 0 {
        return Err(Error::Null("out is NULL, but capacity is not 0".into()));
    }
    room::check();
    unsafe { length.write_unaligned(bytes.len()) };
    if out.is_null() {
        return Ok(());
    }
    if capacity < bytes.len() {
        return Err(Error::Size(format!(
            "out has room for {capacity} bytes, but {} are needed",
            bytes.len()
        )));
    }
    unsafe { std::ptr::copy(bytes.as_ptr(), out, bytes.len()) };
    Ok(())
}

/// A NUL-terminated name.
pub unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str> {
    if pointer.is_null() {
        return Err(Error::Null(format!("{name} is NULL")));
    }
    unsafe { CStr::from_ptr(pointer) }.to_str().map_err(|_| Error::name(format!("{name} is not UTF-8")))
}

/// An array of NUL-terminated names.
pub unsafe fn texts<'a>(pointer: *const *const c_char, count: usize, name: &str) -> Result<Vec<&'a str>> {
    let pointers = unsafe { slice(pointer, count, name) }?;
    pointers
        .iter()
        .enumerate()
        .map(|(row, &p)| {
            unsafe { text(p, &format!("{name}[]")) }.map_err(|error| match error {
                Error::Name { message, .. } => Error::Name { row: Some(row), message },
                other => other,
            })
        })
        .gathered_or()
}

/// One of the values of an enumeration, by its number.
pub fn choice<T: Copy>(choices: &[T], value: i32, name: &str) -> Result<T> {
    usize::try_from(value)
        .ok()
        .and_then(|at| choices.get(at))
        .copied()
        .ok_or_else(|| Error::Argument(format!("{name} is {value}; it must be 0 to {}", choices.len() - 1)))
}
