//! The memory that a call may take: the max_bytes of its fit or, without one, half of the memory there is. The allocator counts
//! what a call takes and gives back on all its threads, and refuses what would pass that.

use duel::room;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicUsize, Ordering};
use std::sync::OnceLock;

/// Smaller blocks are counted by each thread, which tells the account when they come to SOME: threads would wait for each other.
const SMALL: usize = 1024;
const SOME: isize = 4096;

/// Memory that a call has taken.
pub struct Account {
    limit: AtomicUsize,
    held: AtomicIsize,
    passed: AtomicBool,
    /// Whether the limit is the caller's.
    given: AtomicBool,
}

thread_local! {
    static ACCOUNT: Cell<*const Account> = const { Cell::new(std::ptr::null()) };
    /// The bytes of small blocks that the account of this thread has not been told of.
    static PENDING: Cell<isize> = const { Cell::new(0) };
}

/// The account of the call that this thread works for.
fn current<'a>() -> Option<&'a Account> {
    // SAFETY: set by `with`, whose account outlives its body, and threads that work for it.
    unsafe { ACCOUNT.get().as_ref() }
}

/// Does something on an account.
fn with<T>(account: *const Account, limit: usize, body: impl FnOnce() -> T) -> T {
    /// The account of the call in which this one is.
    struct Outer(*const Account, usize);
    impl Drop for Outer {
        fn drop(&mut self) {
            tell();
            ACCOUNT.set(self.0);
            room::allow(self.1);
        }
    }
    tell();
    let _outer = Outer(ACCOUNT.replace(account), room::allow(limit));
    body()
}

/// Runs a call on an account of its own.
pub fn during<T>(body: impl FnOnce() -> T) -> T {
    let limit = half_of_memory();
    let account = Account {
        limit: AtomicUsize::new(limit),
        held: AtomicIsize::new(0),
        passed: AtomicBool::new(false),
        given: AtomicBool::new(false),
    };
    with(&account, limit, body)
}

/// The account of this thread, for threads beside it that end before the call does.
#[derive(Clone, Copy)]
pub struct Shared(*const Account, usize);

// SAFETY: an account is made of atomics.
unsafe impl Sync for Shared {}
// SAFETY: the same.
unsafe impl Send for Shared {}

/// The account of this thread.
pub fn shared() -> Shared {
    Shared(ACCOUNT.get(), current().map_or(usize::MAX, |account| account.limit.load(Ordering::Relaxed)))
}

/// Does a share of a call on another thread.
pub fn beside<T>(shared: Shared, body: impl FnOnce() -> T) -> T {
    with(shared.0, shared.1, body)
}

/// Sets what the call may take, of several limits the least; 0 leaves it as it is.
pub fn set(bytes: usize) {
    if let Some(account) = current().filter(|_| bytes > 0) {
        let before = account.limit.load(Ordering::Relaxed);
        let bytes = if account.given.swap(true, Ordering::Relaxed) { bytes.min(before) } else { bytes };
        account.limit.store(bytes, Ordering::Relaxed);
        room::allow(bytes);
    }
}

/// The limit of the call, if it has tried to take more.
pub fn passed() -> Option<usize> {
    let account = current().filter(|account| account.passed.load(Ordering::Relaxed))?;
    Some(account.limit.load(Ordering::Relaxed))
}

/// Tells the account of this thread of all small blocks.
fn tell() {
    let pending = PENDING.replace(0);
    if let Some(account) = current() {
        account.held.fetch_add(pending, Ordering::Relaxed);
    }
}

/// The bytes of a block in the heap of the C library: a multiple of 16, of which 8 are its own.
fn counted(size: usize) -> isize {
    match size {
        0 => 0,
        _ => size.saturating_add(23) as isize & !15,
    }
}

/// Takes a block of `size` bytes for one of `before`; false if that is more than the call may take.
pub fn take(before: usize, size: usize) -> bool {
    let more = counted(size) - counted(before);
    if more == 0 {
        return true;
    }
    let Some(account) = current() else { return true };
    let pending = PENDING.get();
    if before.max(size) < SMALL && (pending + more).abs() < SOME {
        PENDING.set(pending + more);
        return true;
    }
    let held = account.held.fetch_add(pending + more, Ordering::Relaxed) + pending + more;
    PENDING.set(0);
    if more > 0 && held > 0 && held as usize > account.limit.load(Ordering::Relaxed) {
        account.held.fetch_sub(more, Ordering::Relaxed);
        account.passed.store(true, Ordering::Relaxed);
        return false;
    }
    true
}

/// Takes a block beyond what the call may take.
pub fn take_above(before: usize, size: usize) {
    if let Some(account) = current() {
        account.held.fetch_add(counted(size) - counted(before), Ordering::Relaxed);
    }
}

/// Gives back a block.
pub fn give_back(size: usize) {
    take(size, 0);
}

/// Half of what the control group of the process, or else the machine, has. No limit where that is unknown.
fn half_of_memory() -> usize {
    static HALF: OnceLock<usize> = OnceLock::new();
    *HALF.get_or_init(|| {
        let machine = read("/proc/meminfo").and_then(|text| machine_total(&text));
        let groups = read("/proc/self/cgroup").map(|text| group_files(&text)).unwrap_or_default();
        let group = groups.iter().filter_map(|file| read(file)?.trim().parse().ok());
        group.chain(machine).min().map_or(usize::MAX, |bytes: usize| bytes / 2)
    })
}

fn read(file: impl AsRef<std::path::Path>) -> Option<String> {
    std::fs::read_to_string(file).ok()
}

fn machine_total(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// The files that say what the control groups of a process, and those that they are in, may take.
fn group_files(cgroup: &str) -> Vec<String> {
    let mut files = Vec::new();
    for line in cgroup.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, name) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|c| c == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let mut path = path.trim_end_matches('/');
        loop {
            files.push(format!("{root}{path}/{name}"));
            let Some(end) = path.rfind('/') else { break };
            path = &path[..end];
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_groups_and_machine_is_read() {
        assert_eq!(machine_total("MemTotal:       24 kB\nMemFree: 3 kB\n"), Some(24576));
        assert_eq!(machine_total("nothing"), None);
        let files = group_files("12:cpu,memory:/a\n11:cpu:/b\n0::/c/d\n");
        let expected = [
            "/sys/fs/cgroup/memory/a/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            "/sys/fs/cgroup/c/d/memory.max",
            "/sys/fs/cgroup/c/memory.max",
            "/sys/fs/cgroup/memory.max",
        ];
        assert_eq!(files, expected);
        assert!(half_of_memory() > 1 << 20);
    }

    /// Large, as the test itself asks for some memory on the same account.
    const BLOCK: usize = 1_000_000;

    #[test]
    fn what_passes_the_limit_is_refused_on_every_thread_and_only_then() {
        let (some, more) = (6 * BLOCK, 4 * BLOCK);
        assert!(take(0, usize::MAX / 4));
        let found = during(|| {
            set(some + more + BLOCK);
            set(0);
            set(3 * some);
            let first = take(0, some) && take(0, 100) && !take(0, more + BLOCK) && passed().is_some();
            // A call in between is not of this account.
            let between = during(|| take(0, 3 * some) && passed().is_none());
            let account = shared();
            let beside = std::thread::scope(|scope| {
                scope.spawn(move || beside(account, || take(0, more) && !take(0, more))).join()
            });
            give_back(some);
            [first, between, beside.is_ok_and(|found| found), take(0, some), !take(0, BLOCK)]
        });
        assert_eq!(found, [true; 5]);
        assert!(passed().is_none());
    }

    #[test]
    fn small_blocks_count_with_what_the_heap_adds() {
        let (all, each) = (BLOCK, 32);
        let found = during(|| {
            set(all);
            let account = shared();
            let some = |count: usize| (0..count).take_while(|_| take(0, 17)).count();
            let beside = std::thread::spawn(move || beside(account, || some(1000)));
            let own = some(all) + beside.join().unwrap_or_default();
            (0..own).for_each(|_| give_back(17));
            [own, some(all)]
        });
        assert!(found.iter().all(|count| (each * count).abs_diff(all) < all / 10), "{found:?}");
    }
}
