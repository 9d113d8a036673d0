import Foundation
import Lesson19
import LessonKit

private enum PhotoState { case new, downloaded, filtered, failed }
private struct PhotoRecord {
  let url: String
  var state = PhotoState.new
  var image = Image.placeholder
}

@MainActor private final class PendingOperations {
  /// A photo has one at a time: its download, then its filter.
  var inProgress: [Int: Operation] = [:]
  let downloadQueue = OperationQueue()
  let filtrationQueue = OperationQueue()
  init() {
    downloadQueue.maxConcurrentOperationCount = 1
    filtrationQueue.maxConcurrentOperationCount = 1
  }
  // The operations of a suspended queue would never be freed.
  deinit {
    for queue in [downloadQueue, filtrationQueue] {
      queue.cancelAllOperations()
      queue.isSuspended = false
    }
  }
}

nonisolated private final class ImageDownloader:
  AsyncOperation<Image, PhotoError>, @unchecked Sendable
{
  private let url: String
  private let server: PhotoServer
  // Safe: `begin` and `abort` never overlap.
  private var request: PhotoRequest?
  init(_ url: String, _ server: PhotoServer) {
    (self.url, self.server) = (url, server)
  }
  override func begin() {
    request = server.image(url) { self.finish($0) }
  }
  override func abort() { request?.cancel() }
}

nonisolated private final class ImageFiltration:
  Operation, @unchecked Sendable
{
  private let image: Image
  // Safe: only read after the end.
  private(set) var result: Image?
  init(_ image: Image) { self.image = image }
  override func main() { result = applySepiaFilter(image) }
}

@MainActor private final class PhotoList: TableController {
  var photos: [Int: PhotoRecord] = [:]
  let pending = PendingOperations()

  override func viewDidLoad() {
    diary.submitted("list")
    server.list { [weak self] result in
      DispatchQueue.main.async { [weak self] in
        do {
          let list = try result.get()
          self?.photos = list.mapValues { PhotoRecord(url: $0) }
          self?.table.apply(list.keys.sorted())
        } catch { self?.table.present("Oops! \(error)") }
      }
    }
  }
  override func cell(for id: Int) -> Image {
    if !table.isDragging, !table.isDecelerating { startOperations(for: id) }
    return photos[id]?.image ?? .placeholder
  }
  override func scrollViewWillBeginDragging(_: Table) {
    suspendAllOperations()
  }
  override func scrollViewDidEndDragging(_: Table, willDecelerate: Bool) {
    if !willDecelerate { scrollViewDidEndDecelerating(table) }
  }
  override func scrollViewDidEndDecelerating(_: Table) {
    loadImagesForOnscreenCells()
    resumeAllOperations()
  }
  func suspendAllOperations() {
    diary.suspended("PhotoList")
    pending.downloadQueue.isSuspended = true
    pending.filtrationQueue.isSuspended = true
  }
  func resumeAllOperations() {
    diary.resumed("PhotoList")
    pending.downloadQueue.isSuspended = false
    pending.filtrationQueue.isSuspended = false
  }
  func loadImagesForOnscreenCells() {
    let visible = table.visiblePhotos
    for id in pending.inProgress.keys where !visible.contains(id) {
      diary.cancelled("download \(id)", "filter \(id)")
      pending.inProgress.removeValue(forKey: id)?.cancel()
    }
    visible.forEach(startOperations)
  }
  func startOperations(for id: Int) {
    guard pending.inProgress[id] == nil, let photo = photos[id]
    else { return }
    switch photo.state {
    case .new: startDownload(for: id, photo)
    case .downloaded: startFiltration(for: id, photo)
    case .filtered, .failed: break
    }
  }
  func startDownload(for id: Int, _ photo: PhotoRecord) {
    let downloader = ImageDownloader(photo.url, server)
    downloader.completionBlock = { [weak self, weak downloader] in
      DispatchQueue.main.async { [weak self, downloader] in
        let image = try? downloader?.result?.get()
        self?.finish(downloader, of: id, .downloaded, image)
      }
    }
    pending.inProgress[id] = downloader
    diary.submitted("download \(id)")
    pending.downloadQueue.addOperation(downloader)
  }
  func startFiltration(for id: Int, _ photo: PhotoRecord) {
    let filtration = ImageFiltration(photo.image)
    filtration.completionBlock = { [weak self, weak filtration] in
      DispatchQueue.main.async { [weak self, filtration] in
        self?.finish(filtration, of: id, .filtered, filtration?.result)
      }
    }
    pending.inProgress[id] = filtration
    diary.submitted("filter \(id)")
    pending.filtrationQueue.addOperation(filtration)
  }
  /// Shows a result, if its operation still is the photo's.
  /// `isCancelled` stays false if it was cancelled after its end.
  func finish(
    _ ended: Operation?, of id: Int, _ state: PhotoState, _ image: Image?
  ) {
    guard let ended, pending.inProgress[id] === ended else { return }
    pending.inProgress[id] = nil
    photos[id]?.state = image == nil ? .failed : state
    photos[id]?.image = image ?? .failed
    table.reconfigure(id)
  }
}

// Only for running and checking it here.

@MainActor public func operation() async {
  await scrollPhotos(PhotoList.self)
}

// computes: filter 0; filter 3
// anywhere: list; download *
// order: list < download 0; filter 0 < download 3; download 3 < filter 3
