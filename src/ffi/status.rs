//! Status codes, the last error of a thread, versions.

use super::guard;
use libc::c_char;

/// The status of a call: DUEL_OK, or one of the DUEL_ERR_ codes. Codes are only ever added.
pub type duel_status = i32;

/// Success. A success leaves the last error as it was.
pub const DUEL_OK: duel_status = 0;
/// A required pointer is NULL.
pub const DUEL_ERR_NULL: duel_status = 1;
/// An argument is outside its domain; the message names it and its value.
pub const DUEL_ERR_ARGUMENT: duel_status = 2;
/// A row of the data is invalid; duel_last_error_row() returns its number.
pub const DUEL_ERR_DATA: duel_status = 3;
/// A name is unknown, duplicate, empty, not UTF-8 or longer than 1 MiB.
pub const DUEL_ERR_NAME: duel_status = 4;
/// A buffer is too short, or a size overflows.
pub const DUEL_ERR_SIZE: duel_status = 5;
/// Saved bytes are malformed, truncated, damaged or of another version; or an Arrow stream is malformed.
pub const DUEL_ERR_FORMAT: duel_status = 6;
/// The choices do not go together, or the model has no such quantity.
pub const DUEL_ERR_UNSUPPORTED: duel_status = 7;
/// No unique finite estimate exists: disconnected, separated, at a boundary. The message names the
/// items or judges; with duel_model_options.accept the fit is returned all the same.
pub const DUEL_ERR_NOT_IDENTIFIED: duel_status = 8;
/// The solver stopped before the optimum.
pub const DUEL_ERR_NOT_CONVERGED: duel_status = 9;
/// A factorization failed, or a number overflowed.
pub const DUEL_ERR_NUMERIC: duel_status = 10;
/// The cancel token was raised, or the progress callback returned non-zero.
pub const DUEL_ERR_CANCELLED: duel_status = 11;
/// Memory could not be had, or the work would pass max_bytes.
pub const DUEL_ERR_MEMORY: duel_status = 12;
/// A defect in the library; please report the message.
pub const DUEL_ERR_INTERNAL: duel_status = 13;

/// The version of the library, such as "0.2.0". Static; never NULL. @since 0.1
#[no_mangle]
pub extern "C" fn duel_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr() as *const c_char
}

/// The version as a number: major * 1000000 + minor * 1000 + patch. Compare with
/// DUEL_VERSION_NUMBER to detect a header and a library that do not belong together. @since 0.1
#[no_mangle]
pub extern "C" fn duel_version_number() -> i32 {
    guard::guard_value(0, || {
        let part = |text: &str| text.parse::<i32>().ok();
        let major = part(env!("CARGO_PKG_VERSION_MAJOR"))?;
        let minor = part(env!("CARGO_PKG_VERSION_MINOR"))?;
        let patch = part(env!("CARGO_PKG_VERSION_PATCH"))?;
        Some(major * 1_000_000 + minor * 1_000 + patch)
    })
}

/// The name of a status code, such as "DUEL_ERR_DATA"; "unknown status" for any other number.
/// Static; never NULL. @since 0.1
#[no_mangle]
pub extern "C" fn duel_status_name(status: duel_status) -> *const c_char {
    const NAMES: [&std::ffi::CStr; 14] = [
        c"DUEL_OK",
        c"DUEL_ERR_NULL",
        c"DUEL_ERR_ARGUMENT",
        c"DUEL_ERR_DATA",
        c"DUEL_ERR_NAME",
        c"DUEL_ERR_SIZE",
        c"DUEL_ERR_FORMAT",
        c"DUEL_ERR_UNSUPPORTED",
        c"DUEL_ERR_NOT_IDENTIFIED",
        c"DUEL_ERR_NOT_CONVERGED",
        c"DUEL_ERR_NUMERIC",
        c"DUEL_ERR_CANCELLED",
        c"DUEL_ERR_MEMORY",
        c"DUEL_ERR_INTERNAL",
    ];
    guard::guard_value(c"unknown status".as_ptr(), || {
        usize::try_from(status).ok().and_then(|at| NAMES.get(at)).map(|name| name.as_ptr())
    })
}

/// The message of the last error on this thread: one line of UTF-8 that names the argument and
/// the value, control characters escaped; duel_last_error_row() has the row. Never NULL; "" before the first error. Valid until
/// the next error on the same thread. @since 0.1
#[no_mangle]
pub extern "C" fn duel_last_error() -> *const c_char {
    guard::message()
}

/// The status of the last error on this thread, for functions that answer NULL; DUEL_OK before the first error.
/// @since 0.2
#[no_mangle]
pub extern "C" fn duel_last_status() -> duel_status {
    guard::status()
}

/// The zero-based row that the last error on this thread concerns, or -1. @since 0.1
#[no_mangle]
pub extern "C" fn duel_last_error_row() -> i64 {
    guard::row()
}
