// What strips need beside libdeflate: streams without a search for matches, and streams that can be joined.
#ifndef CPNGSHIM_DEFLATE_H
#define CPNGSHIM_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/// The room that `png_shim_deflate_runs` needs for `count` bytes.
#define PNG_SHIM_RUNS_ROOM(count) ((count) + (count) / 2 + 256)

/// Compresses into one block of Huffman's codes (RFC 1951, 3.2.7) for bytes, and for runs of zeros, the only matches that
/// there are. The filtered rows of a photo have hardly any other, and to look for them takes longer than all the rest.
/// What would grow is stored. It ends at a whole byte, so that another stream can follow; the last one says that it is.
/// Returns the bytes written.
size_t png_shim_deflate_runs(const uint8_t *from, size_t count, _Bool is_last, uint8_t *to);

/// Bytes by which a stream can grow when another is to follow.
#define PNG_SHIM_JOIN_ROOM 6

/// Makes room at the end of a stream that libdeflate has just written, so that another can follow: its last block is no
/// longer marked as the last, and an empty one behind it ends at a whole byte (RFC 1951, 3.2.3 and 3.2.4). What follows must
/// not refer to what came before.
///
/// libdeflate does not report where the last block begins, so this walks over all codes. It is only ever given streams of
/// our own: a stranger's bytes never come here. Returns the new length; 0 when this is not a whole deflate stream.
size_t png_shim_open_end(uint8_t *stream, size_t count);

#endif
