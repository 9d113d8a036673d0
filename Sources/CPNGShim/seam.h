// Walking over the codes of a deflate stream, without what they stand for.
#ifndef CPNGSHIM_SEAM_H
#define CPNGSHIM_SEAM_H

#include <stddef.h>
#include <stdint.h>

/// Bytes by which a stream can grow when another is to follow.
#define SEAM_ROOM 6

/// For joining streams that were compressed apart: libdeflate ends each as if nothing followed, and does not say where
/// its last block begins. Makes another stream that follows go on where this one ends: its last block is the last no
/// more, and an empty one behind it ends at a whole byte (RFC 1951, 3.2.3 and 3.2.4). What follows must not refer to
/// before. Returns the bytes that it has now; 0 when it is no whole deflate stream.
size_t png_shim_open_end(uint8_t *stream, size_t count);

/// Whether a stream that libdeflate has decompressed uses symbols that are reserved (RFC 1951, 3.2.6). libdeflate takes
/// them for their neighbours (lib/deflate_decompress.c of 1.14); zlib refuses them, and so does libpng.
_Bool png_shim_has_reserved_codes(const uint8_t *stream, size_t count);

#endif
