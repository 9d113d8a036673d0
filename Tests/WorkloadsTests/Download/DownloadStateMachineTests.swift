import Foundation
import Testing

@testable import Transport
@testable import Workloads

/// What comes after what, in a table: no file, no socket, no thread.
@Suite("What a download does next")
struct DownloadStateMachineTests {
  /// What happens to one file, and what the machine answers.
  private enum Event {
    case begin(Resumption?)
    case answer(TransferHead)
    case bytes(Int)
    case writeFails
    case end(TransferError.Reason?, status: Int = 200, isCancelled: Bool = false)
  }

  private static let tag = Validator(rawValue: "\"1\"")

  /// A part of a file of 100 bytes.
  private static func part(_ offset: Int, total: Int? = 100) -> Resumption {
    Resumption(offset: offset, validator: tag, total: total)
  }

  private static func head(_ status: Int = 200, length: Int? = nil, range: String? = nil) -> TransferHead {
    TransferHead(
      status: status, effectiveURL: "", contentType: nil, etag: tag.rawValue, lastModified: nil,
      contentRange: range, contentLength: length.flatMap { ByteCount($0) })
  }

  /// - Returns: what was to be done after each event that asks for something.
  private func actions(
    _ events: [Event], resumes: Int = 1, hasEarlier: Bool = false
  ) -> (words: [String], machine: DownloadStateMachine) {
    var machine = DownloadStateMachine(maxBytes: 1000, resumes: resumes, hasEarlier: hasEarlier)
    var words: [String] = []
    var last = Self.head()
    for event in events {
      switch event {
      case .begin(let found): words.append(Self.words(machine.begin(with: found)))
      case .answer(let head):
        last = head
        words.append(Self.words(machine.answered(head, validator: Self.tag)))
      case .bytes(let count):
        do { try machine.received(count) } catch { machine.failed(error) }
      case .writeFails: machine.failed(Refusal(reason: "no room"))
      case .end(let reason, let status, let isCancelled):
        let head = status == 200 ? last : Self.head(status)
        let result = reason.map { .failure(TransferError(url: "", reason: $0)) } ?? Result.success(head)
        words.append(Self.words(machine.ended(result, isCancelled: isCancelled)))
      }
    }
    return (words, machine)
  }

  private static func words(_ body: DownloadStateMachine.Body) -> String {
    switch body {
    case .rest: "rest"
    case .whole: "whole"
    case .unwanted: "unwanted"
    }
  }

  private static func words(_ action: DownloadStateMachine.Action) -> String {
    switch action {
    case .request(let part): part.map { "request from \($0.offset)" } ?? "request"
    case .startOver: "start over"
    case .resume: "resume"
    case .finish: "finish"
    case .keepEarlier: "keep earlier"
    case .leave(nil): "leave cancelled"
    case .leave: "leave failed"
    case .fail(let error): "fail: \((error as? TransferError)?.reason.description ?? "\(error)")"
    }
  }

  @Test("A whole file is finished, whether or not its length was announced", arguments: [100, nil])
  func whole(length: Int?) {
    let (words, machine) = actions([
      .begin(nil), .answer(Self.head(length: length)), .bytes(60), .bytes(40), .end(nil),
    ])
    #expect(words == ["request", "whole", "finish"])
    #expect(machine.isWhole && machine.size == 100 && machine.leftFromBefore == 0)
  }

  @Test("An empty file is a whole one")
  func empty() {
    #expect(actions([.begin(nil), .answer(Self.head(length: 0)), .end(nil)]).words.last == "finish")
  }

  @Test("A part is completed, and counts as left by an earlier batch")
  func rest() {
    let (words, machine) = actions([
      .begin(Self.part(30)), .answer(Self.head(206, range: "bytes 30-99/100")), .bytes(70), .end(nil),
    ])
    #expect(words == ["request from 30", "rest", "finish"])
    #expect(machine.size == 100 && machine.leftFromBefore == 30)
  }

  @Test("A part that is all of the file needs no request")
  func complete() {
    #expect(actions([.begin(Self.part(100))]).words == ["finish"])
  }

  @Test("Where the file has changed, its whole takes the place of the part")
  func changed() {
    let (words, machine) = actions([
      .begin(Self.part(30)), .answer(Self.head(length: 50)), .bytes(50), .end(nil),
    ])
    #expect(words == ["request from 30", "whole", "finish"])
    #expect(machine.size == 50 && machine.total == 50 && machine.leftFromBefore == 0)
  }

  @Test(
    "A part that was not asked for is refused, and the whole asked for",
    arguments: ["bytes 0-99/100", "bytes 31-99/100", "bytes 30-99/200", "nonsense"])
  func wrongPart(range: String) {
    let (words, _) = actions([
      .begin(Self.part(30)), .answer(Self.head(206, range: range)), .end(.other("")), .begin(nil),
    ])
    #expect(words == ["request from 30", "unwanted", "start over", "request"])
  }

  @Test("A range that the server refuses, or that brings more than the file has, is asked for as a whole")
  func refusedRange() {
    #expect(actions([.begin(Self.part(30)), .end(.http(status: 416))]).words.last == "start over")
    let longer = actions([
      .begin(Self.part(30)), .answer(Self.head(206, range: "bytes 30-99/100")), .bytes(71), .end(nil),
    ])
    #expect(longer.words.last == "start over")
    #expect(
      actions([.begin(nil), .end(.http(status: 416))]).words.last == "fail: the server answered 416",
      "nothing was asked for that could be refused")
  }

  @Test("After a broken connection the rest is asked for, as often as is said, while each brings some")
  func resumes() {
    let lost = TransferError.Reason.connectionLost("")
    let again: [Event] = [
      .begin(Self.part(10)), .answer(Self.head(206, range: "bytes 10-99/100")), .bytes(5), .end(lost),
    ]
    let events = [.begin(nil), .answer(Self.head(length: 100)), .bytes(10), .end(lost)] + again
    #expect(actions(events, resumes: 2).words.suffix(3) == ["request from 10", "rest", "resume"])
    #expect(actions(events, resumes: 1).words.last == "leave failed")
    #expect(actions([.begin(nil), .end(lost)]).words.last == "leave failed", "it has brought nothing")
    let (words, machine) = actions(events, resumes: 2)
    #expect(words.count == 6 && machine.leftFromBefore == 0, "this batch brought all of it")
  }

  @Test("A server that sends less than it announced is asked for the rest")
  func short() {
    let events: [Event] = [
      .begin(Self.part(30)), .answer(Self.head(206, range: "bytes 30-39/100")), .bytes(10), .end(nil),
    ]
    #expect(actions(events).words.last == "resume")
    #expect(actions(events, resumes: 0).words.last == "leave failed")
  }

  @Test("Cancelled, it leaves what can be resumed, and asks for nothing more")
  func cancelled() {
    let begun: [Event] = [.begin(nil), .answer(Self.head(length: 100)), .bytes(10)]
    #expect(actions(begun + [.end(.cancelled)]).words.last == "leave cancelled")
    #expect(actions(begun + [.end(.connectionLost(""), isCancelled: true)]).words.last == "leave failed")
  }

  @Test("A file that cannot be kept fails with the reason, however the transfer ends")
  func failures() {
    let answered: [Event] = [.begin(nil), .answer(Self.head())]
    #expect(actions(answered + [.writeFails, .end(.other("x"))]).words.last == "fail: no room")
    #expect(actions(answered + [.writeFails, .end(nil)]).words.last == "fail: no room")
    #expect(
      actions(answered + [.bytes(1001), .end(.other(""))]).words.last
        == "fail: larger than the limit of 1000 bytes")
    #expect(actions([.begin(nil), .end(.http(status: 404))]).words.last == "fail: not found (404)")
  }

  @Test("No number of bytes overflows the count", arguments: [Int.max, Int.max - 10])
  func most(count: Int) {
    #expect(
      actions([.begin(Self.part(30)), .answer(Self.head()), .bytes(10), .bytes(count)]).machine.size == 10)
  }

  @Test("A file that has not changed since stays as it is; one that was not there cannot")
  func unchanged() {
    #expect(actions([.begin(nil), .end(nil, status: 304)], hasEarlier: true).words.last == "keep earlier")
    #expect(actions([.begin(nil), .end(nil, status: 304)]).words.last != "keep earlier")
  }
}
