#include "CPNGShim.h"

#include <string.h>

// MARK: Bits

typedef struct {
  const uint8_t *start, *next, *end;
  uint64_t bits;
  /// The number of valid bits. The bits above them also belong to the stream, or are zero past its end.
  unsigned count;
} bit_reader;

/// Makes at least 56 bits available.
static inline void refill(bit_reader *from) {
  if (from->end - from->next >= 8) {
    uint64_t word;
    memcpy(&word, from->next, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    from->bits |= word << from->count;
    from->next += (63 - from->count) >> 3;
    from->count |= 56;
    return;
  }
  while (from->count < 56) {
    // Zeros are supplied past the end. The position reveals the overrun.
    from->bits |= from->next < from->end ? (uint64_t)*from->next << from->count : 0;
    from->next++;
    from->count += 8;
  }
}

static inline void drop(bit_reader *from, unsigned count) {
  from->bits >>= count;
  from->count -= count;
}

static inline unsigned take(bit_reader *from, unsigned count) {
  unsigned taken = (unsigned)(from->bits & ((1u << count) - 1));
  drop(from, count);
  return taken;
}

static size_t position(const bit_reader *from) { return (size_t)(from->next - from->start) * 8 - from->count; }

// MARK: Codes

enum { LITERAL, END = 1 << 6, LENGTH = 1 << 7, BITS = 31 };

/// A lookup table, indexed by the next bits of the stream. An entry combines the kind of the symbol with the length of
/// its code and extra bits. It is zero if no symbol starts with these bits.
typedef struct {
  uint8_t entries[1 << 15];
  unsigned mask;
} code_table;

/// A function that returns a symbol's kind and its number of extra bits (RFC 1951, 3.2.5).
typedef uint8_t meaning(unsigned symbol);

static uint8_t of_length_symbol(unsigned symbol) {
  if (symbol < 256) return LITERAL;
  if (symbol == 256) return END;
  return LENGTH | (symbol < 265 || symbol > 284 ? 0 : (symbol - 261) / 4);
}

static uint8_t of_distance_symbol(unsigned symbol) { return symbol < 4 ? 0 : (uint8_t)(symbol / 2 - 1); }

static uint8_t of_itself(unsigned symbol) { return 0; }

/// Builds the table for a set of code lengths (RFC 1951, 3.2.2). `symbols`, unless null, receives each entry's symbol.
static _Bool build(code_table *table, const uint8_t *lengths, unsigned count, meaning *meaning, uint8_t *symbols) {
  unsigned of_length[16] = {0}, next[16] = {0}, longest = 1;
  for (unsigned symbol = 0; symbol < count; symbol++) of_length[lengths[symbol]]++;
  of_length[0] = 0;
  for (unsigned length = 1, code = 0; length < 16; length++) {
    code = (code + of_length[length - 1]) << 1;
    next[length] = code;
    if (code + of_length[length] > 1u << length) return 0;
    if (of_length[length]) longest = length;
  }
  table->mask = (1u << longest) - 1;
  memset(table->entries, 0, table->mask + 1);
  for (unsigned symbol = 0; symbol < count; symbol++) {
    unsigned length = lengths[symbol];
    if (!length) continue;
    // Codes start with their highest bit, but the stream starts with the lowest.
    unsigned first = __builtin_bitreverse16((uint16_t)next[length]++) >> (16 - length);
    uint8_t entry = (uint8_t)(meaning(symbol) + length);
    for (unsigned at = first; at <= table->mask; at += 1u << length) {
      table->entries[at] = entry;
      if (symbols) symbols[at] = (uint8_t)symbol;
    }
  }
  return 1;
}

typedef struct {
  code_table lengths, distances;
} codes;

/// Reads the dynamic Huffman codes of a block (RFC 1951, 3.2.7).
static _Bool read_codes(bit_reader *from, codes *codes) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  refill(from);
  unsigned length_count = 257 + take(from, 5), distance_count = 1 + take(from, 5), count = 4 + take(from, 4);
  uint8_t own[19] = {0}, symbols[1 << 7], lengths[288 + 32 + 138] = {0};
  for (unsigned i = 0; i < count; i++) {
    refill(from);
    own[order[i]] = (uint8_t)take(from, 3);
  }
  if (!build(&codes->lengths, own, 19, of_itself, symbols)) return 0;
  for (unsigned i = 0; i < length_count + distance_count;) {
    refill(from);
    unsigned at = from->bits & codes->lengths.mask;
    if (!codes->lengths.entries[at]) return 0;
    drop(from, codes->lengths.entries[at]);
    unsigned symbol = symbols[at];
    if (symbol < 16) {
      lengths[i++] = (uint8_t)symbol;
      continue;
    }
    if (symbol == 16 && i == 0) return 0;
    uint8_t repeated = symbol == 16 ? lengths[i - 1] : 0;
    unsigned times = symbol == 16 ? 3 + take(from, 2) : symbol == 17 ? 3 + take(from, 3) : 11 + take(from, 7);
    memset(lengths + i, repeated, times);
    i += times;
  }
  return build(&codes->lengths, lengths, length_count, of_length_symbol, NULL) &&
         build(&codes->distances, lengths + length_count, distance_count, of_distance_symbol, NULL);
}

/// Builds the fixed Huffman codes (RFC 1951, 3.2.6).
static _Bool fixed_codes(codes *codes) {
  uint8_t lengths[288], distances[32];
  memset(lengths, 8, 144);
  memset(lengths + 144, 9, 112);
  memset(lengths + 256, 7, 24);
  memset(lengths + 280, 8, 8);
  memset(distances, 5, 32);
  return build(&codes->lengths, lengths, 288, of_length_symbol, NULL) &&
         build(&codes->distances, distances, 32, of_distance_symbol, NULL);
}

// MARK: Blocks

static _Bool pass_symbols(bit_reader *from, const codes *codes) {
  const uint8_t *lengths = codes->lengths.entries, *distances = codes->distances.entries;
  unsigned length_mask = codes->lengths.mask, distance_mask = codes->distances.mask;
  while (from->next < from->end + 8) {
    refill(from);
    // Three symbols take at most 50 bits, and most symbols are literals.
    unsigned entry = LITERAL;
    for (int i = 0; i < 3 && entry <= BITS; i++) {
      entry = lengths[from->bits & length_mask];
      if (!entry) return 0;
      drop(from, entry & BITS);
    }
    if (entry <= BITS) continue;
    if (entry & END) return 1;
    refill(from);
    entry = distances[from->bits & distance_mask];
    if (!entry) return 0;
    drop(from, entry & BITS);
  }
  return 0;
}

static _Bool pass_stored(bit_reader *from) {
  size_t start = (position(from) + 7) / 8, left = (size_t)(from->end - from->start);
  if (start + 4 > left) return 0;
  size_t count = from->start[start] | (size_t)from->start[start + 1] << 8;
  if (count > left - start - 4) return 0;
  from->next = from->start + start + 4 + count;
  from->bits = from->count = 0;
  return 1;
}

/// Walks over a whole stream. Returns false if it isn't a complete deflate stream.
///
/// - `last`, `end`: receive the bit positions of the start of the last block and of its end.
static _Bool walk(const uint8_t *stream, size_t count, size_t *last, size_t *end) {
  bit_reader from = {.start = stream, .next = stream, .end = stream + count};
  codes codes;
  _Bool is_last;
  do {
    refill(&from);
    *last = position(&from);
    is_last = take(&from, 1);
    switch (take(&from, 2)) {
      case 0: if (!pass_stored(&from)) return 0; break;
      case 1: if (!fixed_codes(&codes) || !pass_symbols(&from, &codes)) return 0; break;
      case 2: if (!read_codes(&from, &codes) || !pass_symbols(&from, &codes)) return 0; break;
      default: return 0;
    }
    if (position(&from) > count * 8) return 0;
  } while (!is_last);
  *end = position(&from);
  return (*end + 7) / 8 == count;
}

size_t png_shim_open_end(uint8_t *stream, size_t count) {
  size_t last, end;
  if (!walk(stream, count, &last, &end)) return 0;
  stream[last / 8] &= (uint8_t)~(1u << last % 8);
  // An empty stored block: three zero bits, padding up to a byte boundary, and the length 0 with its complement.
  size_t whole = (end + 3 + 7) / 8;
  memset(stream + count, 0, whole - count);
  memcpy(stream + whole, (uint8_t[]){0, 0, 0xFF, 0xFF}, 4);
  return whole + 4;
}
