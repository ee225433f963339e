//! Reading the caller's memory; `outputs.rs` writes it.

use duel::error::{Error, Result};
use duel::room::Gather as _;
use libc::c_char;
use std::ffi::CStr;
use std::mem::size_of;

/// No options struct is larger; a larger size is memory that was never set.
const LARGEST_STRUCT: usize = 1 << 16;

/// A struct that begins with its own size and of which all-zero bytes are a value.
///
/// # Safety
/// The type is repr(C), its first field is `struct_size: usize`, all bits zero is a valid value, and its fields are numbers and
/// pointers, to data or functions: whatever the caller sets is a value.
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
    // SAFETY: `pointer` is not NULL, hence a struct of the caller, which begins with its size.
    let size = unsafe { read_size(pointer, T::FIRST) }?;
    let own = size_of::<T>();
    let bytes = pointer as *const u8;
    for at in own..size {
        // SAFETY: `at` is below `size`, the bytes that the caller says the struct has.
        if unsafe { bytes.add(at).read() } != 0 {
            return Err(Error::Argument(format!("{}: an option this version does not know is set", T::NAME)));
        }
    }
    let mut value = std::mem::MaybeUninit::<T>::zeroed();
    // SAFETY: both have the bytes that are copied; zero, and whatever the caller sets, are values of `T` (contract of
    // Sized_).
    unsafe {
        std::ptr::copy_nonoverlapping(bytes, value.as_mut_ptr() as *mut u8, size.min(own));
        Ok(value.assume_init())
    }
}

/// An array of structs of the caller, all of the size that the first says it has.
pub unsafe fn read_structs<T: Sized_>(pointer: *const T, count: usize, name: &str) -> Result<Vec<T>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if pointer.is_null() {
        return Err(Error::Null(format!("{name} is NULL")));
    }
    // SAFETY: `pointer` is not NULL, hence at least one struct of the caller, which begins with its size.
    let size = unsafe { read_size(pointer, T::FIRST) }?;
    if count.checked_mul(size).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Error::Size(format!("{name}: {count} structs overflow the address space")));
    }
    (0..count)
        .map(|at| {
            // SAFETY: the caller of this function promises `count` structs there, one after the other.
            let own = unsafe { (pointer as *const u8).add(at * size) } as *const T;
            // SAFETY: as above; the struct begins with its size.
            match unsafe { read_size(own, T::FIRST) }? {
                // SAFETY: as above, and all of its bytes are there.
                found if found == size => unsafe { read_struct(own) },
                found => Err(Error::Argument(format!(
                    "{name}[{at}].struct_size is {found}, that of {name}[0] is {size}; set it to sizeof({})",
                    T::NAME
                ))),
            }
        })
        .gathered_or()
}

/// A struct that may be left out.
pub unsafe fn read_options<T: Sized_>(pointer: *const T) -> Result<Option<T>> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller of this function promises.
    unsafe { read_struct(pointer) }.map(Some)
}

/// The size that a struct of the caller says it has: at least `least`.
pub(super) unsafe fn read_size<T: Sized_>(pointer: *const T, least: usize) -> Result<usize> {
    // SAFETY: the caller of this function has seen that `pointer` is not NULL; the first field is the size (Sized_).
    let size = unsafe { (pointer as *const usize).read_unaligned() };
    // Every version has whole words; another number would cut a pointer in two.
    if !(least..=LARGEST_STRUCT).contains(&size) || size % size_of::<usize>() != 0 {
        return Err(Error::Argument(format!(
            "{}.struct_size is {size}; set it to sizeof({}) = {}",
            T::NAME,
            T::NAME,
            size_of::<T>()
        )));
    }
    Ok(size)
}

/// A handle that is only read.
pub unsafe fn shared<'a, T>(pointer: *const T, name: &str) -> Result<&'a T> {
    // SAFETY: NULL or a handle that this library handed out, which nobody changes while the call reads it (Threads,
    // lib.rs).
    unsafe { pointer.as_ref() }.ok_or_else(|| Error::Null(format!("{name} is NULL")))
}

/// A handle that is changed.
pub unsafe fn exclusive<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T> {
    // SAFETY: NULL or a handle that this library handed out, which the call has to itself (Threads, lib.rs).
    unsafe { pointer.as_mut() }.ok_or_else(|| Error::Null(format!("{name} is NULL")))
}

/// Takes a handle back and drops it.
pub unsafe fn drop_raw<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: a handle that `hand_out` made of a box and that the caller gives back, once (Ownership, lib.rs).
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
    // SAFETY: not NULL, aligned and of a size that exists, as seen above; the caller promises `length` values there.
    Ok(unsafe { std::slice::from_raw_parts(pointer, length) })
}

/// An array that the caller may leave out: NULL.
pub unsafe fn optional_slice<'a, T>(pointer: *const T, length: usize, name: &str) -> Result<Option<&'a [T]>> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: as the caller of this function promises.
    unsafe { slice(pointer, length, name) }.map(Some)
}

/// A NUL-terminated name.
pub unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str> {
    if pointer.is_null() {
        return Err(Error::Null(format!("{name} is NULL")));
    }
    // SAFETY: not NULL, hence the NUL-terminated text that the caller promises.
    unsafe { CStr::from_ptr(pointer) }.to_str().map_err(|_| Error::name(format!("{name} is not UTF-8")))
}

/// An array of NUL-terminated names.
pub unsafe fn texts<'a>(pointer: *const *const c_char, count: usize, name: &str) -> Result<Vec<&'a str>> {
    // SAFETY: NULL or `count` pointers, as the caller of this function promises.
    let pointers = unsafe { slice(pointer, count, name) }?;
    pointers
        .iter()
        .enumerate()
        .map(|(row, &p)| {
            // SAFETY: each pointer is NULL or a NUL-terminated text, as the caller of this function promises.
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
