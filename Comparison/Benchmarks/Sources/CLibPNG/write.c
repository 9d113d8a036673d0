#include "CLibPNG.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint8_t *bytes;
  size_t count, room;
} file;

static void append(png_structp png, png_bytep bytes, size_t count) {
  file *to = png_get_io_ptr(png);
  if (to->count + count > to->room) {
    to->room = 2 * (to->count + count);
    to->bytes = realloc(to->bytes, to->room);
    if (!to->bytes) png_error(png, "out of memory");
  }
  memcpy(to->bytes + to->count, bytes, count);
  to->count += count;
}

uint8_t *clibpng_write(const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t channels, int level,
                       int strategy, unsigned filters, size_t *count) {
  file to = {0};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) abort();
  png_set_write_fn(png, &to, append, NULL);
  png_set_compression_level(png, level);
  png_set_compression_strategy(png, strategy);
  // With an empty set, libpng would choose filters on its own. “No filter” is a filter too.
  png_set_filter(png, PNG_FILTER_TYPE_BASE, filters ? (int)filters << 3 : PNG_FILTER_NONE);
  png_set_compression_buffer_size(png, 64 << 10);
  png_set_IHDR(png, info, width, height, 8, channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (uint32_t y = 0; y < height; y++) png_write_row(png, pixels + (size_t)y * width * channels);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  *count = to.count;
  return to.bytes;
}
