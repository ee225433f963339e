//! Labels that tables of several nouns share.

use std::ffi::CStr;

/// The end of a fit, by the numbers of [`Error::code`](crate::error::Error::code); zero is success.
pub const STATUS: &[&CStr] = &[
    c"ok",
    c"null",
    c"argument",
    c"data",
    c"name",
    c"size",
    c"format",
    c"unsupported",
    c"not_identified",
    c"not_converged",
    c"numeric",
    c"cancelled",
    c"memory",
    c"internal",
];

/// The status of what may have failed.
pub fn status_of(failure: Option<&crate::error::Error>) -> usize {
    failure.map_or(0, |error| usize::try_from(error.code()).unwrap_or_default())
}
