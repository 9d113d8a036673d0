import Base
import Engine
import Imaging
import PhotoLists
import Transport

/// The slow gallery. It loads the thumbnails of a grouped list in the background and writes them as files.
///
/// The list is loaded by a job. Each thumbnail has two more jobs, its download and its scaling. They are added
/// when the thumbnail becomes visible, in the order of the list.
public final class ThumbnailRun: Run, @unchecked Sendable {
  // Sendable: confined to the reporting queue.
  public let lists: JobQueue
  public private(set) lazy var pipeline = PhotoPipeline(
    self,
    FetchStep(self, transport, of: list.source, into: folder),
    FilterStep(
      name: folder.plan.step, develop: developer(folder.plan.recipe, folder.plan.format), folder: folder),
    downloads: folder.plan.downloads, filters: folder.plan.filters)
  /// The groups of the list. The array is empty until the list has been read.
  public private(set) var groups: [ThumbnailGroup] = []

  /// The numbers of the visible thumbnails, or nil if all of them should be loaded. A thumbnail that becomes
  /// invisible before it has been loaded is cancelled until it is visible again. This can be set on any
  /// thread before the start.
  public var inSight: Range<Int>? { didSet { if oldValue != inSight { loadInSight() } } }

  /// Called when the list has been read.
  public var onList: () -> Void = {}
  /// Called when a thumbnail's state has changed. In the state `filtered`, the thumbnail has been scaled and
  /// written.
  public var onChange: (Photo) -> Void = { _ in }
  /// Whether the list or any thumbnail is being transferred, for a single activity indicator.
  public var isLoading: Bool { !loading.isEmpty }
  /// Called when `isLoading` has changed.
  public var onLoading: (Bool) -> Void = { _ in }

  /// The numbers of the thumbnails that are being transferred. Nil represents the list.
  private var loading: Set<Int?> = [] {
    didSet { if oldValue.isEmpty != loading.isEmpty { onLoading(isLoading) } }
  }
  /// The photos in the order of the list.
  private var photos: [Photo] = []
  /// Whether more thumbnails may become visible, which counts as work.
  private var isOpen = false
  private let list: GroupedList
  private let transport: Transport
  private let output: OutputFolder
  private let folder: PhotoFolder

  /// Creates a run. This can be called from any thread.
  public init(
    engine: JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    plan: RunPlan = .thumbnails
  ) {
    self.list = GroupedList(source: list, fileExtension: plan.format.fileExtension)
    self.transport = transport
    self.output = output
    folder = PhotoFolder(output, plan)
    lists = engine.makeQueue(.list, width: 1)
    super.init(engine: engine, queues: [lists])
    pipeline.onReport = { [unowned self] photo, report in
      bytes.received += report.received ?? 0
      if photo.state == .downloading { loading.insert(photo.number) } else { loading.remove(photo.number) }
      if report.hasChanged { onChange(photo) }
      if report.isSettled { settled(photo) }
    }
  }

  // MARK: The list

  override func begin() {
    use(output) { [unowned self] opened in
      folder.journal = opened
      fetchList()
    }
  }

  private func fetchList() {
    loading.insert(nil)
    // This job waits for a server's response without blocking a thread.
    let fetch = engine.makeAsynchronousJob("fetch list") { [self, list, transport] running, completion in
      let opened = try list.open(transport, onRest: noteList)
      running.onCancel { opened.cancel() }
      opened.whenReady { completion.finish(opened) }
    }
    let job = engine.makeJob("list") { [list] running in
      guard case .success(let opened)? = fetch.result else { throw CancellationError() }
      return try list.read(opened, running)
    }
    job.whenEnded { [self] _ in
      loading.remove(nil)
      if case .success(let groups)? = job.result { take(groups) }
    }
    for part in [fetch, job] {
      part.whenEnded { [self] end in if case .failed(let error) = end { fail(error, closes: true) } }
    }
    depend(job, on: fetch)
    add(fetch, to: lists)
    add(job, to: lists)
  }

  private func take(_ groups: [ThumbnailGroup]) {
    self.groups = groups
    photos = groups.flatMap(\.thumbnails).map(\.photo)
    tally.listed = photos.count
    beginWork()
    isOpen = true
    onList()
    for photo in photos where photo.hasFailed {
      onChange(photo)
      count(photo)
    }
    loadInSight()
    endIfDone()
  }

  // MARK: Thumbnails

  private func loadInSight() {
    guard isOpen, !isClosed else { return }
    assertOnReportingQueue()
    let rows = (inSight ?? photos.indices).clamped(to: photos.indices)
    pipeline.cancel(pipeline.pending.filter { !rows.contains($0) }.sorted().map { photos[$0] })
    for photo in photos[rows] where photo.needsWork { load(photo) }
    endIfDone()
  }

  private func load(_ photo: Photo) {
    // The file of a cancelled photo may appear until its jobs have ended.
    if photo.machine.isInProgress { return pipeline.start(photo) }
    switch folder.decide(photo) {
    case .make: pipeline.start(photo)
    case .keep:
      onChange(photo)
      settle(photo, as: .skipped)
    case .refuse(let error):
      photo.machine.handle(.refused(words(error)))
      onChange(photo)
      count(photo)
    }
  }

  private func settled(_ photo: Photo) {
    count(photo)
    endIfDone()
  }

  /// Counts a thumbnail that is finished. A cancelled thumbnail is counted when the run ends.
  private func count(_ photo: Photo) {
    if !photo.needsWork { settle(photo, as: photo.outcome) }
  }

  // MARK: The end

  private func endIfDone() {
    guard isOpen, isClosed || tally.settled == tally.listed else { return }
    isOpen = false
    endWork()
  }

  override func didClose() { engine.reportQueue.async { [self] in endIfDone() } }

  override func willEnd() {
    for photo in photos where photo.needsWork { settle(photo, as: .cancelled) }
    folder.journal?.close()
  }
}
