//! The same filter as in the other programs: the W3C's sepia matrix at 0.8 in fixed point, rounded to nearest.

const MATRIX: [[u32; 3]; 3] = [
    [fixed(0.5144), fixed(0.6152), fixed(0.1512)],
    [fixed(0.2792), fixed(0.7488), fixed(0.1344)],
    [fixed(0.2176), fixed(0.4272), fixed(0.3048)],
];
/// One half, plus the largest possible error of the coefficients.
const HALF: u32 = (1 << 22) + 383;

/// A coefficient in units of 2^-23. With `HALF` added, every colour gets the same value as with exact arithmetic.
const fn fixed(coefficient: f64) -> u32 {
    (coefficient * 8_388_608.0 + 0.5) as u32
}

#[inline(always)]
fn channel(r: u32, g: u32, b: u32, row: [u32; 3]) -> u8 {
    ((r * row[0] + g * row[1] + b * row[2] + HALF) >> 23).min(255) as u8
}

/// The compiler vectorises this loop, which is faster than one over blocks of 16.
#[inline(always)]
fn filter(pixels: &mut [u8]) {
    for pixel in pixels.chunks_exact_mut(3) {
        let (r, g, b) = (pixel[0] as u32, pixel[1] as u32, pixel[2] as u32);
        pixel[0] = channel(r, g, b, MATRIX[0]);
        pixel[1] = channel(r, g, b, MATRIX[1]);
        pixel[2] = channel(r, g, b, MATRIX[2]);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn filter_avx2(pixels: &mut [u8]) {
    filter(pixels)
}

pub fn apply(pixels: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // Safe: the processor supports AVX2.
        return unsafe { filter_avx2(pixels) };
    }
    filter(pixels)
}
