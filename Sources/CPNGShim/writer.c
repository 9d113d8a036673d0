#include <stdlib.h>

#include "failure.h"
#include "strips.h"

typedef struct {
  png_shim_sink sink;
  void *context;
} target;

static void hand_over(png_structp png, png_bytep bytes, size_t count) {
  target *to = png_get_io_ptr(png);
  if (!to->sink(to->context, bytes, count)) png_error(png, "");
}

/// libpng would print warnings to standard error.
static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void flush(png_structp png) { (void)png; }

static void set_colours(png_structp png, png_infop info, const png_shim_colours *colours) {
  const int32_t *at = colours->chromaticities;
  // They come from a stranger's file: what is wrong with them is no reason not to write the picture. That goes for
  // what libpng finds when it writes them, too.
  png_set_benign_errors(png, 1);
  if (colours->profile && colours->profile_count <= PNG_UINT_31_MAX)
    png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, colours->profile,
                 (png_uint_32)colours->profile_count);
  if (colours->intent >= 0) png_set_sRGB(png, info, colours->intent);
  if (colours->gamma > 0) png_set_gAMA_fixed(png, info, colours->gamma);
  if (at[1] > 0) png_set_cHRM_fixed(png, info, at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]);
}

static void write_header(png_structp png, png_infop info, const png_shim_strips *picture,
                         const png_shim_colours *colours) {
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  int with_alpha = picture->channels == 4 && !picture->drop_alpha;
  png_set_IHDR(png, info, picture->width, picture->height, 8 * (int)picture->sample,
               with_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (colours) set_colours(png, info, colours);
  png_write_info(png, info);
}

static void write_rows_by_libpng(png_structp png, const png_shim_strips *picture) {
  if (picture->channels == 4 && picture->drop_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (picture->sample == 2) png_set_swap(png);
#endif
  size_t row = (size_t)picture->width * picture->channels * picture->sample;
  for (uint32_t y = 0; y < picture->height; y++) png_write_row(png, picture->pixels + y * row);
}

static void write_picture(png_structp png, png_infop info, png_shim_strips *picture, const png_shim_colours *colours,
                          png_shim_settings settings) {
  // ISA-L counts in 32 bits, and an IDAT has 31: beyond them is zlib.
  size_t row = (size_t)picture->width * picture->channels * picture->sample + 1;
  if (settings.deflater != png_shim_zlib && picture->height > INT32_MAX / row)
    settings = (png_shim_settings){.deflater = png_shim_zlib, .level = 3, .filters = settings.filters};
  if (settings.deflater == png_shim_zlib) {
    png_set_compression_level(png, settings.level);
    png_set_compression_strategy(png, settings.strategy);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, settings.filters);
    png_set_compression_buffer_size(png, 64 << 10);  // an IDAT chunk, and so a call of the sink, per 64 KiB
    write_header(png, info, picture, colours);
    write_rows_by_libpng(png, picture);
    png_write_end(png, NULL);
  } else {
    write_header(png, info, picture, colours);
    png_shim_write_strips(png, picture, settings);
    // Not png_write_end, which misses the IDAT that libpng has not written itself.
    png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
  }
}

_Bool png_shim_write(const uint8_t *pixels, uint32_t width, uint32_t height, uint32_t channels, uint32_t sample,
                     _Bool drop_alpha, const png_shim_colours *colours, png_shim_settings settings, png_shim_sink sink,
                     void *context, char *reason) {
  reason[0] = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, reason, png_shim_fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  // On the heap, as a longjmp leaves what has changed of a function's own variables undefined.
  png_shim_strips *picture = info ? calloc(1, sizeof *picture) : NULL;
  if (!picture) {
    if (!reason[0]) png_shim_keep(reason, "out of memory");
    png_destroy_write_struct(&png, &info);
    return 0;
  }
  *picture = (png_shim_strips){
      .pixels = pixels, .width = width, .height = height, .channels = channels, .sample = sample,
      .drop_alpha = drop_alpha};
  target to = {sink, context};
  _Bool written = 0;
  if (!setjmp(png_jmpbuf(png))) {
    png_set_write_fn(png, &to, hand_over, flush);
    write_picture(png, info, picture, colours, settings);
    written = 1;
  }
  png_shim_free_strips(picture);
  png_destroy_write_struct(&png, &info);
  return written;
}
