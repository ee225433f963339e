//! The allocator of the library: the system's and, where that refuses, a reserve for small requests, on which a
//! call that runs out of memory unwinds. Rust would end the process at the first small request refused.

use super::{limit, pages};
use duel::room;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU64, Ordering};

/// A request is served whole; larger ones are made where they may be refused (`duel::room`).
const SEGMENT: usize = room::SERVED;
/// Segments are emptied one by one, so that a block that stays for long holds up one of them only.
const SEGMENTS: usize = 8;

/// Of the segments, and so the largest of a block.
const ALIGNMENT: usize = 4096;

#[repr(C, align(4096))]
struct Memory(UnsafeCell<[u8; SEGMENT * SEGMENTS]>);

// SAFETY: every part is handed out to one owner at a time.
unsafe impl Sync for Memory {}

/// Zero, and so takes no memory before it is used.
static MEMORY: Memory = Memory(UnsafeCell::new([0; SEGMENT * SEGMENTS]));

/// Of each segment: how many blocks of it are in use (upper half), and where the next one begins.
static IN_USE: [AtomicU64; SEGMENTS] = [const { AtomicU64::new(0) }; SEGMENTS];

const HALF: u32 = 32;

fn start() -> usize {
    MEMORY.0.get() as usize
}

/// A block of the reserve, or null.
fn take(layout: Layout) -> *mut u8 {
    if layout.align() > ALIGNMENT {
        return std::ptr::null_mut();
    }
    for (segment, in_use) in IN_USE.iter().enumerate() {
        let mut begins = 0;
        let taken = in_use.fetch_update(Ordering::Acquire, Ordering::Relaxed, |state| {
            begins = (state as u32 as usize).next_multiple_of(layout.align());
            let ends = begins.checked_add(layout.size()).filter(|&end| end <= SEGMENT)?;
            Some(((state >> HALF) + 1) << HALF | ends as u64)
        });
        if taken.is_ok() {
            // SAFETY: within the segment.
            return unsafe { MEMORY.0.get().cast::<u8>().add(segment * SEGMENT + begins) };
        }
    }
    std::ptr::null_mut()
}

/// The segment of a block, if it is of the reserve.
fn segment_of(pointer: *mut u8) -> Option<usize> {
    let at = (pointer as usize).wrapping_sub(start());
    (at < SEGMENT * SEGMENTS).then_some(at / SEGMENT)
}

/// Takes a block back. The last one of a segment leaves it empty.
fn give_back(segment: usize) {
    let one_less = |state: u64| match state >> HALF {
        1 => Some(0),
        _ => Some(state - (1 << HALF)),
    };
    let _ = IN_USE[segment].fetch_update(Ordering::AcqRel, Ordering::Relaxed, one_less);
}

/// Memory that the system refused.
#[cold]
fn refused(layout: Layout) -> *mut u8 {
    room::note();
    if room::is_refusable() {
        return std::ptr::null_mut();
    }
    if layout.size() <= SEGMENT {
        return take(layout);
    }
    if layout.align() > align_of::<room::Page>() {
        return std::ptr::null_mut();
    }
    // The system's own functions free a block by its address, whatever it was asked for as.
    room::take_spare(layout.size())
        .map_or(std::ptr::null_mut(), |spare| ManuallyDrop::new(spare).as_mut_ptr().cast())
}

/// Requests that cannot fail are served up to here even where they pass the limit of the call, which unwinds soon after:
/// there is memory.
const SERVED_ABOVE: usize = 4 << 20;

/// Takes a block of `size` bytes for one of `before` on the account of the call; false if it is refused.
fn take_on_account(before: usize, size: usize) -> bool {
    if limit::take(before, size) {
        return true;
    }
    let served = size <= SERVED_ABOVE && !room::is_refusable() && !room::has_spare(size);
    if served {
        limit::take_above(before, size);
        room::note();
    }
    served
}

struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

// SAFETY: blocks are the system's or, by their address, the reserve's, and go back to where they came from.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !take_on_account(0, layout.size()) {
            return refused(layout);
        }
        // SAFETY: the layout is that of the caller, who vouches for it.
        let block = unsafe { System.alloc(layout) };
        if block.is_null() {
            limit::give_back(layout.size());
            return refused(layout);
        }
        pages::advise(block, layout.size());
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let mut block = std::ptr::null_mut();
        if take_on_account(0, layout.size()) {
            // SAFETY: the layout is that of the caller, who vouches for it.
            block = unsafe { System.alloc_zeroed(layout) };
            match block.is_null() {
                true => limit::give_back(layout.size()),
                false => pages::advise(block, layout.size()),
            }
        }
        if block.is_null() {
            block = refused(layout);
            if !block.is_null() {
                // SAFETY: the reserve has just given a block of this layout.
                unsafe { block.write_bytes(0, layout.size()) };
            }
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match segment_of(block) {
            None => {
                limit::give_back(layout.size());
                // SAFETY: the block is not the reserve's, hence the system's, of the caller's layout.
                unsafe { System.dealloc(block, layout) }
            }
            Some(segment) => give_back(segment),
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if segment_of(block).is_none() && take_on_account(layout.size(), size) {
            // SAFETY: the block is not the reserve's, hence the system's; the caller vouches for layout and size.
            let moved = unsafe { System.realloc(block, layout, size) };
            if !moved.is_null() {
                pages::advise(moved, size);
                return moved;
            }
            limit::give_back(size.saturating_sub(layout.size()));
        }
        // SAFETY: the caller vouches for the size with this alignment.
        let moved = unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
        if !moved.is_null() {
            // SAFETY: two blocks, each of at least the bytes that are copied; the old one goes back by its own layout.
            unsafe {
                moved.copy_from_nonoverlapping(block, size.min(layout.size()));
                self.dealloc(block, layout);
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(size: usize, align: usize) -> Layout {
        Layout::from_size_align(size, align).unwrap()
    }

    /// One test, since the reserve is one.
    #[test]
    fn the_reserve_serves_what_fits_and_is_whole_again_when_all_is_back() {
        let sizes = [(1, 1), (24, 8), (100, 64), (SEGMENT, 8), (5000, 4096)];
        let blocks = sizes.map(|(size, align)| (take(layout(size, align)), size, align));
        for (at, &(block, size, align)) in blocks.iter().enumerate() {
            assert!(!block.is_null() && block as usize % align == 0 && segment_of(block).is_some());
            // SAFETY: the reserve has just given a block of `size` bytes.
            unsafe { block.write_bytes(at as u8, size) };
        }
        for (at, &(block, size, _)) in blocks.iter().enumerate() {
            // SAFETY: `k` is below `size`, and the bytes were written above.
            assert!((0..size).all(|k| unsafe { block.add(k).read() } == at as u8));
        }
        assert!(take(layout(SEGMENT + 1, 1)).is_null() && take(layout(8, 2 * ALIGNMENT)).is_null());
        // All the rest, then nothing, then all again.
        let rest: Vec<_> =
            std::iter::repeat_with(|| take(layout(SEGMENT / 4, 8))).take_while(|b| !b.is_null()).collect();
        assert!(rest.len() >= 4 * (SEGMENTS - 2));
        for block in rest.into_iter().chain(blocks.map(|(block, ..)| block)) {
            give_back(segment_of(block).unwrap());
        }
        let whole = [(); SEGMENTS].map(|()| take(layout(SEGMENT, 1)));
        assert!(whole.iter().all(|block| !block.is_null()) && take(layout(1, 1)).is_null());
        whole.into_iter().for_each(|block| give_back(segment_of(block).unwrap()));
        let mut other = 0;
        assert_eq!(segment_of(&raw mut other), None);
    }
}
