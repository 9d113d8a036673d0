import Base

extension Response {
  /// Sets the validators that conditional and range requests are checked against.
  public mutating func setValidators(etag: String, lastModified: HTTPDate) {
    headers.replaceOrAdd(name: "ETag", value: etag)
    headers.replaceOrAdd(name: "Last-Modified", value: lastModified.description)
  }

  /// Returns the response for a client that already has a copy or asks for a part (RFC 9110, sections 13 and 14).
  /// Only a whole body with an ETag can be served in parts.
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
      let part = byteRange(text, of: bytes.count)
    else { return whole }

    if part.isEmpty {
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

/// Returns the part of a body that a `Range` header asks for. The range is empty if the body doesn't have that part.
/// Returns nil for headers that may be ignored: several ranges, another unit, and malformed ones.
private func byteRange(_ header: String, of length: Int) -> Range<Int>? {
  guard let match = header.wholeMatch(of: /bytes=([0-9]*)-([0-9]*)/) else { return nil }
  switch (Int(match.1), Int(match.2)) {
  case (nil, let count?) where match.1.isEmpty: return max(0, length - count)..<length
  case (let first?, nil) where match.2.isEmpty: return min(first, length)..<length
  case (let first?, let last?) where first <= last: return min(first, length)..<min(last, length - 1) + 1
  default: return nil
  }
}

extension StringProtocol {
  fileprivate var dropWeakness: String { hasPrefix("W/") ? String(dropFirst(2)) : String(self) }
}
