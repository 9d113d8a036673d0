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
  /// The channels that `png_shim_read` writes: 3 (RGB) or 4 (RGBA, not premultiplied).
  uint32_t channels;
  /// Bytes of each: 1, or 2 in the processor's order.
  uint32_t sample;
  _Bool is_interlaced;
  /// Bytes that `png_shim_read` takes up beyond the picture's.
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

/// Which decoder has decoded a picture.
typedef enum { png_shim_nobody, png_shim_by_libpng, png_shim_by_libdeflate } png_shim_decoder;

/// Decodes the whole picture, and checks what follows it to the file's end, into `width * height * channels *
/// sample` bytes, with `spare` bytes of room behind. Nobody on failure, with the reason; when it was not wanted any more, the
/// reason is empty.
///
/// - `libpng_alone`: no libdeflate, to compare.
png_shim_decoder png_shim_read(png_shim_reader *_Nonnull reader, uint8_t *_Nonnull pixels, _Bool libpng_alone,
                               png_shim_wanted _Nonnull wanted, void *_Nullable context,
                               char reason[_Nonnull PNG_SHIM_REASON]);

/// Begins to decode rows, by libpng. Not for interlaced pictures. False on failure, with the reason.
///
/// - `wanted`: is asked here and while rows are read, for as long as the reader lives.
_Bool png_shim_begin_rows(png_shim_reader *_Nonnull reader, png_shim_wanted _Nonnull wanted, void *_Nullable context,
                          char reason[_Nonnull PNG_SHIM_REASON]);

/// Decodes the next `count` rows, from the top, and no more than there are. After the last one, the rest of the file is
/// checked. False as with `png_shim_read`; nothing more can be read then.
_Bool png_shim_read_rows(png_shim_reader *_Nonnull reader, uint8_t *_Nonnull to, uint32_t count,
                         char reason[_Nonnull PNG_SHIM_REASON]);

void png_shim_close(png_shim_reader *_Nonnull reader);

// MARK: Writing

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

/// Takes the next bytes of the file; false stops the writing.
typedef _Bool (*png_shim_sink)(void *_Nullable context, const uint8_t *_Nonnull bytes, size_t count);

/// Some rows, filtered and compressed: a part of the deflate stream that refers to nothing before it.
typedef struct {
  /// To be freed.
  uint8_t *_Nullable bytes;
  size_t count;
  /// The size of the filtered rows in bytes, and their Adler-32.
  size_t rows_count;
  uint32_t sum;
} png_shim_strip;

/// How many rows are to be compressed at a time: all strips but the last have as many. What a picture's file is depends
/// on it.
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

/// A PNG file that grows strip by strip.
typedef struct png_shim_writer png_shim_writer;

/// Writes all that comes before the pixels. Null on failure, with the reason; when the sink stopped it, the reason is
/// empty.
png_shim_writer *_Nullable png_shim_begin(const png_shim_shape *_Nonnull shape,
                                          const png_shim_colours *_Nullable colours, png_shim_sink _Nonnull sink,
                                          void *_Nullable context, char reason[_Nonnull PNG_SHIM_REASON]);

/// Writes the next strip, and after the last one the file's end. False as with `png_shim_begin`.
_Bool png_shim_append(png_shim_writer *_Nonnull writer, const png_shim_strip *_Nonnull strip, _Bool is_last,
                      char reason[_Nonnull PNG_SHIM_REASON]);

void png_shim_writer_free(png_shim_writer *_Nonnull writer);

#endif
