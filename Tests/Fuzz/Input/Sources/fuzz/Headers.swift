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
      expect(url.text.utf8.allSatisfy { $0 > 0x20 }, "a URL that is fetched has no spaces in it")
    }
    expect(
      !CheckedURL.shown(text).unicodeScalars.contains { $0.properties.generalCategory == .control },
      "what is shown leaves the terminal alone")
    judge(contentRange: text, etag: text, lastModified: text)
  }
}

/// Checks the decision of a batch about the rest of a partial file.
func judge(contentRange: String?, etag: String?, lastModified: String?) {
  guard let validator = Validator(etag: etag, lastModified: lastModified, now: now) else { return }
  let rest = Resumption(offset: 5, validator: validator, total: 10)
  if case .rest(let total) = rest.body(status: 206, contentRange: contentRange, etag: nil) {
    expect(total == 10, "what is appended belongs to the same file")
  }
}

private let now = Date(timeIntervalSince1970: 1_750_000_000)
