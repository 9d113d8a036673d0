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

/// The same for 16 bits a channel, of 3 or 4 channels. The matrix has parts down to 2^-40; `bias` is added before
/// they are cut off.
void pixels_multiply_16(uint16_t *_Nonnull pixels, size_t count, size_t channels, const uint64_t matrix[_Nonnull 9],
                        uint64_t bias);

// MARK: PNG's filters

/// By their numbers in the specification, ISO/IEC 15948.
enum { PIXELS_NONE, PIXELS_SUB, PIXELS_UP, PIXELS_AVERAGE, PIXELS_PAETH };

/// Bytes that can be read on either side of a row; those before it are zero.
#define PIXELS_MARGIN 32

/// Writes a row as PNG's filters have it: the filter's number, and `count` differences.
///
/// - `row`, `previous`: `count` bytes each, with margins; for the first row, `previous` is all zero.
/// - `pixel`: bytes a pixel.
/// - `filters`: a set of 1 << number. Of several, the one whose differences, taken as numbers from -128 to 127
///   without their signs, add up to the least (ISO/IEC 15948, 12.8). Without any, the row stays as it is.
void pixels_filter_row(uint8_t *_Nonnull filtered, const uint8_t *_Nonnull row, const uint8_t *_Nonnull previous,
                       size_t count, size_t pixel, unsigned filters);

/// Takes a filter back: `filtered` is its number and `count` differences, whole pixels of 1, 3 or 4 bytes.
/// False when there is no such filter, or no such pixel.
///
/// - `to`: for `count` bytes. It may overlap `filtered`, when it begins there or before.
/// - `previous`: the row before, as it was before it was filtered; for the first row, zeros.
_Bool pixels_unfilter_row(uint8_t *_Nonnull to, const uint8_t *_Nonnull filtered, const uint8_t *_Nonnull previous,
                          size_t count, size_t pixel);

#endif
