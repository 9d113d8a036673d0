// Loops over pixels that run at memory speed. They are written in C because Swift compiles for the oldest supported
// processor. In C, a function can also be compiled for newer ones and selected at run time.
#ifndef CPIXELS_H
#define CPIXELS_H

#include <stddef.h>
#include <stdint.h>

/// Defines a function with the body of `name##_inline`, which is always inlined. On x86-64, there is a second variant
/// for processors with a feature.
#if defined(__x86_64__)
#define PIXELS_VARIANTS(feature, result, name, parameters, arguments)                                        \
  __attribute__((target(feature))) static result name##_newer parameters { return name##_inline arguments; } \
  static result name##_any parameters { return name##_inline arguments; }                                    \
  result name parameters {                                                                                   \
    return __builtin_cpu_supports(feature) ? name##_newer arguments : name##_any arguments;                  \
  }
#else
#define PIXELS_VARIANTS(feature, result, name, parameters, arguments) \
  result name parameters { return name##_inline arguments; }
#endif

/// A fixed-point matrix that maps red, green and blue to new values. A bias is added before truncation.
///
/// Coefficients must not be negative, and each row must add up to less than 2. A sum then fits in 32 bits (9 integer
/// and 23 fractional).
typedef struct {
  /// The coefficients row by row, down to 2^-23.
  uint32_t coarse[9];
  /// The remaining parts of the coefficients, from there down to 2^-38, each below 2^15. All are zero if `is_fine` is
  /// false.
  uint32_t fine[9];
  uint32_t coarse_bias, fine_bias;
  /// Whether the fine parts are used, which takes about 1.5 times as long.
  _Bool is_fine;
} pixels_matrix;

/// Multiplies pixels of 3 (RGB) or 4 (RGBA) bytes in place. Results are clamped to 255, and alpha is unchanged.
void pixels_multiply_rgb(uint8_t *_Nonnull pixels, size_t count, const pixels_matrix *_Nonnull matrix);
void pixels_multiply_rgba(uint8_t *_Nonnull pixels, size_t count, const pixels_matrix *_Nonnull matrix);

/// Multiplies pixels of 3 or 4 channels with 16 bits each in place. The matrix has 40 fractional bits, and `bias` is
/// added before truncation.
void pixels_multiply_16(uint16_t *_Nonnull pixels, size_t count, size_t channels, const uint64_t matrix[_Nonnull 9],
                        uint64_t bias);

// MARK: PNG filters

/// The filter numbers of ISO/IEC 15948.
enum { PIXELS_NONE, PIXELS_SUB, PIXELS_UP, PIXELS_AVERAGE, PIXELS_PAETH };

/// The number of readable bytes required on both sides of a row. The bytes before the row must be zero.
#define PIXELS_MARGIN 32

/// Filters a row for a PNG: writes the filter number followed by `count` differences.
///
/// - `row`, `previous`: `count` bytes each, with margins. For the first row, `previous` is all zeros.
/// - `pixel`: the bytes per pixel.
/// - `filters`: a set of `1 << number`. If it contains several filters, the one with the smallest sum of absolute
///   differences is chosen, with differences taken as numbers from -128 to 127 (ISO/IEC 15948, 12.8). If it is empty,
///   the row isn't filtered.
void pixels_filter_row(uint8_t *_Nonnull filtered, const uint8_t *_Nonnull row, const uint8_t *_Nonnull previous,
                       size_t count, size_t pixel, unsigned filters);

/// Reverses the filters of `rows` rows. In `filtered`, each row is the filter number, which must be valid, and `count`
/// differences, in whole pixels of 1, 3 or 4 bytes.
///
/// - `to`: receives `count` bytes for each row, at a distance of `stride` bytes. It may overlap `filtered` if each row
///   starts at the same address or before. If the rows aren't as far apart as in `filtered`, the first one must start
///   at least `count` bytes before, because two rows are written at a time.
/// - `previous`: the unfiltered row before the first one, or zeros if there is none.
void pixels_unfilter_rows(uint8_t *_Nonnull to, size_t stride, const uint8_t *_Nonnull filtered,
                          const uint8_t *_Nonnull previous, size_t count, size_t pixel, size_t rows);

#endif
