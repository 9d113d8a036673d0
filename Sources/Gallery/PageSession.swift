import Base
import Engine
import Foundation
import WebServer
import Workloads

/// One open page: a table for each engine, and the connection on which it receives changes. All members may be called from
/// any thread.
final class PageSession: @unchecked Sendable {
  // Safe: what can change is touched under `lock` only.
  let id: String
  let tables: [TableFront]
  private let recorder: PageRecorder?
  private let lock = Lock()
  private var stream: EventStream?
  private var sentControls: Controls?
  /// When the page was seen last, in nanoseconds; nil while it is there.
  private var leftAt: UInt64? = monotonicNanoseconds()

  /// - Parameter recorder: records the page; nil for none.
  init(tables: [TableFront], recorder: PageRecorder? = nil) {
    id = UUID().uuidString
    self.tables = tables
    self.recorder = recorder
  }

  func table(_ name: String) -> TableFront? { tables.first { $0.name == name } }

  /// The page listens, from the beginning or again. An earlier connection receives nothing more.
  func open(_ stream: EventStream) {
    let before = lock.withLock {
      defer { (self.stream, leftAt, sentControls) = (stream, nil, nil) }
      return self.stream
    }
    before?.close()
    for table in tables { table.forget() }
    stream.onClose { [weak self] in self?.closed(stream) }
  }

  /// The page was closed, hidden, or has lost its connection. What it had stays for a while, as
  /// it may come back.
  private func closed(_ stream: EventStream) {
    // Under the lock, so that what a page that comes back starts is not cancelled with what it had.
    lock.withLock {
      guard self.stream === stream else { return }
      self.stream = nil
      leftAt = monotonicNanoseconds()
      for table in tables { table.leave() }
    }
  }

  /// Passes on what the page does, unless it has stopped listening: one that was hidden in the middle of a scroll would
  /// still report that the scroll has come to rest, and start work that nobody looks at.
  func scroll(_ event: ScrollEvent.Kind) {
    // Under the lock, so that a page which is left now cancels what this starts.
    let isHeeded = lock.withLock { () -> Bool in
      guard stream != nil || isRecordersOwn else { return false }
      for table in tables { table.scroll(event) }
      return true
    }
    if isHeeded { recorder?.note(event) }
  }

  /// Whether a script plays the page, and no browser shows it.
  private var isRecordersOwn: Bool { recorder?.isPage == true }

  /// Cancels everything, for good, and calls `done` once for each table, with the result.
  func end(_ done: @escaping @Sendable (_ table: String, TableTally) -> Void) {
    let stream = lock.withLock {
      defer { self.stream = nil }
      return self.stream
    }
    stream?.close()
    for table in tables { table.end { done(table.name, $0) } }
  }

  var isOpen: Bool { lock.withLock { stream != nil } }

  /// Whether nobody has come back within `patience`, in nanoseconds.
  func isForgotten(after patience: UInt64, at time: UInt64) -> Bool {
    !isRecordersOwn && lock.withLock { leftAt.map { time > $0 + patience } ?? false }
  }

  /// Sends the page what has changed.
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
