// How libpng writes a PNG with zlib, to compare with.
#ifndef CLIBPNG_H
#define CLIBPNG_H

#include <stddef.h>
#include <stdint.h>

/// Writes a picture of 8 bits a channel into memory; the caller frees it. An error ends the program.
///
/// - `channels`: 3 (RGB) or 4 (RGBA).
/// - `strategy`: Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY or Z_RLE.
/// - `filters`: a set of 1 << number.
uint8_t *_Nonnull clibpng_write(const uint8_t *_Nonnull pixels, uint32_t width, uint32_t height, uint32_t channels,
                                int level, int strategy, unsigned filters, size_t *_Nonnull count);

#endif
