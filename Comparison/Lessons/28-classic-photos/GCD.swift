import Dispatch
import LessonKit

/// A list of photos: each row is downloaded, then filtered. The
/// user scrolls from rows 0–2 to rows 2–4.
public func gcd(_ diary: Diary) {
  let (server, done) = (PhotoServer(), Gate())
  let list = PhotoList(diary, server, done)
  DispatchQueue.main.sync { list.loadImagesForOnscreenCells(0...2) }
  server.isAsked.wait()
  DispatchQueue.main.sync { list.suspend() }  // A finger drags,
  block(milliseconds: 20)
  DispatchQueue.main.sync {
    list.loadImagesForOnscreenCells(2...4)  // and lets go.
    list.resume()
  }
  server.mayReply.open()
  done.wait()
}

/// What both jobs of a row look at: a queue cannot find them.
private typealias Cancelled = Locked<Bool>

private final class PhotoList: @unchecked Sendable {
  // Safe: what changes is touched on the main queue only.
  private var inProgress: [Int: Cancelled] = [:]
  private var downloaded: Set<Int> = []
  private var shown: Set<Int> = []
  private var visible = 0...0
  private let downloads = DispatchQueue(label: "downloads")
  private let filters = DispatchQueue(label: "filters")
  private let diary: Diary
  private let (server, done): (PhotoServer, Gate)

  init(_ diary: Diary, _ server: PhotoServer, _ done: Gate) {
    (self.diary, self.server, self.done) = (diary, server, done)
  }
  /// Each needs its `resume`: Dispatch counts.
  func suspend() {
    diary.suspended("queues")
    downloads.suspend()
    filters.suspend()
  }
  func resume() {
    diary.resumed("queues")
    downloads.resume()
    filters.resume()
  }
  func loadImagesForOnscreenCells(_ rows: ClosedRange<Int>) {
    visible = rows
    let all = Set(inProgress.keys)
    for row in all.subtracting(rows).sorted() {
      diary.cancelled("download \(row)", "filter \(row)")
      inProgress.removeValue(forKey: row)?.withLock { $0 = true }
    }
    for row in rows where !all.contains(row) {
      let isCancelled = Cancelled(false)
      inProgress[row] = isCancelled
      downloaded.contains(row)
        ? startFilter(row, isCancelled) : startDownload(row, isCancelled)
    }
  }
  private func startDownload(_ row: Int, _ isCancelled: Cancelled) {
    diary.submitted("download \(row)")
    downloads.async { [diary, server] in
      if isCancelled.withLock({ $0 }) { return }
      diary.span("download \(row)") { server.download(row) }
      DispatchQueue.main.async {
        if isCancelled.withLock({ $0 }) { return }
        self.downloaded.insert(row)
        self.startFilter(row, isCancelled)
      }
    }
  }
  private func startFilter(_ row: Int, _ isCancelled: Cancelled) {
    diary.submitted("filter \(row)")
    filters.async { [diary] in
      if isCancelled.withLock({ $0 }) { return }
      diary.span("filter \(row)") { compute(milliseconds: 20) }
      DispatchQueue.main.async {
        if isCancelled.withLock({ $0 }) { return }
        self.inProgress[row] = nil
        self.diary.note("row \(row) is shown")
        self.shown.insert(row)
        if self.shown.isSuperset(of: self.visible) { self.done.open() }
      }
    }
  }
}
