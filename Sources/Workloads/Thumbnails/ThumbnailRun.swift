import Base
import Engine
import Imaging
import PhotoLists
import Transport

/// The slow gallery. It loads the thumbnails of a grouped list in the background and writes them as files.
///
/// The list is loaded by a job. Each thumbnail has two more jobs, its download and its scaling. They are added
/// when the thumbnail becomes visible, in the order of the list.
public final class ThumbnailRun: PhotoRun, @unchecked Sendable {
  // Sendable: confined to the reporting queue.
  /// The groups of the list. The array is empty until the list has been read.
  public private(set) var groups: [ThumbnailGroup] = []

  /// The numbers of the visible thumbnails, or nil if all of them should be loaded. A thumbnail that becomes
  /// invisible before it has been loaded is cancelled until it is visible again. This can be set on any
  /// thread before the start.
  public var inSight: Range<Int>? { didSet { if oldValue != inSight { loadInSight() } } }

  /// Called when the list has been read.
  public var onList: () -> Void = {}
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
  private lazy var lists = makeQueue(.list, width: 1)

  /// Creates a run. This can be called from any thread.
  public required init(
    engine: JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    plan: RunPlan = .thumbnails
  ) {
    super.init(engine: engine, transport: transport, list: list, output: output, plan: plan)
    // Created here, so that no other thread creates it on first use, and a run that is refused has it, too.
    _ = lists
  }

  public override var total: Int? { groups.isEmpty ? nil : tally.listed }

  // MARK: The list

  override func readList() {
    loading.insert(nil)
    let list = GroupedList(source: list, fileExtension: plan.format.fileExtension)
    // This job waits for a server's response without blocking a thread.
    let fetch = engine.makeAsynchronousJob("fetch list") { [self, list, transport] running, completion in
      let opened = try list.open(transport, onWait: noteList)
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
    photos = groups.flatMap(\.photos)
    tally.listed = photos.count
    beginWork()
    isOpen = true
    onList()
    for photo in photos where photo.hasFailed { begin(photo) }
    loadInSight()
    endIfDone()
  }

  // MARK: Thumbnails

  private func loadInSight() {
    guard isOpen, !isClosed else { return }
    assertOnReportingQueue()
    let rows = (inSight ?? photos.indices).clamped(to: photos.indices)
    pipeline.cancel(pipeline.pending.filter { !rows.contains($0.number) })
    for photo in photos[rows] where photo.needsWork {
      // The file of a cancelled photo may appear until its jobs have ended.
      if photo.machine.isInProgress { pipeline.start(photo) } else { begin(photo) }
    }
    endIfDone()
  }

  override func changed(_ photo: Photo) {
    if photo.state == .downloading { loading.insert(photo.number) } else { loading.remove(photo.number) }
    super.changed(photo)
  }

  /// Counts a thumbnail that is finished. A cancelled thumbnail is counted when the run ends.
  override func settled(_ photo: Photo) {
    if !photo.needsWork { super.settled(photo) }
    endIfDone()
  }

  // MARK: The end

  private func endIfDone() {
    guard isOpen, isClosed || tally.settled == tally.listed else { return }
    isOpen = false
    endWork()
  }

  override func didClose() { engine.reportQueue.async { [self] in endIfDone() } }

  override func willEnd() {
    // A dry run has settled photos that still need work.
    if !folder.output.isDry { for photo in photos where photo.needsWork { settle(photo, as: .cancelled) } }
    super.willEnd()
  }
}
