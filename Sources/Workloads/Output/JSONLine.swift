/// A JSON object on one line, written member by member (RFC 8259). With `JSONEncoder`, writing a line would
/// take as long as writing a small file.
struct JSONLine {
  private var bytes = [UInt8(ascii: "{")]

  /// Adds a member. Nil values are left out.
  mutating func add(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    begin(key)
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x20...: bytes.append(byte)
      default: bytes += Array("\\u00".utf8) + [Self.digit(byte >> 4), Self.digit(byte & 15)]
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func add(_ key: StaticString, _ value: (some FixedWidthInteger)?) {
    guard let value else { return }
    begin(key)
    bytes += String(value).utf8
  }

  mutating func add(_ key: StaticString, _ value: Bool) {
    begin(key)
    bytes += (value ? "true" : "false").utf8
  }

  /// Returns the complete line including its newline.
  consuming func end() -> [UInt8] { bytes + Array("}\n".utf8) }

  private mutating func begin(_ key: StaticString) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes += $0 }
    bytes += "\":".utf8
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
