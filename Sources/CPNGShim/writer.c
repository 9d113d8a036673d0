#include <stdlib.h>
#include <zlib.h>

#include "failure.h"

struct png_shim_writer {
  png_structp png;
  png_infop info;
  png_shim_sink sink;
  void *context;
  png_shim_shape shape;
  _Bool has_begun;
  /// The Adler-32 of all filtered rows so far.
  uLong sum;
};

static void hand_over(png_structp png, png_bytep bytes, size_t count) {
  png_shim_writer *to = png_get_io_ptr(png);
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

static void write_header(const png_shim_writer *writer, const png_shim_colours *colours) {
  png_structp png = writer->png;
  const png_shim_shape *shape = &writer->shape;
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  int with_alpha = shape->channels == 4 && !shape->drop_alpha;
  png_set_IHDR(png, writer->info, shape->width, shape->height, 8 * (int)shape->sample,
               with_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (colours) set_colours(png, writer->info, colours);
  png_write_info(png, writer->info);
}

png_shim_writer *png_shim_begin(const png_shim_shape *shape, const png_shim_colours *colours, png_shim_sink sink,
                                void *context, char *reason) {
  reason[0] = 0;
  png_shim_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    png_shim_keep(reason, "out of memory");
    return NULL;
  }
  *writer = (png_shim_writer){.sink = sink, .context = context, .shape = *shape};
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, reason, png_shim_fail, ignore);
  if (writer->png) writer->info = png_create_info_struct(writer->png);
  if (!writer->info) {
    if (!reason[0]) png_shim_keep(reason, "out of memory");
    png_shim_writer_free(writer);
    return NULL;
  }
  if (setjmp(png_jmpbuf(writer->png))) {
    png_shim_writer_free(writer);
    return NULL;
  }
  png_set_write_fn(writer->png, writer, hand_over, flush);
  write_header(writer, colours);
  return writer;
}

/// An IDAT chunk for each strip; the stream that they hold is zlib's (RFC 1950, 2.2).
static void write_strip(png_shim_writer *writer, const png_shim_strip *strip, _Bool is_last) {
  png_structp png = writer->png;
  _Bool is_first = !writer->has_begun;
  writer->has_begun = 1;
  writer->sum = is_first ? strip->sum : adler32_combine(writer->sum, strip->sum, (z_off_t)strip->rows_count);
  size_t count = strip->count + (is_first ? 2 : 0) + (is_last ? 4 : 0);
  png_write_chunk_start(png, (png_const_bytep) "IDAT", (png_uint_32)count);
  // Deflate, a window of 32 KiB, no dictionary.
  if (is_first) png_write_chunk_data(png, (const uint8_t[]){0x78, 0x9C}, 2);
  png_write_chunk_data(png, strip->bytes, strip->count);
  uint8_t sum[4];
  png_save_uint_32(sum, (png_uint_32)writer->sum);
  if (is_last) png_write_chunk_data(png, sum, 4);
  png_write_chunk_end(png);
  // Not png_write_end, which misses the IDAT that libpng has not written itself.
  if (is_last) png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
}

_Bool png_shim_append(png_shim_writer *writer, const png_shim_strip *strip, _Bool is_last, char *reason) {
  reason[0] = 0;
  // The buffer given to begin may be gone by now.
  png_set_error_fn(writer->png, reason, png_shim_fail, ignore);
  if (setjmp(png_jmpbuf(writer->png))) return 0;
  write_strip(writer, strip, is_last);
  return 1;
}

void png_shim_writer_free(png_shim_writer *writer) {
  if (writer->png) png_destroy_write_struct(&writer->png, &writer->info);
  free(writer);
}
