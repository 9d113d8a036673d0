import Base
import Engine
import Engines
import SampleServer
import TestSupport
import Transport
import WebServer

@testable import Workloads

/// A table with a list of sample photos. Its downloads and filters can be held back.
final class TableBench: @unchecked Sendable {
  // Sendable: mutable state is accessed only on the reporting queue, except for the gates, which have their own
  // locks.
  let server: SampleServer
  let engine: JobEngine
  let table: PhotoTable
  /// Holds photos back while it is shut.
  let replies = ReplyValve()
  /// Counts the requests for photos.
  let requests = Counter()
  let filters = ThreadGate()
  let trace = Recorder()
  private var waiting: [(condition: () -> Bool, go: () -> Void)] = []
  /// The rows that have settled, in order.
  private(set) var settled: [Int] = []

  init(
    _ name: EngineName, downloads: Int = 3, filterDelay: Double = 0, suspendsAndCancels: Bool = true
  ) throws {
    server = try SampleServer()
    engine = name.makeEngine(reporting: .serial("reports"), watcher: trace.watcher)
    var settings = TableSettings()
    (settings.plan.downloads, settings.plan.filters, settings.limit) = (downloads, 1, 1000)
    settings.filterDelay = Locked(filterDelay)
    settings.suspendsAndCancels = suspendsAndCancels
    settings.transfers = .patient
    settings.pause = { [filters] in filters.pass() }
    table = try PhotoTable(engine: engine, source: .url(server.url), settings: settings)
    server.handler = { [replies, requests] request in
      if request.path == "/broken.jsonl" { return .now(.text(brokenList)) }
      guard request.path.hasPrefix("/photos/") else { return nil }
      requests.add()
      return replies.answer(request)
    }
    // Weak references, because after a test, remaining work may report on the reporting queue while this object
    // is being released.
    table.onChange = { [weak self] _ in self?.look() }
    table.onSettle = { [weak self] photo in
      self?.settled.append(photo.number)
      self?.look()
    }
    table.onList = { [weak self] in self?.look() }
  }

  deinit {
    replies.open()
    filters.open()
    server.stop()
  }

  /// Loads the sample list with this number of photos.
  @discardableResult
  func load(_ count: Int = 60) async -> TableBench { await load("/photos.jsonl?count=\(count)") }

  @discardableResult
  func load(_ path: String) async -> TableBench {
    await perform { [self] in
      table.source = .url(server.url + path)
      table.load()
    }
    await until { [self] in table.list != .loading }
    return self
  }

  /// Runs a closure on the reporting queue and returns its result.
  @discardableResult
  func perform<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { go in
      engine.reportQueue.async { [self] in
        go.resume(returning: work())
        look()
      }
    }
  }

  /// Waits until the condition is true. It is evaluated on the reporting queue after every change.
  func until(_ condition: @escaping @Sendable () -> Bool) async {
    await withCheckedContinuation { go in
      engine.reportQueue.async { [self] in
        waiting.append((condition, { go.resume() }))
        look()
      }
    }
  }

  /// Ends a scroll on these rows, and waits until the condition is true.
  func rest(on rows: Range<Int>, until condition: @escaping @Sendable () -> Bool) async {
    await perform { [table] in table.rested(on: rows, at: 0) }
    await until(condition)
  }

  /// Evaluates the conditions later, because the current report may change more.
  func look() {
    engine.reportQueue.async { [self] in
      let ready = waiting.filter { $0.condition() }
      waiting.removeAll { $0.condition() }
      for one in ready { one.go() }
    }
  }

  /// The reason why the list can't be read, or an empty text.
  var listReason: String { table.listError.map { "\($0)" } ?? "" }

  /// Returns the state of each row.
  func states(_ rows: Range<Int>) -> [Photo.State] { rows.map { table.photos[$0].state } }
}

/// Blocks threads while it is shut. It starts open.
final class ThreadGate: Sendable {
  private let isShut = Awaited(false)

  func shut() { isShut.change { $0 = true } }
  func open() { isShut.change { $0 = false } }
  func pass() { isShut.blockUntil { !$0 } }
}
