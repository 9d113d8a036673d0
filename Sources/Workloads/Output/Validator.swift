import Base
import Foundation
import Transport

/// What tells one state of a file from another: from a server, an entity tag or the date of the last change (RFC 9110,
/// section 8.8); for a local file, its size and modification time, as make compares them.
struct Validator: RawRepresentable, Codable, Equatable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  /// - Parameter now: when the response came.
  init?(etag: String?, lastModified: String?, now: Date) {
    if let etag {
      guard Self.isTag(etag) else { return nil }
      self.init(rawValue: etag)
    } else if let lastModified, let date = HTTPDate(lastModified),
      Int(now.timeIntervalSince1970) - date.seconds >= 60
    {
      // A file that has just changed may change again within the same second, and so under the same date.
      self.init(rawValue: lastModified)
    } else {
      return nil
    }
  }

  init?(_ head: TransferHead) {
    self.init(etag: head.etag, lastModified: head.lastModified, now: Date())
  }

  /// The present state of a local file, to the nanosecond. Nil for other URLs, and if there is no such file.
  /// - Parameter url: percent-encoded.
  init?(localFile url: String) {
    var facts = stat()
    guard let path = RequestURL(url).filePath?.map(CChar.init(bitPattern:)), stat(path + [0], &facts) == 0
    else {
      return nil
    }
    #if canImport(Darwin)
      let time = facts.st_mtimespec
    #else
      let time = facts.st_mtim
    #endif
    self.init(rawValue: "\(facts.st_size) bytes, \(time.tv_sec) s, \(time.tv_nsec) ns")
  }

  /// Whether `If-Range` can ask for a part in the same state. A weak tag (W/) does not promise the same bytes.
  var isStrong: Bool { !rawValue.hasPrefix("W/") }

  /// The header that asks for the file only if its state has changed (RFC 9110, sections 13.1.2 and 13.1.3).
  var ifChanged: (name: String, value: String) {
    (Self.isTag(rawValue) ? "If-None-Match" : "If-Modified-Since", rawValue)
  }

  /// Whether a response with this tag may be in the same state. One without a tag says nothing.
  func admits(etag: String?) -> Bool { !rawValue.hasPrefix("\"") || etag == nil || etag == rawValue }

  private static func isTag(_ text: String) -> Bool { text.hasPrefix("\"") || text.hasPrefix("W/\"") }
}

/// A `Content-Range` header (RFC 9110, section 14.4).
struct ContentRange: Equatable {
  let first: Int
  let last: Int
  /// The size of the whole file; nil if the server does not know it.
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

  private static func number(_ text: Substring) -> Int? { ByteCount(digits: text)?.count }
}
