import Base
import Engine
import Engines
import SampleServer
import TestSupport
import Testing
import WebServer
import Workloads

@testable import Gallery

/// A gallery with a sample server whose replies can be held back. The events of all engines are recorded.
final class GalleryBench: Sendable {
  let sample: SampleServer
  let gallery: GalleryServer
  let replies = Replies()
  let traces: [EngineName: Recorder]

  /// Starts a sample server and a gallery.
  /// - Parameters:
  ///   - photos: The number of photos in the list.
  ///   - isTwice: Whether each engine is shown without and with suspending and cancelling.
  ///   - watcher: Called for each event of any engine, after it has been recorded.
  init(
    _ engines: [EngineName], photos: Int = 1_000, isTwice: Bool = false, recorder: PageRecorder? = nil,
    watcher: @escaping Watcher = { _ in }
  ) throws {
    sample = try SampleServer()
    sample.handler = { [replies] request in replies.answer(request) }
    let traces = Dictionary(uniqueKeysWithValues: engines.map { ($0, Recorder()) })
    self.traces = traces
    let list = "\(sample.url)/photos.jsonl?count=\(photos)"
    var configuration = GallerySettings(engines: engines, list: .url(list))
    configuration.table.transfers.bePatient()
    configuration.isTwice = isTwice
    configuration.recorder = recorder
    configuration.watcher = { _, table in
      EngineName(rawValue: table).flatMap { traces[$0] }.map { trace in
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

  /// Sends a POST request to the gallery's pages.
  /// - Returns: The status of the response, or nil if the response isn't immediate.
  @discardableResult
  func post(_ target: String) -> Int? {
    let answer = gallery.pages.answer(Request(method: .POST, target: target))
    return if case .now(let response) = answer { Int(response.status.code) } else { nil }
  }
}

/// Counts requests to the sample server, and holds back photos while it is shut.
final class Replies: Sendable {
  private struct State {
    var lists: Response?
    var asked: [String: Int] = [:]
    var askers: Set<String> = []
  }

  private let valve = ReplyValve()
  private let state = Locked(State())

  /// The number of requests for each photo, by path and query.
  var requests: [String: Int] { state.withLock { $0.asked } }

  /// The user agents of all requests.
  var clients: Set<String> { state.withLock { $0.askers } }

  /// The response to every request for a list, or nil for the real lists.
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

extension Trait where Self == ConditionTrait {
  /// Skips a test without a browser.
  static var browser: Self { .enabled(if: Browser.isInstalled, Comment(rawValue: Browser.missing)) }
}

extension [TraceEvent] {
  /// The number of times that both queues were suspended.
  var suspensions: Int { count { if case .suspended = $0.kind { true } else { false } } / 2 }

  /// The number of download and filter jobs that are on a queue and haven't ended.
  var unended: Int {
    var jobs: Set<JobID> = []
    for event in self where event.queueName == "download" || event.queueName == "filter" {
      switch event.kind {
      case .entered(let state):
        if state.hasEnded { jobs.remove(event.job) } else { jobs.insert(event.job) }
      default: break
      }
    }
    return jobs.count
  }

  /// The number of list pages that have been read.
  var endedLists: Int {
    count { if case .entered(.ended) = $0.kind { $0.jobName == "list" } else { false } }
  }

  var cancelledDownloads: Int {
    count { event in
      if case .entered(.ended(.cancelled)) = event.kind { event.queueName == "download" } else { false }
    }
  }
}
