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
  jmp_buf failed;
  char *reason;
  /// A warning about the order of scans, or an empty string. It means damage only if some bits of the pixels never
  /// arrive.
  char doubt[JPEG_SHIM_REASON];
  /// The components that have appeared in a scan, as a bit set.
  unsigned scanned;
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

/// Returns whether a warning means damaged pixels (`JWRN_` in libjpeg-turbo's jerror.h). Other warnings concern bytes
/// between segments or before the end marker, versions, colour codes, and scan parameters that sequential files ignore.
static _Bool means_damage(const jpeg_shim_reader *reader) {
  switch (reader->errors.msg_code) {
    case JWRN_ARITH_BAD_CODE:
    case JWRN_HUFF_BAD_CODE:
    // The data ended early, or a restart marker is missing or out of sequence, so some pixels are missing.
    case JWRN_HIT_MARKER:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC: return 1;
    // This is a scan that refines bits that no earlier scan has contained.
    case JWRN_BOGUS_PROGRESSION: return reader->jpeg.Ah != 0;
    default: return 0;
  }
}

/// Handles warnings, which have level -1. Other messages are ignored.
static void hear(j_common_ptr jpeg, int level) {
  jpeg_shim_reader *reader = jpeg->client_data;
  if (level >= 0) return;
  if (means_damage(reader)) fail(jpeg);
  if (reader->errors.msg_code == JWRN_BOGUS_PROGRESSION) jpeg->err->format_message(jpeg, reader->doubt);
}

static void ignore(j_common_ptr jpeg) { (void)jpeg; }

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

static void check_wanted(jpeg_shim_reader *reader) {
  if (!reader->wanted(reader->context)) fail_because(reader, "");
}

/// Returns whether all bits of all pixels have been read.
static _Bool is_complete(const jpeg_shim_reader *reader) {
  const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  if (!jpeg->progressive_mode) return reader->scanned == (1u << jpeg->num_components) - 1;
  for (int component = 0; component < jpeg->num_components; component++)
    for (int i = 0; i < DCTSIZE2; i++)
      if (jpeg->coef_bits[component][i] != 0) return 0;
  return 1;
}

/// Reads scans until the picture is complete or the end marker is reached.
static void read_scans(jpeg_shim_reader *reader) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  while (1) {
    if (jpeg->input_scan_number > reader->settings.most_scans) fail_because(reader, "too many scans");
    check_wanted(reader);
    switch (jpeg_consume_input(jpeg)) {
      case JPEG_REACHED_EOI:
        if (reader->doubt[0]) fail_because(reader, reader->doubt);
        return;
      case JPEG_SCAN_COMPLETED:
        for (int i = 0; i < jpeg->comps_in_scan; i++)
          reader->scanned |= 1u << jpeg->cur_comp_info[i]->component_index;
        if (is_complete(reader)) return;
    }
  }
}

/// Checks that something follows the last pixel: the end marker, or bytes that a camera wrote instead of it. A
/// truncated file ends here.
static void check_end(jpeg_shim_reader *reader) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  if (!jpeg->unread_marker && !jpeg_input_complete(jpeg) && jpeg->src->bytes_in_buffer < 2)
    fail_because(reader, "the end marker is missing, and nothing stands in its place");
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
  jpeg->scale_num = 8 / settings.reduction;
  jpeg->scale_denom = 8;
  jpeg->out_color_space =
      jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK ? JCS_CMYK : JCS_RGB;
  jpeg->buffered_image = jpeg_has_multiple_scans(jpeg);
  jpeg_start_decompress(jpeg);
  if (jpeg->buffered_image) {
    read_scans(reader);
    check_end(reader);
    jpeg_start_output(jpeg, jpeg->input_scan_number);
  }
  return 1;
}

_Bool jpeg_shim_read(jpeg_shim_reader *reader, uint8_t *to, uint32_t count, char *reason) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  reason[0] = 0;
  reader->reason = reason;
  if (setjmp(reader->failed)) return 0;
  size_t row = (size_t)jpeg->output_width * (size_t)jpeg->output_components;
  while (count > 0) {
    check_wanted(reader);
    // libjpeg returns as many rows as it has ready, at most four.
    JSAMPROW rows[4];
    JDIMENSION most = count < 4 ? count : 4;
    for (JDIMENSION i = 0; i < most; i++) rows[i] = to + i * row;
    JDIMENSION read = jpeg_read_scanlines(jpeg, rows, most);
    to += read * row;
    count -= read;
  }
  // Later bytes can't change the picture.
  if (jpeg->output_scanline == jpeg->output_height) check_end(reader);
  return 1;
}

void jpeg_shim_close(jpeg_shim_reader *reader) {
  jpeg_destroy_decompress(&reader->jpeg);
  free(reader);
}
