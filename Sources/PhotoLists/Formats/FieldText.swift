/// Collects the text of a name or URL, up to ``Field/longest`` bytes.
struct FieldText {
  private(set) var bytes: [UInt8] = []
  private var isTooLong = false

  /// The collected text as a field.
  var field: Field { isTooLong ? .tooLong : Field(utf8: bytes) }

  /// Removes the text but keeps its memory.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  mutating func append(_ byte: UInt8) {
    if bytes.count < Field.longest { bytes.append(byte) } else { isTooLong = true }
  }

  mutating func append(_ piece: UnsafeRawBufferPointer) {
    let room = Field.longest - bytes.count
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece.prefix(room)))
    if piece.count > room { isTooLong = true }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
  }
}
