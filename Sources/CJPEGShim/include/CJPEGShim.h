// libjpeg reports errors by a function that must not return: here by longjmp, which must never cross a Swift frame. So
// every call that decodes is made here. (TurboJPEG, which needs none of this, hands over no rows before the last is there.)
#ifndef CJPEGSHIM_H
#define CJPEGSHIM_H

#include <stddef.h>
#include <stdint.h>

/// Room for a reason: libjpeg's own limit for a message.
#define JPEG_SHIM_REASON 200

typedef enum { jpeg_shim_colour, jpeg_shim_grey, jpeg_shim_cmyk } jpeg_shim_kind;

typedef struct {
  uint32_t width, height;
  jpeg_shim_kind kind;
} jpeg_shim_header;

typedef struct jpeg_shim_reader jpeg_shim_reader;

/// Reads up to the first scan. `bytes` must outlive the reader. Null on failure, with the reason.
jpeg_shim_reader *_Nullable jpeg_shim_open(const void *_Nonnull bytes, size_t count, jpeg_shim_header *_Nonnull header,
                                           char reason[_Nonnull JPEG_SHIM_REASON]);

/// Says whether what goes on is still wanted; called between rows, and between the parts of a progressive file.
typedef _Bool (*jpeg_shim_wanted)(void *_Nullable context);

/// How the rows are decoded.
typedef struct {
  /// 1, 2, 4 or 8: this many pixels each way become one.
  uint32_t reduction;
  /// More are refused.
  int most_scans;
} jpeg_shim_settings;

/// Begins to decode. A file of several scans is read here, until its last pixel is complete. A warning of libjpeg is an
/// error if it means damaged pixels, here and in the calls that follow. False on failure, with the reason; if the picture
/// is no longer wanted, the reason is empty.
_Bool jpeg_shim_begin(jpeg_shim_reader *_Nonnull reader, jpeg_shim_settings settings, jpeg_shim_wanted _Nonnull wanted,
                      void *_Nullable context, char reason[_Nonnull JPEG_SHIM_REASON]);

/// Decodes the next `count` rows: RGB, or CMYK as it is stored. After the last one, something has to follow: the end marker,
/// or other bytes in its place. False as above.
_Bool jpeg_shim_read(jpeg_shim_reader *_Nonnull reader, uint8_t *_Nonnull to, uint32_t count,
                     char reason[_Nonnull JPEG_SHIM_REASON]);

void jpeg_shim_close(jpeg_shim_reader *_Nonnull reader);

#endif
