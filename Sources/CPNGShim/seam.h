// Joining deflate streams that were compressed apart.
#ifndef CPNGSHIM_SEAM_H
#define CPNGSHIM_SEAM_H

#include <stddef.h>
#include <stdint.h>

/// Bytes by which a stream can grow when another is to follow.
#define SEAM_ROOM 6

/// Makes room at the end of a stream that libdeflate has just written, so that another can follow: its last block is no
/// longer marked as the last, and an empty one behind it ends at a whole byte (RFC 1951, 3.2.3 and 3.2.4). What follows must
/// not refer to what came before.
///
/// libdeflate does not report where the last block begins, so this walks over all codes. It is only ever given streams of
/// our own: a stranger's bytes never come here. Returns the new length; 0 when this is not a whole deflate stream.
size_t png_shim_open_end(uint8_t *stream, size_t count);

#endif
