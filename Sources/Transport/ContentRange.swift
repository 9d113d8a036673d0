/// A `Content-Range` header (RFC 9110, section 14.4).
package struct ContentRange: Equatable {
  package let first: Int
  package let last: Int
  /// The size of the whole file, or nil if the server doesn't know it.
  package let total: Int?

  package init?(_ header: String) {
    let words = header.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let sides = words[1].split(separator: "/", omittingEmptySubsequences: false)
    let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
    guard sides.count == 2, ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      return nil
    }
    let total = Self.number(sides[1])
    guard sides[1] == "*" || total.map({ last < $0 }) == true else { return nil }
    (self.first, self.last, self.total) = (first, last, total)
  }

  package var count: Int { last - first + 1 }

  /// Whether the range is known to be less than the whole file.
  var isPart: Bool { first > 0 || total.map { last + 1 < $0 } ?? false }

  private static func number(_ text: Substring) -> Int? { ByteCount(digits: text)?.count }
}
