#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "CPNGShim.h"
#include "inflate.h"

struct png_shim_reader {
  png_structp png;
  png_infop info;
  const uint8_t *next;
  size_t left;
  uint32_t channels, sample;
  /// Whether the picture is of a kind that libdeflate can decode.
  _Bool is_plain;
  png_shim_plain plain;
  /// Set by `png_shim_begin_inflated`.
  png_shim_rows inflated;
  // The next three are set by `png_shim_begin_rows`. `row` is the size of a decoded row in bytes.
  size_t row;
  uint32_t rows_left;
  /// The number of passes over all rows, which is more than one if the picture is interlaced.
  int passes;
  /// Set while pixels are read.
  png_shim_wanted wanted;
  void *context;
  /// The part of the file that starts with the first IDAT chunk.
  const uint8_t *pixels;
  size_t pixels_left;
  /// The last IDAT chunk that isn't empty and its last byte, which libpng receives as a chunk of its own, or null.
  const uint8_t *last_chunk, *last_byte;
  _Bool has_all_rows;
};

static void keep(char *reason, const char *message) {
  strncpy(reason, message, PNG_SHIM_REASON - 1);
  reason[PNG_SHIM_REASON - 1] = 0;
}

/// Handles an error. The error pointer is the caller's buffer for the message.
static void fail(png_structp png, png_const_charp message) {
  char *reason = png_get_error_ptr(png);
  if (reason) keep(reason, message);
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void check_wanted(png_structp png, const png_shim_reader *reader) {
  if (reader->wanted && !reader->wanted(reader->context)) png_error(png, "");
}

/// Returns whether libpng has returned the last row of the last pass.
static _Bool has_read_all(png_structp png, const png_shim_reader *reader) {
  if (reader->passes > 1) return png_get_current_pass_number(png) == reader->passes;
  return reader->passes == 1 && png_get_current_row_number(png) == reader->plain.height;
}

static void take(png_structp png, png_bytep into, size_t count) {
  png_shim_reader *reader = png_get_io_ptr(png);
  check_wanted(png, reader);
  // Otherwise libpng would inflate all data after the last row, and a few megabytes can become gigabytes.
  if (has_read_all(png, reader)) {
    reader->has_all_rows = 1;
    png_longjmp(png, 1);
  }
  // Some encoders write a wrong Adler-32 for the rows. The rows are intact nevertheless, because each chunk has a checksum
  // of its own. Whether libpng ignores the Adler-32 depends on how it was built. Without its last byte, which comes alone,
  // zlib can't compare it, and no row needs that byte.
  if (reader->next == reader->last_byte && count != 1) {
    memcpy(into, count == 4 ? "\0\0\0\0" : "\0\0\0\1IDAT", count);
    return;
  }
  if (count > reader->left) png_error(png, "the file ends too early");
  memcpy(into, reader->next, count);
  if (reader->next == reader->last_chunk) png_save_uint_32(into, png_get_uint_32(into) - 1);
  reader->next += count;
  reader->left -= count;
}

static void read_palette(png_shim_reader *reader) {
  uint8_t(*colours)[4] = reader->plain.colours;
  png_colorp palette = NULL;
  png_bytep alphas = NULL;
  int count = 0, alpha_count = 0;
  for (int i = 0; i < 256; i++) memset(colours[i], i, 3), colours[i][3] = 255;
  if (png_get_color_type(reader->png, reader->info) != PNG_COLOR_TYPE_PALETTE) return;
  png_get_PLTE(reader->png, reader->info, &palette, &count);
  png_get_tRNS(reader->png, reader->info, &alphas, &alpha_count, NULL);
  // Entries beyond the end of the palette are black.
  for (int i = 0; i < 256; i++) {
    png_color colour = i < count ? palette[i] : (png_color){0};
    memcpy(colours[i], (uint8_t[]){colour.red, colour.green, colour.blue, i < alpha_count ? alphas[i] : 255}, 4);
  }
}

static void recognise_plain(png_shim_reader *reader) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  int type = png_get_color_type(png, info);
  _Bool is_palette = type == PNG_COLOR_TYPE_PALETTE;
  if (png_get_bit_depth(png, info) != 8 || png_get_interlace_type(png, info) != PNG_INTERLACE_NONE) return;
  if (type == PNG_COLOR_TYPE_GRAY_ALPHA || (!is_palette && png_get_valid(png, info, PNG_INFO_tRNS))) return;
  reader->is_plain = 1;
  reader->plain.stored = png_get_channels(png, info);
  reader->plain.channels = reader->channels;
  if (reader->plain.stored == 1) read_palette(reader);
}

/// Reads the colour information. A profile takes precedence over sRGB, and sRGB over gamma and primaries (ISO/IEC
/// 15948, 11.3.3.3 and 11.3.3.5).
static png_shim_colours read_colour_space(png_structp png, png_infop info) {
  png_shim_colours colours = {.intent = -1};
  png_charp name;
  png_bytep profile;
  png_uint_32 count;
  int compression, intent;
  int32_t *at = colours.chromaticities;
  if (png_get_iCCP(png, info, &name, &compression, &profile, &count)) {
    colours.profile = profile;
    colours.profile_count = count;
  } else if (png_get_sRGB(png, info, &intent)) {
    colours.intent = intent;
  } else {
    png_get_gAMA_fixed(png, info, &colours.gamma);
    png_get_cHRM_fixed(png, info, at, at + 1, at + 2, at + 3, at + 4, at + 5, at + 6, at + 7);
  }
  return colours;
}

static void read_header(png_shim_reader *reader, png_shim_header *header) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  // Text and unknown chunks are skipped so that they can't cost memory. Only colour chunks are kept. libpng accepts
  // profiles of up to 8 MB.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT,
                              (png_const_bytep) "cHRM\0gAMA\0iCCP\0sRGB", 4);
  // The caller limits the number of pixels, so long, thin pictures are no worse than square ones.
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // Some encoders announce a smaller window than they use.
  png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
  png_set_read_fn(png, reader, take);
  png_read_info(png, info);

  int transparent =
      (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
  reader->channels = transparent ? 4 : 3;
  header->width = png_get_image_width(png, info);
  header->height = png_get_image_height(png, info);
  header->channels = reader->channels;
  if (png_get_bit_depth(png, info) < 16) reader->sample = 1;
  header->sample = reader->sample;
  header->is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  // libpng has already read the name of the first IDAT chunk.
  reader->pixels = reader->next - 8;
  reader->pixels_left = reader->left + 8;
  reader->plain.width = header->width;
  reader->plain.height = header->height;
  recognise_plain(reader);
  header->spare = reader->is_plain ? png_shim_spare(&reader->plain) : 0;
  header->colours = read_colour_space(png, info);
}

static void begin_rows(png_shim_reader *reader) {
  png_structp png = reader->png;
  // The chunks of the rows are verified after the last row.
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_NO_CHANGE);
  png_set_expand(png);  // expands palettes, 1, 2 and 4 bits, and tRNS
  if (reader->sample == 1) png_set_scale_16(png);  // rounds, unlike strip_16, which truncates
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (reader->sample == 2) png_set_swap(png);
#endif
  png_set_gray_to_rgb(png);
  reader->passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  reader->row = (size_t)png_get_image_width(png, reader->info) * reader->channels * reader->sample;
  reader->rows_left = png_get_image_height(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != reader->row) png_error(png, "rows of an unexpected size");
}

static void read_rows(png_shim_reader *reader, uint8_t *to, uint32_t count) {
  png_structp png = reader->png;
  if (count > reader->rows_left) png_error(png, "more rows than there are");
  if (reader->passes > 1 && count < reader->rows_left) png_error(png, "some rows of an interlaced picture");
  uint32_t stride = (uint32_t)(PNG_SHIM_STRIDE / (reader->row / reader->channels) + 1);
  for (int pass = 0; pass < reader->passes; pass++)
    for (uint32_t y = 0; y < count; y++) {
      if ((reader->rows_left - y) % stride == 0) check_wanted(png, reader);
      png_read_row(png, to + y * reader->row, NULL);
    }
  reader->rows_left -= count;
}

/// Verifies the checksums of the chunks that contain the pixels. If one is wrong, sets `reason`.
static _Bool check_sums(png_shim_reader *reader, char *reason) {
  switch (png_shim_check_sums(reader->pixels, reader->pixels_left, reader->wanted, reader->context)) {
    case png_shim_right_sums: return 1;
    case png_shim_wrong_sum: keep(reason, "IDAT: CRC error"); break;
    case png_shim_unwanted: break;
  }
  return 0;
}

png_shim_reader *png_shim_open(const void *bytes, size_t count, _Bool keep_16, png_shim_header *header,
                               char *reason) {
  reason[0] = 0;
  png_shim_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    keep(reason, "out of memory");
    return NULL;
  }
  reader->next = bytes;
  reader->left = count;
  reader->last_chunk = png_shim_last_pixels(bytes, count, &reader->last_byte);
  reader->sample = keep_16 ? 2 : 1;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reason, fail, ignore);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) {
    if (!reason[0]) keep(reason, "out of memory");
    png_shim_close(reader);
    return NULL;
  }
  if (setjmp(png_jmpbuf(reader->png))) {
    png_shim_close(reader);
    return NULL;
  }
  *header = (png_shim_header){0};
  read_header(reader, header);
  return reader;
}

_Bool png_shim_read_at_once(png_shim_reader *reader, uint8_t *pixels, png_shim_wanted wanted, void *context) {
  // libpng hasn't read anything from the first IDAT yet, so it can still be used if this fails.
  return reader->is_plain && png_shim_inflate(&reader->plain, reader->pixels, reader->pixels_left, pixels, wanted, context);
}

_Bool png_shim_begin_inflated(png_shim_reader *reader, png_shim_wanted wanted, void *context) {
  reader->wanted = wanted;
  reader->context = context;
  reader->rows_left = reader->plain.height;
  return reader->is_plain && png_shim_inflate_rows(&reader->plain, reader->pixels, reader->pixels_left,
                                                   &reader->inflated, wanted, context);
}

_Bool png_shim_begin_rows(png_shim_reader *reader, png_shim_wanted wanted, void *context, char *reason) {
  reason[0] = 0;
  reader->wanted = wanted;
  reader->context = context;
  // The buffer passed to `png_shim_open` may no longer exist.
  png_set_error_fn(reader->png, reason, fail, ignore);
  if (setjmp(png_jmpbuf(reader->png))) return 0;
  begin_rows(reader);
  return 1;
}

_Bool png_shim_read_rows(png_shim_reader *reader, uint8_t *to, uint32_t count, char *reason) {
  reason[0] = 0;
  if (reader->inflated.start) {
    if (count > reader->rows_left || !reader->wanted(reader->context)) return 0;
    reader->rows_left -= count;
    png_shim_next_rows(&reader->plain, &reader->inflated, to, count);
    return 1;
  }
  png_set_error_fn(reader->png, reason, fail, ignore);
  // A chunk with a wrong checksum explains every other error. Without a reason, the picture is no longer wanted.
  if (setjmp(png_jmpbuf(reader->png)))
    return (reader->has_all_rows || reason[0]) && check_sums(reader, reason) && reader->has_all_rows;
  read_rows(reader, to, count);
  return reader->rows_left > 0 || check_sums(reader, reason);
}

void png_shim_close(png_shim_reader *reader) {
  png_shim_end_rows(&reader->inflated);
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}
