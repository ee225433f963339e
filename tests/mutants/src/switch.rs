//! Which mutant runs: DUEL_MUTANT is its number; `reach` appends the numbers of those that are reached to the file
//! DUEL_REACHED, each once.

use std::cell::Cell;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

const COUNT: usize = 0;
const UNREAD: u32 = u32::MAX;
const REACH: u32 = u32::MAX - 1;
const NONE: u32 = u32::MAX - 2;
static CHOSEN: AtomicU32 = AtomicU32::new(UNREAD);
static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];
static FILE: OnceLock<Option<Mutex<std::fs::File>>> = OnceLock::new();

thread_local! {
    /// Whether this thread is in `rarely`, which asks for memory, of an allocator that is changed, too.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Whether mutant `n` is the one that runs.
#[inline]
pub fn is(n: u32) -> bool {
    let chosen = CHOSEN.load(Relaxed);
    if chosen < REACH {
        chosen == n
    } else if INSIDE.replace(true) {
        false
    } else {
        let is = rarely(n, chosen);
        INSIDE.set(false);
        is
    }
}

#[cold]
fn rarely(n: u32, chosen: u32) -> bool {
    if chosen == UNREAD {
        let asked = std::env::var("DUEL_MUTANT").unwrap_or_default();
        let chosen = if asked == "reach" { REACH } else { asked.parse().unwrap_or(NONE) };
        CHOSEN.store(chosen, Relaxed);
        if chosen < REACH {
            return chosen == n;
        }
    }
    if !REACHED[n as usize].swap(true, Relaxed) {
        let open = || {
            let path = std::env::var_os("DUEL_REACHED")?;
            Some(Mutex::new(std::fs::OpenOptions::new().create(true).append(true).open(path).ok()?))
        };
        if let Some(file) = FILE.get_or_init(open) {
            let _ = file.lock().map(|mut file| writeln!(file, "{n}"));
        }
    }
    false
}
