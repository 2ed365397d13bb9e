//! What the program asks of its own process, before any thread is started.

use std::sync::Arc;

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

/// Makes a file that reaches the largest size allowed (`ulimit -f`) an error of writing, not the
/// end of the program. A signal that cannot be caught ends it, as it would any other.
pub fn outlive_the_largest_size() {
    let _ = signal_hook::flag::register(libc::SIGXFSZ, Arc::default());
}
