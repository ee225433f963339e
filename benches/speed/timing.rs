//! Repeated measurements and their table.

/// CPU seconds of this thread so far. All the work measured here runs on the calling thread, so this
/// is its time as far as other programs on the machine leave it alone.
pub fn now() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "no clock of CPU time");
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// Seconds by the clock, for work of several threads.
pub fn clock() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let status = unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    assert_eq!(status, 0, "no clock");
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// Seconds that `work` takes, and what it returns.
pub fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = now();
    let result = std::hint::black_box(work());
    (now() - start, result)
}

/// Seconds of several repetitions.
#[derive(Default, Clone)]
pub struct Sample(Vec<f64>);

impl Sample {
    pub fn push(&mut self, seconds: f64) {
        self.0.push(seconds);
    }

    pub fn least(&self) -> f64 {
        self.0.iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub fn median(&self) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let half = sorted.len() / 2;
        if sorted.len() % 2 == 1 {
            sorted[half]
        } else {
            0.5 * (sorted[half - 1] + sorted[half])
        }
    }
}

pub fn header(title: &str) {
    println!("\n{title}");
    println!("{:48} {:>10} {:>10}   target", "", "least ms", "median ms");
}

/// A row without a target.
pub fn part(name: &str, sample: &Sample) {
    println!("{name:48} {:10.3} {:10.3}", 1e3 * sample.least(), 1e3 * sample.median());
}

/// A row with a target in milliseconds for the least time, which other programs disturb least.
pub fn goal(name: &str, sample: &Sample, wording: &str, limit_ms: f64) {
    let least = 1e3 * sample.least();
    println!(
        "{name:48} {least:10.3} {:10.3}   {wording}: {}",
        1e3 * sample.median(),
        verdict(least <= limit_ms)
    );
}

/// A ratio with its target.
pub fn ratio(name: &str, whole: &Sample, unit: &Sample, limit: f64) {
    let least = whole.least() / unit.least();
    println!(
        "{name:48} {least:10.2} {:10.2}   at most {limit}: {}",
        whole.median() / unit.median(),
        verdict(least <= limit)
    );
}

fn verdict(met: bool) -> &'static str {
    if met {
        "met"
    } else {
        "MISSED"
    }
}
