// Deflate without a search for matches.
#ifndef CPNGSHIM_RUNS_H
#define CPNGSHIM_RUNS_H

#include <stddef.h>
#include <stdint.h>

/// Bytes that `png_shim_deflate_runs` needs for so many.
#define PNG_SHIM_RUNS_ROOM(count) ((count) + (count) / 2 + 256)

/// Compresses into one block of Huffman's codes (RFC 1951, 3.2.7) for bytes, and for runs of zeros, the only matches that
/// there are. The filtered rows of a photo have hardly any other, and to look for them takes longer than all the rest.
/// What would grow is stored. It ends at a whole byte, so that another stream can follow; the last one says that it is.
/// Returns the bytes written.
size_t png_shim_deflate_runs(const uint8_t *from, size_t count, _Bool is_last, uint8_t *to);

#endif
