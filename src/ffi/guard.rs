//! The guard around every exported body: catches panics, keeps the last error of the thread.

use super::{callbacks, limit};
use duel::error::{Error, Result};
use duel::room;
use libc::c_char;
use std::cell::{Cell, UnsafeCell};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Once;

const ROOM: usize = 512;

/// The last error of a thread, in fixed memory: reporting an error must not need memory.
struct Last {
    text: UnsafeCell<[u8; ROOM]>,
    row: Cell<i64>,
    status: Cell<i32>,
    guarded: Cell<bool>,
}

thread_local! {
    static LAST: Last = const {
        Last { text: UnsafeCell::new([0; ROOM]), row: Cell::new(-1), status: Cell::new(0), guarded: Cell::new(false) }
    };
}

/// Keeps a message on one line, cut at a character boundary: control characters, which names may hold, are escaped.
fn keep(message: &str, row: i64, status: i32) {
    LAST.with(|last| {
        // SAFETY: only this thread sees the buffer, and no reference to it outlives a statement.
        let text = unsafe { &mut *last.text.get() };
        let mut end = 0;
        let mut push = |character: char| {
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).as_bytes();
            let room = end + bytes.len() < ROOM;
            if room {
                text[end..end + bytes.len()].copy_from_slice(bytes);
                end += bytes.len();
            }
            room
        };
        message.chars().all(|character| match character.is_control() {
            true => character.escape_default().all(&mut push),
            false => push(character),
        });
        text[end] = 0;
        last.row.set(row);
        last.status.set(status);
    });
}

/// The message of the last error.
pub fn message() -> *const c_char {
    LAST.with(|last| last.text.get() as *const c_char)
}

/// The row of the last error, or -1.
pub fn row() -> i64 {
    LAST.with(|last| last.row.get())
}

/// The status of the last error, or 0.
pub fn status() -> i32 {
    LAST.with(|last| last.status.get())
}

/// Panics inside the guard are reported as errors, not printed; others keep the hook they had.
fn hook_once() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        #[cfg(unix)]
        duel::threads::start_with(super::threads::beside);
        #[cfg(unix)]
        duel::linalg::list_with(super::threads::can_list);
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if LAST.with(|last| last.guarded.get()) {
                keep(&format!("internal error: {info}"), -1, Error::Internal(String::new()).code());
            } else {
                previous(info);
            }
        }));
    });
}

/// Marks a thread that the library has started: its panics are reported where they end, not printed.
#[cfg(unix)]
pub fn own_thread() {
    LAST.with(|last| last.guarded.set(true));
}

/// Runs a body; None if it panicked, with the message kept. Memory that was refused is an error, whatever
/// error the body made of it.
fn run<T>(body: impl FnOnce() -> Result<T>) -> Option<Result<T>> {
    hook_once();
    let outer = LAST.with(|last| last.guarded.replace(true));
    let ended = room::replace(false);
    let call = || match callbacks::during(|| room::attempt(body)) {
        Err(error) if room::ended() && limit::passed().is_some() => {
            let limit = limit::passed().unwrap_or_default();
            Err(Error::Memory(format!(
                "{error}: the call needs more than the {limit} bytes that it may take, max_bytes or half of the memory there is"
            )))
        }
        Err(error) if room::ended() && !matches!(error, Error::Memory(_)) => {
            Err(Error::Memory(format!("no memory: {error}")))
        }
        result => result,
    };
    let result = catch_unwind(AssertUnwindSafe(|| limit::during(call)));
    if let Ok(Err(error)) = &result {
        keep(&error.to_string(), error.row_number().map_or(-1, |row| row as i64), error.code());
    }
    // Memory that a callback of the caller was refused counts as refused to the call around it.
    if ended {
        room::note();
    }
    LAST.with(|last| last.guarded.set(outer));
    result.ok()
}

/// Runs a fallible body and reports its status.
pub fn guard(body: impl FnOnce() -> Result<()>) -> i32 {
    match run(body) {
        Some(Ok(())) => 0,
        Some(Err(error)) => error.code(),
        None => Error::Internal(String::new()).code(),
    }
}

/// Runs a body that cannot fail but by misuse, with a value for that case.
pub fn guard_value<T>(otherwise: T, body: impl FnOnce() -> Option<T>) -> T {
    run(|| Ok(body())).and_then(Result::ok).flatten().unwrap_or(otherwise)
}
