/// Changes bytes randomly, guided by the structure of common formats: words, numbers and punctuation of JSON,
/// CSV, XML and HTTP headers. Most results are still valid enough to reach deep into a parser.
public struct Mutations<Random: RandomNumberGenerator> {
  public var random: Random

  public init(_ random: Random) { self.random = random }

  /// Returns the bytes with random changes.
  ///
  /// - Parameter count: The maximum number of changes. At least one is made.
  public mutating func mutate(_ bytes: [UInt8], count: Int = 4) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<number(1...count) {
      switch number(0...9) {
      case 0...2: changeByte(&bytes)
      default: changeToken(&bytes)
      }
    }
    return bytes
  }

  // MARK: Bytes

  private mutating func changeByte(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes.append(0) }
    let place = number(0...bytes.count - 1)
    switch number(0...4) {
    case 0: bytes[place] = UInt8(number(0...255))
    case 1: bytes[place] ^= 1 << UInt8(number(0...7))
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(contentsOf: bytes[place...].prefix(number(1...20)), at: place)
    default: bytes.removeSubrange(place...)
    }
  }

  // MARK: Tokens

  private mutating func changeToken(_ bytes: inout [UInt8]) {
    var tokens = Self.tokens(bytes)
    guard !tokens.isEmpty else { return }
    let (place, other) = (number(0...tokens.count - 1), number(0...tokens.count - 1))
    switch number(0...5) {
    case 0: tokens.swapAt(place, other)
    case 1: tokens.remove(at: place)
    case 2: tokens.insert(tokens[other], at: place)
    case 3:
      // Repeat a line, a member or an element.
      let some = tokens[min(place, other)...max(place, other)].prefix(40)
      tokens.insert(contentsOf: some, at: place)
    default: tokens[place] = Array(Self.words[number(0...Self.words.count - 1)].utf8)[...]
    }
    bytes = Array(tokens.joined())
  }

  /// Returns words and numbers as single tokens, and every other byte as its own token.
  private static func tokens(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    func isWord(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
    }
    var tokens: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let first = rest.first {
      let count = isWord(first) ? rest.prefix(while: isWord).count : 1
      tokens.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return tokens
  }

  /// Texts on which parsers of numbers, names and URLs have failed.
  private static var words: [String] {
    [
      "0", "-1", "1", "206", "304", "416", "503", "65536", "2147483648", "4294967295", "9223372036854775807",
      "9223372036854775808", "18446744073709551616", "1e400", "NaN", "0x10", "", "null", "true", "\\u0000",
      "\\ud800", "\\\"", "\"\"", "[]", "{}", "..", "/", "../../x", "%00", "%2e%2e%2f", "http://", "file:///",
      "http://[::1", "\r\n", "\n", "\t", ",", ";", "\"", "&amp;", "&#0;", "<dict>", "</plist>", "bytes 0-0/1",
      "bytes 5-4/3", "bytes 0-9223372036854775806/9223372036854775807", "W/\"x\"", "chunked", "gzip",
      "Sun, 06 Nov 9999 23:59:60 GMT", String(repeating: "x", count: 300), "é", "e\u{301}",
    ]
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}
