import Foundation
import Testing

@testable import Workloads

@Suite("Resuming")
struct ResumptionTests {
  private let tagged = Resumption(offset: 100, validator: Validator(rawValue: "\"v1\""), total: 300)

  @Test("The rest is asked for, on condition that the file is still the same")
  func headers() {
    let headers = Dictionary(uniqueKeysWithValues: tagged.headers.map { ($0.name, $0.value) })
    #expect(headers == ["Range": "bytes=100-", "If-Range": "\"v1\""])
  }

  @Test("A part that begins where ours ends is appended")
  func append() {
    #expect(
      tagged.body(status: 206, contentRange: "bytes 100-299/300", etag: "\"v1\"") == .rest(total: 300))
    #expect(tagged.body(status: 206, contentRange: "bytes 100-199/300", etag: nil) == .rest(total: 300))
    #expect(tagged.body(status: 206, contentRange: "bytes 100-299/*", etag: nil) == .rest(total: 300))
    let unknown = Resumption(offset: 5, validator: Validator(rawValue: "\"v1\""), total: nil)
    #expect(unknown.body(status: 206, contentRange: "bytes 5-8/9", etag: nil) == .rest(total: 9))
  }

  @Test("The whole begins anew, whatever else the answer says")
  func whole() {
    #expect(tagged.body(status: 200, contentRange: nil, etag: "\"v2\"") == .whole)
    #expect(tagged.body(status: 200, contentRange: "bytes 100-299/300", etag: "\"v1\"") == .whole)
  }

  @Test(
    "A part of something else, or from another place, is never appended",
    arguments: [
      nil, "bytes 0-299/300", "bytes 101-299/300", "bytes 100-399/400", "bytes 100-299", "bytes */300",
      "bytes 100-300/300", "items 100-299/300", "bytes -100-299/300", "bytes 299-100/300", "",
    ])
  func wrongPart(range: String?) {
    #expect(tagged.body(status: 206, contentRange: range, etag: "\"v1\"") == .unwanted)
  }

  @Test("A part with another tag is of another state")
  func otherTag() {
    #expect(tagged.body(status: 206, contentRange: "bytes 100-299/300", etag: "\"v2\"") == .unwanted)
    let dated = Resumption(
      offset: 100, validator: Validator(rawValue: "Wed, 01 Jan 2025 00:00:00 GMT"), total: 300)
    #expect(
      dated.body(status: 206, contentRange: "bytes 100-299/300", etag: "\"v2\"") == .rest(total: 300))
  }

  @Test("A tag counts, a weak one not for a part, and a date only when it is not of this minute")
  func validators() throws {
    let date = "Wed, 01 Jan 2025 00:00:00 GMT"
    let then = Date(timeIntervalSince1970: 1_735_689_600)
    func validator(_ etag: String?, _ modified: String?, after seconds: Double) -> String? {
      Validator(etag: etag, lastModified: modified, now: then + seconds)?.rawValue
    }
    #expect(validator("\"a\"", date, after: 0) == "\"a\"")
    #expect(validator("W/\"a\"", date, after: 3600) == "W/\"a\"")
    #expect(Validator(rawValue: "\"a\"").isStrong && Validator(rawValue: date).isStrong)
    #expect(!Validator(rawValue: "W/\"a\"").isStrong)
    #expect(validator("a", date, after: 3600) == nil)
    #expect(validator(nil, date, after: 3600) == date)
    #expect(validator(nil, date, after: 59) == nil)
    #expect(validator(nil, "yesterday", after: 3600) == nil)
    #expect(validator(nil, nil, after: 0) == nil)
  }
}
