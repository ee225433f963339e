//! Work in numbered tasks on several threads, in order of their numbers and the same for any number of
//! threads: a task may depend on its number alone.

use crate::error::{Error, Result};
use crate::solve::{Progress, Watch};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;

/// What a long task asks from time to time: whether to go on.
pub type Ask<'a> = &'a mut dyn FnMut() -> Result<()>;

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
    room.try_reserve_exact(count)
        .map_err(|_| Error::Memory(format!("no memory for the results of {count} tasks")))?;
    let results = Mutex::new(room);
    let go = |ask: Ask<'_>| -> Result<()> {
        let mut worker = begin()?;
        loop {
            // Asked before a task is taken: all below one that failed are then done.
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= count {
                return Ok(());
            }
            let result = work(&mut worker, task, ask);
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
        let answer = watch(&Progress {
            fraction: done as f64 / count as f64,
            iteration: done as u64,
            objective: f64::NAN,
            gradient: f64::NAN,
        });
        if let Err(error) = &answer {
            refusal = Some(error.clone());
            cancelled.store(true, Ordering::Relaxed);
        }
        answer
    };
    let overhear = || match cancelled.load(Ordering::Relaxed) {
        true => Err(Error::Cancelled),
        false => Ok(()),
    };
    std::thread::scope(|scope| -> Result<()> {
        let helper = || std::thread::Builder::new().spawn_scoped(scope, || go(&mut { overhear }));
        // A thread that cannot be had is work for the others.
        let helpers: Vec<_> = (1..threads.min(count)).filter_map(|_| helper().ok()).collect();
        let own = go(&mut tell);
        if own.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        let mut failed = own;
        for helper in helpers {
            match helper.join() {
                Ok(result) => failed = failed.and(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        if told.get() < done.load(Ordering::Relaxed) {
            failed = failed.and_then(|()| tell());
        }
        failed
    })?;
    let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.sort_by_key(|(task, _)| *task);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::{run, run_long};
    use crate::error::Error;
    use crate::model::unwatched;

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
    fn more_tasks_than_memory_are_refused() {
        let endless = run(usize::MAX / 64, 1, || Ok(()), |_, task| Ok(task), &mut unwatched());
        assert!(matches!(endless, Err(Error::Memory(_))));
    }

    #[test]
    fn the_end_is_told_whoever_did_the_work() {
        for threads in [1, 2, 8] {
            let mut last = 0.0;
            let mut watch = |now: &crate::solve::Progress| {
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
