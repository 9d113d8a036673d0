#include "strips.h"

#include <CPixels.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

#include "seam.h"

/// Bytes of filtered rows that are compressed at a time. ISA-L goes on where it was, and gets as many as stay in a
/// cache; libdeflate starts again with each, at the price of a walk over what it wrote and of some bytes.
#define LIBDEFLATE_STRIP (512 << 10)
#define ISAL_STRIP (128 << 10)

static void *room_for(png_structp png, size_t count) {
  void *room = malloc(count);
  if (!room) png_error(png, "out of memory");
  return room;
}

/// A row's bytes between margins; before it they are zero.
static uint8_t *padded_row(png_structp png, size_t count) {
  uint8_t *row = calloc(1, count + 2 * PIXELS_MARGIN);
  if (!row) png_error(png, "out of memory");
  return row;
}

/// PNG has the high byte first.
static void fetch_row_16(const png_shim_strips *strips, uint32_t y, uint8_t *to) {
  const uint16_t *from = (const uint16_t *)(const void *)strips->pixels + (size_t)y * strips->width * strips->channels;
  uint32_t kept = strips->drop_alpha ? 3 : strips->channels;
  for (uint32_t x = 0; x < strips->width; x++, from += strips->channels)
    for (uint32_t channel = 0; channel < kept; channel++, to += 2) {
      to[0] = (uint8_t)(from[channel] >> 8);
      to[1] = (uint8_t)from[channel];
    }
}

static void fetch_row(const png_shim_strips *strips, uint32_t y, uint8_t *to) {
  if (strips->sample == 2) {
    fetch_row_16(strips, y, to);
    return;
  }
  const uint8_t *from = strips->pixels + (size_t)y * strips->width * strips->channels;
  if (strips->channels == 4 && strips->drop_alpha)
    // Each pixel's fourth byte is overwritten by the next pixel; the last one's falls into the margin.
    for (uint32_t x = 0; x < strips->width; x++) memcpy(to + x * 3, from + x * 4, 4);
  else
    memcpy(to, from, (size_t)strips->width * strips->channels);
}

/// Filters rows from `y` on into `strips->filtered`.
static void filter_rows(png_shim_strips *strips, uint32_t y, uint32_t count, size_t row, size_t pixel,
                        unsigned filters) {
  uint8_t *to = strips->filtered;
  for (uint32_t end = y + count; y < end; y++, to += row + 1) {
    uint8_t *current = strips->rows[y & 1] + PIXELS_MARGIN, *previous = strips->rows[~y & 1] + PIXELS_MARGIN;
    fetch_row(strips, y, current);
    pixels_filter_row(to, current, previous, row, pixel, filters);
  }
}

static void prepare(png_structp png, png_shim_strips *strips, uint32_t count, size_t row, png_shim_settings settings) {
  size_t bytes = count * (row + 1);
  strips->rows[0] = padded_row(png, row);
  strips->rows[1] = padded_row(png, row);
  strips->filtered = room_for(png, bytes);
  if (settings.deflater == png_shim_isal) {
    strips->room = 64 << 10;
    strips->isal = room_for(png, sizeof *strips->isal);
    strips->isal_buffer = room_for(png, ISAL_DEF_LVL3_DEFAULT);
    isal_deflate_init(strips->isal);
    strips->isal->level = (uint32_t)settings.level;
    strips->isal->level_buf = strips->isal_buffer;
    strips->isal->level_buf_size = ISAL_DEF_LVL3_DEFAULT;
  } else {
    strips->libdeflate = libdeflate_alloc_compressor(settings.level);
    if (!strips->libdeflate) png_error(png, "out of memory, or no such level");
    strips->room = libdeflate_zlib_compress_bound(strips->libdeflate, bytes) + SEAM_ROOM;
  }
  strips->compressed = room_for(png, strips->room);
}

static void flush_idat(png_structp png, png_shim_strips *strips) {
  if (strips->used) png_write_chunk(png, (png_const_bytep) "IDAT", strips->compressed, strips->used);
  strips->used = 0;
}

static void append(png_structp png, png_shim_strips *strips, const uint8_t *bytes, size_t count) {
  if (strips->room - strips->used < count) flush_idat(png, strips);
  memcpy(strips->compressed + strips->used, bytes, count);
  strips->used += count;
}

static void deflate_by_isal(png_structp png, png_shim_strips *strips, size_t count, _Bool is_last) {
  struct isal_zstream *stream = strips->isal;
  stream->next_in = strips->filtered;
  stream->avail_in = (uint32_t)count;
  stream->end_of_stream = is_last;
  do {
    if (strips->used == strips->room) flush_idat(png, strips);
    stream->next_out = strips->compressed + strips->used;
    stream->avail_out = (uint32_t)(strips->room - strips->used);
    if (isal_deflate(stream) != COMP_OK) png_error(png, "ISA-L would not compress");
    strips->used = strips->room - stream->avail_out;
  } while (stream->avail_in > 0 || (is_last && stream->internal_state.state != ZSTATE_END));
}

static void deflate_by_libdeflate(png_structp png, png_shim_strips *strips, size_t count, _Bool is_last) {
  uint8_t *to = strips->compressed + strips->used;
  size_t size = libdeflate_deflate_compress(strips->libdeflate, strips->filtered, count, to,
                                            strips->room - strips->used - SEAM_ROOM);
  if (size && !is_last) size = png_shim_open_end(to, size);
  if (!size) png_error(png, "libdeflate would not compress");
  strips->used += size;
  if (!is_last) flush_idat(png, strips);
}

/// As many strips as it takes, of as many rows each as can be.
static uint32_t rows_of_strip(uint32_t height, size_t row, size_t strip) {
  size_t rows = strip / (row + 1);
  size_t strips = rows ? (height + rows - 1) / rows : height;
  return (uint32_t)((height + strips - 1) / strips);
}

void png_shim_write_strips(png_structp png, png_shim_strips *strips, png_shim_settings settings) {
  size_t pixel = (strips->drop_alpha ? 3 : strips->channels) * strips->sample, row = strips->width * pixel;
  _Bool is_isal = settings.deflater == png_shim_isal;
  uint32_t height = strips->height;
  uint32_t count = rows_of_strip(height, row, is_isal ? ISAL_STRIP : LIBDEFLATE_STRIP);
  prepare(png, strips, count, row, settings);

  // zlib's header (RFC 1950, 2.2): deflate, a window of 32 KiB, no dictionary.
  append(png, strips, (const uint8_t[]){0x78, 0x9C}, 2);
  uint32_t sum = 1;
  for (uint32_t y = 0; y < height; y += count) {
    if (count > height - y) count = height - y;
    filter_rows(strips, y, count, row, pixel, (unsigned)settings.filters >> 3);
    sum = libdeflate_adler32(sum, strips->filtered, count * (row + 1));
    if (is_isal)
      deflate_by_isal(png, strips, count * (row + 1), y + count == height);
    else
      deflate_by_libdeflate(png, strips, count * (row + 1), y + count == height);
  }
  append(png, strips, (const uint8_t[]){sum >> 24, sum >> 16 & 255, sum >> 8 & 255, sum & 255}, 4);
  flush_idat(png, strips);
}

void png_shim_free_strips(png_shim_strips *strips) {
  free(strips->rows[0]);
  free(strips->rows[1]);
  free(strips->filtered);
  free(strips->compressed);
  free(strips->isal);
  free(strips->isal_buffer);
  if (strips->libdeflate) libdeflate_free_compressor(strips->libdeflate);
  free(strips);
}
