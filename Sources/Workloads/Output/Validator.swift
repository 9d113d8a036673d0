import Base
import Foundation
import Transport

/// What tells one state of a file from another. A server's is an entity tag or the date of the last change (RFC 9110,
/// section 8.8), a local file's its size and modification time, as for make.
struct Validator: RawRepresentable, Codable, Equatable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  /// - Parameter now: when the answer came.
  init?(etag: String?, lastModified: String?, now: Date) {
    if let etag {
      guard Self.isTag(etag) else { return nil }
      self.init(rawValue: etag)
    } else if let lastModified, let date = HTTPDate(lastModified),
      Int(now.timeIntervalSince1970) - date.seconds >= 60
    {
      // What was changed a moment ago may change again within the same second, under the same date.
      self.init(rawValue: lastModified)
    } else {
      return nil
    }
  }

  init?(_ head: TransferHead) {
    self.init(etag: head.etag, lastModified: head.lastModified, now: Date())
  }

  /// The present state of a local file, to the nanosecond. Nil for other URLs, and where there is no such file.
  /// - Parameter url: percent-encoded.
  init?(localFile url: String) {
    var facts = stat()
    guard url.hasPrefix("file:"), let path = URL(string: url)?.path, stat(path, &facts) == 0 else {
      return nil
    }
    #if canImport(Darwin)
      let time = facts.st_mtimespec
    #else
      let time = facts.st_mtim
    #endif
    self.init(rawValue: "\(facts.st_size) bytes, \(time.tv_sec) s, \(time.tv_nsec) ns")
  }

  /// Whether a part can be had of the same state, by `If-Range`: a weak tag (W/) only says that both mean the same, not
  /// that they are the same bytes.
  var isStrong: Bool { !rawValue.hasPrefix("W/") }

  /// The header that asks for the file only if it is in another state (RFC 9110, sections 13.1.2 and 13.1.3).
  var ifChanged: (name: String, value: String) {
    (Self.isTag(rawValue) ? "If-None-Match" : "If-Modified-Since", rawValue)
  }

  /// Whether an answer with this tag could be of the same state; one without a tag says nothing.
  func admits(etag: String?) -> Bool { !rawValue.hasPrefix("\"") || etag == nil || etag == rawValue }

  private static func isTag(_ text: String) -> Bool { text.hasPrefix("\"") || text.hasPrefix("W/\"") }
}

/// What a `Content-Range` header says (RFC 9110, section 14.4).
struct ContentRange: Equatable {
  let first: Int
  let last: Int
  /// Of the whole file; nil where the server does not know it.
  let total: Int?

  init?(_ header: String) {
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

  /// Digits alone: `Int` would take a sign too.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
