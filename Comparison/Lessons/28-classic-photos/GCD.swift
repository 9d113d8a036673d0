import Dispatch
import LessonKit

private enum PhotoState { case new, downloaded, filtered, failed }
private struct PhotoRecord {
  let url: String
  var state = PhotoState.new
  var image = Image.placeholder
}
/// A photo's download, or its filter.
@MainActor private final class PhotoJob {
  let id: Int
  var cancel: () -> Void = {}
  init(_ id: Int) { self.id = id }
}

@MainActor private final class PhotoList: TableController {
  var photos: [Int: PhotoRecord] = [:]
  var inProgress: [Int: PhotoJob] = [:]
  let filters = DispatchQueue(label: "filters")
  // A queue doesn't wait for replies, so downloads wait here.
  var waiting: [(job: PhotoJob, url: String)] = []
  var isDownloading = false { didSet { startNextDownload() } }
  var isSuspended = false {
    didSet {
      if isSuspended == oldValue { return }  // Suspensions add up.
      diary.suspended("PhotoList", isSuspended)
      isSuspended ? filters.suspend() : filters.resume()
      startNextDownload()
    }
  }
  isolated deinit {  // It reads what the main actor keeps.
    for job in inProgress.values { job.cancel() }
    if isSuspended { filters.resume() }  // Released suspended, it traps.
  }
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
    isSuspended = true
  }
  override func scrollViewDidEndDragging(_: Table, willDecelerate: Bool) {
    if !willDecelerate { scrollViewDidEndDecelerating(table) }
  }
  override func scrollViewDidEndDecelerating(_: Table) {
    loadImagesForOnscreenCells()
    isSuspended = false
  }
  func loadImagesForOnscreenCells() {
    let visible = table.visiblePhotos
    waiting.removeAll { !visible.contains($0.job.id) }
    for id in inProgress.keys where !visible.contains(id) {
      diary.cancelled("download \(id)", "filter \(id)")
      inProgress.removeValue(forKey: id)?.cancel()
    }
    visible.forEach(startOperations)
  }
  func startOperations(for id: Int) {
    guard inProgress[id] == nil, let photo = photos[id] else { return }
    let job = PhotoJob(id)
    switch photo.state {
    case .new:
      diary.submitted("download \(id)")
      waiting.append((job, photo.url))
    case .downloaded: startFiltration(job, of: photo.image)
    case .filtered, .failed: return
    }
    inProgress[id] = job
    startNextDownload()
  }
  func startNextDownload() {
    guard !isSuspended, !isDownloading, !waiting.isEmpty else { return }
    isDownloading = true
    let (job, url) = waiting.removeFirst()
    let request = server.image(url) { [weak self] result in
      DispatchQueue.main.async { [weak self] in
        self?.isDownloading = false
        self?.finish(job, .downloaded, try? result.get())
      }
    }
    job.cancel = request.cancel
  }
  func startFiltration(_ job: PhotoJob, of image: Image) {
    let filter = DispatchWorkItem { @Sendable [weak self, weak job] in
      let filtered = applySepiaFilter(image)
      DispatchQueue.main.async { [weak self, weak job] in
        self?.finish(job, .filtered, filtered)
      }
    }
    job.cancel = filter.cancel
    diary.submitted("filter \(job.id)")
    filters.async(execute: filter)
  }
  /// Shows a result, if its job still is the photo's.
  func finish(_ job: PhotoJob?, _ state: PhotoState, _ image: Image?) {
    guard let job, inProgress[job.id] === job else { return }
    inProgress[job.id] = nil
    photos[job.id]?.state = image == nil ? .failed : state
    photos[job.id]?.image = image ?? .failed
    table.reconfigure(job.id)
  }
}

// Only for running and checking it here.

@MainActor public func gcd() async {
  await scrollPhotos(PhotoList.self)
}

// computes: filter 0; filter 3
// anywhere: list; download *
// order: list < download 0; filter 0 < download 3; download 3 < filter 3
