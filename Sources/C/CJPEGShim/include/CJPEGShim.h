// libjpeg reports errors through a function that must not return. Here, that function calls longjmp, which must never
// cross a Swift frame. All decoding calls are therefore made in C. (TurboJPEG wouldn't need this, but it returns no
// rows until all of them are decoded.)
#ifndef CJPEGSHIM_H
#define CJPEGSHIM_H

#include <stddef.h>
#include <stdint.h>

/// The size of a buffer for an error message, which is libjpeg's own limit.
#define JPEG_SHIM_REASON 200

typedef enum { jpeg_shim_colour, jpeg_shim_grey, jpeg_shim_cmyk } jpeg_shim_kind;

typedef struct {
  uint32_t width, height;
  jpeg_shim_kind kind;
} jpeg_shim_header;

typedef struct jpeg_shim_reader jpeg_shim_reader;

/// Reads the file up to the first scan. `bytes` must outlive the reader. Returns null on failure and sets `reason`.
jpeg_shim_reader *_Nullable jpeg_shim_open(const void *_Nonnull bytes, size_t count, jpeg_shim_header *_Nonnull header,
                                           char reason[_Nonnull JPEG_SHIM_REASON]);

/// Returns whether the current work is still wanted. It is called between rows and between parts of a progressive
/// file.
typedef _Bool (*jpeg_shim_wanted)(void *_Nullable context);

/// The settings for decoding rows.
typedef struct {
  /// The number of pixels that become one in each direction: 1, 2, 4 or 8.
  uint32_t reduction;
  /// The maximum number of scans. Files with more are rejected.
  int most_scans;
} jpeg_shim_settings;

/// Begins decoding. A file with several scans is read here until its last pixel is complete.
///
/// Here and in later calls, libjpeg warnings are errors if they mean damaged pixels. Returns false on failure and sets
/// `reason`, which is empty if the picture is no longer wanted.
_Bool jpeg_shim_begin(jpeg_shim_reader *_Nonnull reader, jpeg_shim_settings settings, jpeg_shim_wanted _Nonnull wanted,
                      void *_Nullable context, char reason[_Nonnull JPEG_SHIM_REASON]);

/// Decodes the next `count` rows as RGB, or as CMYK if the file is stored that way. After the last row, checks that the
/// end marker or other bytes follow. Fails like `jpeg_shim_begin`.
_Bool jpeg_shim_read(jpeg_shim_reader *_Nonnull reader, uint8_t *_Nonnull to, uint32_t count,
                     char reason[_Nonnull JPEG_SHIM_REASON]);

void jpeg_shim_close(jpeg_shim_reader *_Nonnull reader);

#endif
