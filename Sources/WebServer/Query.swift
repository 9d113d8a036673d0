/// The decoded names and values after a URL's question mark, in the order they came.
public struct Query: Sendable, Equatable {
  public let items: [Item]

  public struct Item: Sendable, Equatable {
    public let name: String
    public let value: String
  }

  public init(_ text: some StringProtocol) {
    items = text.split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = sides.map { percentDecoded($0, plusIsSpace: true) ?? String($0) }
      return Item(name: decoded[0], value: decoded.count > 1 ? decoded[1] : "")
    }
  }

  /// The value of the first item of that name.
  public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }
}

/// `text` with its `%xx` escapes replaced; nil when an escape is broken or the result is not UTF-8.
public func percentDecoded(_ text: some StringProtocol, plusIsSpace: Bool) -> String? {
  var bytes: [UInt8] = []
  var rest = text.utf8.makeIterator()
  while let byte = rest.next() {
    switch byte {
    case UInt8(ascii: "+") where plusIsSpace:
      bytes.append(UInt8(ascii: " "))
    case UInt8(ascii: "%"):
      guard let high = rest.next().flatMap(hexDigit), let low = rest.next().flatMap(hexDigit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    default:
      bytes.append(byte)
    }
  }
  let decoded = String(decoding: bytes, as: UTF8.self)
  // Decoding repairs what is no UTF-8, and so changes it.
  return decoded.utf8.elementsEqual(bytes) ? decoded : nil
}

/// `text` with everything but RFC 3986's unreserved characters escaped.
public func percentEncoded(_ text: String) -> String {
  var encoded = ""
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      encoded.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let hex = String(byte, radix: 16, uppercase: true)
      encoded += byte < 16 ? "%0" + hex : "%" + hex
    }
  }
  return encoded
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
