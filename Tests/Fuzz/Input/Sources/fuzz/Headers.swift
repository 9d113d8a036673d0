import Base
import Foundation

@testable import Transport
@testable import Workloads

/// Fuzzes header values from servers, and URLs, one per line.
@Sendable func fuzzHeaders(_ bytes: [UInt8]) {
  for line in bytes.split(separator: 0x0A, maxSplits: 8) {
    let text = String(decoding: line, as: UTF8.self)
    if let date = HTTPDate(text) {
      expect(HTTPDate(date.description) == date, "a date that can be read can be written")
    }
    if let url = try? CheckedURL(text, allowsFile: true) {
      expect(
        url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) },
        "a URL that is fetched is ASCII without spaces")
      expect(RequestURL(url.text).text == url.text, "a URL that was encoded is not encoded again")
    }
    if let target = try? base.redirected(to: line) {
      expect(target.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "so is that of a redirect")
    }
    expect(
      !CheckedURL.shown(text).unicodeScalars.contains { $0.properties.generalCategory == .control },
      "what is shown leaves the terminal alone")
    judge(
      TransferHead(
        status: 206, effectiveURL: "", contentType: nil, etag: text, lastModified: text, contentRange: text,
        contentEncoding: nil, contentLength: nil))
  }
}

/// Checks the decision of a batch about the rest of a partial file.
func judge(_ head: TransferHead) {
  guard let validator = Validator(etag: head.etag, lastModified: head.lastModified, now: now) else { return }
  if case .rest(let total) = Resumption(offset: 5, validator: validator, total: 10).body(head) {
    expect(total == 10, "what is appended belongs to the same file")
  }
}

private let base: CheckedURL = {
  do { return try CheckedURL("http://user:password@host:8080/a/b?c#d", allowsFile: false) } catch {
    fatalError("\(error)")
  }
}()
private let now = Date(timeIntervalSince1970: 1_750_000_000)
