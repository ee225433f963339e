//! Work in numbered tasks on several threads, in order of their numbers and the same for any number of
//! threads: a task may depend on its number alone.

use crate::error::{Error, Result};
use crate::interrupt;
use crate::progress::{Progress, Watch};
use crate::room::{self, Gather as _, TryRoom as _};
use std::cell::Cell;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// The question of a long task, from time to time: whether to go on.
pub type Ask<'a> = &'a mut dyn FnMut() -> Result<()>;

/// Runs the first on this many threads more, as far as they can be had, and meanwhile the second on this one. Neither
/// unwinds.
pub type Beside = fn(usize, &(dyn Fn() + Sync), &mut dyn FnMut());

static BESIDE: OnceLock<Beside> = OnceLock::new();

/// Has threads started in another way than by Rust's own, which end the process where memory for the handle of a thread
/// is refused. The first way that is given stays.
pub fn start_with(beside: Beside) {
    BESIDE.get_or_init(|| beside);
}

fn scoped(helpers: usize, other: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        // A thread that cannot be had is work for the others.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, other).is_ok();
        (0..helpers).all(start);
        own();
    });
}

thread_local!(static ALLOWED: Cell<usize> = const { Cell::new(1) });

/// Does something for which this many threads may be used, where it has parts that do not wait for each other: products and
/// factors of matrices, sums over cells. They are cut the same way for any number of threads.
pub fn using<T>(threads: usize, body: impl FnOnce() -> T) -> T {
    /// The threads that the caller may use.
    struct Outer(usize);
    impl Drop for Outer {
        fn drop(&mut self) {
            ALLOWED.set(self.0);
        }
    }
    let _outer = Outer(ALLOWED.replace(threads.max(1)));
    body()
}

/// The same for what is still to come of the body of `using`.
pub fn allow(threads: usize) {
    ALLOWED.set(threads.max(1));
}

/// How many threads may be used here: on a thread of several that are at work, itself alone.
pub(crate) fn allowed() -> usize {
    ALLOWED.get()
}

/// Does tasks 0 .. count, in any order, on the threads that may be used. Unwinds as the tasks do.
pub(crate) fn each(count: usize, work: impl Fn(usize) + Sync) {
    let helpers = allowed().min(count).saturating_sub(1);
    if helpers == 0 {
        return (0..count).for_each(work);
    }
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let go = || -> Result<()> {
        while !stop.load(Ordering::Relaxed) {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= count {
                break;
            }
            work(task);
        }
        Ok(())
    };
    let ended = using(1, || together(helpers, &go, &mut || go(), &stop));
    if let Err(error) = ended {
        room::unwind(error);
    }
}

/// How often a thread that waits for others asks whether to go on.
const WAIT: Duration = Duration::from_millis(20);

/// Waits for the threads that are running, and meanwhile asks the caller whether they are to.
fn wait(running: &Mutex<usize>, ended: &Condvar) -> Result<()> {
    let mut left = running.lock().unwrap_or_else(PoisonError::into_inner);
    while *left > 0 {
        left = ended.wait_timeout(left, WAIT).unwrap_or_else(PoisonError::into_inner).0;
        if *left > 0 {
            interrupt::answer()?;
        }
    }
    Ok(())
}

/// Runs one task on this many threads more and another on this one, until all have ended; raises `stop` when one fails. The
/// error is that of this thread, or else the first.
pub(crate) fn together(
    helpers: usize,
    other: &(dyn Fn() -> Result<()> + Sync),
    own: &mut dyn FnMut() -> Result<()>,
    stop: &AtomicBool,
) -> Result<()> {
    let fails = |ended: &Ended| {
        let fails = !matches!(ended, Ok(Ok(())));
        if fails {
            stop.store(true, Ordering::Relaxed);
        }
        fails
    };
    let first: Mutex<Option<Ended>> = Mutex::new(None);
    let mut mine = Ok(Ok(()));
    let (running, one_less) = (Mutex::new(0), Condvar::new());
    let count =
        |change: &dyn Fn(&mut usize)| change(&mut running.lock().unwrap_or_else(PoisonError::into_inner));
    let shared = if helpers > 0 { interrupt::shared() } else { None };
    let theirs = || {
        count(&|running| *running += 1);
        let ended = catch_unwind(AssertUnwindSafe(|| interrupt::beside(shared.clone(), other)));
        if fails(&ended) {
            first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(ended);
        }
        count(&|running| *running -= 1);
        one_less.notify_one();
    };
    let mut run_own = || {
        mine = catch_unwind(AssertUnwindSafe(&mut *own));
        if !fails(&mine) {
            mine = catch_unwind(AssertUnwindSafe(|| wait(&running, &one_less)));
            fails(&mine);
        }
    };
    match helpers {
        0 => run_own(),
        _ => BESIDE.get().unwrap_or(&(scoped as Beside))(helpers, &theirs, &mut run_own),
    }
    let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
    for ended in [Some(mine), first].into_iter().flatten() {
        match ended {
            Ok(result) => result?,
            Err(panic) => resume_unwind(panic),
        }
    }
    Ok(())
}

/// How a thread ended: as asked, with an error, or by a panic.
type Ended = std::thread::Result<Result<()>>;

/// Does tasks 0 .. count, each with a worker that `begin` makes once per thread, and returns their
/// results in order, or the error of the first task that failed. Only the calling thread asks `watch`,
/// after every task of its own, with the share of all tasks done, and once more where others did the
/// last ones: so it is always asked, and hears of the end.
pub fn run<W, T: Send>(
    count: usize,
    threads: usize,
    begin: impl Fn() -> Result<W> + Sync,
    work: impl Fn(&mut W, usize) -> Result<T> + Sync,
    watch: Watch<'_>,
) -> Result<Vec<T>> {
    run_long(count, threads, begin, |worker, task, _| work(worker, task), watch)
}

/// The same for tasks that take so long that they ask whether to go on: the calling thread then asks
/// `watch`, others learn whether it has said no. The error of `watch` is the error of all.
pub fn run_long<W, T: Send>(
    count: usize,
    threads: usize,
    begin: impl Fn() -> Result<W> + Sync,
    work: impl Fn(&mut W, usize, Ask<'_>) -> Result<T> + Sync,
    watch: Watch<'_>,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let cancelled = AtomicBool::new(false);
    let mut room: Vec<(usize, Result<T>)> = Vec::new();
    room.try_room(count).map_err(|_| Error::Memory(format!("no memory for the results of {count} tasks")))?;
    let results = Mutex::new(room);
    let go = |ask: Ask<'_>| -> Result<()> {
        let mut worker = room::attempt(&begin)?;
        loop {
            // Asked before a task is taken: all below one that failed are then done.
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= count {
                return Ok(());
            }
            let result = room::attempt(|| {
                let result = work(&mut worker, task, ask)?;
                room::check();
                Ok(result)
            });
            if result.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            if let Ok(mut results) = results.lock() {
                results.push((task, result));
            }
            done.fetch_add(1, Ordering::Relaxed);
            ask()?;
        }
    };
    let told = Cell::new(0);
    let mut refusal = None;
    let mut tell = || {
        if let Some(refusal) = &refusal {
            return Err(Error::clone(refusal));
        }
        let done = done.load(Ordering::Relaxed);
        told.set(done);
        let answer = watch(&Progress::of_parts(done as f64 / count as f64, done as u64));
        if let Err(error) = &answer {
            refusal = Some(error.clone());
            cancelled.store(true, Ordering::Relaxed);
        }
        answer
    };
    let overhear = || match cancelled.load(Ordering::Relaxed) || interrupt::refused() {
        true => Err(Error::Cancelled),
        false => Ok(()),
    };
    let other = || go(&mut { overhear });
    let helpers = threads.min(count).saturating_sub(1);
    // Beside others, a task has this thread alone.
    let inside = if helpers > 0 { 1 } else { allowed() };
    using(inside, || together(helpers, &other, &mut || go(&mut tell), &stop))?;
    if told.get() < done.load(Ordering::Relaxed) {
        tell()?;
    }
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    room::sort_by_key(&mut results, |(task, _)| *task);
    results.into_iter().map(|(_, result)| result).gathered_or()
}

#[cfg(test)]
mod tests {
    use super::{allowed, each, run, run_long, using};
    use crate::error::Error;
    use crate::progress::unwatched;
    use crate::room;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let squares = run(40, threads, || Ok(0), |_, task| Ok(task * task), &mut unwatched()).unwrap();
            assert!(squares.into_iter().eq((0..40).map(|task| task * task)));
        }
        let none = run(0, 3, || Ok(()), |_, task| Ok(task), &mut unwatched()).unwrap();
        assert!(none.is_empty());
    }

    #[test]
    fn tasks_without_results_are_all_done_and_unwind() {
        for threads in [1, 2, 5] {
            using(threads, || {
                assert_eq!(allowed(), threads);
                let seen: Vec<AtomicUsize> = (0..30).map(|_| AtomicUsize::new(0)).collect();
                each(30, |task| {
                    assert!(threads == 1 || allowed() == 1);
                    seen[task].fetch_add(1, Ordering::Relaxed);
                });
                assert!(seen.iter().all(|count| count.load(Ordering::Relaxed) == 1));
                let fail = || {
                    each(30, |task| {
                        if task == 7 {
                            room::unwind(Error::Cancelled);
                        }
                    });
                    Ok(())
                };
                assert_eq!(room::attempt(fail), Err(Error::Cancelled));
                assert_eq!(allowed(), threads);
            });
        }
        assert_eq!(allowed(), 1);
    }

    #[test]
    fn more_tasks_than_memory_are_refused() {
        let endless = run(usize::MAX / 64, 1, || Ok(()), |_, task| Ok(task), &mut unwatched());
        assert!(matches!(endless, Err(Error::Memory(_))));
    }

    #[test]
    fn the_end_is_told_whoever_did_the_work() {
        for threads in [1, 2, 8] {
            let mut last = 0.0;
            let mut watch = |now: &crate::progress::Progress| {
                assert!(now.fraction >= last);
                last = now.fraction;
                Ok(())
            };
            run(20, threads, || Ok(()), |_, task| Ok(task), &mut watch).unwrap();
            assert_eq!(last, 1.0);
        }
    }

    #[test]
    fn the_first_failure_is_the_error_and_cancelling_ends_the_work() {
        let fail = |_: &mut (), task| match task {
            7 => Err(Error::Numeric("seven".into())),
            _ => Ok(task),
        };
        for threads in [1, 3] {
            let error = run(20, threads, || Ok(()), fail, &mut unwatched()).unwrap_err();
            assert_eq!(error, Error::Numeric("seven".into()));
            let mut calls = 0;
            let mut cancel = |_: &_| {
                calls += 1;
                Err(Error::Cancelled)
            };
            let error = run(20, threads, || Ok(()), |_, task| Ok(task), &mut cancel).unwrap_err();
            assert_eq!((error, calls), (Error::Cancelled, 1));
        }
    }

    /// Tasks that would never end, but for asking.
    #[test]
    fn long_tasks_hear_of_it_everywhere() {
        for threads in [1, 2, 4] {
            let mut calls = 0;
            let mut cancel = |_: &_| {
                calls += 1;
                if calls == 3 {
                    Err(Error::Cancelled)
                } else {
                    Ok(())
                }
            };
            let endless = |_: &mut (), _: usize, ask: super::Ask<'_>| -> Result<(), Error> {
                loop {
                    ask()?;
                    std::thread::yield_now();
                }
            };
            let error = run_long(20, threads, || Ok(()), endless, &mut cancel).unwrap_err();
            assert_eq!((error, calls), (Error::Cancelled, 3));
        }
    }
}
