#include <string.h>

#include "CPixels.h"

#define INLINE static inline __attribute__((always_inline))

/// Returns one channel: the products of the coarse and fine parts, added up with 9 integer and 23 fractional bits.
INLINE uint32_t channel(uint32_t r, uint32_t g, uint32_t b, const uint32_t *coarse, const uint32_t *fine,
                        const pixels_matrix *m, _Bool is_fine) {
  uint32_t sum = r * coarse[0] + g * coarse[1] + b * coarse[2] + m->coarse_bias;
  if (is_fine) sum += (r * fine[0] + g * fine[1] + b * fine[2] + m->fine_bias) >> 15;
  uint32_t value = sum >> 23;
  return value > 255 ? 255 : value;
}

/// Multiplies pixels stored as 32-bit words, red lowest. No shuffling is needed, so the compiler vectorises the loop.
INLINE void words(uint32_t *pixels, size_t count, pixels_matrix m, _Bool is_fine) {
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel = pixels[i], r = pixel & 255, g = pixel >> 8 & 255, b = pixel >> 16 & 255;
    pixels[i] = channel(r, g, b, m.coarse, m.fine, &m, is_fine) |
                channel(r, g, b, m.coarse + 3, m.fine + 3, &m, is_fine) << 8 |
                channel(r, g, b, m.coarse + 6, m.fine + 6, &m, is_fine) << 16 | (pixel & 0xFF000000);
  }
}

typedef uint8_t bytes16 __attribute__((vector_size(16)));

/// Multiplies 16 pixels of 3 bytes by expanding them to words and back, because a plain loop over 3 bytes isn't
/// vectorised.
INLINE void sixteen(uint8_t *pixels, pixels_matrix m, _Bool is_fine) {
  bytes16 in[3], spread[4], out[3];
  memcpy(in, pixels, sizeof in);
  spread[0] = __builtin_shufflevector(in[0], in[0], 0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
  spread[1] = __builtin_shufflevector(in[0], in[1], 12, 13, 14, -1, 15, 16, 17, -1, 18, 19, 20, -1, 21, 22, 23, -1);
  spread[2] = __builtin_shufflevector(in[1], in[2], 8, 9, 10, -1, 11, 12, 13, -1, 14, 15, 16, -1, 17, 18, 19, -1);
  spread[3] = __builtin_shufflevector(in[2], in[2], 4, 5, 6, -1, 7, 8, 9, -1, 10, 11, 12, -1, 13, 14, 15, -1);
  uint32_t word[16];
  memcpy(word, spread, sizeof word);
  words(word, 16, m, is_fine);
  memcpy(spread, word, sizeof word);
  out[0] = __builtin_shufflevector(spread[0], spread[1], 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20);
  out[1] = __builtin_shufflevector(spread[1], spread[2], 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25);
  out[2] = __builtin_shufflevector(spread[2], spread[3], 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30);
  memcpy(pixels, out, sizeof out);
}

INLINE void triples(uint8_t *pixels, size_t count, pixels_matrix m, _Bool is_fine) {
  size_t i = 0;
  for (; i + 16 <= count; i += 16) sixteen(pixels + i * 3, m, is_fine);
  uint8_t rest[48] = {0};
  memcpy(rest, pixels + i * 3, (count - i) * 3);
  sixteen(rest, m, is_fine);
  memcpy(pixels + i * 3, rest, (count - i) * 3);
}

// The flag is a constant within each loop.
INLINE void pixels_multiply_rgb_inline(uint8_t *pixels, size_t count, const pixels_matrix *m) {
  if (m->is_fine) triples(pixels, count, *m, 1);
  else triples(pixels, count, *m, 0);
}

INLINE void pixels_multiply_rgba_inline(uint8_t *pixels, size_t count, const pixels_matrix *m) {
  if (m->is_fine) words((uint32_t *)(void *)pixels, count, *m, 1);
  else words((uint32_t *)(void *)pixels, count, *m, 0);
}

PIXELS_VARIANTS("avx2", void, pixels_multiply_rgb, (uint8_t *pixels, size_t count, const pixels_matrix *matrix),
                (pixels, count, matrix))
PIXELS_VARIANTS("avx2", void, pixels_multiply_rgba, (uint8_t *pixels, size_t count, const pixels_matrix *matrix),
                (pixels, count, matrix))

/// Uses 64-bit values with 40 fractional bits. SIMD has no instructions for such products, and 16-bit pictures are
/// rare.
void pixels_multiply_16(uint16_t *pixels, size_t count, size_t channels, const uint64_t *m, uint64_t bias) {
  for (size_t i = 0; i < count; i++, pixels += channels) {
    uint64_t r = pixels[0], g = pixels[1], b = pixels[2];
    for (int row = 0; row < 3; row++) {
      uint64_t value = (r * m[row * 3] + g * m[row * 3 + 1] + b * m[row * 3 + 2] + bias) >> 40;
      pixels[row] = value > 65535 ? 65535 : (uint16_t)value;
    }
  }
}
