#include <stdlib.h>

#include "failure.h"

struct png_shim_reader {
  png_structp png;
  png_infop info;
  const uint8_t *next;
  size_t left;
  uint32_t channels;
};

static void take(png_structp png, png_bytep into, size_t count) {
  png_shim_reader *reader = png_get_io_ptr(png);
  if (count > reader->left) png_error(png, "the file ends too early");
  memcpy(into, reader->next, count);
  reader->next += count;
  reader->left -= count;
}

static void read_header(png_shim_reader *reader, png_shim_header *header) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  // Texts, profiles and unknown chunks are skipped, so that none of them can cost memory; eXIf is wanted.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
#ifdef PNG_eXIf_SUPPORTED
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "eXIf", 1);
#endif
  // The caller limits pixels, so a long thin picture is no worse than a square one.
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_read_fn(png, reader, take);
  png_read_info(png, info);

  int transparent =
      (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
  reader->channels = transparent ? 4 : 3;
  header->width = png_get_image_width(png, info);
  header->height = png_get_image_height(png, info);
  header->channels = reader->channels;
  header->exif = NULL;
  header->exif_count = 0;
#ifdef PNG_eXIf_SUPPORTED
  png_uint_32 count = 0;
  png_bytep exif = NULL;
  if (png_get_eXIf_1(png, info, &count, &exif)) {
    header->exif = exif;
    header->exif_count = count;
  }
#endif
}

static void read_pixels(png_shim_reader *reader, uint8_t *pixels) {
  png_structp png = reader->png;
  png_set_expand(png);       // palettes, 1, 2 and 4 bits, and tRNS
  png_set_scale_16(png);     // rounds; strip_16 would cut
  png_set_gray_to_rgb(png);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);

  size_t row = (size_t)png_get_image_width(png, reader->info) * reader->channels;
  if (png_get_rowbytes(png, reader->info) != row) png_error(png, "rows of an unexpected size");
  uint32_t height = png_get_image_height(png, reader->info);
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t y = 0; y < height; y++) png_read_row(png, pixels + y * row, NULL);
  png_read_end(png, NULL);
}

png_shim_reader *png_shim_open(const void *bytes, size_t count, png_shim_header *header, char *reason) {
  reason[0] = 0;
  png_shim_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    png_shim_keep(reason, "out of memory");
    return NULL;
  }
  reader->next = bytes;
  reader->left = count;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reason, png_shim_fail, png_shim_ignore);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) {
    if (!reason[0]) png_shim_keep(reason, "out of memory");
    png_shim_close(reader);
    return NULL;
  }
  if (setjmp(png_jmpbuf(reader->png))) {
    png_shim_close(reader);
    return NULL;
  }
  read_header(reader, header);
  return reader;
}

_Bool png_shim_read(png_shim_reader *reader, uint8_t *pixels, char *reason) {
  reason[0] = 0;
  // The buffer given to open may be gone by now.
  png_set_error_fn(reader->png, reason, png_shim_fail, png_shim_ignore);
  if (setjmp(png_jmpbuf(reader->png))) return 0;
  read_pixels(reader, pixels);
  return 1;
}

void png_shim_close(png_shim_reader *reader) {
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}
