//! The portable back end: plain arrays, which the compiler turns into whatever
//! vector instructions the target always has (SSE2 on x86-64, NEON on AArch64).

use super::vector::{Kernel, Simd, operations};

const LANES: usize = 16;

/// Needs nothing, so anyone may make one.
#[derive(Clone, Copy)]
pub struct Portable;

#[inline(always)]
fn map2(a: [u16; LANES], b: [u16; LANES], f: impl Fn(u16, u16) -> u16) -> [u16; LANES] {
    let mut c = [0; LANES];
    for lane in 0..LANES {
        c[lane] = f(a[lane], b[lane]);
    }
    c
}

impl Simd for Portable {
    const LANES: usize = LANES;
    type Row = [u16; LANES];
    type Vector = [u16; LANES];

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run()
    }

    #[inline(always)]
    fn row(self, value: u16) -> Self::Row {
        [value; LANES]
    }

    #[inline(always)]
    fn load(self, row: &Self::Row) -> Self::Vector {
        *row
    }

    #[inline(always)]
    fn store(self, row: &mut Self::Row, lanes: Self::Vector) {
        *row = lanes;
    }

    #[inline(always)]
    fn splat(self, value: u16) -> Self::Vector {
        [value; LANES]
    }

    operations! {
        and(a, b) => map2(a, b, |a, b| a & b);
        or(a, b) => map2(a, b, |a, b| a | b);
        xor(a, b) => map2(a, b, |a, b| a ^ b);
        and_not(a, b) => map2(a, b, |a, b| a & !b);
        add(a, b) => map2(a, b, u16::wrapping_add);
        where_disjoint(x, mask) => map2(x, mask, |x, mask| if x & mask == 0 { x } else { 0 });
        restrict(x, set) => map2(x, set, |x, set| x & if x & set == 0 { !0 } else { set });
    }

    #[inline(always)]
    fn differing(self, a: Self::Vector, b: Self::Vector) -> u32 {
        (0..LANES).fold(0, |mask, lane| mask | (u32::from(a[lane] != b[lane]) << lane))
    }
}
