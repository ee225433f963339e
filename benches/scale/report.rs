//! The text of a row.

use std::time::Instant;

/// Seconds and what else was measured.
pub struct Report {
    /// Seconds of append, fit and standard errors; NaN of what is not told apart.
    pub parts: [f64; 3],
    /// The measurement of the goal.
    pub measured: String,
    pub how: String,
}

impl Report {
    /// Of a number alone.
    pub fn of(measured: String, how: String) -> Report {
        Report { parts: [f64::NAN; 3], measured, how }
    }
}

/// Seconds by the clock, and the result.
pub fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let found = std::hint::black_box(work());
    (start.elapsed().as_secs_f64(), found)
}

/// Processor seconds of this process so far, of all threads.
pub fn processor() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let status = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "no clock of processor time");
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// Peak of resident memory in MB.
pub fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("");
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
}
