// Reverses PNG filters (ISO/IEC 15948, section 9). Each pixel depends on the one before it, so pixels are processed one
// by one, with all channels of a pixel in parallel, and two rows at a time.
#include <string.h>

#include "CPixels.h"

#define INLINE static inline __attribute__((always_inline))
#pragma clang diagnostic ignored "-Wpsabi"  // all is inlined

/// A pixel with 16 bits per channel.
typedef uint16_t channels __attribute__((vector_size(8)));
typedef int16_t signed_channels __attribute__((vector_size(8)));
typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef uint8_t bytes32 __attribute__((vector_size(32)));

INLINE channels load(const uint8_t *from, size_t count) {
  bytes4 loaded = {0};
  memcpy(&loaded, from, count);
  return __builtin_convertvector(loaded, channels);
}

INLINE void store(uint8_t *to, channels pixel, size_t count) {
  bytes4 stored = __builtin_convertvector(pixel, bytes4);
  memcpy(to, &stored, count);
}

INLINE signed_channels pick(signed_channels mask, signed_channels chosen, signed_channels other) {
  return (mask & chosen) | (~mask & other);
}

/// Returns left, above or corner, whichever is closest to left + above - corner, as the specification requires. This
/// form has a short dependency chain from `left` to the result.
///
/// The limit is 3 × corner - left - above. If it is at most the smaller of left and above, the greater one is
/// closest. If it is at least the greater one, the smaller one is. In between, the corner is.
INLINE channels paeth(channels left, channels above, channels corner) {
  signed_channels a = (signed_channels)left, b = (signed_channels)above, c = (signed_channels)corner;
  signed_channels limit = (c + c + c - b) - a;
  signed_channels low = __builtin_elementwise_min(a, b), high = __builtin_elementwise_max(a, b);
  return (channels)pick(limit <= low, high, pick(high <= limit, low, c));
}

INLINE channels predict(int filter, channels left, channels above, channels corner) {
  switch (filter) {
    case PIXELS_SUB: return left;
    case PIXELS_AVERAGE: return (left + above) >> 1;
    default: return paeth(left, above, corner);
  }
}

INLINE void unfilter(int filter, uint8_t *to, const uint8_t *from, const uint8_t *previous, size_t count,
                     size_t pixel) {
  channels left = {0}, corner = {0};
  size_t at = 0;
  // Copying four bytes is faster than three. The next pixel overwrites the fourth byte, which precedes the bytes that
  // haven't been read yet.
  for (; at + pixel < count; at += pixel) {
    channels above = load(previous + at, 4);
    left = (load(from + at, 4) + predict(filter, left, above, corner)) & 255;
    corner = above;
    store(to + at, left, 4);
  }
  channels above = load(previous + at, pixel);
  store(to + at, load(from + at, pixel) + predict(filter, left, above, corner), pixel);
}

/// Unfilters two rows. The second one is a pixel behind the first, so neither has to wait for results of the other.
INLINE void unfilter_two(int filter, int filter2, uint8_t *to, uint8_t *to2, const uint8_t *from, const uint8_t *from2,
                         const uint8_t *previous, size_t count, size_t pixel) {
  channels left = {0}, corner = {0}, left2 = {0}, corner2 = {0}, above, above2;
#define FIRST(size)                                                            \
  above = load(previous + at, size);                                           \
  above2 = left;                                                               \
  left = (load(from + at, size) + predict(filter, left, above, corner)) & 255; \
  corner = above;                                                              \
  store(to + at, left, size)
#define SECOND(size)                                                                           \
  left2 = (load(from2 + at - pixel, size) + predict(filter2, left2, above2, corner2)) & 255; \
  corner2 = above2;                                                                            \
  store(to2 + at - pixel, left2, size)
  size_t at = 0;
  FIRST(pixel);
  for (at += pixel; at + pixel < count; at += pixel) {
    FIRST(4);
    SECOND(4);
  }
  if (at < count) {
    FIRST(pixel);
    SECOND(4);
    at += pixel;
  }
  above2 = left;
  SECOND(pixel);
#undef FIRST
#undef SECOND
}

/// Unfilters pixels of one byte.
INLINE void unfilter_bytes(int filter, uint8_t *to, const uint8_t *from, const uint8_t *previous, size_t count) {
  int left = 0, corner = 0;
  for (size_t at = 0; at < count; at++) {
    int above = previous[at], predicted = left;
    if (filter == PIXELS_AVERAGE) {
      predicted = (left + above) >> 1;
    } else if (filter == PIXELS_PAETH) {
      int limit = 3 * corner - above - left, low = left < above ? left : above, high = left + above - low;
      predicted = limit <= low ? high : high <= limit ? low : corner;
    }
    left = (from[at] + predicted) & 255;
    corner = above;
    to[at] = (uint8_t)left;
  }
}

INLINE void unfilter_up(uint8_t *to, const uint8_t *from, const uint8_t *previous, size_t count) {
  size_t at = 0;
  for (; at + sizeof(bytes32) <= count; at += sizeof(bytes32)) {
    bytes32 differences, above;
    memcpy(&differences, from + at, sizeof differences);
    memcpy(&above, previous + at, sizeof above);
    differences += above;
    memcpy(to + at, &differences, sizeof differences);
  }
  for (; at < count; at++) to[at] = from[at] + previous[at];
}

INLINE void unfilter_row(uint8_t *to, const uint8_t *filtered, const uint8_t *previous, size_t count, size_t pixel) {
  int filter = filtered[0];
  const uint8_t *from = filtered + 1;
  switch (filter) {
    case PIXELS_UP: unfilter_up(to, from, previous, count); break;
#define UNFILTER(filter)                                               \
  case filter:                                                         \
    if (pixel == 1) unfilter_bytes(filter, to, from, previous, count); \
    if (pixel == 3) unfilter(filter, to, from, previous, count, 3);    \
    if (pixel == 4) unfilter(filter, to, from, previous, count, 4);    \
    break;
      UNFILTER(PIXELS_SUB)
      UNFILTER(PIXELS_AVERAGE)
      UNFILTER(PIXELS_PAETH)
    default: memmove(to, from, count);
  }
}

/// Unfilters two rows together if that is faster, and returns whether it was.
INLINE _Bool unfilter_pair(uint8_t *to, size_t stride, const uint8_t *filtered, const uint8_t *previous, size_t count,
                           size_t pixel) {
  const uint8_t *from = filtered + 1, *filtered2 = from + count, *from2 = filtered2 + 1;
  if (pixel == 1) return 0;
#define PAIR(filter, filter2)                                                                                     \
  case filter * 8 + filter2:                                                                                      \
    if (pixel == 3) unfilter_two(filter, filter2, to, to + stride, from, from2, previous, count, 3);              \
    if (pixel == 4) unfilter_two(filter, filter2, to, to + stride, from, from2, previous, count, 4);              \
    return 1;
#define PAIRS(filter) PAIR(filter, PIXELS_SUB) PAIR(filter, PIXELS_AVERAGE) PAIR(filter, PIXELS_PAETH)
  switch (filtered[0] * 8 + filtered2[0]) {
    PAIRS(PIXELS_SUB)
    PAIRS(PIXELS_AVERAGE)
    PAIRS(PIXELS_PAETH)
    default: return 0;
  }
}

INLINE void pixels_unfilter_rows_inline(uint8_t *to, size_t stride, const uint8_t *filtered, const uint8_t *previous,
                                        size_t count, size_t pixel, size_t rows) {
  while (rows > 0) {
    size_t taken = 1;
    if (rows > 1 && unfilter_pair(to, stride, filtered, previous, count, pixel))
      taken = 2;
    else
      unfilter_row(to, filtered, previous, count, pixel);
    previous = to + (taken - 1) * stride;
    to += taken * stride;
    filtered += taken * (count + 1);
    rows -= taken;
  }
}

PIXELS_VARIANTS("avx2", void, pixels_unfilter_rows,
                (uint8_t *to, size_t stride, const uint8_t *filtered, const uint8_t *previous, size_t count,
                 size_t pixel, size_t rows),
                (to, stride, filtered, previous, count, pixel, rows))
