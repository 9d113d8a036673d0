/// Returns a 64-bit hash that is the same in every process, on every machine and in every version of Swift.
///
/// It is FNV-1a followed by a SplitMix64 step, because the low bits of FNV-1a depend only on the low bits of the text.
package func stableHash(_ text: String, seed: UInt64 = 0) -> UInt64 {
  var mix = SplitMix(seed: fnv1a(text.utf8, seed: seed))
  return mix.next()
}

/// Returns an FNV-1a hash with 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/). Use `stableHash` unless the hash
/// seeds a generator.
package func fnv1a(_ bytes: some Sequence<UInt8>, seed: UInt64 = 0) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
