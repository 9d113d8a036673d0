import Base

/// The record of a file in an output folder: a photo that was made, or an image that is kept unchanged.
/// Members are ordered and typed to take little memory, because a folder may have a million files.
struct FileRecord: Equatable {
  /// The position of an image in the list, counted from 1, if it determines the file's name.
  var position: Int?
  var isWhole = true
  /// The name of the file. If an image isn't complete, this is the name of an earlier list's file, or the name without
  /// its extension.
  var file: String?
  /// A hash of the URL, which unlike the URL can't reveal a password. The oldest records of photos don't have it.
  var address: UInt64
  /// A hash of a photo's URL and settings, or 0 for an image.
  var source: UInt64 = 0
  /// The size of the complete file, or nil if it isn't known.
  var bytes: Int?
  /// The CRC-32 of the complete file. Records of versions before 0.2.0 don't have it.
  var checksum: UInt32?
  /// The validator of the original. Without one, a partial file can't be resumed.
  var validator: Validator?

  /// The key of the record: a hash of the file's name, or the position of an image, because its extension isn't known
  /// before the download.
  var key: UInt64 {
    if let position { return UInt64(bitPattern: Int64(position)) }
    return isNamelessPart ? Self.partKey(file ?? "") : stableHash(file ?? "")
  }

  /// Whether the record is of an incomplete image or original whose `file` isn't the name of any file.
  var isNamelessPart: Bool { !isWhole && position == nil }

  /// Returns the key of a part. It differs from that of a file with the same name: without extensions, “Mist.png.png” is
  /// “Mist.png”.
  static func partKey(_ path: String) -> UInt64 { stableHash(path + "/") }

  /// The record as a line of the journal, a JSON object (RFC 8259). With `JSONEncoder`, writing a line would take as long
  /// as writing a small file.
  var line: [UInt8] {
    let members: [(key: String, value: String?)] = [
      ("address", "\(address)"), ("bytes", bytes.map { "\($0)" }), ("checksum", checksum.map { "\($0)" }),
      ("file", file.map(Self.quoted)), ("isWhole", isWhole ? nil : "false"),
      ("position", position.map { "\($0)" }), ("source", source == 0 ? nil : "\(source)"),
      ("validator", (validator?.rawValue).map(Self.quoted)),
    ]
    let texts = members.compactMap { key, value in value.map { "\"\(key)\":\($0)" } }
    return Array("{\(texts.joined(separator: ","))}\n".utf8)
  }

  /// Returns a text as a JSON string.
  private static func quoted(_ text: String) -> String {
    // Most names contain nothing to escape.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return "\"\(text)\"" }
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..."\u{1F}": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(scalars.joined())\""
  }
}

extension FileRecord: Decodable {
  private enum CodingKeys: CodingKey {
    case position, isWhole, file, address, source, bytes, checksum, validator, url
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func member<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try members.decodeIfPresent(Value.self, forKey: key)
    }
    // Earlier versions stored the URL of an image.
    let url: String? = try member(.url)
    try self.init(
      position: member(.position), isWhole: member(.isWhole) ?? true, file: member(.file),
      address: url.map { stableHash($0) } ?? member(.address) ?? 0, source: member(.source) ?? 0,
      bytes: member(.bytes), checksum: member(.checksum), validator: member(.validator))
  }
}
