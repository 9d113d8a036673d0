// libpng reports errors with longjmp, which must never cross a Swift frame. All calls to libpng are therefore made
// here, each under its own setjmp. Swift sees only results and error messages.
#ifndef CPNGSHIM_H
#define CPNGSHIM_H

#include <stddef.h>
#include <stdint.h>

/// The size of a buffer for an error message. libpng's longest message is 196 bytes.
#define PNG_SHIM_REASON 256

// MARK: Colours

/// The colour information in a PNG (ISO/IEC 15948, 11.3.3). Only the chunk that takes precedence is filled in.
typedef struct {
  /// iCCP: an uncompressed ICC profile.
  const uint8_t *_Nullable profile;
  size_t profile_count;
  /// sRGB: the rendering intent, or -1 if the chunk is missing.
  int intent;
  /// gAMA, in 1/100000, or 0 if the chunk is missing.
  int32_t gamma;
  /// cHRM, in 1/100000: x and y of white, red, green and blue, or all 0 if the chunk is missing.
  int32_t chromaticities[8];
} png_shim_colours;

// MARK: Reading

typedef struct png_shim_reader png_shim_reader;

typedef struct {
  uint32_t width, height;
  /// The number of decoded channels: 3 (RGB) or 4 (RGBA, not premultiplied).
  uint32_t channels;
  /// The number of bytes per channel: 1, or 2 in native byte order.
  uint32_t sample;
  _Bool is_interlaced;
  /// The number of extra bytes that `png_shim_read_at_once` needs after the picture.
  size_t spare;
  /// The colour information. Its profile lives as long as the reader.
  png_shim_colours colours;
} png_shim_header;

/// Reads the file up to the first pixel. `bytes` must outlive the reader. Returns null on failure and sets `reason`.
///
/// - `keep_16`: whether 16-bit channels are kept instead of being rounded to 8 bits.
png_shim_reader *_Nullable png_shim_open(const void *_Nonnull bytes, size_t count, _Bool keep_16,
                                         png_shim_header *_Nonnull header, char reason[_Nonnull PNG_SHIM_REASON]);

/// Returns whether the current work is still wanted. It is called between rows and as bytes are consumed.
typedef _Bool (*png_shim_wanted)(void *_Nullable context);

/// Decodes the whole picture with libdeflate, and checks the rest of the file after it. `pixels` must have room for
/// `spare` more bytes than the picture has.
///
/// Returns false if the PNG is of a rare kind, if anything about it is unusual, or if it is no longer wanted. In
/// these cases, read the rows instead. That reports the actual error.
_Bool png_shim_read_at_once(png_shim_reader *_Nonnull reader, uint8_t *_Nonnull pixels,
                            png_shim_wanted _Nonnull wanted, void *_Nullable context);

/// Inflates all rows with libdeflate, so that `png_shim_read_rows` can read them and release their memory. Returns
/// false in the same cases as `png_shim_read_at_once`.
///
/// - `wanted`: called here and while rows are read, as long as the reader lives.
_Bool png_shim_begin_inflated(png_shim_reader *_Nonnull reader, png_shim_wanted _Nonnull wanted,
                              void *_Nullable context);

/// Begins decoding rows with libpng. Returns false on failure and sets `reason`, which is empty if the work is no
/// longer wanted.
///
/// - `wanted`: called here and while rows are read, as long as the reader lives.
_Bool png_shim_begin_rows(png_shim_reader *_Nonnull reader, png_shim_wanted _Nonnull wanted, void *_Nullable context,
                          char reason[_Nonnull PNG_SHIM_REASON]);

/// Decodes the next `count` rows, which must not exceed the remaining ones. An interlaced picture must be read in one
/// call. After the last row, the rest of the file is checked. Fails like `png_shim_begin_rows`, and no more rows can be
/// read after a failure.
_Bool png_shim_read_rows(png_shim_reader *_Nonnull reader, uint8_t *_Nonnull to, uint32_t count,
                         char reason[_Nonnull PNG_SHIM_REASON]);

void png_shim_close(png_shim_reader *_Nonnull reader);

// MARK: Deflate, and joining of deflate streams

// The fuzzer uses smaller values, so that even small pictures are split into strips.
#ifndef STRIP
#define STRIP (512 << 10)
#endif
#ifndef WHOLE
#define WHOLE (4 << 20)
#endif

enum {
  /// The number of bytes of filtered rows per strip. Starting a new strip costs a few bytes.
  PNG_SHIM_STRIP = STRIP,
  /// Pictures up to this size in bytes are a single strip with libdeflate, because joining strips adds a tenth to the
  /// compression time.
  PNG_SHIM_WHOLE = WHOLE,
  /// The maximum number of bytes by which a stream grows to let another one follow.
  PNG_SHIM_JOIN_ROOM = 6,
};

/// Returns the buffer size that `png_shim_deflate` needs for `count` bytes.
static inline size_t png_shim_deflate_room(size_t count) { return count + count / 2 + 1024; }

/// Memory for finding matches.
typedef struct png_shim_matcher png_shim_matcher;

/// Returns null if there isn't enough memory.
png_shim_matcher *_Nullable png_shim_matcher_open(void);
void png_shim_matcher_close(png_shim_matcher *_Nonnull matcher);

/// Compresses filtered rows with Huffman codes (RFC 1951, 3.2.7).
///
/// Matches are found greedily and have at least two pixels of three bytes, because shorter ones save little. The result
/// is as small as with libdeflate's fastest level. Large photos take half of its time, and small ones about as long.
/// Without a matcher, the only matches are runs of zeros, which takes a quarter of the time.
///
/// Data that would grow is stored. The stream ends on a byte boundary so that another one can follow, unless it is the
/// last. Returns the number of bytes written.
///
/// - `from`: `count` bytes, at least 1, and 16 more that can be read.
size_t png_shim_deflate(const uint8_t *_Nonnull from, size_t count, _Bool is_last,
                        png_shim_matcher *_Nullable matcher, uint8_t *_Nonnull to);

/// Changes the end of a stream from libdeflate so that another stream can follow.
///
/// The last block is no longer marked as the last, and an empty block after it ends on a byte boundary (RFC 1951, 3.2.3
/// and 3.2.4). The next stream must not refer back to this one.
///
/// libdeflate doesn't report where the last block begins, so zlib, which does, inflates the stream. Returns the new
/// length, or 0 if this isn't a complete deflate stream.
size_t png_shim_open_end(uint8_t *_Nonnull stream, size_t count);

#endif
