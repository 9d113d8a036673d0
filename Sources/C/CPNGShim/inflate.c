// Strict C hides MAP_ANON on Linux.
#define _DEFAULT_SOURCE
#include "inflate.h"

#include <CPixels.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// MARK: Chunks

/// The number of bytes before the first chunk (ISO/IEC 15948, 5.2).
enum { PNG_SIGNATURE = 8 };

typedef struct {
  const uint8_t *name, *content;
  size_t count;
} chunk;

static uint32_t big(const uint8_t *from) {
  return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

/// Reads the next chunk if it is complete.
static _Bool next_chunk(const uint8_t **from, size_t *left, chunk *next) {
  if (*left < 12) return 0;
  next->count = big(*from);
  next->name = *from + 4;
  next->content = *from + 8;
  if (next->count > *left - 12) return 0;
  *from += next->count + 12;
  *left -= next->count + 12;
  return 1;
}

static _Bool is(const chunk *chunk, const char *name) { return memcmp(chunk->name, name, 4) == 0; }

static _Bool has_right_sum(const chunk *chunk) {
  return libdeflate_crc32(0, chunk->name, chunk->count + 4) == big(chunk->content + chunk->count);
}

png_shim_sums png_shim_check_sums(const uint8_t *chunks, size_t count, png_shim_wanted wanted, void *context) {
  chunk next;
  while (next_chunk(&chunks, &count, &next)) {
    if (!wanted(context)) return png_shim_unwanted;
    if (is(&next, "IEND")) break;
    if (is(&next, "IDAT") && !has_right_sum(&next)) return png_shim_wrong_sum;
  }
  return png_shim_right_sums;
}

const uint8_t *png_shim_last_pixels(const uint8_t *file, size_t count, const uint8_t **last_byte) {
  const uint8_t *from = file + PNG_SIGNATURE, *last = NULL;
  size_t left = count < PNG_SIGNATURE ? 0 : count - PNG_SIGNATURE;
  chunk next;
  _Bool is_within = 0;
  while (next_chunk(&from, &left, &next) && (is(&next, "IDAT") || !is_within)) {
    is_within = is(&next, "IDAT");
    if (!is_within || !next.count) continue;
    last = next.name - 4;
    *last_byte = next.content + next.count - 1;
  }
  return last;
}

/// The compressed rows, which are the content of all consecutive IDATs.
typedef struct {
  size_t count;
  /// The start of the compressed rows if they are contiguous. Otherwise, it is null.
  const uint8_t *whole;
} stream;

static _Bool measure_stream(const uint8_t *from, size_t left, size_t rows, stream *stream,
                            png_shim_wanted wanted, void *context) {
  stream->count = 0;
  stream->whole = NULL;
  if (png_shim_check_sums(from, left, wanted, context) != png_shim_right_sums) return 0;
  chunk next;
  // libpng rejects an IDAT chunk that is larger than its rows would be uncompressed. Because of empty blocks, all
  // IDAT chunks together may be somewhat larger. Much larger streams are left to libpng, which reads them piece by
  // piece.
  size_t most = rows + 6 + 5 * (rows / 32566 + 1), most_together = 2 * most + (1 << 20);
  while (next_chunk(&from, &left, &next) && is(&next, "IDAT")) {
    if (next.count > most || stream->count > most_together) return 0;
    if (next.count) stream->whole = stream->count ? NULL : next.content;
    stream->count += next.count;
  }
  return stream->count > 0;
}

static void join_stream(const uint8_t *from, size_t count, uint8_t *to) {
  while (count) {
    size_t length = big(from);
    memcpy(to, from + 8, length);
    to += length;
    count -= length;
    from += length + 12;
  }
}

// MARK: Rows

/// Inflates exactly `rows_count` bytes and verifies their checksum. Extra bytes after the stream are ignored.
static _Bool inflate_rows(const uint8_t *from, size_t count, uint8_t *rows, size_t rows_count) {
  struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
  if (!decompressor) return 0;
  enum libdeflate_result result = libdeflate_zlib_decompress(decompressor, from, count, rows, rows_count, NULL);
  libdeflate_free_decompressor(decompressor);
  return result == LIBDEFLATE_SUCCESS;
}

/// The size of a huge page, and a multiple of any other page's size.
enum { PNG_SHIM_PAGE = 2 << 20 };

/// Maps memory, which malloc might keep after it is freed.
static uint8_t *map(size_t count) {
  void *start = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (start == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
  // With fewer page faults, a photo takes 4 % less time.
  madvise(start, count, MADV_HUGEPAGE);
#endif
  return start;
}

/// Inflates all rows of a picture to exactly `rows_count` bytes, and verifies their filter types.
static _Bool inflate_stream(const png_shim_plain *picture, const uint8_t *chunks, size_t count, uint8_t *rows,
                            size_t rows_count, png_shim_wanted wanted, void *context) {
  stream stream;
  if (!measure_stream(chunks, count, rows_count, &stream, wanted, context)) return 0;
  // A single deflate bit can stand for at most 258 bytes.
  if (rows_count / 8 / 258 > stream.count) return 0;
  uint8_t *joined = NULL;
  if (!stream.whole) {
    joined = map(stream.count);
    if (!joined) return 0;
    join_stream(chunks, stream.count, joined);
  }
  _Bool is_known = inflate_rows(joined ? joined : stream.whole, stream.count, rows, rows_count);
  if (joined) munmap(joined, stream.count);
  size_t row = rows_count / picture->height;
  for (size_t at = 0; at < rows_count && is_known; at += row) is_known = rows[at] <= PIXELS_PAETH;
  return is_known;
}

/// Replaces one-byte pixels with their colours. Copies four bytes even for three channels, because the next pixel
/// overwrites the fourth.
static void colour_row(uint8_t *to, const uint8_t *from, const png_shim_plain *picture) {
  uint32_t last = picture->width - 1;
  for (uint32_t x = 0; x < last; x++, to += picture->channels) memcpy(to, picture->colours[from[x]], 4);
  memcpy(to, picture->colours[from[last]], picture->channels);
}

/// Unfilters `count` rows, and replaces one-byte pixels.
///
/// - `previous`: the unfiltered row before the first one, which is replaced with the last one.
static void decode_rows(const png_shim_plain *picture, uint8_t *rows, uint8_t *previous, uint8_t *to, uint32_t count) {
  size_t row = (size_t)picture->width * picture->stored;
  if (picture->stored == picture->channels) {
    pixels_unfilter_rows(to, row, rows, previous, row, picture->stored, count);
    memcpy(previous, to + (count - 1) * row, row);
    return;
  }
  pixels_unfilter_rows(rows, row + 1, rows, previous, row, picture->stored, count);
  memcpy(previous, rows + (count - 1) * (row + 1), row);
  for (uint32_t y = 0; y < count; y++)
    colour_row(to + (size_t)y * picture->width * picture->channels, rows + y * (row + 1), picture);
}

size_t png_shim_spare(const png_shim_plain *picture) {
  return (size_t)picture->width * picture->stored + picture->height;
}

_Bool png_shim_inflate(const png_shim_plain *picture, const uint8_t *chunks, size_t count, uint8_t *room,
                       png_shim_wanted wanted, void *context) {
  size_t row = (size_t)picture->width * picture->stored, rows_count = (row + 1) * picture->height;
  size_t decoded = (size_t)picture->width * picture->channels, stride = PNG_SHIM_STRIDE / picture->width + 1;
  // The rows are at the end of the room and are decoded to its start. Writing never overtakes reading: the bytes left to
  // read never exceed the bytes left to write, and the spare row leaves room for writing two rows at a time.
  uint8_t *rows = room + decoded * picture->height + png_shim_spare(picture) - rows_count, *previous = calloc(1, row);
  _Bool is_known = previous && inflate_stream(picture, chunks, count, rows, rows_count, wanted, context);
  for (size_t y = 0; y < picture->height && is_known; y += stride) {
    is_known = wanted(context);
    size_t left = picture->height - y, taken = left < stride ? left : stride;
    if (is_known) decode_rows(picture, rows + y * (row + 1), previous, room + y * decoded, (uint32_t)taken);
  }
  free(previous);
  return is_known;
}

// MARK: Row by row

_Bool png_shim_inflate_rows(const png_shim_plain *picture, const uint8_t *chunks, size_t count,
                            png_shim_rows *rows, png_shim_wanted wanted, void *context) {
  size_t row = (size_t)picture->width * picture->stored;
  *rows = (png_shim_rows){.count = (row + 1) * picture->height, .previous = calloc(1, row)};
  if (rows->previous) rows->next = rows->start = map(rows->count);
  if (rows->start && inflate_stream(picture, chunks, count, rows->start, rows->count, wanted, context)) return 1;
  png_shim_end_rows(rows);
  return 0;
}

void png_shim_next_rows(const png_shim_plain *picture, png_shim_rows *rows, uint8_t *to, uint32_t count) {
  decode_rows(picture, rows->next, rows->previous, to, count);
  rows->next += count * ((size_t)picture->width * picture->stored + 1);
  size_t used = (size_t)(rows->next - rows->start) / PNG_SHIM_PAGE * PNG_SHIM_PAGE;
  if (!used) return;
  munmap(rows->start, used);
  rows->start += used;
  rows->count -= used;
}

void png_shim_end_rows(png_shim_rows *rows) {
  if (rows->start) munmap(rows->start, rows->count);
  free(rows->previous);
  *rows = (png_shim_rows){0};
}
