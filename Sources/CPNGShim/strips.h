// A picture's rows as PNG stores them, without libpng: filtered by CPixels, compressed by libdeflate or ISA-L.
#ifndef CPNGSHIM_STRIPS_H
#define CPNGSHIM_STRIPS_H

#include <libdeflate.h>
#include <png.h>

#include "CPNGShim.h"

struct isal_zstream;

/// What is to be written, and the memory that it takes meanwhile. Zero, but for the first six, before
/// `png_shim_write_strips`; to be freed by `png_shim_free_strips`, also when libpng gave up half way.
typedef struct {
  const uint8_t *pixels;
  uint32_t width, height, channels, sample;
  _Bool drop_alpha;

  uint8_t *rows[2];
  uint8_t *filtered;
  uint8_t *compressed;
  size_t used, room;
  struct libdeflate_compressor *libdeflate;
  struct isal_zstream *isal;
  uint8_t *isal_buffer;
} png_shim_strips;

/// Writes all IDAT chunks, through libpng.
void png_shim_write_strips(png_structp png, png_shim_strips *strips, png_shim_settings settings);

void png_shim_free_strips(png_shim_strips *strips);

#endif
