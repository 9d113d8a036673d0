import Dispatch
import LessonKit

/// A list that is scrolled from rows 0–2 to rows 2 and 3.
public nonisolated func gcd() {
  let server = PhotoServer()
  let screen = Screen()
  // The compiler knows: these closures are on the main actor.
  let list = DispatchQueue.main.sync { PhotoList(server, screen) }
  DispatchQueue.main.sync { list.loadImagesForOnscreenCells(0...2) }
  server.isAsked.wait()
  DispatchQueue.main.sync { list.suspend() }  // A finger drags,
  block(milliseconds: 20)
  DispatchQueue.main.sync {
    list.loadImagesForOnscreenCells(2...3)  // and lets go.
    list.resume()
  }
  server.mayReply.open()
  screen.isComplete.wait()
  // Both rows are filtered: there is nothing left to do.
  DispatchQueue.main.sync { list.loadImagesForOnscreenCells(2...3) }
}

/// A photo in none of these states is new.
nonisolated private enum PhotoState { case downloaded, filtered }

/// The flag that both jobs of a row check, because a queue can't
/// find them.
private typealias Cancelled = Locked<Bool>

@MainActor private final class PhotoList {
  var inProgress: [Int: Cancelled] = [:]
  var states: [Int: PhotoState] = [:]
  let downloads = DispatchQueue(label: "downloads")
  let filters = DispatchQueue(label: "filters")
  let server: PhotoServer
  let screen: Screen

  init(_ server: PhotoServer, _ screen: Screen) {
    self.server = server
    self.screen = screen
  }
  /// Each needs its `resume`: Dispatch counts.
  func suspend() {
    diary.suspended("list")
    downloads.suspend()
    filters.suspend()
  }
  func resume() {
    diary.resumed("list")
    downloads.resume()
    filters.resume()
  }
  func loadImagesForOnscreenCells(_ rows: ClosedRange<Int>) {
    screen.scroll(to: rows)
    let all = Set(inProgress.keys)
    for row in all.subtracting(rows).sorted() {
      diary.cancelled("download \(row)", "filter \(row)")
      inProgress.removeValue(forKey: row)?.withLock { $0 = true }
    }
    for row in rows
    where !all.contains(row) && states[row] != .filtered {
      let isCancelled = Cancelled(false)
      inProgress[row] = isCancelled
      states[row] == .downloaded
        ? startFilter(row, isCancelled) : startDownload(row, isCancelled)
    }
  }
  func startDownload(_ row: Int, _ isCancelled: Cancelled) {
    diary.submitted("download \(row)")
    downloads.async { [server] in
      if isCancelled.withLock({ $0 }) { return }
      diary.span("download \(row)") { server.download(row) }
      DispatchQueue.main.async {
        if isCancelled.withLock({ $0 }) { return }
        self.states[row] = .downloaded
        self.startFilter(row, isCancelled)
      }
    }
  }
  func startFilter(_ row: Int, _ isCancelled: Cancelled) {
    diary.submitted("filter \(row)")
    filters.async {
      if isCancelled.withLock({ $0 }) { return }
      compute("filter \(row)", milliseconds: 20)
      DispatchQueue.main.async {
        if isCancelled.withLock({ $0 }) { return }
        self.inProgress[row] = nil
        self.states[row] = .filtered
        self.screen.fill(row)
      }
    }
  }
}
