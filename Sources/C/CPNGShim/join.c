#include <string.h>
#include <zlib.h>

#include "CPNGShim.h"

/// Walks over a whole stream. Returns false if it isn't a complete deflate stream.
///
/// - `last`, `end`: receive the bit positions of the start of the last block and of its end.
static _Bool walk(uint8_t *stream, size_t count, size_t *last, size_t *end) {
  z_stream blocks = {.next_in = stream, .avail_in = (uInt)count};
  if (inflateInit2(&blocks, -MAX_WBITS) != Z_OK) return 0;
  uint8_t ignored[64 << 10];
  int status = Z_OK, is_last = 0;
  *end = 0;
  while (status == Z_OK && !is_last) {
    blocks.next_out = ignored;
    blocks.avail_out = sizeof ignored;
    status = inflate(&blocks, Z_BLOCK);
    // Bit 7 means the end of a block, and bit 6 the last one. The lowest bits are the number of unused bits.
    if (!(blocks.data_type & 128)) continue;
    *last = *end;
    *end = (count - blocks.avail_in) * 8 - (blocks.data_type & 7);
    is_last = blocks.data_type & 64;
  }
  inflateEnd(&blocks);
  return is_last && (*end + 7) / 8 == count;
}

size_t png_shim_open_end(uint8_t *stream, size_t count) {
  size_t last, end;
  if (!walk(stream, count, &last, &end)) return 0;
  stream[last / 8] &= (uint8_t)~(1u << last % 8);
  // An empty stored block: three zero bits, padding up to a byte boundary, and the length 0 with its complement.
  size_t whole = (end + 3 + 7) / 8;
  memset(stream + count, 0, whole - count);
  memcpy(stream + whole, (uint8_t[]){0, 0, 0xFF, 0xFF}, 4);
  return whole + 4;
}
