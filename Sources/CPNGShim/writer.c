#include <zlib.h>

#include "failure.h"

typedef struct {
  png_shim_sink sink;
  void *context;
} target;

static void hand_over(png_structp png, png_bytep bytes, size_t count) {
  target *to = png_get_io_ptr(png);
  if (!to->sink(to->context, bytes, count)) png_error(png, "");
}

static void flush(png_structp png) { (void)png; }

static void write_picture(png_structp png, png_infop info, const uint8_t *pixels, uint32_t width, uint32_t height,
                          uint32_t channels, _Bool drop_alpha, png_shim_settings settings) {
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(png, settings.level);
  png_set_compression_strategy(png, settings.strategy);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, settings.filters);
  png_set_compression_buffer_size(png, 64 << 10);  // an IDAT chunk, and so a call of the sink, per 64 KiB

  int with_alpha = channels == 4 && !drop_alpha;
  png_set_IHDR(png, info, width, height, 8, with_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  if (channels == 4 && drop_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
  size_t row = (size_t)width * channels;
  for (uint32_t y = 0; y < height; y++) png_write_row(png, pixels + y * row);
  png_write_end(png, NULL);
}

_Bool png_shim_write(const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t channels, _Bool drop_alpha,
                     png_shim_settings settings, png_shim_sink sink, void *context, char *reason) {
  reason[0] = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, reason, png_shim_fail, png_shim_ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    if (!reason[0]) png_shim_keep(reason, "out of memory");
    png_destroy_write_struct(&png, NULL);
    return 0;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return 0;
  }
  target to = {sink, context};
  png_set_write_fn(png, &to, hand_over, flush);
  write_picture(png, info, pixels, width, height, channels, drop_alpha, settings);
  png_destroy_write_struct(&png, &info);
  return 1;
}

const char *png_shim_libpng_version(void) { return png_get_libpng_ver(NULL); }

const char *png_shim_zlib_version(void) { return ZLIB_VERSION; }
