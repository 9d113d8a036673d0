import Base
import Foundation
import Transport

/// What tells one state of a file from another: from a server, an entity tag or the date of the last change (RFC 9110,
/// section 8.8); for a local file, its size and modification time, as make compares them.
///
/// A tag that is malformed, as in `abc` without quotes, is sent back as it came, as browsers do. Since not all servers
/// know it again, it is followed by a line with the date, if there is one.
struct Validator: RawRepresentable, Codable, Equatable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  /// - Parameters:
  ///   - isEncoded: whether the server has compressed the body, so that no part of it can be asked for.
  ///   - now: when the response came.
  init?(etag: String?, lastModified: String?, isEncoded: Bool = false, now: Date) {
    // A file that has just changed may change again within the same second, and so under the same date.
    let date = lastModified.flatMap { text in
      HTTPDate(text).flatMap { Int(now.timeIntervalSince1970) - $0.seconds >= 60 ? text : nil }
    }
    switch (etag, date) {
    case (let etag?, _) where Self.isTag(etag):
      self.init(rawValue: isEncoded && !etag.hasPrefix("W/") ? "W/" + etag : etag)
    case (let etag?, let date) where !etag.isEmpty && TransferRequest.canSend("If-None-Match", etag):
      self.init(rawValue: etag + (date.map { "\n" + $0 } ?? ""))
    case (_, let date?) where !isEncoded: self.init(rawValue: date)
    default: return nil
    }
  }

  init?(_ head: TransferHead) {
    self.init(
      etag: head.etag, lastModified: head.lastModified, isEncoded: head.contentEncoding != nil, now: Date())
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

  /// Whether `If-Range` can ask for a part in the same state. A weak tag (W/) does not promise the same bytes, and a malformed
  /// one promises nothing.
  var isStrong: Bool {
    rawValue.hasPrefix("\"") || !rawValue.contains("\n") && HTTPDate(rawValue) != nil
  }

  /// The headers that ask for the file only if its state has changed (RFC 9110, sections 13.1.2 and 13.1.3).
  var ifChanged: [(name: String, value: String)] {
    rawValue.split(separator: "\n").map { line in
      (HTTPDate(String(line)) == nil ? "If-None-Match" : "If-Modified-Since", String(line))
    }
  }

  /// Whether a response with this tag may be in the same state. One without a tag says nothing.
  func admits(etag: String?) -> Bool { !rawValue.hasPrefix("\"") || etag == nil || etag == rawValue }

  private static func isTag(_ text: String) -> Bool { text.hasPrefix("\"") || text.hasPrefix("W/\"") }
}
