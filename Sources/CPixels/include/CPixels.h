// Loops over pixels at memory's speed. They are C since Swift compiles for the oldest processor of its kind:
// here a function can be compiled for a newer one as well, and chosen when the program runs.
#ifndef CPIXELS_H
#define CPIXELS_H

#include <stddef.h>
#include <stdint.h>

/// A matrix from red, green and blue to the same, in fixed point, and what is added before fractions are cut
/// off. No coefficient is negative, and no row sums up to 2 or more, so that 32 bits hold a sum of 9 + 23.
typedef struct {
  /// Row by row, the parts down to 2^-23.
  uint32_t coarse[9];
  /// The parts from there down to 2^-38, below 2^15 each; all zero when `is_fine` is false.
  uint32_t fine[9];
  uint32_t coarse_bias, fine_bias;
  /// Whether the fine parts count, which costs about half as much time again.
  _Bool is_fine;
} pixels_matrix;

/// Multiplies each pixel of 3 (RGB) or 4 (RGBA) bytes, in place. Above 255 is 255; alpha stays.
void pixels_multiply_rgb(uint8_t *_Nonnull pixels, size_t count, const pixels_matrix *_Nonnull matrix);
void pixels_multiply_rgba(uint8_t *_Nonnull pixels, size_t count, const pixels_matrix *_Nonnull matrix);

#endif
