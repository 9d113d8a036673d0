import Foundation
import LessonKit

/// A list that is scrolled from rows 0–2 to rows 2 and 3.
public func operation(_ diary: Diary) {
  let (server, screen) = (PhotoServer(), Screen(diary))
  let list = PhotoList(diary, server, screen)
  onMain { list.loadImagesForOnscreenCells(0...2) }
  server.isAsked.wait()
  onMain { list.suspendAllOperations(true) }  // A finger drags,
  block(milliseconds: 20)
  onMain { list.loadImagesForOnscreenCells(2...3) }  // and lets go.
  onMain { list.suspendAllOperations(false) }
  server.mayReply.open()
  screen.isComplete.wait()
}

private func onMain(_ body: @escaping @Sendable () -> Void) {
  let operation = BlockOperation(block: body)
  OperationQueue.main.addOperations([operation], waitUntilFinished: true)
}

private final class PendingOperations {
  var downloadsInProgress: [Int: Operation] = [:]
  var filtrationsInProgress: [Int: Operation] = [:]
  let downloadQueue = OperationQueue()
  let filtrationQueue = OperationQueue()
  init() {
    downloadQueue.maxConcurrentOperationCount = 1
    filtrationQueue.maxConcurrentOperationCount = 1
  }
}

private class RowOperation: Operation, @unchecked Sendable {
  // Safe: never changed.
  let (row, list): (Int, PhotoList)
  init(_ row: Int, _ list: PhotoList) {
    (self.row, self.list) = (row, list)
  }
}
private final class ImageDownloader: RowOperation, @unchecked Sendable {
  override func main() {
    list.diary.span("download \(row)") { list.server.download(row) }
  }
}
private final class ImageFiltration: RowOperation, @unchecked Sendable {
  override func main() {
    list.diary.span("filter \(row)") { compute(milliseconds: 20) }
  }
}

private final class PhotoList: @unchecked Sendable {
  // Safe: what changes is touched on the main queue only.
  let pending = PendingOperations()
  var downloaded: Set<Int> = []
  let (diary, server, screen): (Diary, PhotoServer, Screen)

  init(_ diary: Diary, _ server: PhotoServer, _ screen: Screen) {
    (self.diary, self.server, self.screen) = (diary, server, screen)
  }
  func suspendAllOperations(_ isSuspended: Bool) {
    isSuspended ? diary.suspended("queues") : diary.resumed("queues")
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
      downloaded.contains(row) ? startFiltration(row) : startDownload(row)
    }
  }
  func startDownload(_ row: Int) {
    let downloader = ImageDownloader(row, self)
    downloader.completionBlock = { [weak downloader] in
      OperationQueue.main.addOperation { [downloader] in
        // Not `isCancelled`: it may have finished before.
        let current = self.pending.downloadsInProgress[row]
        guard let downloader, downloader === current else { return }
        self.pending.downloadsInProgress[row] = nil
        self.downloaded.insert(row)
        self.startFiltration(row)
      }
    }
    pending.downloadsInProgress[row] = downloader
    diary.submitted("download \(row)")
    pending.downloadQueue.addOperation(downloader)
  }
  func startFiltration(_ row: Int) {
    let filtration = ImageFiltration(row, self)
    filtration.completionBlock = { [weak filtration] in
      OperationQueue.main.addOperation { [filtration] in
        let current = self.pending.filtrationsInProgress[row]
        guard let filtration, filtration === current else { return }
        self.pending.filtrationsInProgress[row] = nil
        self.screen.show(row)
      }
    }
    pending.filtrationsInProgress[row] = filtration
    diary.submitted("filter \(row)")
    pending.filtrationQueue.addOperation(filtration)
  }
}
