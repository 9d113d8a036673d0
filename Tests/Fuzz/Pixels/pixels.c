// libFuzzer on the two ways to decode a PNG, and on what writes one. libpng alone and libdeflate with the loops of
// CPixels must return the same pixels and refuse the same files, in the same words; what is written must be read again.
#include <CPNGShim.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define MOST_PIXELS (1 << 18)

typedef struct {
  png_shim_header header;
  uint8_t *pixels;
  size_t count;
  char reason[PNG_SHIM_REASON];
} outcome;

static void expect(int holds, const char *what, const outcome *fast, const outcome *slow) {
  if (holds) return;
  fprintf(stderr, "%s: “%s” against libpng's “%s”\n", what, fast->reason, slow ? slow->reason : "");
  abort();
}

static _Bool always(void *context) { return 1; }

static outcome decode(const uint8_t *bytes, size_t count, _Bool keep_16, _Bool libpng_alone) {
  outcome found = {.pixels = NULL};
  png_shim_header *header = &found.header;
  png_shim_reader *reader = png_shim_open(bytes, count, keep_16, header, found.reason);
  if (!reader) return found;
  if ((uint64_t)header->width * header->height <= MOST_PIXELS) {
    found.count = (size_t)header->width * header->height * header->channels * header->sample;
    found.pixels = malloc(found.count + header->spare);
    if (!png_shim_read(reader, found.pixels, libpng_alone, always, NULL, found.reason)) {
      free(found.pixels);
      found.pixels = NULL;
    }
  }
  // They are the reader's.
  header->exif = NULL;
  header->colours.profile = NULL;
  png_shim_close(reader);
  return found;
}

// MARK: Some rows at a time

static _Bool read_strips(png_shim_reader *reader, const png_shim_header *header, uint8_t *to, size_t row, char *reason) {
  if (!png_shim_begin_rows(reader, always, NULL, reason)) return 0;
  for (uint32_t y = 0, count = 7; y < header->height; y += count, to += count * row) {
    if (count > header->height - y) count = header->height - y;
    if (!png_shim_read_rows(reader, to, count, reason)) return 0;
  }
  return 1;
}

static void expect_rows(const uint8_t *bytes, size_t count, const outcome *expected) {
  outcome found = {.pixels = NULL};
  png_shim_reader *reader = png_shim_open(bytes, count, 0, &found.header, found.reason);
  if (!reader) return;
  if (!found.header.is_interlaced && expected->count) {
    uint8_t *pixels = malloc(expected->count);
    size_t row = expected->count / found.header.height;
    _Bool is_whole = read_strips(reader, &found.header, pixels, row, found.reason);
    expect(is_whole == (expected->pixels != NULL), "some rows at a time", &found, expected);
    if (is_whole) expect(!memcmp(pixels, expected->pixels, expected->count), "the rows", &found, expected);
    free(pixels);
  }
  png_shim_close(reader);
}

// MARK: Writing

typedef struct {
  uint8_t *bytes;
  size_t count, room;
} file;

static _Bool append(void *context, const uint8_t *bytes, size_t count) {
  file *to = context;
  if (to->room - to->count < count) to->bytes = realloc(to->bytes, to->room = 2 * to->room + count);
  memcpy(to->bytes + to->count, bytes, count);
  to->count += count;
  return 1;
}

static _Bool write_strips(const outcome *picture, const png_shim_shape *shape, png_shim_settings settings, file *to,
                          char *reason) {
  png_shim_writer *writer = png_shim_begin(shape, NULL, append, to, reason);
  png_shim_compressor *compressor = png_shim_compressor_make(shape, settings);
  size_t row = (size_t)shape->width * shape->channels * shape->sample;
  _Bool is_whole = writer && compressor;
  for (uint32_t y = 0, count = png_shim_rows_of_strip(shape, settings); is_whole && y < shape->height; y += count) {
    if (count > shape->height - y) count = shape->height - y;
    // Copies of their own, so that whoever reads beyond a strip is caught.
    uint8_t *above = y ? malloc(row) : NULL, *rows = malloc(count * row);
    memcpy(rows, picture->pixels + y * row, count * row);
    if (above) memcpy(above, picture->pixels + (y - 1) * row, row);
    png_shim_strip strip = {0};
    _Bool is_last = y + count == shape->height;
    is_whole = png_shim_compress(compressor, rows, above, count, is_last, &strip) &&
               png_shim_append(writer, &strip, is_last, reason);
    free(strip.bytes);
    free(rows);
    free(above);
  }
  if (compressor) png_shim_compressor_free(compressor);
  if (writer) png_shim_writer_free(writer);
  return is_whole;
}

static void expect_round_trip(const outcome *picture, unsigned choice) {
  const png_shim_header *header = &picture->header;
  png_shim_shape shape = {header->width, header->height, header->channels, header->sample, 0};
  png_shim_settings settings = {.deflater = choice % 3, .filters = (int)(choice >> 4 & 31) << 3};
  settings.level = 1 + (int)(choice >> 2) % 6;
  file file = {0};
  outcome again = {.pixels = NULL};
  _Bool is_written = settings.deflater == png_shim_zlib
                         ? png_shim_write(picture->pixels, &shape, NULL, settings, append, &file, again.reason)
                         : write_strips(picture, &shape, settings, &file, again.reason);
  expect(is_written, "not written", &again, NULL);
  for (int libpng_alone = 0; libpng_alone < 2; libpng_alone++) {
    again = decode(file.bytes, file.count, 1, libpng_alone);
    expect(again.pixels && again.count == picture->count, "not read again", &again, NULL);
    expect(!memcmp(again.pixels, picture->pixels, again.count), "other pixels", &again, NULL);
    free(again.pixels);
  }
  free(file.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  // At an address of its own, so that whoever reads beyond its end is caught.
  for (int keep_16 = 0; keep_16 < 2; keep_16++) {
    outcome fast = decode(bytes, count, keep_16, 0), slow = decode(bytes, count, keep_16, 1);
    expect(!fast.pixels == !slow.pixels, "only one decodes", &fast, &slow);
    expect(!strcmp(fast.reason, slow.reason), "other reasons", &fast, &slow);
    if (fast.pixels) {
      expect(fast.count == slow.count && !memcmp(fast.pixels, slow.pixels, fast.count), "other pixels", &fast, &slow);
      expect_round_trip(&fast, count > 40 ? bytes[count - 14] * 257u + bytes[40] : 0);
    }
    if (!keep_16) expect_rows(bytes, count, &slow);
    free(fast.pixels);
    free(slow.pixels);
  }
  return 0;
}

// MARK: Mutations

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most);

static uint32_t big(const uint8_t *from) {
  return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

/// Makes the chunks' checksums right again: otherwise hardly any mutation would get beyond them.
static void mend(uint8_t *bytes, size_t count) {
  for (size_t at = 8; count - at >= 12 && at < count;) {
    uint32_t length = big(bytes + at);
    if (length > count - at - 12) return;
    uint32_t sum = (uint32_t)crc32(0, bytes + at + 4, length + 4);
    for (int i = 0; i < 4; i++) bytes[at + 8 + length + i] = (uint8_t)(sum >> (24 - 8 * i));
    at += length + 12;
  }
}

/// The content of the first IDAT, mutated before it was compressed: bytes of rows, and their filters.
static size_t mutate_rows(uint8_t *bytes, size_t count, size_t most) {
  for (size_t at = 8; at < count && count - at >= 12;) {
    uint32_t length = big(bytes + at);
    if (length > count - at - 12) break;
    if (memcmp(bytes + at + 4, "IDAT", 4)) {
      at += length + 12;
      continue;
    }
    uLongf rows = 1 << 16, packed = compressBound(1 << 16);
    uint8_t *room = malloc(rows), *stream = malloc(packed), *rest = malloc(count);
    size_t behind = count - at - 12 - length;
    memcpy(rest, bytes + at + 12 + length, behind);
    int is_done = uncompress(room, &rows, bytes + at + 8, length) == Z_OK && rows > 0;
    if (is_done) {
      LLVMFuzzerMutate(room, rows, rows);
      is_done = compress(stream, &packed, room, rows) == Z_OK && at + 12 + packed + behind <= most;
    }
    if (is_done) {
      for (int i = 0; i < 4; i++) bytes[at + i] = (uint8_t)(packed >> (24 - 8 * i));
      memcpy(bytes + at + 8, stream, packed);
      memcpy(bytes + at + 12 + packed, rest, behind);
      count = at + 12 + packed + behind;
    }
    free(room);
    free(stream);
    free(rest);
    if (is_done) return count;
    break;
  }
  return LLVMFuzzerMutate(bytes, count, most);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed) {
  count = seed % 3 ? LLVMFuzzerMutate(bytes, count, most) : mutate_rows(bytes, count, most);
  if (seed % 8 && count > 8) mend(bytes, count);
  return count;
}
