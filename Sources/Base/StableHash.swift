/// Returns a 64-bit hash that is the same in every process, on every machine and in every version of Swift.
///
/// It is FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/) followed by a SplitMix64 step, because the low
/// bits of FNV-1a depend only on the low bits of the text.
package func stableHash(_ text: String, seed: UInt64 = 0) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  var mix = SplitMix(seed: hash)
  return mix.next()
}
