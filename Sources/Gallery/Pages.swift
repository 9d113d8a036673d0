import Base
import Dispatch
import Engine
import Engines
import SampleServer
import WebServer
import Workloads

/// All pages that are open, and those that may come back.
final class Pages: @unchecked Sendable {
  // Safe: what can change is touched under `lock` only, the timer on its queue.
  private let configuration: GalleryConfiguration
  private let sample: SampleServer?
  private let lock = Lock()
  private var sessions: [String: PageSession] = [:]
  private var summary = GallerySummary()
  private let ended = DispatchGroup()
  private let queue = DispatchQueue(label: "gallery")
  private let timer: any DispatchSourceTimer

  /// Pages that receive changes 20 times a second look live.
  private static let interval = DispatchTimeInterval.milliseconds(50)
  /// More would be a mistake, or somebody's loop.
  private static let most = 64

  init(_ configuration: GalleryConfiguration, sample: SampleServer?) {
    self.configuration = configuration
    self.sample = sample
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: Self.interval)
    timer.setEventHandler { [weak self] in self?.send() }
    timer.resume()
  }

  deinit { timer.cancel() }

  var all: [PageSession] { lock.withLock { Array(sessions.values) } }

  subscript(id: String) -> PageSession? { lock.withLock { sessions[id] } }

  /// A new page, with engines of its own.
  /// - Throws: `OutputError`, when there is no place for its files; `PagesError` when there are too many.
  func open() throws -> PageSession {
    let number = try lock.withLock {
      guard sessions.count < Self.most else { throw PagesError() }
      summary.pages += 1
      return summary.pages
    }
    let session = PageSession(
      tables: try configuration.engines.map { name in
        let watcher = configuration.watcher?(number, name)
        let engine = name.makeEngine(reporting: .serial("page \(number) \(name)"), watcher: watcher?.events)
        var options = configuration.table
        // The sample server counts the attempts of each client, so that all tables meet the same failures.
        if sample != nil { options.transfers.userAgent += " (\(name), page \(number))" }
        let table = try PhotoTable(engine: engine, source: configuration.list, options: options)
        table.onJobs = watcher?.jobs
        return TableFront(name, table: table)
      })
    lock.withLock { sessions[session.id] = session }
    return session
  }

  func end(_ session: PageSession) {
    guard lock.withLock({ sessions.removeValue(forKey: session.id) }) != nil else { return }
    for _ in session.tables { ended.enter() }
    session.end { [self] table, tally in
      lock.withLock { summary.tables[table, default: TableTally()] += tally }
      ended.leave()
    }
  }

  /// Ends every page, and waits until they have.
  func endAll() -> GallerySummary {
    for session in all { end(session) }
    // A table that is stalled comes to its end when what it waits for heeds the cancel.
    _ = ended.wait(timeout: .now() + 5)
    return lock.withLock { summary }
  }

  var faults: FaultControls? {
    get { sample.map { FaultControls($0.faults) } }
    set {
      guard let sample, let newValue else { return }
      sample.faults = newValue.applied(to: sample.faults)
    }
  }

  private func send() {
    let now = monotonicNanoseconds()
    let patience = UInt64(configuration.forgetsAfter * 1e9)
    let faults = faults
    for session in all {
      if session.isForgotten(after: patience, at: now) { end(session) } else { session.send(faults) }
    }
  }
}

struct PagesError: Error, CustomStringConvertible {
  let description = "there are too many pages; close some"
}

extension FaultControls {
  init(_ faults: Faults) {
    delay = Double(faults.delay.components.seconds) + Double(faults.delay.components.attoseconds) / 1e18
    failureRate = faults.failureRate
  }

  func applied(to faults: Faults) -> Faults {
    var faults = faults
    faults.delay = .milliseconds(Int((delay * 1000).rounded()))
    faults.failureRate = failureRate
    return faults
  }
}
