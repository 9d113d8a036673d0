#include "CPNGShim.h"

#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum {
  END = 256,
  /// The number of symbols: bytes, the end marker and match lengths (RFC 1951, 3.2.5).
  SYMBOLS = 286,
  LONGEST_RUN = 258,
  /// The maximum bits per code. Four codes and seven leftover bits fit into a 64-bit word.
  LONGEST = 12,
  /// The minimum length of a run of zeros. Shorter runs are frequent in smooth pictures and cost more time than the
  /// bytes they save are worth.
  WORTH = 16,
  /// Eight bytes are counted in each stretch of this many bytes.
  SAMPLE = 64,
  MOST_STORED = 65535,
};

// MARK: Codes

typedef struct {
  uint16_t bits;
  uint8_t count;
} code;

/// Estimates how often each symbol occurs. Every symbol counts at least once, because only a sample of bytes is
/// examined.
INLINE void count_symbols(const uint8_t *from, size_t count, uint32_t *times) {
  // Several tables, so that counting equal bytes in a row doesn't stall.
  uint32_t tables[4][END] = {0};
  uint32_t runs = 0;
  for (size_t at = 0; at + WORTH <= count; at += SAMPLE) {
    uint64_t words[2];
    memcpy(words, from + at, sizeof words);
    if (words[0] | words[1])
      for (int i = 0; i < 8; i++) tables[i & 3][from[at + i]]++;
    else
      runs++;
  }
  for (int i = 0; i < END; i++) times[i] = 1 + tables[0][i] + tables[1][i] + tables[2][i] + tables[3][i];
  for (int i = END; i < SYMBOLS; i++) times[i] = 1;
  times[SYMBOLS - 1] += runs * SAMPLE / LONGEST_RUN;
}

static int compare(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return a < b ? -1 : a > b;
}

/// Adjusts the number of codes of each length until all codes fit. Initially there are too many of maximum length. Each
/// step removes one of them and splits a shorter code into two.
static void shorten(unsigned *of_length) {
  unsigned taken = 0;
  for (unsigned length = 1; length <= LONGEST; length++) taken += of_length[length] << (LONGEST - length);
  for (; taken > 1u << LONGEST; taken--) {
    unsigned length = LONGEST - 1;
    while (!of_length[length]) length--;
    of_length[LONGEST]--;
    of_length[length]--;
    of_length[length + 1] += 2;
  }
}

/// Chooses code lengths with Huffman's algorithm, which merges the two rarest nodes until one is left. Nodes are
/// created in order of weight, so no heap is needed (van Leeuwen 1976).
static void choose_lengths(const uint32_t *times, uint8_t *lengths) {
  uint64_t symbols[SYMBOLS], weights[2 * SYMBOLS - 1];
  uint16_t parents[2 * SYMBOLS - 1];
  uint8_t depths[2 * SYMBOLS - 1];
  unsigned of_length[LONGEST + 1] = {0};
  for (unsigned i = 0; i < SYMBOLS; i++) symbols[i] = (uint64_t)times[i] << 9 | i;
  qsort(symbols, SYMBOLS, sizeof *symbols, compare);
  for (unsigned i = 0; i < SYMBOLS; i++) weights[i] = symbols[i] >> 9;
  for (unsigned made = SYMBOLS, leaf = 0, node = SYMBOLS; made < 2 * SYMBOLS - 1; made++) {
    weights[made] = 0;
    for (int i = 0; i < 2; i++) {
      unsigned rarest = leaf < SYMBOLS && (node == made || weights[leaf] <= weights[node]) ? leaf++ : node++;
      weights[made] += weights[rarest];
      parents[rarest] = (uint16_t)made;
    }
  }
  depths[2 * SYMBOLS - 2] = 0;
  for (unsigned i = 2 * SYMBOLS - 2; i-- > 0;) {
    unsigned depth = depths[parents[i]] + 1u;
    depths[i] = (uint8_t)depth;
    if (i < SYMBOLS) of_length[depth < LONGEST ? depth : LONGEST]++;
  }
  shorten(of_length);
  // The rarest symbols get the longest codes.
  for (unsigned length = LONGEST, i = 0; length > 0; length--)
    for (unsigned left = of_length[length]; left > 0; left--) lengths[symbols[i++] & 511] = (uint8_t)length;
}

/// Assigns codes to the lengths (RFC 1951, 3.2.2).
static void assign_codes(const uint8_t *lengths, code *codes) {
  unsigned of_length[LONGEST + 1] = {0}, next[LONGEST + 1] = {0};
  for (unsigned i = 0; i < SYMBOLS; i++) of_length[lengths[i]]++;
  for (unsigned length = 1; length < LONGEST; length++) next[length + 1] = (next[length] + of_length[length]) << 1;
  for (unsigned i = 0; i < SYMBOLS; i++) {
    unsigned bits = __builtin_bitreverse16((uint16_t)next[lengths[i]]++);
    codes[i] = (code){(uint16_t)(bits >> (16 - lengths[i])), lengths[i]};
  }
}

// MARK: Bits

typedef struct {
  uint8_t *next;
  uint64_t bits;
  unsigned count;
} bit_writer;

INLINE uint64_t little_endian(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_bswap64(word);
#else
  return word;
#endif
}

/// Writes all complete bytes. Up to seven bits remain.
INLINE void flush(bit_writer *to) {
  uint64_t word = little_endian(to->bits);
  memcpy(to->next, &word, sizeof word);
  to->next += to->count >> 3;
  to->bits >>= to->count & 56;
  to->count &= 7;
}

/// Appends bits. At most 56 bits fit between two flushes.
INLINE void put(bit_writer *to, uint64_t bits, unsigned count) {
  to->bits |= bits << to->count;
  to->count += count;
}

INLINE void put_code(bit_writer *to, code code) { put(to, code.bits, code.count); }

static void put_lengths(bit_writer *to, const uint8_t *lengths) {
  put(to, SYMBOLS - 257, 5);
  put(to, 0, 5);  // a single distance code
  // The code lengths (up to 15) have 4-bit codes equal to their values, and repeat codes aren't used.
  put(to, 19 - 4, 4);
  for (int i = 0; i < 19; i++, flush(to)) put(to, i < 3 ? 0 : 4, 3);
  for (int i = 0; i < SYMBOLS; i++, flush(to)) put(to, __builtin_bitreverse8(lengths[i]) >> 4, 4);
  put(to, __builtin_bitreverse8(1) >> 4, 4);
  flush(to);
}

// MARK: Bytes and runs

INLINE void put_four(bit_writer *to, const code *codes, uint32_t four) {
  code a = codes[four & 255], b = codes[four >> 8 & 255], c = codes[four >> 16 & 255], d = codes[four >> 24];
  // Combined in pairs first, because the pairs don't depend on earlier output.
  uint64_t first = a.bits | (uint64_t)b.bits << a.count, second = c.bits | (uint64_t)d.bits << c.count;
  unsigned count = a.count + b.count;
  put(to, first | second << count, count + c.count + d.count);
  flush(to);
}

INLINE void put_eight(bit_writer *to, const code *codes, uint64_t eight) {
  put_four(to, codes, (uint32_t)eight);
  put_four(to, codes, (uint32_t)(eight >> 32));
}

/// Writes a run of zeros as one zero followed by matches at distance 1.
static void put_run(bit_writer *to, const code *codes, size_t count) {
  put_code(to, codes[0]);
  for (count--; count >= LONGEST_RUN; count -= LONGEST_RUN) {
    put_code(to, codes[SYMBOLS - 1]);
    put(to, 0, 1);
    flush(to);
  }
  if (count >= 3) {
    // Lengths up to 10 have a symbol each. Above, groups of four symbols share a number of extra bits, which grows by
    // one as the lengths double.
    unsigned length = (unsigned)count - 3, extra = length < 8 ? 0 : 29u - (unsigned)__builtin_clz(length);
    put_code(to, codes[257 + 4 * extra + (length >> extra)]);
    put(to, length & ((1u << extra) - 1), extra);
    put(to, 0, 1);
  } else {
    for (; count > 0; count--) put_code(to, codes[0]);
  }
  flush(to);
}

INLINE void put_bytes(bit_writer *writer, const code *codes, const uint8_t *from, size_t count) {
  bit_writer to = *writer;
  size_t at = 0;
  while (at + WORTH <= count) {
    uint64_t words[2];
    memcpy(words, from + at, sizeof words);
    if (words[0] | words[1]) {
      put_eight(&to, codes, little_endian(words[0]));
      put_eight(&to, codes, little_endian(words[1]));
      at += WORTH;
    } else {
      size_t start = at;
      while (at < count && from[at] == 0) at++;
      put_run(&to, codes, at - start);
    }
  }
  for (; at < count; at++, flush(&to)) put_code(&to, codes[from[at]]);
  *writer = to;
}

INLINE size_t deflate_runs(const uint8_t *from, size_t count, _Bool is_last, uint8_t *start) {
  uint32_t times[SYMBOLS];
  uint8_t lengths[SYMBOLS];
  code codes[SYMBOLS];
  count_symbols(from, count, times);
  choose_lengths(times, lengths);
  assign_codes(lengths, codes);
  bit_writer to = {.next = start};
  put(&to, is_last, 1);
  put(&to, 2, 2);
  put_lengths(&to, lengths);
  put_bytes(&to, codes, from, count);
  put_code(&to, codes[END]);
  if (!is_last) put(&to, 0, 3);
  to.count = (to.count + 7) & ~7u;
  flush(&to);
  if (is_last) return (size_t)(to.next - start);
  memcpy(to.next, (uint8_t[]){0, 0, 0xFF, 0xFF}, 4);
  return (size_t)(to.next + 4 - start);
}

static size_t deflate_runs_any(const uint8_t *from, size_t count, _Bool is_last, uint8_t *to) {
  return deflate_runs(from, count, is_last, to);
}

#if defined(__x86_64__)
/// The variant for BMI2, where a shift by a variable count takes three fewer instructions.
__attribute__((target("bmi2"))) static size_t deflate_runs_bmi2(const uint8_t *from, size_t count, _Bool is_last,
                                                                uint8_t *to) {
  return deflate_runs(from, count, is_last, to);
}
#endif

/// Writes stored blocks (RFC 1951, 3.2.4).
static size_t store(const uint8_t *from, size_t count, _Bool is_last, uint8_t *start) {
  uint8_t *to = start;
  for (size_t left = count, taken; left > 0; left -= taken, from += taken, to += taken) {
    taken = left < MOST_STORED ? left : MOST_STORED;
    uint8_t low = (uint8_t)taken, high = (uint8_t)(taken >> 8);
    memcpy(to, (uint8_t[]){is_last && taken == left, low, high, (uint8_t)~low, (uint8_t)~high}, 5);
    to += 5;
    memcpy(to, from, taken);
  }
  return (size_t)(to - start);
}

size_t png_shim_deflate_runs(const uint8_t *from, size_t count, _Bool is_last, uint8_t *to) {
  size_t stored = count + 5 * (count / MOST_STORED + 1), size;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("bmi2"))
    size = deflate_runs_bmi2(from, count, is_last, to);
  else
#endif
    size = deflate_runs_any(from, count, is_last, to);
  return size <= stored || count == 0 ? size : store(from, count, is_last, to);
}
