import Base
import Engine
import Imaging
import PhotoLists
import Transport

/// A table of photos that is scrolled through: only what is in sight is worked on.
///
/// When a scroll begins, all work is suspended. When it rests, work for rows out of sight is cancelled, work for rows in
/// sight is started, and everything resumes. Originals are kept, on disk while out of sight, so that no photo is downloaded
/// twice. A photo whose filter was cancelled is filtered when it is seen again.
///
/// It ends when it was cancelled, or scrolling has finished, and no job is left. All members are called on the engine's
/// reporting queue, unless they say otherwise.
public final class PhotoTable: WorkloadRun, @unchecked Sendable {
  // Safe: mutable state is accessed only on the reporting queue.
  public let pipeline: PhotoPipeline
  public private(set) var photos: [Photo] = []
  public private(set) var list = ListState.loading
  public private(set) var figures = ScrollFigures()
  /// As last reported; may reach beyond the photos that have been listed so far.
  public private(set) var inSight = 0..<0
  public private(set) var isScrolling = false

  /// The state or the image of a photo has changed.
  public var onChange: (Photo) -> Void = { _ in }
  /// No job of a photo is left: it was filtered, has failed, or was cancelled, which may change nothing in its state.
  public var onSettle: (Photo) -> Void = { _ in }
  /// Photos were added, or `list` has changed.
  public var onList: () -> Void = {}

  public enum ListState: Equatable, Sendable {
    case loading
    case complete
    /// The list is longer than the table may be.
    case cut
    /// The reason. The photos before it are good, and ``load()`` continues after them.
    case failed(String)

    var hasFailed: Bool { if case .failed = self { true } else { false } }
  }

  let folder: TemporaryFolder
  private let shelf: OriginalShelf
  private let limit: Int
  private let transport: Transport
  /// Where the list is. Variable for tests.
  var source: ListSource
  /// While the list is being read.
  private let feed = Locked<ListFeed?>(nil)
  /// Entries of the list that are photos already, as it is read for a second time.
  private var known = 0
  private var isCut = false
  private var hasFinished = false

  /// A table with its own transport, queues and folder, where originals are put aside and filtered photos go, and which is
  /// kept as long as the table lives.
  /// - Throws: `OutputError`, when the folder cannot be made.
  public init(engine: any JobEngine, source: ListSource, options: TableOptions) throws {
    let life = RunLife(engine: engine)
    self.source = source
    transport = Transport(options.transfers)
    folder = try TemporaryFolder()
    limit = options.limit
    shelf = OriginalShelf(life, folder: folder)
    var filter = FilterStep(
      develop: developer(options.recipe, .png(.fast)), folder: folder.output)
    filter.pause = { [delay = options.filterDelay, pause = options.pause] running in
      delay.wait(running)
      pause()
    }
    let jobs = PhotoJobs(
      life,
      download: DownloadStep(life: life, transport: transport, allowsFiles: source.mayNameFiles),
      filter: filter, stopsOnFullDisk: false)
    pipeline = PhotoPipeline(life, jobs, downloads: options.downloads, filters: options.filters)
    super.init(life)
    // The scrolling, which is not a job.
    life.begin()
    // Jobs hold the pipeline until they have ended, which may be after the table is gone.
    jobs.onChange = { [weak self] photo in self?.changed(photo) }
    jobs.onReceive = { [weak self] photo, bytes in self?.received(photo, bytes) }
    pipeline.onSettle = { [weak self] photo in self?.settled(photo) }
    shelf.onKept = { [weak self] photo in self?.onChange(photo) }
  }

  // MARK: Scrolling

  /// - Parameter time: when it happened, in nanoseconds of `monotonicNanoseconds()`.
  public func follow(_ event: ScrollEvent.Kind, at time: UInt64) {
    // The event may have been on its way when the table was closed.
    if life.isClosed { return }
    switch event {
    case .began: scrollBegan()
    case .moved(let rows): scrolled(to: rows)
    case .rested(let rows): rested(on: rows, at: time)
    case .memoryWarning: memoryWarning()
    }
  }

  public func scrollBegan() {
    guard !isScrolling else { return }
    isScrolling = true
    figures.left()
    pipeline.suspend()
  }

  /// Other rows have come into sight. During a scroll this starts and cancels nothing.
  /// - Parameter rows: may reach beyond the list, whose end is not known before all of it has come.
  public func scrolled(to rows: Range<Int>) {
    inSight = rows
    figures.saw(rows.clamped(to: photos.indices))
  }

  /// Without a scroll before, as when the window was resized, this is still the same stop, until everything in sight has come.
  /// - Parameter time: when the scroll came to rest, in nanoseconds of `monotonicNanoseconds()`: that may be before
  ///   it was reported on this queue.
  public func rested(on rows: Range<Int>, at time: UInt64) {
    scrolled(to: rows)
    if isScrolling || !figures.filtered.isWaiting { figures.rested(at: time) }
    let pending = pipeline.pending
    cancel(pending.filter { !rows.contains($0) }.sorted())
    start(rows.clamped(to: photos.indices).filter { !pending.contains($0) })
    isScrolling = false
    pipeline.resume()
    noteProgress()
  }

  /// Cancels everything pending, in sight or not. What is in sight starts again when a scroll rests there.
  public func memoryWarning() {
    cancel(pipeline.pending.sorted())
    figures.left()
  }

  /// Tries a photo again that has failed: now if it is in sight at rest, else when it is seen at rest.
  public func retry(_ row: Int) {
    guard !life.isClosed, photos.indices.contains(row), photos[row].canRetry,
      !pipeline.isInProgress(photos[row])
    else { return }
    photos[row].state = .new
    changed(photos[row])
    if !isScrolling, inSight.contains(row) { start([row]) }
  }

  private func start(_ rows: [Int]) {
    for row in rows where photos[row].needsWork { pipeline.start(photos[row]) }
  }

  private func cancel(_ rows: [Int]) {
    figures.cancelled(rows.count)
    pipeline.cancel(rows.map { photos[$0] })
  }

  // MARK: Photos

  private func changed(_ photo: Photo) {
    onChange(photo)
    if inSight.contains(photo.number) { noteProgress() }
  }

  private func received(_ photo: Photo, _ bytes: Int) {
    figures.received(bytes, row: photo.number, isWhole: photo.state == .downloaded, inSight: inSight)
  }

  private func settled(_ photo: Photo) {
    // It may never be seen again, and memory must not grow with the distance scrolled.
    if photo.state == .downloaded, !life.isClosed { shelf.keep(photo) }
    if !photo.needsWork { shelf.drop(photo) }
    onSettle(photo)
  }

  private func noteProgress() {
    let rows = inSight.clamped(to: photos.indices)
    guard figures.shown.isWaiting || figures.filtered.isWaiting else { return }
    if list != .loading, photos.isEmpty { return figures.left() }
    guard list != .loading || rows == inSight else { return }
    figures.reached(
      shown: rows.allSatisfy { photos[$0].isShown }, filtered: rows.allSatisfy { !photos[$0].needsWork },
      at: monotonicNanoseconds())
  }

  // MARK: The list

  override func begin() { load() }

  /// Reads the list, by jobs of this table's engine; again, when it could not be fetched. One that broke off is fetched from
  /// its start, and read on after the photos that it has brought.
  public func load() {
    guard !life.isClosed, feed.withLock({ $0 == nil }), photos.isEmpty || list.hasFailed else { return }
    known = photos.count
    let feed = ListFeed(life, list: source, transport: transport, ahead: 1000)
    self.feed.withLock { $0 = feed }
    feed.onEntries = { [weak self] entries in self?.take(entries) }
    feed.onTurn = { [weak self, weak feed] error in if let feed { self?.turn(feed, error) } }
    list = .loading
    onList()
    feed.readOn()
  }

  private func take(_ entries: [PhotoEntry]) {
    let unknown = entries.dropFirst(known)
    known -= entries.count - unknown.count
    let new = photos.count..<min(photos.count + unknown.count, limit)
    isCut = isCut || unknown.count > new.count
    photos += zip(new, unknown).map { Photo(number: $0, entry: $1, fileName: "\($0).png") }
    // The rows in sight were reported before there were photos for them.
    if !isScrolling { start(Array(new.clamped(to: inSight))) }
  }

  private func turn(_ feed: ListFeed, _ error: (any Error)?) {
    guard !life.isClosed, self.feed.withLock({ $0 === feed }) else { return }
    if error != nil || feed.isDone || isCut {
      feed.stop()
      self.feed.withLock { $0 = nil }
      list = error.map { .failed(life.words($0)) } ?? (isCut ? .cut : .complete)
    }
    onList()
    noteProgress()
  }

  // MARK: The end

  /// No scrolling follows: the table ends when its jobs have.
  public func finish() {
    guard !hasFinished else { return }
    hasFinished = true
    life.end()
  }

  override func didClose() {
    feed.withLock { $0 }?.stop()
    engine.reportQueue.async { [self] in
      memoryWarning()
      // Otherwise jobs would stay on a suspended queue.
      pipeline.resume()
      finish()
    }
  }

  /// Removes the files behind its pictures, as the program is about to end. May be called from any thread.
  public func removeFiles() { folder.remove() }
}
