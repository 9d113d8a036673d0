#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

#include "CJPEGShim.h"

_Static_assert(JPEG_SHIM_REASON >= JMSG_LENGTH_MAX, "room for libjpeg's messages");

struct jpeg_shim_reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf failed;
  char *reason;
  /// The first thing that libjpeg has warned of in the header, or nothing.
  char doubt[JPEG_SHIM_REASON];
  _Bool has_begun;
  jpeg_shim_settings settings;
  jpeg_shim_wanted wanted;
  void *context;
};

// MARK: What libjpeg reports

static _Noreturn void fail(j_common_ptr jpeg) {
  jpeg_shim_reader *reader = jpeg->client_data;
  jpeg->err->format_message(jpeg, reader->reason);
  longjmp(reader->failed, 1);
}

static _Noreturn void fail_because(jpeg_shim_reader *reader, const char *reason) {
  strncpy(reader->reason, reason, JPEG_SHIM_REASON - 1);
  reader->reason[JPEG_SHIM_REASON - 1] = 0;
  longjmp(reader->failed, 1);
}

static _Bool is_padding(const jpeg_shim_reader *reader) {
  const struct jpeg_error_mgr *errors = &reader->errors;
  return errors->msg_code == JWRN_EXTRANEOUS_DATA && errors->msg_parm.i[1] == JPEG_EOI &&
         (size_t)errors->msg_parm.i[0] <= reader->settings.padding;
}

/// Warnings have a level of -1; other messages are ignored.
static void hear(j_common_ptr jpeg, int level) {
  jpeg_shim_reader *reader = jpeg->client_data;
  if (level >= 0) return;
  if (!reader->has_begun) {
    if (!reader->doubt[0]) jpeg->err->format_message(jpeg, reader->doubt);
  } else if (!is_padding(reader)) {
    fail(jpeg);
  }
}

static void ignore(j_common_ptr jpeg) { (void)jpeg; }

static void watch(j_common_ptr jpeg) {
  jpeg_shim_reader *reader = jpeg->client_data;
  if (reader->jpeg.input_scan_number > reader->settings.most_scans) fail_because(reader, "too many scans");
  if (!reader->wanted(reader->context)) fail_because(reader, "");
}

// MARK: Reading

static void read_header(jpeg_shim_reader *reader, const void *bytes, size_t count, jpeg_shim_header *header) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  jpeg_create_decompress(jpeg);
  jpeg_mem_src(jpeg, bytes, count);
  if (jpeg_read_header(jpeg, FALSE) != JPEG_HEADER_OK) fail_because(reader, "tables without an image");
  header->width = jpeg->image_width;
  header->height = jpeg->image_height;
  switch (jpeg->jpeg_color_space) {
    case JCS_GRAYSCALE: header->kind = jpeg_shim_grey; break;
    case JCS_CMYK:
    case JCS_YCCK: header->kind = jpeg_shim_cmyk; break;
    default: header->kind = jpeg_shim_colour;
  }
}

jpeg_shim_reader *jpeg_shim_open(const void *bytes, size_t count, jpeg_shim_header *header, char *reason) {
  reason[0] = 0;
  jpeg_shim_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    strcpy(reason, "out of memory");
    return NULL;
  }
  reader->reason = reason;
  reader->jpeg.client_data = reader;
  reader->jpeg.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = fail;
  reader->errors.emit_message = hear;
  reader->errors.output_message = ignore;
  if (setjmp(reader->failed)) {
    jpeg_shim_close(reader);
    return NULL;
  }
  read_header(reader, bytes, count, header);
  return reader;
}

_Bool jpeg_shim_begin(jpeg_shim_reader *reader, jpeg_shim_settings settings, jpeg_shim_wanted wanted, void *context,
                      char *reason) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  reason[0] = 0;
  reader->reason = reason;
  reader->settings = settings;
  reader->wanted = wanted;
  reader->context = context;
  if (setjmp(reader->failed)) return 0;
  if (reader->doubt[0]) fail_because(reader, reader->doubt);
  reader->has_begun = 1;
  reader->progress.progress_monitor = watch;
  jpeg->progress = &reader->progress;
  jpeg->scale_num = 8 / settings.reduction;
  jpeg->scale_denom = 8;
  jpeg->out_color_space =
      jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(jpeg);
  return 1;
}

_Bool jpeg_shim_read(jpeg_shim_reader *reader, uint8_t *to, uint32_t count, char *reason) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  reason[0] = 0;
  reader->reason = reason;
  if (setjmp(reader->failed)) return 0;
  size_t row = (size_t)jpeg->output_width * (size_t)jpeg->output_components;
  while (count > 0) {
    // libjpeg takes as many at once as it has, which are no more.
    JSAMPROW rows[4];
    JDIMENSION most = count < 4 ? count : 4;
    for (JDIMENSION i = 0; i < most; i++) rows[i] = to + i * row;
    JDIMENSION read = jpeg_read_scanlines(jpeg, rows, most);
    to += read * row;
    count -= read;
  }
  if (jpeg->output_scanline == jpeg->output_height) jpeg_finish_decompress(jpeg);
  return 1;
}

void jpeg_shim_close(jpeg_shim_reader *reader) {
  jpeg_destroy_decompress(&reader->jpeg);
  free(reader);
}
