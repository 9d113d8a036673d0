import Base
import Foundation
import Transport

/// A value that identifies one state of a file. For a file on a server, it is an entity tag or the date of
/// the last change (RFC 9110, section 8.8). For a local file, it is the size and modification time, as used
/// by make.
///
/// A malformed tag, such as `abc` without quotes, is sent back unchanged, as browsers do. Not all servers
/// recognise such a tag, so the date is added on a second line if there is one.
struct Validator: RawRepresentable, Codable, Equatable {
  let rawValue: String

  init(rawValue: String) { self.rawValue = rawValue }

  /// - Parameters:
  ///   - isEncoded: Whether the server has compressed the body, which makes it impossible to request a part
  ///     of it.
  ///   - now: The time when the response arrived.
  init?(etag: String?, lastModified: String?, isEncoded: Bool = false, now: Date) {
    if let etag, Self.isTag(etag) {
      self.init(rawValue: isEncoded && !etag.hasPrefix("W/") ? "W/" + etag : etag)
      return
    }
    // A file that has just changed may change again within the same second and would then have the same date.
    let date = lastModified.flatMap { text in
      HTTPDate(text).flatMap { Int(now.timeIntervalSince1970) - $0.seconds >= 60 ? text : nil }
    }
    switch (etag, date) {
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

  /// Creates a validator for the present state of a local file, with nanosecond precision. Returns nil for
  /// other URLs, and if the file doesn't exist.
  ///
  /// - Parameter url: A percent-encoded URL.
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

  /// Whether `If-Range` can request a part of the same state. A weak tag (W/) doesn't guarantee identical
  /// bytes, and a malformed one guarantees nothing.
  var isStrong: Bool {
    rawValue.hasPrefix("\"") || !rawValue.contains("\n") && HTTPDate(rawValue) != nil
  }

  /// The headers that request the file only if its state has changed (RFC 9110, sections 13.1.2 and 13.1.3).
  var ifChanged: [(name: String, value: String)] {
    rawValue.split(separator: "\n").map { line in
      (HTTPDate(String(line)) == nil ? "If-None-Match" : "If-Modified-Since", String(line))
    }
  }

  /// Returns whether a response may belong to the same state. That is also true for a response without a tag, or
  /// without a date if the validator is one.
  func admits(_ head: TransferHead) -> Bool {
    let other = rawValue.hasPrefix("\"") ? head.etag : head.lastModified
    return other == nil || other == rawValue
  }

  private static func isTag(_ text: String) -> Bool { text.hasPrefix("\"") || text.hasPrefix("W/\"") }
}
