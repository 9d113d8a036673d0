/// Fuzzes photos: their type, the pixels from both decoders, the EXIF that is kept, and the results of developing
/// them. The settings are derived from the bytes, so that failures are reproducible.
@Sendable func fuzzPictures(_ bytes: [UInt8]) {
  let seed = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  PhotoRules.check(bytes, seed: seed) { rule in expect(false, rule) }
}

/// Damages two of three inputs in ways that get past lengths and checksums. The others are left to libFuzzer.
func mutatePicture(_ bytes: [UInt8], seed: UInt64) -> [UInt8]? {
  guard seed % 3 > 0 else { return nil }
  var mutator = PhotoMutator(seed: seed)
  return mutator.mutated(bytes)
}
