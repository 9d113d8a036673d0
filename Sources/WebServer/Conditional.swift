import Base

extension Response {
  /// Sets the validators that conditional and range requests are checked against.
  public mutating func setValidators(etag: String, lastModified: HTTPDate) {
    headers.replaceOrAdd(name: "ETag", value: etag)
    headers.replaceOrAdd(name: "Last-Modified", value: lastModified.description)
  }

  /// What this response becomes for a client that holds a copy already or wants a part only
  /// (RFC 9110, sections 13 and 14). Only whole bodies with an ETag are divided.
  func fitted(to request: Request) -> Response {
    guard status == .ok, case .slice(let bytes) = body, let etag = headers.first(name: "ETag"),
      request.method == .GET || request.method == .HEAD
    else { return self }

    if isHeld(by: request, etag: etag) {
      var unchanged = self
      unchanged.status = .notModified
      unchanged.headers.remove(name: "Content-Type")
      unchanged.body = .empty
      return unchanged
    }

    var whole = self
    whole.headers.replaceOrAdd(name: "Accept-Ranges", value: "bytes")
    guard request.method == .GET, let text = request.headers.first(name: "Range"),
      stillMatches(request.headers.first(name: "If-Range"), etag: etag),
      let range = ByteRange(text)
    else { return whole }

    guard let part = range.resolved(length: bytes.count) else {
      var refusal = Response.text("416: there are \(bytes.count) bytes\n", status: .rangeNotSatisfiable)
      refusal.headers.add(name: "Content-Range", value: "bytes */\(bytes.count)")
      refusal.delivery = delivery
      return refusal
    }
    whole.status = .partialContent
    whole.headers.replaceOrAdd(
      name: "Content-Range", value: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)")
    whole.body = .slice(bytes.dropFirst(part.lowerBound).prefix(part.count))
    return whole
  }

  private func isHeld(by request: Request, etag: String) -> Bool {
    let held = request.headers[canonicalForm: "If-None-Match"]
    if !held.isEmpty {
      return held.contains { $0 == "*" || $0.dropWeakness == etag.dropWeakness }
    }
    guard let since = request.headers.first(name: "If-Modified-Since").flatMap(HTTPDate.init),
      let modified = headers.first(name: "Last-Modified").flatMap(HTTPDate.init)
    else { return false }
    return modified <= since
  }

  private func stillMatches(_ condition: String?, etag: String) -> Bool {
    guard let condition else { return true }
    return condition == etag || condition == headers.first(name: "Last-Modified")
  }
}

/// One `bytes=` range. Several ranges at once, or another unit, may be ignored, and are.
enum ByteRange: Equatable {
  case from(Int)
  case closed(Int, Int)
  case suffix(Int)

  init?(_ header: String) {
    guard header.hasPrefix("bytes=") else { return nil }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, false):
      guard let count = Self.number(ends[1]) else { return nil }
      self = .suffix(count)
    case (false, true):
      guard let first = Self.number(ends[0]) else { return nil }
      self = .from(first)
    case (false, false):
      guard let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else {
        return nil
      }
      self = .closed(first, last)
    case (true, true):
      return nil
    }
  }

  /// The half-open range of a body of that many bytes; nil when none of it is there.
  func resolved(length: Int) -> Range<Int>? {
    let range =
      switch self {
      case .from(let first): min(first, length)..<length
      case .closed(let first, let last): min(first, length)..<(last < length ? last + 1 : length)
      case .suffix(let count): max(0, length - count)..<length
      }
    return range.isEmpty ? nil : range
  }

  /// Digits alone: `Int` would take a sign too.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}

extension StringProtocol {
  fileprivate var dropWeakness: String { hasPrefix("W/") ? String(dropFirst(2)) : String(self) }
}
