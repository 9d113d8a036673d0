import Base
import Engine
import Imaging
import PhotoLists
import Transport

/// The settings of the slow gallery.
public struct ThumbnailRunOptions: Sendable {
  /// Downloads at a time.
  public var downloads = 3
  /// Thumbnails scaled at a time; each keeps a core busy.
  public var scalers = DefaultWidths.filters
  /// How each thumbnail is developed.
  public var recipe = Recipe()
  public var compression = Compression.default
  /// Whether to make thumbnails again that already exist.
  public var force = false

  public init() {}

  var format: PictureFormat { .png(compression) }

  /// Everything that the content of a thumbnail's file depends on.
  var settings: String {
    (["thumbnail", "\(format)"] + [recipe.size.map { "\($0)" }].compactMap { $0 }).joined(separator: ", ")
  }
}

/// The slow gallery: a grouped list, and its thumbnails, loaded in the background and written as PNG files.
///
/// The list is a job. A thumbnail has two more, its download and its scaling, which are added when the thumbnail comes into
/// sight, in the order of the list. All members are called on the engine's reporting queue, unless they say otherwise.
public final class ThumbnailRun: WorkloadRun, @unchecked Sendable {
  // Safe: mutable state is accessed only on the reporting queue.
  public let lists: JobQueue
  public let pipeline: PhotoPipeline
  /// Empty until the list is there.
  public private(set) var groups: [ThumbnailGroup] = []

  /// The numbers of the thumbnails in sight; nil for all of them. Thumbnails that leave it before they were loaded are
  /// cancelled, until they are in sight again.
  public var inSight: Range<Int>? { didSet { if oldValue != inSight { loadInSight() } } }

  /// The list is there.
  public var onList: () -> Void = {}
  /// A thumbnail's state has changed; `filtered` is scaled and written.
  public var onChange: (Photo) -> Void = { _ in }
  /// Whether the list or a thumbnail is being transferred: a light for all of them together.
  public var isLoading: Bool { !loading.isEmpty }
  /// `isLoading` has changed.
  public var onLoading: (Bool) -> Void = { _ in }

  /// The numbers of the thumbnails that are being transferred; nil stands for the list.
  private var loading: Set<Int?> = [] {
    didSet { if oldValue.isEmpty != loading.isEmpty { onLoading(isLoading) } }
  }
  /// In the order of the list.
  private var photos: [Photo] = []
  /// Whether thumbnails may come into sight, which counts as work.
  private var isOpen = false
  private let list: GroupedList
  private let transport: Transport
  private let output: OutputFolder
  private let journal: PhotoJournal
  private let force: Bool

  /// Called from any thread.
  public init(
    engine: any JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    options: ThumbnailRunOptions = ThumbnailRunOptions()
  ) {
    let life = RunLife(engine: engine)
    self.list = GroupedList(source: list)
    self.transport = transport
    self.output = output
    force = options.force
    journal = PhotoJournal(output, settings: options.settings)
    lists = life.makeQueue("list", width: 1)
    let jobs = PhotoJobs(
      life, download: DownloadStep(life: life, transport: transport, allowsFiles: list.mayNameFiles),
      filter: FilterStep(
        develop: developer(options.recipe, options.format), folder: output, journal: journal),
      verb: "scale")
    pipeline = PhotoPipeline(
      life, jobs, downloads: options.downloads, filters: options.scalers, name: "scale")
    super.init(life)
    // Weak: jobs hold these until they have ended, which may be after the run is gone.
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
    // It holds no thread while a server takes its time to answer.
    let fetch = engine.makeAsynchronousJob("fetch list") { [list, transport] running, completion in
      let opened = try list.open(transport)
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
    let rows = (inSight ?? photos.indices).clamped(to: photos.indices)
    pipeline.cancel(pipeline.pending.filter { !rows.contains($0) }.sorted().map { photos[$0] })
    for photo in photos[rows] where photo.needsWork { load(photo) }
    endIfDone()
  }

  private func load(_ photo: Photo) {
    // One that was cancelled, and whose jobs have not ended, still has its claim.
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

  /// Counts a thumbnail that is done with; one that was cancelled is counted at the end.
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
