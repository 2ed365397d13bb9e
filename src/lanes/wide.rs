//! Other work on long rows of bits, compiled with a back end's instructions.

use std::sync::LazyLock;

use super::vector::{Kernel, Simd};
use super::{AnySimd, Backend};

/// Runs a kernel compiled for the best back end up to AVX2, whose registers are as wide as the
/// sets that are worked on elsewhere.
pub fn run_wide<K: Kernel>(kernel: K) -> K::Output {
    static SIMD: LazyLock<AnySimd> = LazyLock::new(|| {
        let backend = Backend::best().min(Backend::Avx2);
        AnySimd::detect(backend).expect("what is no better than the best is available")
    });
    match *SIMD {
        AnySimd::Portable(simd) => simd.run(kernel),
        #[cfg(target_arch = "x86_64")]
        AnySimd::Avx2(simd) => simd.run(kernel),
        #[cfg(target_arch = "x86_64")]
        AnySimd::Avx512(simd) => simd.run(kernel),
    }
}
