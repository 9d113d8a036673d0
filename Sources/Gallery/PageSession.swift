import Base
import Engine
import Foundation
import WebServer
import Workloads

/// An open page: a table for each engine, and the connection that sends its updates. All members may be called from any
/// thread.
final class PageSession: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`.
  let id: String
  let tables: [TableFront]
  private let recorder: PageRecorder?
  private let lock = Lock()
  private var stream: EventStream?
  private var sentControls: Controls?
  /// The time when the page was left, in monotonic nanoseconds, or nil while it is connected.
  private var leftAt: UInt64? = monotonicNanoseconds()

  /// Creates a session for a page that isn't connected yet.
  /// - Parameter recorder: Records the page, if it isn't nil.
  init(tables: [TableFront], recorder: PageRecorder? = nil) {
    id = UUID().uuidString
    self.tables = tables
    self.recorder = recorder
  }

  func table(_ name: String) -> TableFront? { tables.first { $0.name == name } }

  /// Connects the page's event stream, for the first time or again. An earlier stream is closed.
  func open(_ stream: EventStream) {
    let before = lock.withLock {
      defer { (self.stream, leftAt, sentControls) = (stream, nil, nil) }
      return self.stream
    }
    before?.close()
    for table in tables { table.forget() }
    stream.onClose { [weak self] in self?.closed(stream) }
  }

  /// Handles a page that was closed or hidden, or has lost its connection. The session is kept for a while, because
  /// the page may come back.
  private func closed(_ stream: EventStream) {
    // Under the lock, so that `leave` can't cancel work that a returning page has just started.
    lock.withLock {
      guard self.stream === stream else { return }
      self.stream = nil
      leftAt = monotonicNanoseconds()
      for table in tables { table.leave() }
    }
  }

  /// Forwards a scroll event, unless the page has disconnected. A page that is hidden during a scroll still reports
  /// when the scroll stops. That report would start work for a page that isn't visible.
  func scroll(_ event: ScrollEvent.Kind) {
    // Under the lock, so that `leave` also cancels the work that this event starts.
    let isHeeded = lock.withLock { () -> Bool in
      guard stream != nil || isRecordersOwn else { return false }
      for table in tables { table.scroll(event) }
      return true
    }
    if isHeeded { recorder?.note(event) }
  }

  /// Whether the recorder's script acts as the page instead of a browser.
  private var isRecordersOwn: Bool { recorder?.isPage == true }

  /// Ends the session: cancels all work, and calls `done` once for each table with its totals.
  func end(_ done: @escaping @Sendable (_ table: String, TableTally) -> Void) {
    let stream = lock.withLock {
      defer { self.stream = nil }
      return self.stream
    }
    stream?.close()
    for table in tables { table.end { done(table.name, $0) } }
  }

  var isOpen: Bool { lock.withLock { stream != nil } }

  /// Returns whether the page has been gone for longer than `patience`, in nanoseconds.
  func isForgotten(after patience: UInt64, at time: UInt64) -> Bool {
    !isRecordersOwn && lock.withLock { leftAt.map { time > $0 + patience } ?? false }
  }

  /// Sends the changes to the page.
  func send(_ controls: Controls) {
    let stream = lock.withLock { self.stream }
    guard stream.map({ $0.unsent == 0 }) ?? isRecordersOwn else { return }
    var update = PageUpdate()
    for table in tables {
      let change = table.update()
      if !change.isEmpty { update.tables[table.name] = change }
    }
    let isNews = lock.withLock {
      defer { sentControls = controls }
      return sentControls != controls
    }
    if isNews { update.controls = controls }
    if !update.isEmpty { stream?.send(update.json, event: "update") }
    recorder?.note(update)
  }
}
