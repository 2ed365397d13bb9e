//! What becomes of memory that is freed.

/// Keeps freed memory at hand. Blocks of puzzles and answers come and go hundreds of times a
/// second, larger than what the system's allocator keeps: it would give their pages back and ask
/// for them again each time, which took a third of the time of `solve`. Call it before any thread
/// is started.
pub fn keep_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it takes numbers and sets the allocator's own options; no other thread allocates yet.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, 1 << 25);
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 24);
    }
}
