import Engine
import Foundation
import Testing

@testable import Measurement

@Suite("Lines of an event record")
struct EventLineTests {
  private struct Broken: Error, CustomStringConvertible {
    let description = "not found (404)"
  }

  private static let kinds: [TraceEvent.Kind] = [
    .entered(.waiting), .entered(.ready), .entered(.running), .returned, .entered(.ended(.finished)),
    .entered(.ended(.failed(Broken()))), .entered(.ended(.cancelled)), .cancelRequested, .prerequisite(7),
    .suspended, .resumed,
  ]

  @Test("An event that is written and read again is the same", arguments: kinds.indices)
  func roundTrip(index: Int) throws {
    let event = TraceEvent(
      kind: Self.kinds[index], job: 3, jobName: "filter 1", priority: .high, queueName: "filter", thread: 12,
      time: 34)
    let data = try JSONEncoder().encode(EventLine(event, "gcd"))
    let read = try #require(JSONDecoder().decode(EventLine.self, from: data).traceEvent)
    #expect(text(read) == text(event))
  }

  private func text(_ event: TraceEvent) -> String {
    let detail =
      switch event.kind {
      case .entered(.ended(.failed(let error))): "\(error)"
      case .prerequisite(let other): "\(other)"
      default: ""
      }
    return "\(event.kind.word) \(detail) \(event.job) \(event.jobName) \(event.priority) \(event.queueName) "
      + "\(event.thread) \(event.time)"
  }

  @Test("Lines about photos, threads and samples are no events of the engine")
  func others() {
    for event in ["photo", "photo downloading", "sample", "thread"] {
      #expect(EventLine(time: 1, event: event, engine: "gcd").traceEvent == nil)
    }
  }
}
