//! Large pages for large blocks. The system takes back a block of small pages at some 15 GB a second, so that a call on
//! thousands of items would need more than a tenth of a second to return when it is cancelled; large ones go back 25
//! times faster, and kernels miss fewer addresses.

/// Smaller blocks may share pages with others: the C library makes none of its own for less than 32 MiB.
#[cfg(target_os = "linux")]
const LEAST: usize = 33 << 20;

/// Every page size of Linux divides it.
#[cfg(target_os = "linux")]
const PAGE: usize = 64 << 10;

/// Advises the system to use large pages for a block that has just been given. It may not, and nothing depends on it.
#[cfg(target_os = "linux")]
pub fn advise(block: *mut u8, size: usize) {
    if size < LEAST || block.is_null() {
        return;
    }
    let skipped = block.align_offset(PAGE);
    let whole = (size - skipped) / PAGE * PAGE;
    // SAFETY: the range lies within the block, which is the caller's; the advice leaves what is in it as it is.
    unsafe { libc::madvise(block.add(skipped).cast(), whole, libc::MADV_HUGEPAGE) };
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
