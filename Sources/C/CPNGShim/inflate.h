// Decodes common kinds of PNGs without libpng. libdeflate inflates the rows, and CPixels unfilters them.
#ifndef CPNGSHIM_INFLATE_H
#define CPNGSHIM_INFLATE_H

#include <stddef.h>
#include <stdint.h>

#include "CPNGShim.h"

/// A PNG with 8 bits per sample that isn't interlaced.
typedef struct {
  uint32_t width, height;
  /// The number of bytes per pixel in the file (1 for grey or palette, 3 for RGB, 4 for RGBA) and in the result (3 or
  /// 4).
  uint32_t stored, channels;
  /// The colour of each byte value in pictures with one byte per pixel, red first.
  uint8_t colours[256][4];
} png_shim_plain;

/// Returns the number of bytes that `png_shim_inflate` needs after the picture.
size_t png_shim_spare(const png_shim_plain *picture);

/// Decodes all pixels to the start of `room`. Returns false if anything is unusual. libpng then decides whether the file
/// is damaged.
///
/// - `wanted`: if it returns false, this function returns false too.
/// - `chunks`: the part of the file that starts with the length of the first IDAT.
_Bool png_shim_inflate(const png_shim_plain *picture, const uint8_t *chunks, size_t count, uint8_t *room,
                       png_shim_wanted wanted, void *context);

/// Inflated rows that are read from top to bottom. Reading a row releases its memory.
typedef struct {
  /// The memory, or null if there are no rows.
  uint8_t *start;
  size_t count;
  /// The next row with its filter byte.
  uint8_t *next;
  /// The unfiltered row before the next one, or zeros.
  uint8_t *previous;
} png_shim_rows;

/// Inflates all rows. Returns false in the same cases as `png_shim_inflate`.
_Bool png_shim_inflate_rows(const png_shim_plain *picture, const uint8_t *chunks, size_t count,
                            png_shim_rows *rows, png_shim_wanted wanted, void *context);

/// Decodes the next `count` rows, which must exist.
void png_shim_next_rows(const png_shim_plain *picture, png_shim_rows *rows, uint8_t *to, uint32_t count);

/// Frees the rows that are left.
void png_shim_end_rows(png_shim_rows *rows);

typedef enum { png_shim_right_sums, png_shim_wrong_sum, png_shim_unwanted } png_shim_sums;

/// Verifies the checksums of a file's IDAT chunks. Once the rows are complete, no other byte can affect the picture.
///
/// - `chunks`: the part of the file that starts with the length of the first IDAT.
png_shim_sums png_shim_check_sums(const uint8_t *chunks, size_t count, png_shim_wanted wanted, void *context);

/// Returns the start of the last IDAT chunk that isn't empty, and sets its last byte. Returns null if there is none.
const uint8_t *png_shim_last_pixels(const uint8_t *file, size_t count, const uint8_t **last_byte);

/// The number of pixels between two calls of `wanted`.
#define PNG_SHIM_STRIDE (256 << 10)

#endif
