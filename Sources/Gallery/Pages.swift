import Base
import Dispatch
import Engine
import Engines
import SampleServer
import WebServer
import Workloads

/// All pages that are open or may come back.
final class Pages: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`, and the timer only on its queue.
  let configuration: GallerySettings
  private let sample: SampleServer?
  /// The initial values of the controls. They are restored when a visitor opens a page and no other page is open.
  private let firstControls: Controls
  private let lock = Lock()
  private var sessions: [String: PageSession] = [:]
  private var summary = GallerySummary()
  private let ended = DispatchGroup()
  private let queue = DispatchQueue(label: "gallery")
  private let timer: any DispatchSourceTimer

  /// The interval between updates. With 20 updates per second, a page looks live.
  private static let interval = DispatchTimeInterval.milliseconds(50)
  /// The time for which a closed or hidden page is kept, in nanoseconds.
  private static let patience: UInt64 = 600_000_000_000
  /// The maximum number of pages. More pages are either a mistake or opened by a script in a loop.
  private static let most = 64
  /// The end of the name of a table that neither suspends nor cancels. The page takes such names apart.
  private static let without = " without"
  /// The maximum number of windows that can listen simultaneously. A browser opens at most six connections to a host.
  /// Each window's event stream occupies one of them, and the sixth is needed for all other requests.
  private static let mostListening = 5

  init(_ configuration: GallerySettings, sample: SampleServer?) {
    self.configuration = configuration
    self.sample = sample
    firstControls = Self.controls(configuration, sample)
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: Self.interval)
    timer.setEventHandler { [weak self] in self?.send() }
    timer.resume()
  }

  deinit { timer.cancel() }

  var all: [PageSession] { lock.withLock { Array(sessions.values) } }

  subscript(id: String) -> PageSession? { lock.withLock { sessions[id] } }

  /// Opens a new page with its own engines.
  /// - Parameter engines: The engines, or nil for those of the configuration.
  /// - Throws: `OutputError` if its files can't be written, or `PagesError` if too many pages are open.
  func open(_ engines: [EngineName]? = nil) throws -> PageSession {
    if engines == nil, lock.withLock({ !sessions.values.contains(where: \.isOpen) }) {
      controls = firstControls
    }
    let number = try lock.withLock {
      guard sessions.count < Self.most else { throw PagesError.tooMany }
      guard sessions.values.count(where: \.isOpen) < Self.mostListening else {
        throw PagesError.tooManyListen
      }
      summary.pages += 1
      return summary.pages
    }
    let ways = configuration.isTwice && engines == nil ? [Self.without, " with"] : [""]
    let tables = (engines ?? configuration.engines).flatMap { engine in ways.map { (engine, $0) } }
    let session = PageSession(
      tables: try tables.map { engine, way in
        let name = engine.rawValue + way
        let watcher = configuration.watcher?(number, name)
        let plan = configuration.table.plan
        let lanes = Lanes(engine, widths: [plan.downloads, plan.filters])
        let jobs = engine.makeEngine(reporting: .serial("page \(number) \(name)")) { event in
          lanes.note(event)
          watcher?.events(event)
        }
        var settings = configuration.table
        settings.suspendsAndCancels = way != Self.without
        // The sample server counts the attempts of each client. With different names, all tables get the same failures.
        if sample != nil { settings.transfers.userAgent += " (\(name), page \(number))" }
        let table = try PhotoTable(engine: jobs, source: configuration.list, settings: settings)
        table.onJobs = watcher?.jobs
        return TableFront(name, engine, table: table, lanes: lanes)
      }, recorder: number == 1 ? configuration.recorder : nil)
    if number == 1 { configuration.recorder?.begin(session) }
    lock.withLock { sessions[session.id] = session }
    return session
  }

  /// Returns the reason why this page can't listen now, or nil if it can.
  func refusal(of session: PageSession) -> PagesError? {
    let others = all.count { $0 !== session && $0.isOpen }
    return others < Self.mostListening ? nil : .tooManyListen
  }

  func end(_ session: PageSession) {
    guard lock.withLock({ sessions.removeValue(forKey: session.id) }) != nil else { return }
    for _ in session.tables { ended.enter() }
    session.end { [self] table, tally in
      lock.withLock { summary.tables[table, default: TableTally()] += tally }
      ended.leave()
    }
  }

  /// Ends every page, and waits until its work has ended.
  func endAll() -> GallerySummary {
    for session in all { end(session) }
    // A stalled table ends as soon as its current work notices the cancellation.
    _ = ended.wait(timeout: .now() + 5)
    return lock.withLock { summary }
  }

  var controls: Controls {
    get { Self.controls(configuration, sample) }
    set {
      configuration.table.filterDelay.withLock { $0 = newValue.filterDelay ?? 0 }
      guard let sample, let delay = newValue.delay, let rate = newValue.failureRate else { return }
      // Setting the faults restarts the count of attempts.
      var faults = sample.faults
      (faults.delay, faults.failureRate) = (.milliseconds(Int((delay * 1000).rounded())), rate)
      if faults != sample.faults { sample.faults = faults }
    }
  }

  private static func controls(_ configuration: GallerySettings, _ sample: SampleServer?) -> Controls {
    let faults = sample?.faults
    return Controls(
      delay: faults.map { $0.delay / .seconds(1) }, failureRate: faults?.failureRate,
      filterDelay: configuration.table.filterDelay.value)
  }

  private func send() {
    let now = monotonicNanoseconds()
    let controls = controls
    for session in all {
      if session.isForgotten(after: Self.patience, at: now) { end(session) } else { session.send(controls) }
    }
  }
}

struct PagesError: Error, CustomStringConvertible {
  let description: String

  static let tooMany = PagesError(description: "too many pages are open; close some")
  static let tooManyListen = PagesError(
    description:
      "five windows already show this page, and the browser has no connection left for a sixth; "
      + "close or hide one")
}
