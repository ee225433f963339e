//! Threads of the system. Rust's own would end the process where memory for the handle of a thread is refused.

use super::guard::own_thread;
use super::limit;
use duel::room;
use libc::{
    c_void, pthread_attr_init, pthread_attr_setstacksize, pthread_attr_t, pthread_create, pthread_join,
    pthread_t,
};
use std::mem::MaybeUninit;

/// As that of Rust's threads, however small or large the system's own are.
const STACK: usize = 2 << 20;

/// More threads than this are not started.
const MOST: usize = 1024;

type Work<'a> = &'a (dyn Fn() + Sync);

/// The task of a thread, and the call that it belongs to.
struct Job<'a> {
    work: Work<'a>,
    account: limit::Shared,
}

/// Threads that have not ended. What they borrow outlives them, for all are waited for here.
struct Running(Vec<pthread_t>);

impl Drop for Running {
    fn drop(&mut self) {
        // SAFETY: each was started and is joined once.
        self.0.iter().for_each(|&thread| unsafe {
            pthread_join(thread, std::ptr::null_mut());
        });
    }
}

/// `duel::threads::Beside` with threads of the system.
pub fn beside(helpers: usize, work: Work<'_>, own: &mut dyn FnMut()) {
    let helpers = helpers.min(MOST);
    let job = Job { work, account: limit::shared() };
    let mut running = Running(room::with_room(helpers));
    let mut attributes = MaybeUninit::<pthread_attr_t>::uninit();
    // SAFETY: attributes are initialised before they are used; the work outlives the threads.
    unsafe {
        if pthread_attr_init(attributes.as_mut_ptr()) == 0 {
            pthread_attr_setstacksize(attributes.as_mut_ptr(), STACK);
            for _ in 0..helpers {
                let mut thread = MaybeUninit::uninit();
                let job = (&raw const job).cast::<c_void>().cast_mut();
                // A thread that cannot be had is work for the others.
                if pthread_create(thread.as_mut_ptr(), attributes.as_ptr(), enter, job) != 0 {
                    break;
                }
                running.0.push(thread.assume_init());
            }
            libc::pthread_attr_destroy(attributes.as_mut_ptr());
        }
    }
    own();
}

/// Whether the C library has some memory for its list of what is freed at the end of this thread. What is asked for here and given
/// back is what its next request of that size finds.
pub fn can_list() -> bool {
    /// Of a note: three pointers and a link.
    const NOTE: usize = 4 * std::mem::size_of::<usize>();
    /// More than a thread keeps of one size for its own requests, as some versions serve this one by other means.
    const NOTES: usize = 16;
    let mut notes = [std::ptr::null_mut::<c_void>(); NOTES];
    // SAFETY: `calloc` gives NULL or a block, which is given back once; `free` takes NULL.
    unsafe {
        notes.iter_mut().for_each(|note| *note = libc::calloc(1, NOTE));
        let all = notes.iter().all(|note| !note.is_null());
        notes.iter().for_each(|&note| libc::free(note));
        all
    }
}

extern "C" fn enter(job: *mut c_void) -> *mut c_void {
    own_thread();
    // SAFETY: `beside` gave it, and waits for this thread.
    let job = unsafe { &*job.cast::<Job<'_>>() };
    limit::beside(job.account, || (job.work)());
    std::ptr::null_mut()
}
