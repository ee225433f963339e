//! The counting loop in C, built when the bench runs.

use crate::votes::Votes;
use libc::c_void;
use std::ffi::CString;
use std::process::Command;

type Count = unsafe extern "C" fn(*const u32, *const u32, *const u8, usize, u32, *mut u32) -> usize;

/// A loaded counting loop.
pub struct CountingLoop(Count);

impl CountingLoop {
    /// Compiles `count.c` with -O3 and loads it; an error says what is missing.
    pub fn build() -> Result<CountingLoop, String> {
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/speed/count.c");
        let library = std::env::temp_dir().join(format!("duel-count-{}.so", std::process::id()));
        let built = Command::new(&compiler)
            .args(["-O3", "-std=c99", "-shared", "-fPIC", "-o"])
            .arg(&library)
            .arg(source)
            .status()
            .map_err(|e| format!("{compiler}: {e}"))?;
        if !built.success() {
            return Err(format!("{compiler} could not build count.c"));
        }
        let path = CString::new(library.to_string_lossy().as_bytes()).map_err(|e| e.to_string())?;
        let symbol = unsafe {
            let handle = libc::dlopen(path.as_ptr(), libc::RTLD_NOW);
            if handle.is_null() {
                std::ptr::null_mut()
            } else {
                libc::dlsym(handle, c"count_votes".as_ptr())
            }
        };
        let _ = std::fs::remove_file(&library);
        if symbol.is_null() {
            return Err("the counting loop could not be loaded".into());
        }
        Ok(CountingLoop(unsafe { std::mem::transmute::<*mut c_void, Count>(symbol) }))
    }

    /// Counts votes into an empty table of items x items x 3.
    pub fn run(&self, votes: &Votes, items: usize, table: &mut [u32]) {
        assert_eq!(table.len(), items * items * 3);
        let rows = votes.left.len();
        let counted = unsafe {
            (self.0)(
                votes.left.as_ptr(),
                votes.right.as_ptr(),
                votes.outcome.as_ptr(),
                rows,
                items as u32,
                table.as_mut_ptr(),
            )
        };
        assert_eq!(counted, rows, "the counting loop refused a row");
    }
}
