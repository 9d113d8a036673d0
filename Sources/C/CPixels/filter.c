// PNG filters (ISO/IEC 15948, section 9), 32 bytes at a time. No prediction needs more than 8 bits per value.
#include <string.h>

#include "CPixels.h"

#define INLINE static inline __attribute__((always_inline))
// This warning is about passing vectors to functions, which differs between processors. Here every call is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

typedef uint8_t bytes __attribute__((vector_size(32)));
typedef uint16_t words __attribute__((vector_size(32)));
typedef uint32_t doubles __attribute__((vector_size(32)));

INLINE bytes load(const uint8_t *from) {
  bytes loaded;
  memcpy(&loaded, from, sizeof loaded);
  return loaded;
}

INLINE bytes difference(bytes a, bytes b) {
  return __builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b);
}

INLINE bytes pick(bytes mask, bytes chosen, bytes other) { return (mask & chosen) | (~mask & other); }

/// Returns left, above or corner (above left), whichever is closest to left + above - corner.
INLINE bytes paeth(bytes left, bytes above, bytes corner) {
  bytes to_left = difference(above, corner), to_above = difference(left, corner);
  // The distance from the estimate to the corner is the sum of both signed differences. If they have the same sign,
  // it is no less than either of them, so the corner is never chosen. Otherwise they partly cancel.
  bytes same_sign = (bytes)((above < corner) == (left < corner));
  bytes to_corner = difference(to_left, to_above) | same_sign;
  bytes is_left = (bytes)(to_left <= to_above) & (bytes)(to_left <= to_corner);
  return pick(is_left, left, pick((bytes)(to_above <= to_corner), above, corner));
}

INLINE bytes predict(int filter, bytes left, bytes above, bytes corner) {
  switch (filter) {
    case PIXELS_SUB: return left;
    case PIXELS_UP: return above;
    case PIXELS_AVERAGE: return (left & above) + ((left ^ above) >> 1);
    case PIXELS_PAETH: return paeth(left, above, corner);
    default: return left ^ left;
  }
}

/// Returns the 32 filtered bytes that start at `at`.
INLINE bytes filtered_at(int filter, const uint8_t *row, const uint8_t *previous, size_t pixel, size_t at) {
  return load(row + at) -
         predict(filter, load(row + at - pixel), load(previous + at), load(previous + at - pixel));
}

/// Returns the absolute values of differences, taken as numbers from -128 to 127, added in pairs.
INLINE words magnitudes(bytes differences) {
  words pairs = (words)__builtin_elementwise_min(differences, -differences);
  return (pairs & 255) + (pairs >> 8);
}

INLINE uint64_t sum(words pairs) {
  doubles fours = ((doubles)pairs & 0xFFFF) + ((doubles)pairs >> 16);
  uint64_t sum = 0;
  for (int i = 0; i < 8; i++) sum += fours[i];
  return sum;
}

/// Returns a mask of the first `count` bytes, at most 31.
INLINE bytes first(size_t count) {
  static const uint8_t masks[63] = {[0 ... 30] = 255};
  return load(masks + 31 - count);
}

INLINE uint64_t cost(int filter, const uint8_t *row, const uint8_t *previous, size_t count, size_t pixel) {
  uint64_t cost = 0;
  size_t at = 0, whole = count / sizeof(bytes) * sizeof(bytes);
  while (at < whole) {
    words pairs = {0};
    // Each block adds at most 256 to a pair, so 255 blocks fit in 16 bits.
    size_t end = whole - at < 255 * sizeof(bytes) ? whole : at + 255 * sizeof(bytes);
    for (; at < end; at += sizeof(bytes)) pairs += magnitudes(filtered_at(filter, row, previous, pixel, at));
    cost += sum(pairs);
  }
  return cost + sum(magnitudes(filtered_at(filter, row, previous, pixel, at) & first(count - at)));
}

INLINE int choose(unsigned filters, const uint8_t *row, const uint8_t *previous, size_t count, size_t pixel) {
  if ((filters & (filters - 1)) == 0) return filters ? __builtin_ctz(filters) : PIXELS_NONE;
  uint64_t least = UINT64_MAX;
  int best = PIXELS_NONE;
  // The loop is unrolled so that the filter is a constant in each copy.
#pragma clang loop unroll(full)
  for (int filter = PIXELS_NONE; filter <= PIXELS_PAETH; filter++) {
    if (!(filters >> filter & 1)) continue;
    uint64_t found = cost(filter, row, previous, count, pixel);
    if (found < least) {
      least = found;
      best = filter;
    }
  }
  return best;
}

INLINE void apply(int filter, uint8_t *to, const uint8_t *row, const uint8_t *previous, size_t count, size_t pixel) {
  size_t at = 0;
  for (; at + sizeof(bytes) <= count; at += sizeof(bytes)) {
    bytes differences = filtered_at(filter, row, previous, pixel, at);
    memcpy(to + at, &differences, sizeof differences);
  }
  bytes rest = filtered_at(filter, row, previous, pixel, at);
  memcpy(to + at, &rest, count - at);
}

INLINE void pixels_filter_row_inline(uint8_t *to, const uint8_t *row, const uint8_t *previous, size_t count,
                                     size_t pixel, unsigned filters) {
  int filter = choose(filters, row, previous, count, pixel);
  to[0] = (uint8_t)filter;
  switch (filter) {
    case PIXELS_SUB: apply(PIXELS_SUB, to + 1, row, previous, count, pixel); break;
    case PIXELS_UP: apply(PIXELS_UP, to + 1, row, previous, count, pixel); break;
    case PIXELS_AVERAGE: apply(PIXELS_AVERAGE, to + 1, row, previous, count, pixel); break;
    case PIXELS_PAETH: apply(PIXELS_PAETH, to + 1, row, previous, count, pixel); break;
    default: memcpy(to + 1, row, count);
  }
}

PIXELS_VARIANTS("avx2", void, pixels_filter_row,
                (uint8_t *to, const uint8_t *row, const uint8_t *previous, size_t count, size_t pixel, unsigned filters),
                (to, row, previous, count, pixel, filters))
