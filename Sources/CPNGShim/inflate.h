// Decodes common kinds of PNGs without libpng: libdeflate inflates them, and CPixels unfilters them.
#ifndef CPNGSHIM_INFLATE_H
#define CPNGSHIM_INFLATE_H

#include <stddef.h>
#include <stdint.h>

#include "CPNGShim.h"

/// A PNG of 8 bits a sample that is not interlaced.
typedef struct {
  uint32_t width, height;
  /// Bytes a pixel as stored: 1 (grey, palette), 3 (RGB) or 4 (RGBA); and as wanted: 3 or 4.
  uint32_t stored, channels;
  /// What a stored byte stands for, when a pixel has one; red first.
  uint8_t colours[256][4];
} png_shim_plain;

/// Decodes all pixels to the start of `room`, which has a byte more for each row. False when anything is
/// unusual: libpng then decides whether something is wrong.
///
/// - `wanted`: when it says no, the result is false, too.
/// - `chunks`: what follows the header, from the first IDAT's length to the file's end.
_Bool png_shim_inflate(const png_shim_plain *picture, const uint8_t *chunks, size_t count, uint8_t *room,
                       png_shim_wanted wanted, void *context);

typedef enum { png_shim_whole, png_shim_cut, png_shim_wrong_sum, png_shim_unwanted } png_shim_end;

/// Checks the rest of a file whose rows are all there: its pixels' chunks have the right checksums, and its last chunk is
/// there. No other byte can change the picture.
///
/// - `chunks`: as above.
png_shim_end png_shim_check_chunks(const uint8_t *chunks, size_t count, png_shim_wanted wanted, void *context);

/// Pixels between two looks at whether they are still wanted.
#define PNG_SHIM_STRIDE (256 << 10)

#endif
