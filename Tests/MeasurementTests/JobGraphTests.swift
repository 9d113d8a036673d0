import Engine
import Foundation
import Testing

@testable import Measurement

@Suite struct JobGraphTests {
  private static let sample = JobGraph(
    queues: [.init(name: "downloads", width: 4), .init(name: "filters", width: 1)],
    jobs: [
      .init(name: "download Kea", queue: 0, run: 0.0002, wait: 0.02),
      .init(name: "filter Kea", queue: 1, priority: .veryHigh, after: [0], run: 0.001),
      .init(name: "show", queue: 1, after: [0, 1], wait: 0.02),
    ])

  private func graph(_ lines: [String]) throws -> JobGraph {
    try JobGraph(lines: Data(lines.joined(separator: "\n").utf8))
  }

  /// Returns a line of an event record.
  private func event(_ time: Int, _ event: String, _ job: Int, _ more: String = "") -> String {
    #"{"time":\#(time),"event":"\#(event)","engine":"gcd","job":\#(job),"name":"job \#(job)","queue":"a"\#(more)}"#
  }

  @Test("What is written is read again")
  func roundTrip() throws {
    #expect(try JobGraph(lines: Self.sample.lines()) == Self.sample)
  }

  @Test("Lines may come in any order, and all but a job's number and queue may be left out")
  func anyOrder() throws {
    let graph = try graph([
      #"{"job": 9, "on": "a", "after": [4, 4]}"#, "", #"{"job": 4, "on": "a"}"#,
      #"{"queue": "a", "width": 2}"#,
    ])
    #expect(graph.jobs.map(\.name) == ["job 9", "job 4"])
    #expect(graph.jobs.map(\.after) == [[1], []])
    #expect(graph.jobs[0].run == 0 && graph.jobs[0].priority == .normal)
  }

  @Test(
    "A line that makes no sense is refused by its number, with what is wrong",
    arguments: [
      (#"{"job": 1}"#, "line 2: the job has no queue"),
      (#"{"job": 1, "on": "b"}"#, "line 2: no line sets the width of queue “b”"),
      (#"{"job": 1, "on": "a", "after": [7]}"#, "line 2: it waits for job 7, which does not exist"),
      (#"{"job": 1, "on": "a", "after": [1]}"#, "these jobs wait for each other: job 1 → job 1"),
      (
        ["1, \"after\": [2]", "2, \"after\": [3]", "3, \"after\": [2]"].map { #"{"on": "a", "job": \#($0)}"# }
          .joined(separator: "\n"), "these jobs wait for each other: job 2 → job 3 → job 2"
      ),
      (#"{"job": 1, "on": "a", "run": -1}"#, "line 2: “run” is -1.0: give seconds from 0 to 3600"),
      (#"{"job": 1, "on": "a", "wait": 1e9}"#, "line 2: “wait” is 1000000000.0"),
      (#"{"job": 1, "on": "a", "priority": "urgent"}"#, "line 2: “priority” must be one of very low, low"),
      (#"{"queue": "a", "width": 3}"#, "line 2: there is already a queue “a”"),
      (#"{"queue": "b", "width": 0}"#, "line 2: queue “b” needs a width of at least 1"),
      (#"{"width": 3}"#, "line 2: it has neither"), ("kea", "line 2: it is not an object"),
      ("", "it contains no jobs"),
    ])
  func refused(line: String, reason: String) {
    let error = #expect(throws: JobGraphError.self) { try graph([#"{"queue": "a", "width": 1}"#, line]) }
    #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
  }

  @Test("Of recorded events, too, a job that waits for itself is refused, and a prerequisite counts once")
  func recordedOnce() throws {
    let ran = [1, 2].flatMap { job in
      ["ready", "running", "finished"].enumerated().map { event($0, $1, job) }
    }
    func waiting(for job: Int) -> String { event(1, "prerequisite", 2, #","prerequisite":\#(job)"#) }
    #expect(try graph(ran + [waiting(for: 1), waiting(for: 1)]).jobs.map(\.after) == [[], [0]])
    let error = #expect(throws: JobGraphError.self) { try graph(ran + [waiting(for: 2)]) }
    #expect(error?.description.hasPrefix("these jobs wait for each other") == true)
  }

  @Test("From a record come the jobs that ran, with their times, and widths as wide as were used")
  func recorded() throws {
    let graph = try graph([
      #"{"time":0,"event":"suspended","engine":"gcd","queue":"a"}"#,
      event(1, "prerequisite", 2, #","prerequisite":1"#), event(2, "ready", 1, #","priority":"high""#),
      event(2, "waiting", 2), event(2, "ready", 3), event(2, "ready", 4),
      event(1_000_000, "running", 1, #","priority":"high""#), event(2_000_000, "running", 3),
      event(3_000_000, "returned", 1), event(4_000_000, "finished", 3),
      event(7_000_000, "finished", 1, #","priority":"high""#), event(8_000_000, "running", 2),
      event(9_000_000, "failed", 2), event(9_000_000, "cancelled", 4),
      #"{"time":1,"event":"ready","engine":"operation","job":1,"name":"another","queue":"a"}"#,
    ])
    #expect(graph.queues == [.init(name: "a", width: 2)])
    #expect(
      graph.jobs == [
        .init(name: "job 2", after: [1], run: 0.001),
        .init(name: "job 1", priority: .high, run: 0.002, wait: 0.004),
        .init(name: "job 3", run: 0.002),
      ])
  }

  @Test("Runners run all jobs of a graph, each after its prerequisites", arguments: JobRunner.graphRunners)
  func replay(runner: JobRunner) async {
    let waits = (0..<5).map { index in
      JobGraph.Job(name: "\(index)", after: index == 0 ? [] : [index - 1], wait: 0.01)
    }
    let graphs = [JobGraph(queues: [.init(name: "a", width: 8)], jobs: waits), Self.sample]
    let walls = await withCheckedContinuation { go in
      Thread.detachNewThread {
        go.resume(returning: graphs.map { runner.run($0, rate: SpinRate())[.wall, default: 0] })
      }
    }
    #expect(walls[0] >= 0.05, "five waits of 10 ms, one after the other")
    #expect(walls[1] >= 0.04)
  }
}
