// Writes PNGs with libpng and zlib, for comparison.
#ifndef CLIBPNG_H
#define CLIBPNG_H

#include <stddef.h>
#include <stdint.h>

/// Writes a picture with 8 bits per channel into memory that the caller must free. An error ends the program.
///
/// - `channels`: 3 (RGB) or 4 (RGBA).
/// - `strategy`: Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY or Z_RLE.
/// - `filters`: a set of `1 << number`.
uint8_t *_Nonnull clibpng_write(const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, uint32_t channels,
                                int level, int strategy, unsigned filters, size_t *_Nonnull count);

#endif
