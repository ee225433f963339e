//! Replicates on all threads.

use duel::random::Random;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The results of `each` for every replicate, in their order. Each has its own stream of random numbers, so
/// that the result does not depend on the number of threads.
pub fn replicate<T: Send>(count: usize, seed: u64, each: impl Fn(&mut Random) -> T + Sync) -> Vec<T> {
    numbered(count, |number| each(&mut Random::new(seed, number as u64)))
}

/// The results of `each` for every number below `count`, in their order.
pub fn numbered<T: Send>(count: usize, each: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(count);
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return found;
            }
            found.push((number, each(number)));
        }
    };
    let mut all: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|w| w.join().expect("a replicate failed")).collect()
    });
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, result)| result).collect()
}
