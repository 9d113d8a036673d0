/// Photos: what they are, their pixels by both decoders, what is kept of their EXIF, and what becomes of them by settings
/// that depend on their bytes, so that an input that fails does so again.
@Sendable func fuzzPictures(_ bytes: [UInt8]) {
  let seed = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  PhotoRules.check(bytes, seed: seed) { rule in expect(false, rule) }
}

/// Damage that gets past lengths and checksums, for two of three inputs; libFuzzer's own for the others.
func mutatePicture(_ bytes: [UInt8], seed: UInt64) -> [UInt8]? {
  guard seed % 3 > 0 else { return nil }
  var mutator = PhotoMutator(seed: seed)
  return mutator.mutated(bytes)
}
