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

  init(_ engines: [EngineName], list: String = "/photos.jsonl?count=10000") throws {
    sample = try SampleServer.start()
    sample.handler = { [replies] request in replies.answer(request) }
    let traces = Dictionary(uniqueKeysWithValues: engines.map { ($0, Recorder()) })
    self.traces = traces
    var configuration = GalleryConfiguration(engines: engines, list: .url(sample.url + list))
    configuration.table.transfers.bePatient()
    configuration.watcher = { traces[$1].map { ($0.watcher, nil) } }
    gallery = try GalleryServer(configuration, sample: sample)
  }

  deinit {
    replies.open()
    gallery.stop()
    sample.stop()
  }

  var pages: [PageSession] { gallery.pages.all }
}

/// Counts what is asked of the sample server, and holds back the photos while it is shut.
final class Replies: Sendable {
  private struct State {
    var refuses = false
    var breaks = false
    var asked: [String: Int] = [:]
    var askers: Set<String> = []
  }

  private let valve = ReplyValve()
  private let state = Locked(State())

  /// How often each photo was asked for, by path and query.
  var requests: [String: Int] { state.withLock { $0.asked } }

  /// The user agents of all requests.
  var clients: Set<String> { state.withLock { $0.askers } }

  /// Whether lists are answered with 500.
  var refusesLists: Bool {
    get { state.withLock { $0.refuses } }
    set { state.withLock { $0.refuses = newValue } }
  }

  /// Whether a list breaks off after five photos.
  var breaksLists: Bool {
    get { state.withLock { $0.breaks } }
    set { state.withLock { $0.breaks = newValue } }
  }

  func shut() { valve.shut() }
  func open() { valve.open() }

  func answer(_ request: Request) -> Answer? {
    state.withLock { state in
      state.askers.insert(request.headers.first(name: "User-Agent") ?? "")
      guard request.path.hasPrefix("/photos/") else {
        if state.breaks { return .now(.text(brokenList)) }
        return state.refuses ? .now(.text("500: on purpose\n", status: .internalServerError)) : nil
      }
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
