import Foundation
import LessonKit

/// A list that is scrolled from rows 0–2 to rows 2 and 3.
public nonisolated func operation() {
  let server = PhotoServer()
  let screen = Screen()
  let list = PhotoList(server, screen)
  onMain { list.loadImagesForOnscreenCells(0...2) }
  server.isAsked.wait()
  onMain { list.suspendAllOperations(true) }  // A finger drags,
  block(milliseconds: 20)
  onMain { list.loadImagesForOnscreenCells(2...3) }  // and lets go.
  onMain { list.suspendAllOperations(false) }
  server.mayReply.open()
  screen.isComplete.wait()
  // Both rows are filtered: there is nothing left to do.
  onMain { list.loadImagesForOnscreenCells(2...3) }
}

/// A photo in none of these states is new.
nonisolated private enum PhotoState { case downloaded, filtered }

/// Code on the main queue is on the main actor, but the compiler
/// doesn't know that.
nonisolated private func onMain(
  isAwaited: Bool = true, _ body: @escaping @MainActor @Sendable () -> Void
) {
  let operation = BlockOperation { MainActor.assumeIsolated(body) }
  OperationQueue.main.addOperations(
    [operation], waitUntilFinished: isAwaited)
}

@MainActor private final class PendingOperations {
  var downloadsInProgress: [Int: Operation] = [:]
  var filtrationsInProgress: [Int: Operation] = [:]
  let downloadQueue = OperationQueue()
  let filtrationQueue = OperationQueue()
  init() {
    downloadQueue.maxConcurrentOperationCount = 1
    filtrationQueue.maxConcurrentOperationCount = 1
  }
}

nonisolated private final class ImageDownloader:
  Operation, @unchecked Sendable
{
  // Safe: never changed.
  private let row: Int
  private let server: PhotoServer
  init(_ row: Int, _ server: PhotoServer) {
    self.row = row
    self.server = server
  }
  override func main() {
    diary.span("download \(row)") { server.download(row) }
  }
}
nonisolated private final class ImageFiltration:
  Operation, @unchecked Sendable
{
  // Safe: never changed.
  private let row: Int
  init(_ row: Int) { self.row = row }
  override func main() {
    compute("filter \(row)", milliseconds: 20)
  }
}

@MainActor private final class PhotoList {
  lazy var pending = PendingOperations()
  var states: [Int: PhotoState] = [:]
  let server: PhotoServer
  let screen: Screen

  nonisolated init(_ server: PhotoServer, _ screen: Screen) {
    self.server = server
    self.screen = screen
  }
  func suspendAllOperations(_ isSuspended: Bool) {
    diary.suspended("list", isSuspended)
    pending.downloadQueue.isSuspended = isSuspended
    pending.filtrationQueue.isSuspended = isSuspended
  }
  func loadImagesForOnscreenCells(_ rows: ClosedRange<Int>) {
    screen.scroll(to: rows)
    let all = Set(pending.downloadsInProgress.keys)
      .union(pending.filtrationsInProgress.keys)
    for row in all.subtracting(rows).sorted() {
      diary.cancelled("download \(row)", "filter \(row)")
      pending.downloadsInProgress.removeValue(forKey: row)?.cancel()
      pending.filtrationsInProgress.removeValue(forKey: row)?.cancel()
    }
    for row in rows where !all.contains(row) {
      switch states[row] {
      case nil: startDownload(row)
      case .downloaded: startFiltration(row)
      case .filtered: break
      }
    }
  }
  func startDownload(_ row: Int) {
    let downloader = ImageDownloader(row, server)
    downloader.completionBlock = { [weak downloader] in
      onMain(isAwaited: false) { [downloader] in
        // Not `isCancelled`: it may have finished before.
        let current = self.pending.downloadsInProgress[row]
        guard let current, current === downloader else { return }
        self.pending.downloadsInProgress[row] = nil
        self.states[row] = .downloaded
        self.startFiltration(row)
      }
    }
    pending.downloadsInProgress[row] = downloader
    diary.submitted("download \(row)")
    pending.downloadQueue.addOperation(downloader)
  }
  func startFiltration(_ row: Int) {
    let filtration = ImageFiltration(row)
    filtration.completionBlock = { [weak filtration] in
      onMain(isAwaited: false) { [filtration] in
        let current = self.pending.filtrationsInProgress[row]
        guard let current, current === filtration else { return }
        self.pending.filtrationsInProgress[row] = nil
        self.states[row] = .filtered
        self.screen.fill(row)
      }
    }
    pending.filtrationsInProgress[row] = filtration
    diary.submitted("filter \(row)")
    pending.filtrationQueue.addOperation(filtration)
  }
}
