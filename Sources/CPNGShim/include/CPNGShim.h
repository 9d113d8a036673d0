// libpng reports errors by longjmp, which must never cross a Swift frame. Every call to libpng is made here,
// under a setjmp of its own; Swift sees only results and reasons.
#ifndef CPNGSHIM_H
#define CPNGSHIM_H

#include <stddef.h>
#include <stdint.h>

/// Room for a reason: libpng's longest message is 196 bytes.
#define PNG_SHIM_REASON 256

// MARK: Colours

/// What a file says of its colours, as PNG has it (ISO/IEC 15948, 11.3.3); of several chunks, the one that counts.
typedef struct {
  /// iCCP: an ICC profile, uncompressed.
  const uint8_t *_Nullable profile;
  size_t profile_count;
  /// sRGB: the rendering intent, or -1 without.
  int intent;
  /// gAMA, in 1/100000, or 0 without.
  int32_t gamma;
  /// cHRM, in 1/100000: x and y of white, red, green and blue; or all 0 without.
  int32_t chromaticities[8];
} png_shim_colours;

// MARK: Reading

typedef struct png_shim_reader png_shim_reader;

typedef struct {
  uint32_t width, height;
  /// The channels that are decoded: 3 (RGB) or 4 (RGBA, not premultiplied).
  uint32_t channels;
  /// Bytes of each: 1, or 2 in the processor's order.
  uint32_t sample;
  _Bool is_interlaced;
  /// Bytes that `png_shim_read_at_once` takes up beyond the picture's.
  size_t spare;
  /// The eXIf chunk, if one came before the pixels; it lives as long as the reader.
  const uint8_t *_Nullable exif;
  size_t exif_count;
  /// Its profile lives as long as the reader.
  png_shim_colours colours;
} png_shim_header;

/// Reads up to the first pixel. `bytes` must outlive the reader. Null on failure, with the reason.
///
/// - `keep_16`: whether 16 bits a channel stay 16, rather than being rounded to 8.
png_shim_reader *_Nullable png_shim_open(const void *_Nonnull bytes, size_t count, _Bool keep_16,
                                         png_shim_header *_Nonnull header, char reason[_Nonnull PNG_SHIM_REASON]);

/// Says whether what goes on is still wanted; called between rows, and as bytes are taken.
typedef _Bool (*png_shim_wanted)(void *_Nullable context);

/// Decodes the whole picture by libdeflate, and checks what follows it to the file's end. `pixels` has room
/// for `spare` bytes more than the picture has. False when it is of a rare kind, when anything about it is
/// unusual, or when it is not wanted any more: then its rows are to be read, which tells why.
_Bool png_shim_read_at_once(png_shim_reader *_Nonnull reader, uint8_t *_Nonnull pixels,
                            png_shim_wanted _Nonnull wanted, void *_Nullable context);

/// Begins to decode rows, by libpng. False on failure, with the reason; when it was not wanted any more, the
/// reason is empty.
///
/// - `wanted`: is asked here and while rows are read, for as long as the reader lives.
_Bool png_shim_begin_rows(png_shim_reader *_Nonnull reader, png_shim_wanted _Nonnull wanted, void *_Nullable context,
                          char reason[_Nonnull PNG_SHIM_REASON]);

/// Decodes the next `count` rows, from the top, and no more than there are; those of an interlaced picture
/// all at once. After the last one, the rest of the file is checked. False as with `png_shim_begin_rows`;
/// nothing more can be read then.
_Bool png_shim_read_rows(png_shim_reader *_Nonnull reader, uint8_t *_Nonnull to, uint32_t count,
                         char reason[_Nonnull PNG_SHIM_REASON]);

void png_shim_close(png_shim_reader *_Nonnull reader);

// MARK: Deflate streams without a search for matches, and streams that can be joined

// The fuzzer has its own values here, so that small pictures have strips, too.
#ifndef STRIP
#define STRIP (512 << 10)
#endif
#ifndef WHOLE
#define WHOLE (4 << 20)
#endif

enum {
  /// Bytes of filtered rows that are compressed at a time. Each strip starts again, at the price of some bytes.
  PNG_SHIM_STRIP = STRIP,
  /// libdeflate compresses pictures of up to this many bytes as one strip: to join strips costs a tenth of the
  /// time of their compression.
  PNG_SHIM_WHOLE = WHOLE,
  /// Bytes by which a stream can grow when another is to follow.
  PNG_SHIM_JOIN_ROOM = 6,
};

/// The room that `png_shim_deflate_runs` needs for `count` bytes.
static inline size_t png_shim_runs_room(size_t count) { return count + count / 2 + 256; }

/// Compresses into one block of Huffman's codes (RFC 1951, 3.2.7) for bytes, and for runs of zeros, the only matches that
/// there are. The filtered rows of a photo have hardly any other, and to look for them takes longer than all the rest.
/// What would grow is stored. It ends at a whole byte, so that another stream can follow; the last one says that it is.
/// Returns the bytes written.
size_t png_shim_deflate_runs(const uint8_t *_Nonnull from, size_t count, _Bool is_last, uint8_t *_Nonnull to);

/// Makes room at the end of a stream that libdeflate has just written, so that another can follow: its last block is no
/// longer marked as the last, and an empty one behind it ends at a whole byte (RFC 1951, 3.2.3 and 3.2.4). What follows must
/// not refer to what came before.
///
/// libdeflate does not report where the last block begins, so this walks over all codes. It is only ever given streams of
/// our own: a stranger's bytes never come here. Returns the new length; 0 when this is not a whole deflate stream.
size_t png_shim_open_end(uint8_t *_Nonnull stream, size_t count);

#endif
