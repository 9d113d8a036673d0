import Foundation
import Testing

@testable import Transport
@testable import Workloads

/// Tests sequences of events in a table, without files, sockets or threads.
@Suite("What a download does next")
struct DownloadStateMachineTests {
  /// An event of a download.
  private enum Event {
    case begin(Resumption?)
    case answer(TransferHead)
    case bytes(Int)
    case writeFails
    case end(TransferError.Reason?, status: Int = 200, isCancelled: Bool = false)
  }

  private static let tag = Validator(rawValue: "\"1\"")

  /// Returns a part of a file of 100 bytes.
  private static func part(_ offset: Int, total: Int? = 100, _ validator: Validator = tag) -> Resumption {
    Resumption(offset: offset, validator: validator, total: total)
  }

  private static func head(
    _ status: Int = 200, length: Int? = nil, range: String? = nil, etag: String? = tag.rawValue,
    modified: String? = nil, encoding: String? = nil
  ) -> TransferHead {
    TransferHead(
      status: status, effectiveURL: "", contentType: nil, etag: etag, lastModified: modified,
      contentRange: range, contentEncoding: encoding, contentLength: length.flatMap { ByteCount($0) })
  }

  /// - Returns: The action after each event that asks for one.
  private static func actions(_ events: [Event], resumes: Int = 1) -> [String] {
    var machine = DownloadStateMachine(maxBytes: 1000, resumes: resumes)
    var actions: [String] = []
    var last = head()
    for event in events {
      switch event {
      case .begin(let found): actions.append(words(machine.begin(with: found), machine))
      case .answer(let head):
        last = head
        actions.append("\(machine.answered(head, validator: tag))")
      case .bytes(let count):
        do { try machine.received(count) } catch { machine.failed(error) }
      case .writeFails: machine.failed(OutputError("no room", isFatal: false))
      case .end(let reason, let status, let isCancelled):
        let head = status == 200 ? last : head(status)
        let result = reason.map { .failure(TransferError(url: "", reason: $0)) } ?? Result.success(head)
        actions.append(words(machine.ended(result, isCancelled: isCancelled), machine))
      }
    }
    return actions
  }

  private static func words(
    _ action: DownloadStateMachine.Action, _ machine: DownloadStateMachine
  ) -> String {
    switch action {
    case .request(let part): part.map { "request from \($0.offset)" } ?? "request"
    case .startOver: "start over"
    case .resume: "resume at \(machine.size)"
    case .finish: "finish \(machine.size), \(machine.leftFromBefore) from before"
    case .keepEarlier: "keep earlier"
    case .leave(nil): "leave cancelled"
    case .leave: "leave failed"
    case .fail(let error): "fail: \((error as? TransferError)?.reason.description ?? "\(error)")"
    }
  }

  private static let lost = TransferError.Reason.connectionLost("")
  private static let tenOfHundred: [Event] = [.begin(nil), .answer(head(length: 100)), .bytes(10)]
  private static let fiveMore: [Event] = [
    .begin(part(10)), .answer(head(206, range: "bytes 10-99/100")), .bytes(5), .end(lost),
  ]

  /// The rules, each with an example and the last actions that result from it.
  private static let rules: KeyValuePairs<String, (events: [Event], last: [String])> = [
    "A whole file of announced length is finished": (
      tenOfHundred + [.bytes(90), .end(nil)], ["request", "whole", "finish 100, 0 from before"]
    ),
    "So is one whose length was not announced": (
      [.begin(nil), .answer(head()), .bytes(60), .end(nil)], ["finish 60, 0 from before"]
    ),
    "An empty file is a whole one": (
      [.begin(nil), .answer(head(length: 0)), .end(nil)], ["finish 0, 0 from before"]
    ),
    "A part is completed, and counts as left by an earlier batch": (
      [.begin(part(30)), .answer(head(206, range: "bytes 30-99/100")), .bytes(70), .end(nil)],
      ["request from 30", "rest(total: 100)", "finish 100, 30 from before"]
    ),
    "A part that is all of the file needs no request": ([.begin(part(100))], ["finish 100, 100 from before"]),
    "Where the file has changed, its whole takes the place of the part": (
      [.begin(part(30)), .answer(head(length: 50)), .bytes(50), .end(nil)],
      ["request from 30", "whole", "finish 50, 0 from before"]
    ),
    "A range that the server refuses is asked for as a whole": (
      [.begin(part(30)), .end(.http(status: 416))], ["start over"]
    ),
    "Where nothing was asked for that could be refused, 416 is an error": (
      [.begin(nil), .end(.http(status: 416))], ["fail: the server answered 416"]
    ),
    "A range that brings more than the file has is asked for as a whole": (
      [.begin(part(30)), .answer(head(206, range: "bytes 30-99/100")), .bytes(71), .end(nil)], ["start over"]
    ),
    "A part of a file whose size nobody knows is asked for as a whole": (
      [.begin(part(30, total: nil)), .answer(head(206, range: "bytes 30-99/*"))], ["unwanted"]
    ),
    "A server that sends less than it announced is asked for the rest": (
      [.begin(part(30)), .answer(head(206, range: "bytes 30-39/100")), .bytes(10), .end(nil)],
      ["resume at 40"]
    ),
    "After a broken connection the rest is asked for, which leaves nothing from before": (
      tenOfHundred + [
        .end(lost), .begin(part(10)), .answer(head(206, range: "bytes 10-99/100")), .bytes(90), .end(nil),
      ],
      ["resume at 10", "request from 10", "rest(total: 100)", "finish 100, 0 from before"]
    ),
    "A host that was given up costs no bytes": (
      tenOfHundred + [.end(.hostGivenUp(host: "h", attempts: 4, why: "away"))], ["leave failed"]
    ),
    "Also after a whole that took the place of a part and broke no later": (
      [.begin(part(10)), .answer(head(length: 100)), .bytes(10), .end(lost)],
      ["request from 10", "whole", "resume at 10"]
    ),
    "A transfer whose time is over is left for the next batch": (
      tenOfHundred + [.end(.timedOut(.total, after: .seconds(300)))], ["leave failed"]
    ),
    "Only as often as is said": (tenOfHundred + [.end(lost)] + fiveMore, ["leave failed"]),
    "And not where a request has brought nothing": ([.begin(nil), .end(lost)], ["leave failed"]),
    "Cancelled, it asks for nothing more": (tenOfHundred + [.end(.cancelled)], ["leave cancelled"]),
    "Nor when its connection breaks after that": (
      tenOfHundred + [.end(lost, isCancelled: true)], ["leave failed"]
    ),
    "A file that cannot be kept fails with the reason": (
      tenOfHundred + [.writeFails, .end(nil)], ["fail: no room"]
    ),
    "However the transfer ends": (tenOfHundred + [.writeFails, .end(.other("x"))], ["fail: no room"]),
    "A file of more bytes than are accepted fails": (
      [.begin(nil), .answer(head()), .bytes(1001), .end(.other(""))],
      ["fail: larger than the limit of 1000 bytes"]
    ),
    "No number of bytes overflows the count": (
      [.begin(part(30)), .answer(head()), .bytes(10), .bytes(.max), .end(.other(""))],
      ["fail: larger than the limit of 1000 bytes"]
    ),
    "So does one that is not there": ([.begin(nil), .end(.http(status: 404))], ["fail: not found (404)"]),
  ]

  @Test("What is done next follows from what has happened")
  func rules() {
    for (rule, example) in Self.rules {
      #expect(Self.actions(example.events).suffix(example.last.count) == example.last, "\(rule)")
    }
    #expect(
      Self.actions(Self.tenOfHundred + [.end(Self.lost)] + Self.fiveMore, resumes: 2).last == "resume at 15")
    let unchanged: [Event] = [.begin(nil), .end(nil, status: 304)]
    #expect(Self.actions(unchanged).last == "keep earlier")
  }

  // MARK: Parts

  @Test(
    "A part that begins where ours ends, of the same file, is appended, whatever its status",
    arguments: [
      ("bytes 30-99/100", "\"1\"", 100), ("bytes 30-79/100", nil, 100), ("bytes 30-99/*", nil, 100),
      ("bytes 30-80/81", nil, nil),
    ] as [(String, String?, Int?)], [200, 203, 206])
  func append(part: (range: String, etag: String?, total: Int?), status: Int) {
    let (range, etag, total) = part
    let answer = Self.head(status, range: range, etag: etag)
    let expected = "rest(total: \(total ?? 81))"
    #expect(Self.actions([.begin(Self.part(30, total: total)), .answer(answer)]).last == expected)
    // If the validator is a date, it can't be compared with a tag.
    let date = "Wed, 01 Jan 2025 00:00:00 GMT"
    let dated = Self.part(30, total: total, Validator(rawValue: date))
    for modified in [nil, date] {
      let otherTag = Self.head(status, range: range, etag: "\"2\"", modified: modified)
      #expect(Self.actions([.begin(dated), .answer(otherTag)]).last == expected)
    }
    let later = Self.head(status, range: range, modified: "Thu, 02 Jan 2025 00:00:00 GMT")
    #expect(Self.actions([.begin(dated), .answer(later)]).last == "unwanted")
  }

  @Test(
    "A part of something else, or from another place, is refused, and the whole asked for",
    arguments: [
      nil, "bytes 0-99/100", "bytes 31-99/100", "bytes 30-199/200", "bytes 30-99", "bytes */100",
      "bytes 30-100/100", "items 30-99/100", "bytes -30-99/100", "bytes 99-30/100", "", "another tag",
      "another length",
    ], [200, 206])
  func wrongPart(range: String?, status: Int) {
    let answer =
      switch range {
      case "another tag": Self.head(status, range: "bytes 30-99/100", etag: "\"2\"")
      case "another length": Self.head(status, length: 100, range: "bytes 30-99/100")
      // Without a range, any status but 206 brings the whole.
      case nil: Self.head(206)
      case let range: Self.head(status, range: range)
      }
    let actions = Self.actions([.begin(Self.part(30)), .answer(answer), .end(.other("")), .begin(nil)])
    #expect(actions == ["request from 30", "unwanted", "start over", "request"])
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
    // A malformed tag doesn't invalidate a good date. Both are sent, as browsers do.
    #expect(validator("a", date, after: 3600) == "a\n\(date)")
    #expect(validator("a", nil, after: 0) == "a" && validator("", date, after: 3600) == date)
    let both = Validator(rawValue: "a\n\(date)")
    #expect(both.ifChanged.map(\.name) == ["If-None-Match", "If-Modified-Since"])
    #expect(both.ifChanged.map(\.value) == ["a", date] && !both.isStrong)
    #expect(validator("a\rb", nil, after: 0) == nil)
    // A body that was compressed in transit can't be continued, but can be requested again.
    let encoded = Validator(etag: "\"a\"", lastModified: date, isEncoded: true, now: then)
    #expect(encoded?.rawValue == "W/\"a\"")
    #expect(validator(nil, date, after: 3600) == date)
    #expect(validator(nil, date, after: 59) == nil)
    #expect(validator(nil, "yesterday", after: 3600) == nil)
    #expect(validator(nil, nil, after: 0) == nil)
  }
}
