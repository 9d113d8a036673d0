import LessonKit

private enum PhotoState { case new, downloaded, filtered, failed }
private struct PhotoRecord {
  let url: String
  var state = PhotoState.new
  var image = Image.placeholder
}

@MainActor private final class PhotoList: TableController {
  var photos: [Int: PhotoRecord] = [:]
  /// One task does both steps of a photo.
  var inProgress: [Int: Task<Void, Never>] = [:]
  let downloads = Slots()
  let filters = Slots()

  // Isolated, to read `inProgress`. Otherwise those that wait for
  // a slot would wait forever.
  isolated deinit { for task in inProgress.values { task.cancel() } }

  override func viewDidLoad() {
    diary.submitted("list")
    Task { [weak self, server] in
      do {
        let list = try await server.list()
        self?.photos = list.mapValues { PhotoRecord(url: $0) }
        self?.table.apply(list.keys.sorted())
      } catch { self?.table.present("Oops! \(error)") }
    }
  }
  override func cell(for id: Int) -> Image {
    if !table.isDragging, !table.isDecelerating { startOperations(for: id) }
    return photos[id]?.image ?? .placeholder
  }
  override func scrollViewWillBeginDragging(_: Table) {
    diary.suspended("PhotoList")
    for queue in [downloads, filters] { queue.isSuspended = true }
  }
  override func scrollViewDidEndDragging(_: Table, willDecelerate: Bool) {
    if !willDecelerate { scrollViewDidEndDecelerating(table) }
  }
  override func scrollViewDidEndDecelerating(_: Table) {
    loadImagesForOnscreenCells()
    diary.resumed("PhotoList")
    for queue in [downloads, filters] { queue.isSuspended = false }
  }
  func loadImagesForOnscreenCells() {
    let visible = table.visiblePhotos
    for id in inProgress.keys where !visible.contains(id) {
      diary.cancelled("download \(id)", "filter \(id)")
      inProgress.removeValue(forKey: id)?.cancel()
    }
    visible.forEach(startOperations)
  }
  func startOperations(for id: Int) {
    guard inProgress[id] == nil, let photo = photos[id],
      [.new, .downloaded].contains(photo.state)
    else { return }
    inProgress[id] = Task { [weak self, server, downloads, filters] in
      do {
        if photo.state == .new {
          diary.submitted("download \(id)")
          let image = try await downloads.run {
            try await server.image(photo.url)
          }
          try Task.checkCancellation()
          self?.show(image, .downloaded, of: id)
        }
        guard let image = self?.photos[id]?.image else { return }
        diary.submitted("filter \(id)")
        let filtered = try await filters.run { applySepiaFilter(image) }
        try Task.checkCancellation()
        self?.show(filtered, .filtered, of: id)
      } catch {
        // A cancelled photo may have another task by now.
        if Task.isCancelled { return }
        self?.show(.failed, .failed, of: id)
      }
      self?.inProgress[id] = nil
    }
  }
  func show(_ image: Image, _ state: PhotoState, of id: Int) {
    photos[id]?.state = state
    photos[id]?.image = image
    table.reconfigure(id)
  }
}

/// A queue of width one on the main actor.
@MainActor private final class Slots {
  var isSuspended = false { didSet { wake() } }
  private var isFree = true
  private var last = 0
  private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]

  /// Runs the body off the main actor, when there is a slot.
  func run<Result: Sendable>(
    _ body: @concurrent @Sendable () async throws -> Result
  ) async throws -> Result {
    last += 1
    let ticket = last
    let hasSlot = await withTaskCancellationHandler {
      await withCheckedContinuation { task in
        waiting[ticket] = task
        wake()
      }
    } onCancel: {
      Task { @MainActor in resume(ticket, with: false) }
    }
    guard hasSlot else { throw CancellationError() }
    defer {
      isFree = true
      wake()
    }
    try Task.checkCancellation()
    return try await body()
  }
  private func wake() {
    guard isFree, !isSuspended, let next = waiting.keys.min()
    else { return }
    isFree = false
    resume(next, with: true)
  }
  private func resume(_ ticket: Int, with hasSlot: Bool) {
    waiting.removeValue(forKey: ticket)?.resume(returning: hasSlot)
  }
}

// Only for running and checking it here.

@MainActor public func tasks() async {
  await scrollPhotos(PhotoList.self)
}

// computes: filter 0; filter 3
// anywhere: list; download *
// order: list < download 0; filter 0 < download 3; download 3 < filter 3
