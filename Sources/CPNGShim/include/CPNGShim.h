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

// MARK: Strips of what is written

/// What compresses, and which filters it may choose.
typedef struct {
  /// Huffman's codes and runs of zeros, rather than libdeflate.
  _Bool by_runs;
  int level;         // libdeflate's: 0 ... 12
  unsigned filters;  // as with `pixels_filter_row`
} png_shim_settings;

/// A picture that is to be written.
typedef struct {
  uint32_t width, height;
  /// 3 (RGB) or 4 (RGBA).
  uint32_t channels;
  /// Bytes of each: 1, or 2 in the processor's order.
  uint32_t sample;
  /// Whether RGBA is written as RGB.
  _Bool drop_alpha;
} png_shim_shape;

/// Some rows, filtered and compressed: a part of the deflate stream that refers to nothing before it.
typedef struct {
  /// To be freed.
  uint8_t *_Nullable bytes;
  size_t count;
  /// The size of the filtered rows in bytes, and their Adler-32.
  size_t rows_count;
  uint32_t sum;
} png_shim_strip;

/// The number of rows in every strip but the last, which may have fewer. The bytes of the file depend on it.
uint32_t png_shim_rows_of_strip(const png_shim_shape *_Nonnull shape, png_shim_settings settings);

/// Filters and compresses, by libdeflate, or by Huffman's codes and runs of zeros alone. Used by one thread at a time.
typedef struct png_shim_compressor png_shim_compressor;

/// How many bytes of memory a compressor is to be given: one to two MiB, or up to nine for a picture that is one strip.
/// 0 when even a single row is too long for a PNG.
size_t png_shim_compressor_room(const png_shim_shape *_Nonnull shape, png_shim_settings settings);

/// Null without memory for its tables, or for an unknown level.
///
/// - `memory`: for `png_shim_compressor_room` bytes, which must outlive it.
png_shim_compressor *_Nullable png_shim_compressor_make(const png_shim_shape *_Nonnull shape,
                                                        png_shim_settings settings, uint8_t *_Nonnull memory);

/// Compresses a strip of `count` rows. False without memory.
///
/// - `above`: the row above the first; null for the picture's first strip.
_Bool png_shim_compress(png_shim_compressor *_Nonnull with, const uint8_t *_Nonnull pixels,
                        const uint8_t *_Nullable above, uint32_t count, _Bool is_last, png_shim_strip *_Nonnull strip);

void png_shim_compressor_free(png_shim_compressor *_Nonnull made);

#endif
