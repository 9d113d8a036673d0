import Base
import Engine
import Imaging
import PhotoLists
import Transport

/// The settings of the slow gallery.
public struct ThumbnailSettings: Sendable {
  /// The number of simultaneous downloads.
  public var downloads = 3
  /// The number of thumbnails scaled simultaneously, each of which keeps a core busy.
  public var scalers = DefaultWidths.filters
  /// The settings for developing each thumbnail.
  public var recipe = Recipe()
  /// The format of the files.
  public var format = PictureFormat.png(.default)
  /// Whether to make thumbnails again that already exist.
  public var force = false

  public init() {}

  var fingerprint: String { recipe.fingerprint(format, kind: "thumbnail") }
}

/// The slow gallery. It loads the thumbnails of a grouped list in the background and writes them as files.
///
/// The list is loaded by a job. Each thumbnail has two more jobs, its download and its scaling. They are added
/// when the thumbnail becomes visible, in the order of the list.
public final class ThumbnailRun: WorkloadRun, @unchecked Sendable {
  // Sendable: confined to the reporting queue.
  public let lists: JobQueue
  public let pipeline: PhotoPipeline
  /// The groups of the list, or an empty array until the list was read.
  public private(set) var groups: [ThumbnailGroup] = []

  /// The numbers of the visible thumbnails, or nil for all of them. A thumbnail that becomes invisible before
  /// it is loaded is cancelled until it is visible again. It can be set on any thread before the start.
  public var inSight: Range<Int>? { didSet { if oldValue != inSight { loadInSight() } } }

  /// Called when the list was read.
  public var onList: () -> Void = {}
  /// Called when a thumbnail's state has changed. A `filtered` thumbnail was scaled and written.
  public var onChange: (Photo) -> Void = { _ in }
  /// Whether the list or any thumbnail is being transferred, for a single activity indicator.
  public var isLoading: Bool { !loading.isEmpty }
  /// Called when `isLoading` has changed.
  public var onLoading: (Bool) -> Void = { _ in }

  /// The numbers of the thumbnails that are being transferred. Nil stands for the list.
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
  private let journal: PhotoJournal
  private let force: Bool

  /// Creates a run. This can be called from any thread.
  public init(
    engine: JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    settings: ThumbnailSettings = ThumbnailSettings()
  ) {
    let life = RunLife(engine: engine)
    self.list = GroupedList(source: list, fileExtension: settings.format.fileExtension)
    self.transport = transport
    self.output = output
    force = settings.force
    journal = PhotoJournal(output, fingerprint: settings.fingerprint)
    lists = life.makeQueue(.list, width: 1)
    let jobs = PhotoJobs(
      life, download: DownloadStep(life: life, transport: transport, allowsFiles: list.mayNameFiles),
      filter: FilterStep(
        develop: developer(settings.recipe, settings.format), folder: output, journal: journal),
      verb: "scale")
    pipeline = PhotoPipeline(
      life, jobs, downloads: settings.downloads, filters: settings.scalers, name: .scale)
    super.init(life)
    // Weak references, because jobs retain these closures until they end, which may be after the run was
    // released.
    jobs.onChange = { [weak self] photo in self?.changed(photo) }
    jobs.onRest = { [weak self] photo in self?.onChange(photo) }
    jobs.onReceive = { [weak self] photo, bytes in
      self?.bytes.received += bytes
      self?.loading.remove(photo.number)
    }
    pipeline.onSettle = { [weak self] photo in self?.settled(photo) }
  }

  // MARK: The list

  override func begin() {
    loading.insert(nil)
    // This job doesn't block a thread while it waits for a server's response.
    let fetch = engine.makeAsynchronousJob("fetch list") { [life, list, transport] running, completion in
      let opened = try list.open(transport, onRest: life.noteList)
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
      part.whenEnded { [life] end in if case .failed(let error) = end { life.fail(error, closes: true) } }
    }
    life.depend(job, on: fetch)
    life.add(fetch, to: lists)
    life.add(job, to: lists)
  }

  private func take(_ groups: [ThumbnailGroup]) {
    do { try journal.open() } catch { return life.fail(error, closes: true) }
    self.groups = groups
    photos = groups.flatMap(\.thumbnails).map(\.photo)
    tally.listed = photos.count
    life.begin()
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
    guard isOpen, !life.isClosed else { return }
    life.assertOnReportingQueue()
    let rows = (inSight ?? photos.indices).clamped(to: photos.indices)
    pipeline.cancel(pipeline.pending.filter { !rows.contains($0) }.sorted().map { photos[$0] })
    for photo in photos[rows] where photo.needsWork { load(photo) }
    endIfDone()
  }

  private func load(_ photo: Photo) {
    // A cancelled photo whose jobs haven't ended yet still has its claim.
    if pipeline.isInProgress(photo) || force { return pipeline.start(photo) }
    switch journal.decide(photo, in: output) {
    case .make: pipeline.start(photo)
    case .keep, .leave:
      onChange(photo)
      count(.skipped, photo.number + 1, photo.name)
    case .refuse(let error):
      photo.state = .failed(life.words(error))
      onChange(photo)
      count(photo)
    }
  }

  private func changed(_ photo: Photo) {
    if photo.state == .downloading { loading.insert(photo.number) }
    onChange(photo)
  }

  private func settled(_ photo: Photo) {
    journal.release(photo.fileName)
    count(photo)
    endIfDone()
  }

  /// Counts a thumbnail that is finished. A cancelled one is counted when the run ends.
  private func count(_ photo: Photo) {
    switch photo.state {
    case .filtered:
      count(.done, photo.number + 1, photo.name)
      bytes.used += photo.bytesReceived
    case .failed(let reason): count(.failed(reason), photo.number + 1, photo.name)
    case .new, .downloading, .downloaded, .filtering: break
    }
  }

  // MARK: The end

  private func endIfDone() {
    guard isOpen, life.isClosed || tally.settled == tally.listed else { return }
    isOpen = false
    life.end()
  }

  override func didClose() { engine.reportQueue.async { [self] in endIfDone() } }

  override func willEnd() {
    tally.cancelled = tally.listed - tally.settled
    journal.close()
    output.removeIfUnused()
  }
}
