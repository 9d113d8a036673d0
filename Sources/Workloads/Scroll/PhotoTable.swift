import Base
import Engine
import Imaging
import PhotoLists
import Transport

/// A scrolling table of photos that only works on visible rows.
///
/// When a scroll begins, all work is suspended. When it stops, work for invisible rows is cancelled, work for
/// visible rows is started, and the queues resume. Originals are kept so that no photo is downloaded twice.
/// They are on disk while their rows are invisible. A photo whose filter was cancelled is filtered when it
/// becomes visible again. With `suspendsAndCancels` off, a table shows how a scroll would be without all this.
///
/// The run ends when it has been cancelled or told that scrolling has finished, and no job is left.
public final class PhotoTable: Run, @unchecked Sendable {
  // Sendable: confined to the reporting queue.
  public private(set) lazy var pipeline = makePipeline()
  public private(set) var photos: [Photo] = []
  public private(set) var list = ListState.loading
  /// The reason why the rest of the list can't be read, in the state `failed`.
  public private(set) var listError: (any Error)?
  public private(set) var figures = ScrollFigures()
  /// The visible rows as last reported. The range may extend beyond the photos listed so far.
  public private(set) var inSight = 0..<0
  public private(set) var isScrolling = false

  /// Called when a photo has no jobs left: it was filtered, has failed, or was cancelled. Cancelling may not
  /// have changed its state.
  public var onSettle: (Photo) -> Void = { _ in }
  /// Called when photos have been added or `list` has changed.
  public var onList: () -> Void = {}

  /// Called with each moment that has passed. Without it, nothing is counted.
  package var onMoment: ((PassedMoment) -> Void)? {
    get { moments.onMoment }
    set { moments.onMoment = newValue }
  }
  private lazy var moments = MomentMeter(engine)

  public enum ListState: String, Sendable {
    case loading
    case complete
    /// The list was longer than the table's limit.
    case cut
    /// The rest of the list can't be read. The photos before the error are valid, and ``load()`` continues after
    /// them.
    case failed
  }

  let folder: TemporaryFolder
  private lazy var shelf = OriginalShelf(self, folder: folder)
  private let settings: TableSettings
  private let transport: Transport
  /// The location of the list. Tests can change it.
  var source: ListSource
  /// The feed while the list is being read.
  private let feed = Locked<ListFeed?>(nil)
  /// The number of photos from an earlier reading of the list.
  private var known = 0
  private var isCut = false
  private var hasFinished = false

  /// Creates a table with its own transport, queues and temporary folder. The folder holds filtered photos,
  /// and originals that were moved to disk. It is removed when the table is released.
  ///
  /// - Throws: `OutputError` if the folder can't be created.
  public init(engine: JobEngine, source: ListSource, settings: TableSettings) throws {
    self.source = source
    transport = Transport(settings.transfers)
    folder = try TemporaryFolder()
    self.settings = settings
    super.init(engine: engine)
    // Scrolling counts as work, although it isn't a job.
    beginWork()
    // Created here, so that no other thread creates them on first use.
    _ = (shelf, pipeline)
  }

  private func makePipeline() -> PhotoPipeline {
    PhotoPipeline(
      self, FetchStep(self, transport, of: source), into: PhotoFolder(folder.output, settings.plan)
    ) { [delay = settings.filterDelay, pause = settings.pause] running in
      running.wait(delay.value)
      pause()
    }
  }

  // MARK: Scrolling

  /// - Parameter time: The time of the event, in nanoseconds of `monotonicNanoseconds()`.
  public func follow(_ event: ScrollEvent.Kind, at time: UInt64) {
    assertOnReportingQueue()
    // The event may already have been on its way when the table was closed.
    if isClosed { return }
    switch event {
    case .began: scrollBegan()
    case .moved(let rows): scrolled(to: rows)
    case .rested(let rows): rested(on: rows, at: time)
    case .memoryWarning: memoryWarning()
    }
  }

  public func scrollBegan() {
    assertOnReportingQueue()
    guard !isScrolling else { return }
    isScrolling = true
    figures.left()
    moments.endRest(pipeline)
    if settings.suspendsAndCancels { moments.during(.dragged) { pipeline.suspend() } }
  }

  /// Records that other rows are visible. During a scroll, this doesn't start or cancel any work, unless the table
  /// doesn't suspend.
  ///
  /// - Parameter rows: The visible rows. The range may extend beyond the end of the list, which is unknown
  ///   until the list has been read.
  public func scrolled(to rows: Range<Int>) {
    assertOnReportingQueue()
    inSight = rows
    figures.saw(rows.clamped(to: photos.indices))
    if !settings.suspendsAndCancels { start(inSight) }
  }

  /// Starts the work for visible rows and cancels all other work. If no scroll came before, for example
  /// because the window was resized, the current stop continues until all visible rows are complete.
  ///
  /// - Parameter time: The time when the scroll stopped, in nanoseconds of `monotonicNanoseconds()`. It may
  ///   be earlier than this call.
  public func rested(on rows: Range<Int>, at time: UInt64) {
    scrolled(to: rows)
    if isScrolling || !figures.filtered.isWaiting { figures.rested(at: time) }
    let passed = settings.suspendsAndCancels ? pipeline.pending.filter { !rows.contains($0.number) } : []
    moments.look(pipeline)
    moments.during(.left, passed.count) { cancel(passed) }
    moments.beginRest(pipeline)
    start(inSight)
    moments.during(.released, isSuspended ? 1 : 0) { pipeline.resume() }
    isScrolling = false
    noteProgress()
  }

  /// Cancels all pending work, even for visible rows. Their work starts again when the next scroll stops on
  /// them.
  public func memoryWarning() {
    assertOnReportingQueue()
    cancel(pipeline.pending)
    figures.left()
  }

  /// Retries a failed photo. The retry starts as soon as the photo is visible and no scroll suspends it.
  public func retry(_ row: Int) {
    assertOnReportingQueue()
    guard !isClosed, photos.indices.contains(row), photos[row].canRetry else { return }
    photos[row].machine.handle(.retry)
    // The filter that depended on the failed download may still be on its queue.
    pipeline.cancel([photos[row]])
    changed(photos[row])
    if !isSuspended, inSight.contains(row) { start(row..<row + 1) }
  }

  /// Whether a scroll suspends all work.
  private var isSuspended: Bool { isScrolling && settings.suspendsAndCancels }

  /// - Parameter rows: Rows that may be beyond the photos of the list so far.
  private func start(_ rows: Range<Int>) {
    let new = photos[rows.clamped(to: photos.indices)].filter { $0.needsWork && !$0.machine.isPending }
    // Rows that appear during a scroll aren't moments, because there would be one for each frame.
    let isMoment = !isScrolling || settings.suspendsAndCancels
    moments.during(.added, isMoment ? new.count : 0) { for photo in new { pipeline.start(photo) } }
  }

  private func cancel(_ passed: [Photo]) {
    figures.cancelled(passed.count)
    pipeline.cancel(passed)
  }

  // MARK: Photos

  override func changed(_ photo: Photo) {
    moments.look(pipeline)
    onChange(photo)
    if inSight.contains(photo.number) { noteProgress() }
  }

  override func transferred(_ photo: Photo, _ bytes: Int, isWhole: Bool) {
    figures.received(bytes, row: photo.number, isWhole: isWhole, inSight: inSight)
  }

  override func settled(_ photo: Photo) {
    moments.look(pipeline)
    // The photo may never be visible again, and memory must not grow with the distance scrolled.
    if photo.state == .downloaded, !isClosed { shelf.keep(photo) }
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
    if !figures.filtered.isWaiting { moments.endRest(pipeline) }
  }

  // MARK: The list

  override func begin() { load() }

  /// Reads the list with jobs of this table's engine. If an earlier attempt failed, reads from the beginning
  /// and skips the entries that are already photos.
  public func load() {
    assertOnReportingQueue()
    guard !isClosed, feed.withLock({ $0 == nil }), photos.isEmpty || list == .failed else { return }
    known = photos.count
    let feed = ListFeed(self, list: source, transport: transport, ahead: 1000)
    self.feed.withLock { $0 = feed }
    feed.onEntries = { [unowned self] entries in take(entries) }
    feed.onTurn = { [unowned self, unowned feed] error in turn(feed, error) }
    (list, listError) = (.loading, nil)
    onList()
    feed.readOn()
  }

  private func take(_ entries: [PhotoEntry]) {
    let unknown = entries.dropFirst(known)
    known -= entries.count - unknown.count
    let new = photos.count..<min(photos.count + unknown.count, settings.limit)
    isCut = isCut || unknown.count > new.count
    photos += zip(new, unknown).map {
      Photo(number: $0, entry: $1, path: "\($0)", fileExtension: settings.plan.fileExtension)
    }
    // The visible rows were reported before their photos existed.
    if !isSuspended { start(new.clamped(to: inSight)) }
  }

  private func turn(_ feed: ListFeed, _ error: (any Error)?) {
    guard !isClosed, self.feed.withLock({ $0 === feed }) else { return }
    if error != nil || feed.isDone || isCut {
      feed.stop()
      self.feed.withLock { $0 = nil }
      list = error != nil ? .failed : isCut ? .cut : .complete
      listError = error
    }
    onList()
    noteProgress()
  }

  // MARK: The end

  /// Declares that scrolling has finished. The table then ends with its last job.
  public func finish() {
    assertOnReportingQueue()
    guard !hasFinished else { return }
    hasFinished = true
    endWork()
  }

  override func didClose() {
    feed.withLock { $0 }?.stop()
    engine.reportQueue.async { [self] in
      moments.close()
      memoryWarning()
      // The queues resume here, because jobs would otherwise stay on them.
      pipeline.resume()
      finish()
    }
  }

  override func willEnd() {
    moments.endRest(pipeline)
    // The folder of the files is about to be removed.
    for photo in photos where photo.state != .new { settle(photo, as: photo.outcome, hasFile: false) }
  }

  /// Removes the table's picture files. Call this when the program is about to exit. It can be called from
  /// any thread.
  public func removeFiles() { folder.remove() }
}
