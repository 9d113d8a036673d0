#include <CPixels.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "CPNGShim.h"
#include "deflate.h"

/// Bytes of filtered rows that are compressed at a time. Each strip starts again, at the price of some bytes.
/// The fuzzer has its own values here and below, so that small pictures have strips, too.
#ifndef STRIP
#define STRIP (512 << 10)
#endif

/// libdeflate compresses pictures of up to this many bytes as one strip: to join strips costs a tenth of the time of their
/// compression.
#ifndef WHOLE
#define WHOLE (4 << 20)
#endif

struct png_shim_compressor {
  png_shim_shape shape;
  /// Bytes of a row as PNG has it, and of a pixel in it.
  size_t row, pixel;
  unsigned filters;
  uint8_t *rows[2];
  uint8_t *filtered, *compressed;
  size_t room;
  struct libdeflate_compressor *libdeflate;
};

static size_t bytes_of_pixel(const png_shim_shape *shape) {
  return (size_t)(shape->drop_alpha ? 3 : shape->channels) * shape->sample;
}

uint32_t png_shim_rows_of_strip(const png_shim_shape *shape, png_shim_settings settings) {
  size_t row = shape->width * bytes_of_pixel(shape) + 1, rows = STRIP / row;
  if (!settings.by_runs && row <= WHOLE / shape->height) return shape->height;
  size_t strips = rows ? (shape->height + rows - 1) / rows : shape->height;
  // As many strips as it takes, of as many rows each as can be.
  return (uint32_t)((shape->height + strips - 1) / strips);
}

// MARK: Filtering

/// PNG has the high byte first.
static void fetch_row_16(const png_shim_shape *shape, const uint8_t *pixels, uint8_t *to) {
  const uint16_t *from = (const uint16_t *)(const void *)pixels;
  uint32_t kept = shape->drop_alpha ? 3 : shape->channels;
  for (uint32_t x = 0; x < shape->width; x++, from += shape->channels)
    for (uint32_t channel = 0; channel < kept; channel++, to += 2) {
      to[0] = (uint8_t)(from[channel] >> 8);
      to[1] = (uint8_t)from[channel];
    }
}

static void fetch_row(const png_shim_shape *shape, const uint8_t *pixels, uint8_t *to) {
  if (shape->sample == 2)
    fetch_row_16(shape, pixels, to);
  else if (shape->channels == 4 && shape->drop_alpha)
    // Each pixel's fourth byte is overwritten by the next pixel; the last one's falls into the margin.
    for (uint32_t x = 0; x < shape->width; x++) memcpy(to + x * 3, pixels + x * 4, 4);
  else
    memcpy(to, pixels, (size_t)shape->width * shape->channels);
}

static void filter_rows(png_shim_compressor *with, const uint8_t *pixels, const uint8_t *above, uint32_t count) {
  size_t row = (size_t)with->shape.width * with->shape.channels * with->shape.sample;
  uint8_t *to = with->filtered, *current = with->rows[0] + PIXELS_MARGIN, *previous = with->rows[1] + PIXELS_MARGIN;
  if (above)
    fetch_row(&with->shape, above, previous);
  else
    memset(previous, 0, with->row);
  for (uint32_t y = 0; y < count; y++, to += with->row + 1) {
    fetch_row(&with->shape, pixels + y * row, current);
    pixels_filter_row(to, current, previous, with->row, with->pixel, with->filters);
    uint8_t *next = previous;
    previous = current;
    current = next;
  }
}

// MARK: Compressing

/// Begins anew with each strip, so that what it writes depends on nothing else.
static size_t deflate_strip(png_shim_compressor *with, size_t count, _Bool is_last) {
  if (!with->libdeflate) return png_shim_deflate_runs(with->filtered, count, is_last, with->compressed);
  size_t size =
      libdeflate_deflate_compress(with->libdeflate, with->filtered, count, with->compressed, with->room - PNG_SHIM_JOIN_ROOM);
  return size && !is_last ? png_shim_open_end(with->compressed, size) : size;
}

/// The size of a strip's filtered rows, in bytes.
static size_t bytes_of_strip(const png_shim_shape *shape, png_shim_settings settings) {
  return png_shim_rows_of_strip(shape, settings) * (shape->width * bytes_of_pixel(shape) + 1);
}

static size_t room_of_strip(size_t bytes, png_shim_settings settings) {
  return settings.by_runs ? PNG_SHIM_RUNS_ROOM(bytes) : libdeflate_deflate_compress_bound(NULL, bytes) + PNG_SHIM_JOIN_ROOM;
}

size_t png_shim_compressor_room(const png_shim_shape *shape, png_shim_settings settings) {
  size_t bytes = bytes_of_strip(shape, settings);
  // An IDAT has no more than 31 bits: a single row can be too long.
  return bytes > INT32_MAX / 4 ? 0 : bytes + room_of_strip(bytes, settings);
}

png_shim_compressor *png_shim_compressor_make(const png_shim_shape *shape, png_shim_settings settings,
                                              uint8_t *memory) {
  png_shim_compressor *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  size_t bytes = bytes_of_strip(shape, settings);
  made->shape = *shape;
  made->pixel = bytes_of_pixel(shape);
  made->row = shape->width * made->pixel;
  made->filters = settings.filters;
  made->filtered = memory;
  made->compressed = memory + bytes;
  made->room = room_of_strip(bytes, settings);
  // A row's bytes lie between margins; those before it are zero.
  for (int i = 0; i < 2; i++) made->rows[i] = calloc(1, made->row + 2 * PIXELS_MARGIN);
  if (!settings.by_runs) made->libdeflate = libdeflate_alloc_compressor(settings.level);
  if (made->rows[0] && made->rows[1] && (settings.by_runs || made->libdeflate)) return made;
  png_shim_compressor_free(made);
  return NULL;
}

_Bool png_shim_compress(png_shim_compressor *with, const uint8_t *pixels, const uint8_t *above, uint32_t count,
                        _Bool is_last, png_shim_strip *strip) {
  filter_rows(with, pixels, above, count);
  strip->rows_count = count * (with->row + 1);
  strip->sum = libdeflate_adler32(1, with->filtered, strip->rows_count);
  strip->count = deflate_strip(with, strip->rows_count, is_last);
  strip->bytes = strip->count ? malloc(strip->count) : NULL;
  if (strip->bytes) memcpy(strip->bytes, with->compressed, strip->count);
  return strip->bytes != NULL;
}

void png_shim_compressor_free(png_shim_compressor *made) {
  free(made->rows[0]);
  free(made->rows[1]);
  if (made->libdeflate) libdeflate_free_compressor(made->libdeflate);
  free(made);
}
