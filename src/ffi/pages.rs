//! Large pages for large blocks. The system takes back a block of small pages so slowly, some 15 GB in a second, that a
//! call on thousands of items would need more than a tenth of a second to return when it is cancelled.

/// Smaller blocks may share pages with others: the C library maps blocks separately only from 32 MiB on.
#[cfg(target_os = "linux")]
const LEAST: usize = 33 << 20;

/// Advises the system to use large pages for a block that has just been given. It may not, and nothing depends on it.
#[cfg(target_os = "linux")]
pub fn advise(block: *mut u8, size: usize) {
    if size < LEAST || block.is_null() {
        return;
    }
    // SAFETY: a question.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let Some(page) = usize::try_from(page).ok().filter(|page| page.is_power_of_two()) else {
        return;
    };
    // Its first and last page, too: they are the block's own, and a part of what the system mapped could not grow in place.
    let before = block as usize % page;
    let whole = (before + size).next_multiple_of(page);
    // SAFETY: of every page of the range a part is the block's; the advice leaves what is in them as it is.
    unsafe { libc::madvise(block.wrapping_sub(before).cast(), whole, libc::MADV_HUGEPAGE) };
}

/// Other systems choose by themselves.
#[cfg(not(target_os = "linux"))]
pub fn advise(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    #[test]
    fn blocks_are_as_they_were() {
        for size in [0, super::LEAST - 1, super::LEAST, super::LEAST + 12345] {
            let mut block = vec![7u8; size];
            super::advise(block.as_mut_ptr(), size);
            assert!(block.iter().all(|&byte| byte == 7));
        }
        super::advise(std::ptr::null_mut(), super::LEAST);
    }
}
