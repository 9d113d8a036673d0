import Base
import Engine
import Engines
import Foundation
import SampleServer
import WebServer
import Workloads

@testable import Gallery

/// A gallery over a sample server, whose replies can be held up and whose engines are watched.
final class GalleryBench: Sendable {
  let sample: SampleServer
  let gallery: GalleryServer
  let replies = Replies()
  let traces: [EngineName: Trace]

  init(_ engines: [EngineName], list: String = "/photos.jsonl?count=10000") throws {
    sample = try SampleServer.start()
    sample.handler = { [replies] request in replies.answer(request) }
    let traces = Dictionary(uniqueKeysWithValues: engines.map { ($0, Trace()) })
    self.traces = traces
    var configuration = GalleryConfiguration(engines: engines, list: .url(sample.url + list))
    configuration.table.transfers.retry.retries = 0
    // A machine that is busy is not what these tests are about.
    configuration.table.transfers.connectTimeout = .seconds(600)
    configuration.table.transfers.stallTimeout = .seconds(600)
    configuration.table.transfers.totalTimeout = .seconds(600)
    configuration.watcher = { traces[$1].map { TableWatcher(events: $0.watcher) } }
    gallery = try GalleryServer.start(configuration, sample: sample)
  }

  deinit {
    replies.open()
    gallery.stop()
    sample.stop()
  }

  var pages: [PageSession] { gallery.pages.all }
}

/// Counts what is asked of the sample server, and holds back the photos while it is shut.
final class Replies: @unchecked Sendable {
  // Safe: touched under `lock` only.
  private let lock = Lock()
  private var isShut = false
  private var refuses = false
  private var breaks = false
  private var held: [() -> Void] = []
  private var asked: [String: Int] = [:]
  private var askers: Set<String> = []

  /// How often each photo was asked for, by path and query.
  var requests: [String: Int] { lock.withLock { asked } }

  /// What those who asked for anything call themselves.
  var clients: Set<String> { lock.withLock { askers } }

  /// Whether lists are answered with 500.
  var refusesLists: Bool {
    get { lock.withLock { refuses } }
    set { lock.withLock { refuses = newValue } }
  }

  /// Whether a list breaks off after five photos.
  var breaksLists: Bool {
    get { lock.withLock { breaks } }
    set { lock.withLock { breaks = newValue } }
  }

  private static let brokenList =
    (1...5).map { #"{"url":"http://127.0.0.1:1/\#($0).jpg"}"# + "\n" }.joined() + #"{"url":"http"#

  func shut() { lock.withLock { isShut = true } }

  func open() {
    let held = lock.withLock {
      isShut = false
      defer { self.held = [] }
      return self.held
    }
    for reply in held { reply() }
  }

  func answer(_ request: Request) -> Answer? {
    lock.withLock {
      askers.insert(request.headers.first(name: "User-Agent") ?? "")
      guard request.path.hasPrefix("/photos/") else {
        if breaks { return .now(.text(Self.brokenList)) }
        return refuses ? .now(.text("500: on purpose\n", status: .internalServerError)) : nil
      }
      guard isShut else {
        asked[request.target, default: 0] += 1
        return nil
      }
      return .later { [self] respond in
        // A redirect to itself: the second request finds the gate open.
        let again = Response(.temporaryRedirect, headers: ["Location": request.target])
        lock.withLock { held.append { respond(again) } }
      }
    }
  }
}

/// What happened in an engine, in order.
final class Trace: @unchecked Sendable {
  // Safe: touched under `lock` only.
  private let lock = Lock()
  private var all: [TraceEvent] = []
  private var waiting: [(condition: ([TraceEvent]) -> Bool, go: CheckedContinuation<Void, Never>)] = []

  var events: [TraceEvent] { lock.withLock { all } }

  var watcher: Watcher {
    { [self] event in
      lock.withLock {
        all.append(event)
        let ready = waiting.filter { $0.condition(all) }
        waiting.removeAll { $0.condition(all) }
        for one in ready { one.go.resume() }
      }
    }
  }

  /// Waits until what has happened satisfies a condition, which is looked at under the engine's lock.
  func until(_ condition: @escaping @Sendable ([TraceEvent]) -> Bool) async {
    await withCheckedContinuation { go in
      lock.withLock {
        if condition(all) { go.resume() } else { waiting.append((condition, go)) }
      }
    }
  }
}

extension [TraceEvent] {
  /// The names of jobs that were picked while their queue was suspended.
  var startedWhileSuspended: [String] {
    var suspended: Set<String> = []
    return compactMap { event in
      switch event.kind {
      case .suspended: suspended.insert(event.queueName)
      case .resumed: suspended.remove(event.queueName)
      case .running where suspended.contains(event.queueName): return event.jobName
      default: break
      }
      return nil
    }
  }

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
    count { if case .ended = $0.kind { $0.queueName == "list" } else { false } }
  }

  var cancelledDownloads: Int {
    count { event in
      if case .ended(.cancelled) = event.kind { event.queueName == "download" } else { false }
    }
  }
}
