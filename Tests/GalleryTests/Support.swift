import Base
import Engine
import Engines
import Foundation
import SampleServer
import TestSupport
import WebServer
import Workloads

@testable import Gallery

/// A gallery over a sample server, whose replies can be held up and whose engines are watched.
final class GalleryBench: Sendable {
  let sample: SampleServer
  let gallery: GalleryServer
  let replies = Replies()
  let traces: [EngineName: Recorder]

  /// - Parameter watcher: is told what happens in any engine, once that is recorded.
  init(
    _ engines: [EngineName], list: String = "/photos.jsonl?count=10000", recorder: PageRecorder? = nil,
    watcher: @escaping Watcher = { _ in }
  ) throws {
    sample = try SampleServer.start()
    sample.handler = { [replies] request in replies.answer(request) }
    let traces = Dictionary(uniqueKeysWithValues: engines.map { ($0, Recorder()) })
    self.traces = traces
    var configuration = GalleryConfiguration(engines: engines, list: .url(sample.url + list))
    configuration.table.transfers.bePatient()
    configuration.recorder = recorder
    configuration.watcher = { _, engine in
      traces[engine].map { trace in
        let record: Watcher = { event in
          trace.record(event)
          watcher(event)
        }
        return (record, nil)
      }
    }
    gallery = try GalleryServer(configuration, sample: sample)
  }

  deinit {
    replies.open()
    gallery.stop()
    sample.stop()
  }

  var pages: [PageSession] { gallery.pages.all }

  /// - Returns: the status of the answer.
  @discardableResult
  func post(_ target: String) -> Int? {
    let answer = gallery.pages.answer(Request(method: .POST, target: target))
    return if case .now(let response) = answer { Int(response.status.code) } else { nil }
  }
}

/// Counts what is asked of the sample server, and holds back the photos while it is shut.
final class Replies: Sendable {
  private struct State {
    var lists: Response?
    var asked: [String: Int] = [:]
    var askers: Set<String> = []
  }

  private let valve = ReplyValve()
  private let state = Locked(State())

  /// How often each photo was asked for, by path and query.
  var requests: [String: Int] { state.withLock { $0.asked } }

  /// The user agents of all requests.
  var clients: Set<String> { state.withLock { $0.askers } }

  /// What lists are answered with; nil for what they are.
  var lists: Response? {
    get { state.withLock { $0.lists } }
    set { state.withLock { $0.lists = newValue } }
  }

  func shut() { valve.shut() }
  func open() { valve.open() }

  func answer(_ request: Request) -> Answer? {
    state.withLock { state in
      state.askers.insert(request.headers.first(name: "User-Agent") ?? "")
      guard request.path.hasPrefix("/photos/") else { return state.lists.map { .now($0) } }
      if let held = valve.answer(request) { return held }
      state.asked[request.target, default: 0] += 1
      return nil
    }
  }
}

extension [TraceEvent] {
  /// How often both queues were suspended.
  var suspensions: Int { count { if case .suspended = $0.kind { true } else { false } } / 2 }

  /// Jobs of photos that are on a queue and have not ended.
  var unended: Int {
    var jobs: Set<JobID> = []
    for event in self where event.queueName == "download" || event.queueName == "filter" {
      switch event.kind {
      case .waiting, .ready: jobs.insert(event.job)
      case .ended: jobs.remove(event.job)
      default: break
      }
    }
    return jobs.count
  }

  /// How many pages of lists were read.
  var endedLists: Int {
    count { if case .ended = $0.kind { $0.jobName == "list" } else { false } }
  }

  var cancelledDownloads: Int {
    count { event in
      if case .ended(.cancelled) = event.kind { event.queueName == "download" } else { false }
    }
  }
}
