// Deflate for the filtered rows of photos. Unlike libdeflate, it can end a stream so that another one can follow.
#include <CPixels.h>
#include <stdlib.h>
#include <string.h>

#include "CPNGShim.h"

#define INLINE static inline __attribute__((always_inline))

enum {
  END = 256,
  /// The number of symbols: bytes, the end marker and match lengths (RFC 1951, 3.2.5).
  SYMBOLS = 286,
  DISTANCES = 30,
  /// Tables of all symbols have the distances last.
  ALL = SYMBOLS + DISTANCES,
  LONGEST_MATCH = 258,
  FARTHEST = 32768,
  /// The maximum bits per code. Four codes and seven leftover bits fit into a 64-bit word, and so does a match.
  LONGEST = 12,
  /// The minimum length of a run of zeros. Shorter runs are frequent in smooth pictures and cost more time than the
  /// bytes they save are worth.
  WORTH = 16,
  /// Eight bytes are counted in each stretch of this many bytes.
  SAMPLE = 64,
  /// The minimum length of a match. Two pixels of three bytes; shorter matches save too little.
  LEAST = 6,
  HASH_BITS = 16,
  /// The number of bytes for which codes are chosen.
  BLOCK = 128 << 10,
  MOST_STORED = 65535,
};

// MARK: Codes

typedef struct {
  uint32_t bits;
  uint32_t count;
} code;

static int compare(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return a < b ? -1 : a > b;
}

/// Adjusts the number of codes of each length until all codes fit. Initially there are too many of maximum length. Each
/// step removes one of them and splits a shorter code into two.
static void shorten(unsigned *of_length, unsigned longest) {
  unsigned taken = 0;
  for (unsigned length = 1; length <= longest; length++) taken += of_length[length] << (longest - length);
  for (; taken > 1u << longest; taken--) {
    unsigned length = longest - 1;
    while (!of_length[length]) length--;
    of_length[longest]--;
    of_length[length]--;
    of_length[length + 1] += 2;
  }
}

/// Chooses code lengths with Huffman's algorithm, which merges the two rarest nodes until one is left. Nodes are
/// created in order of weight, so no heap is needed (van Leeuwen 1976). Symbols that don't occur get no code, unless
/// there would be none at all.
static void choose_lengths(const uint32_t *times, unsigned all, unsigned longest, uint8_t *lengths) {
  uint64_t symbols[SYMBOLS], weights[2 * SYMBOLS - 1];
  uint16_t parents[2 * SYMBOLS - 1];
  uint8_t depths[2 * SYMBOLS - 1];
  unsigned of_length[LONGEST + 1] = {0}, count = 0;
  memset(lengths, 0, all);
  for (unsigned i = 0; i < all; i++)
    if (times[i]) symbols[count++] = (uint64_t)times[i] << 9 | i;
  if (count < 2) {
    lengths[count ? symbols[0] & 511 : 0] = 1;
    return;
  }
  qsort(symbols, count, sizeof *symbols, compare);
  for (unsigned i = 0; i < count; i++) weights[i] = symbols[i] >> 9;
  for (unsigned made = count, leaf = 0, node = count; made < 2 * count - 1; made++) {
    weights[made] = 0;
    for (int i = 0; i < 2; i++) {
      unsigned rarest = leaf < count && (node == made || weights[leaf] <= weights[node]) ? leaf++ : node++;
      weights[made] += weights[rarest];
      parents[rarest] = (uint16_t)made;
    }
  }
  depths[2 * count - 2] = 0;
  for (unsigned i = 2 * count - 2; i-- > 0;) {
    unsigned depth = depths[parents[i]] + 1u;
    depths[i] = (uint8_t)depth;
    if (i < count) of_length[depth < longest ? depth : longest]++;
  }
  shorten(of_length, longest);
  // The rarest symbols get the longest codes.
  for (unsigned length = longest, i = 0; length > 0; length--)
    for (unsigned left = of_length[length]; left > 0; left--) lengths[symbols[i++] & 511] = (uint8_t)length;
}

/// Assigns codes to the lengths (RFC 1951, 3.2.2).
static void assign_codes(const uint8_t *lengths, unsigned count, code *codes) {
  unsigned of_length[LONGEST + 1] = {0}, next[LONGEST + 1] = {0};
  for (unsigned i = 0; i < count; i++) of_length[lengths[i]]++;
  of_length[0] = 0;
  for (unsigned length = 1; length < LONGEST; length++) next[length + 1] = (next[length] + of_length[length]) << 1;
  for (unsigned i = 0; i < count; i++) {
    uint32_t bits = __builtin_bitreverse32(next[lengths[i]]++);
    codes[i] = lengths[i] ? (code){bits >> (32 - lengths[i]), lengths[i]} : (code){0, 0};
  }
}

/// Returns the number of extra bits for a length (minus 3) or a distance (minus 1). It grows by one as the numbers
/// double. Each number of extra bits is shared by a group of symbols, `1 << free` of them.
INLINE unsigned extra_bits(unsigned number, unsigned free) {
  unsigned highest = 31u - (unsigned)__builtin_clz(number | 1);
  return highest > free ? highest - free : 0;
}

INLINE unsigned length_symbol(unsigned length) {
  unsigned extra = extra_bits(length - 3, 2);
  return length == LONGEST_MATCH ? SYMBOLS - 1 : END + 1 + 4 * extra + ((length - 3) >> extra);
}

INLINE unsigned distance_symbol(unsigned distance) {
  unsigned extra = extra_bits(distance - 1, 1);
  return 2 * extra + ((distance - 1) >> extra);
}

INLINE code with_extra(code code, unsigned number, unsigned extra) {
  code.bits |= (number & ((1u << extra) - 1)) << code.count;
  code.count += extra;
  return code;
}

/// Returns the code of a length with its extra bits.
INLINE code length_code(const code *codes, unsigned length) {
  unsigned extra = length == LONGEST_MATCH ? 0 : extra_bits(length - 3, 2);
  return with_extra(codes[length_symbol(length)], length - 3, extra);
}

/// Returns the code of a distance with its extra bits.
INLINE code distance_code(const code *codes, unsigned distance) {
  return with_extra(codes[SYMBOLS + distance_symbol(distance)], distance - 1, extra_bits(distance - 1, 1));
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

/// Returns eight bytes, the first one lowest.
INLINE uint64_t eight_at(const uint8_t *from) {
  uint64_t word;
  memcpy(&word, from, sizeof word);
  return little_endian(word);
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

/// A code length, or a number of equal ones, with extra bits.
typedef struct {
  uint8_t symbol, extra, extra_count;
} length_item;

/// Writes the lengths of all codes, which are themselves compressed (RFC 1951, 3.2.7).
static void put_lengths(bit_writer *to, const uint8_t *lengths) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  length_item items[ALL];
  uint32_t times[19] = {0};
  unsigned count = 0;
  for (unsigned at = 0, run; at < ALL; at += run) {
    uint8_t length = lengths[at];
    for (run = 1; run < 138 && at + run < ALL && lengths[at + run] == length;) run++;
    if (length == 0 && run >= 11) {
      items[count] = (length_item){18, (uint8_t)(run - 11), 7};
    } else if (length == 0 && run >= 3) {
      items[count] = (length_item){17, (uint8_t)(run - 3), 3};
    } else if (at > 0 && length == lengths[at - 1] && run >= 3) {
      run = run < 6 ? run : 6;
      items[count] = (length_item){16, (uint8_t)(run - 3), 2};
    } else {
      run = 1;
      items[count] = (length_item){.symbol = length};
    }
    times[items[count++].symbol]++;
  }
  uint8_t own[19];
  code codes[19];
  choose_lengths(times, 19, 7, own);
  assign_codes(own, 19, codes);
  put(to, SYMBOLS - 257, 5);
  put(to, DISTANCES - 1, 5);
  put(to, 19 - 4, 4);
  for (int i = 0; i < 19; i++, flush(to)) put(to, own[order[i]], 3);
  for (unsigned i = 0; i < count; i++, flush(to)) {
    put_code(to, codes[items[i].symbol]);
    put(to, items[i].extra, items[i].extra_count);
  }
}

/// Begins a block, with the best codes for the given counts of symbols.
static void begin_block(bit_writer *to, const uint32_t *times, _Bool is_last, code *codes) {
  uint8_t lengths[ALL];
  choose_lengths(times, SYMBOLS, LONGEST, lengths);
  choose_lengths(times + SYMBOLS, DISTANCES, LONGEST, lengths + SYMBOLS);
  assign_codes(lengths, SYMBOLS, codes);
  assign_codes(lengths + SYMBOLS, DISTANCES, codes + SYMBOLS);
  put(to, is_last, 1);
  put(to, 2, 2);
  flush(to);
  put_lengths(to, lengths);
}

INLINE void put_four(bit_writer *to, const code *codes, uint32_t four) {
  code a = codes[four & 255], b = codes[four >> 8 & 255], c = codes[four >> 16 & 255], d = codes[four >> 24];
  // Combined in pairs first, because the pairs don't depend on earlier output.
  uint64_t first = a.bits | b.bits << a.count, second = c.bits | d.bits << c.count;
  unsigned count = a.count + b.count;
  put(to, first | second << count, count + c.count + d.count);
  flush(to);
}

INLINE void put_eight(bit_writer *to, const code *codes, uint64_t eight) {
  put_four(to, codes, (uint32_t)eight);
  put_four(to, codes, (uint32_t)(eight >> 32));
}

INLINE void put_bytes(bit_writer *to, const code *codes, const uint8_t *from, size_t count) {
  for (; count >= 8; count -= 8, from += 8) put_eight(to, codes, eight_at(from));
  for (; count > 0; count--, flush(to)) put_code(to, codes[*from++]);
}

// MARK: Runs

/// Estimates how often each symbol occurs. Every symbol counts at least once, because only a sample of bytes is
/// examined.
INLINE void count_runs(const uint8_t *from, size_t count, uint32_t *times) {
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
  times[SYMBOLS - 1] += runs * SAMPLE / LONGEST_MATCH;
}

/// Writes a run of zeros as one zero followed by matches at distance 1.
static void put_run(bit_writer *to, const code *codes, size_t count) {
  put_code(to, codes[0]);
  for (count--; count >= 3;) {
    unsigned length = count < LONGEST_MATCH ? (unsigned)count : LONGEST_MATCH;
    put_code(to, length_code(codes, length));
    put_code(to, distance_code(codes, 1));
    flush(to);
    count -= length;
  }
  for (; count > 0; count--) put_code(to, codes[0]);
  flush(to);
}

INLINE void put_runs(bit_writer *to, _Bool is_last, const uint8_t *from, size_t count) {
  uint32_t times[ALL] = {0};
  code codes[ALL];
  count_runs(from, count, times);
  begin_block(to, times, is_last, codes);
  bit_writer writer = *to;
  size_t at = 0;
  while (at + WORTH <= count) {
    uint64_t first = eight_at(from + at), second = eight_at(from + at + 8);
    if (first | second) {
      put_eight(&writer, codes, first);
      put_eight(&writer, codes, second);
      at += WORTH;
    } else {
      size_t start = at;
      while (at < count && from[at] == 0) at++;
      put_run(&writer, codes, at - start);
    }
  }
  put_bytes(&writer, codes, from + at, count - at);
  put_code(&writer, codes[END]);
  *to = writer;
}

// MARK: Matches

/// Some bytes and the match after them. The last one has no match: its length is 0.
typedef struct {
  uint32_t bytes;
  uint16_t length, distance;
} match;

struct png_shim_matcher {
  /// The lowest 16 bits of the latest position of each hash.
  uint16_t positions[1 << HASH_BITS];
  /// The matches in a block.
  match matches[BLOCK / LEAST + 2];
};

png_shim_matcher *png_shim_matcher_open(void) { return malloc(sizeof(png_shim_matcher)); }

void png_shim_matcher_close(png_shim_matcher *matcher) { free(matcher); }

INLINE uint16_t *hashed(png_shim_matcher *matcher, uint64_t eight) {
  return matcher->positions + ((eight << (64 - 8 * LEAST)) * 0x9E3779B185EBCA87 >> (64 - HASH_BITS));
}

INLINE void remember(png_shim_matcher *matcher, const uint8_t *from, size_t at) {
  *hashed(matcher, eight_at(from + at)) = (uint16_t)at;
}

/// Returns the number of equal bytes, at most `most`.
///
/// - `different`: the bits in which the first eight bytes differ.
INLINE size_t equal_bytes(const uint8_t *a, const uint8_t *b, uint64_t different, size_t most) {
  // Most matches end in the first 16 bytes. A branch for each eight would often be mispredicted.
  size_t count = different ? 0 : 8;
  uint64_t next = eight_at(a + 8) ^ eight_at(b + 8);
  different = different ? different : next;
  while (!different && count + 8 < most) {
    count += 8;
    different = eight_at(a + count) ^ eight_at(b + count);
  }
  count += different ? (size_t)__builtin_ctzll(different) >> 3 : 8;
  return count < most ? count : most;
}

/// Finds matches that begin between `start` and `end`. Returns the end of the last match, or `end`.
///
/// This takes the latest position with the same hash, and takes any match. Its time goes to mispredicted branches, so
/// it doesn't remember every position within a match.
INLINE size_t find_matches(png_shim_matcher *matcher, const uint8_t *from, size_t start, size_t end, size_t count) {
  size_t at = start, taken = start, last = count < LEAST ? 0 : count - LEAST;
  match *next = matcher->matches;
  while (at < end && at <= last) {
    uint64_t eight = eight_at(from + at), different;
    uint16_t *position = hashed(matcher, eight);
    // Bytes are compared, so a position that is much older than its 16 bits say does no harm. Only the position 0 can
    // be meant before the first 64 KiB are over.
    unsigned distance = (uint16_t)(at - *position);
    *position = (uint16_t)at;
    const uint8_t *earlier = from + at - distance;
    if (distance - 1u < FARTHEST && !((different = eight ^ eight_at(earlier)) << (64 - 8 * LEAST))) {
      size_t most = count - at < LONGEST_MATCH ? count - at : LONGEST_MATCH;
      size_t length = equal_bytes(from + at, earlier, different, most);
      *next++ = (match){(uint32_t)(at - taken), (uint16_t)length, (uint16_t)distance};
      taken = at + length;
      for (size_t i = 1; i <= 3; i++) remember(matcher, from, at + i);
      for (size_t i = 3; i >= 1; i--) remember(matcher, from, taken - i);
      at = taken;
    } else {
      at++;
    }
  }
  size_t reached = taken < end ? end : taken;
  *next = (match){.bytes = (uint32_t)(reached - taken)};
  return reached;
}

INLINE void count_matches(const match *next, const uint8_t *from, uint32_t *times) {
  // Several tables, so that counting equal bytes in a row doesn't stall.
  uint32_t tables[4][END] = {0};
  for (;; next++) {
    for (uint32_t i = 0; i < next->bytes; i++) tables[i & 3][from[i]]++;
    from += next->bytes + next->length;
    if (!next->length) break;
    times[length_symbol(next->length)]++;
    times[SYMBOLS + distance_symbol(next->distance)]++;
  }
  for (int i = 0; i < END; i++) times[i] = tables[0][i] + tables[1][i] + tables[2][i] + tables[3][i];
  times[END] = 1;
}

INLINE void put_matches(bit_writer *to, const code *codes, const match *next, const uint8_t *from) {
  code lengths[LONGEST_MATCH + 1];
  for (unsigned length = LEAST; length <= LONGEST_MATCH; length++) lengths[length] = length_code(codes, length);
  bit_writer writer = *to;
  for (;; next++) {
    if (next->bytes) put_bytes(&writer, codes, from, next->bytes);
    if (!next->length) break;
    put_code(&writer, lengths[next->length]);
    put_code(&writer, distance_code(codes, next->distance));
    flush(&writer);
    from += next->bytes + next->length;
  }
  put_code(&writer, codes[END]);
  flush(&writer);
  *to = writer;
}

INLINE void deflate_matches(bit_writer *to, _Bool is_last, const uint8_t *from, size_t count,
                            png_shim_matcher *matcher) {
  memset(matcher->positions, 0, sizeof matcher->positions);
  size_t block = count / ((count + BLOCK - 1) / BLOCK) + 1;
  for (size_t at = 0; at < count;) {
    size_t start = at;
    uint32_t times[ALL] = {0};
    code codes[ALL];
    at = find_matches(matcher, from, start, count - start < block ? count : start + block, count);
    count_matches(matcher->matches, from + start, times);
    begin_block(to, times, is_last && at == count, codes);
    put_matches(to, codes, matcher->matches, from + start);
  }
}

// MARK: Streams

INLINE size_t deflate(const uint8_t *from, size_t count, _Bool is_last, png_shim_matcher *matcher, uint8_t *start) {
  bit_writer to = {.next = start};
  if (matcher)
    deflate_matches(&to, is_last, from, count, matcher);
  else
    put_runs(&to, is_last, from, count);
  if (!is_last) put(&to, 0, 3);
  to.count = (to.count + 7) & ~7u;
  flush(&to);
  if (is_last) return (size_t)(to.next - start);
  memcpy(to.next, (uint8_t[]){0, 0, 0xFF, 0xFF}, 4);
  return (size_t)(to.next + 4 - start);
}

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

INLINE size_t png_shim_deflate_inline(const uint8_t *from, size_t count, _Bool is_last, png_shim_matcher *matcher,
                                      uint8_t *to) {
  size_t stored = count + 5 * (count / MOST_STORED + 1), size = deflate(from, count, is_last, matcher, to);
  return size <= stored ? size : store(from, count, is_last, to);
}

// With BMI2, a shift by a variable count takes three fewer instructions.
PIXELS_VARIANTS("bmi2", size_t, png_shim_deflate,
                (const uint8_t *from, size_t count, _Bool is_last, png_shim_matcher *matcher, uint8_t *to),
                (from, count, is_last, matcher, to))
