/// The one thing wanted of EXIF: which way up the picture is.
///
/// EXIF is a TIFF file (TIFF 6.0, section 2): a byte order, the offset of a directory, and there entries of
/// 12 bytes. Everything comes from a stranger, so every offset is checked; what makes no sense counts as
/// upright.
struct EXIF {
  let orientation: Orientation

  /// - Parameter bytes: the TIFF file, from its byte order on.
  init(_ bytes: UnsafeRawBufferPointer) {
    orientation = Self.orientation(in: bytes) ?? .upright
  }

  private static func orientation(in bytes: UnsafeRawBufferPointer) -> Orientation? {
    guard bytes.count >= 8 else { return nil }
    let isLittle: Bool
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isLittle = true
    case (0x4D, 0x4D): isLittle = false
    default: return nil
    }

    func number(at offset: Int, bytes size: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - size else { return nil }
      let digits = bytes[offset..<offset + size]
      return isLittle
        ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
    }

    guard number(at: 2, bytes: 2) == 42, let directory = number(at: 4, bytes: 4),
      let entries = number(at: directory, bytes: 2)
    else { return nil }
    for entry in 0..<entries {
      let start = directory + 2 + entry * 12
      guard let tag = number(at: start, bytes: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      // A short (type 3), as the standard says, or a long (4), as some write.
      switch number(at: start + 2, bytes: 2) {
      case 3: return number(at: start + 8, bytes: 2).flatMap(Orientation.init)
      case 4: return number(at: start + 8, bytes: 4).flatMap(Orientation.init)
      default: return nil
      }
    }
    return nil
  }
}
