import Base
import Engine
import Foundation
import Imaging
import PhotoLists
import Transport

/// Downloads the photos of a list, and writes them into a folder, filtered or unchanged. At most `ahead` photos are in
/// progress.
///
///     ListFeed → PhotoPipeline → FetchStep → FilterStep → PhotoFolder
public class PhotoRun: Run, @unchecked Sendable {
  // Sendable: confined to the reporting queue.
  public private(set) final lazy var pipeline = PhotoPipeline(
    self, FetchStep(self, transport, of: list, into: folder), into: folder)
  public override var total: Int? {
    part.shard == nil ? feed?.total : feed?.isDone == true ? tally.listed : nil
  }

  /// The number of bytes received for originals so far, including those of downloads in progress.
  public final var bytesReceived: Int { bytes.received + pipeline.bytesArriving }

  public final var plan: RunPlan { folder.plan }

  /// Reads the list, unless it is grouped.
  private var feed: ListFeed?
  final let transport: Transport
  final let list: ListSource
  final let folder: PhotoFolder

  /// Creates a run. This can be called from any thread.
  public required init(
    engine: JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    plan: RunPlan
  ) {
    self.transport = transport
    self.list = list
    folder = PhotoFolder(output, plan)
    super.init(engine: engine)
    part = plan.part
    // Created here, so that no other thread creates it on first use.
    _ = pipeline
    if plan.isGrouped { return }
    let feed = ListFeed(self, list: list, transport: transport, ahead: plan.inProgress)
    feed.onEntries = { [unowned self] entries in take(entries) }
    feed.inProgress = { [unowned self] in pipeline.photosInProgress }
    // Photos read before the error are valid, and their jobs continue.
    feed.onTurn = { [unowned self] error in if let error { fail(error, closes: false) } }
    self.feed = feed
  }

  override func begin() {
    let (output, part) = (folder.output, part.shard)
    if output.isDry { return open(.success(nil)) }
    guard output.whenInUse != nil else { return open(Result { try FolderLock(output, part: part) }) }
    // Waiting for another run may take a while, so it happens on a separate thread.
    beginWork()
    let thread = Thread { [self] in
      let result = Result<FolderLock?, any Error> { try FolderLock(output, part: part) { noteHolder($0) } }
      engine.reportQueue.async { [self] in
        holder.withLock { $0 = nil }
        open(result)
        endWork()
      }
    }
    thread.name = "folder lock"
    thread.start()
  }

  /// Opens the journal of a folder that has been locked, or that is only read, and begins to read the list.
  private func open(_ result: Result<FolderLock?, any Error>) {
    let lock = (try? result.get()) ?? nil
    if isClosed {
      lock?.close()
      return
    }
    do { folder.journal = try Journal(folder.output, result.get()) } catch {
      lock?.close()
      return fail(error, closes: true)
    }
    readList()
  }

  func readList() { feed?.readOn() }

  override func didClose() { feed?.stop() }

  override func willEnd() { folder.journal?.close() }

  // MARK: The list

  private func take(_ entries: [PhotoEntry]) {
    for entry in entries where !isClosed {
      guard let (position, place) = part.take(entry) else { continue }
      tally.listed += 1
      let photo = Photo(
        number: position - 1, entry: entry, path: place, fileExtension: plan.fileExtension)
      begin(photo)
    }
  }

  /// Starts a photo, unless it has no usable URL, or its file exists or can't be written.
  final func begin(_ photo: Photo) {
    do throws(OutputError) {
      if photo.needsWork { try folder.examine(photo) }
    } catch {
      if error.isFatal {
        fail(error, closes: true)
        return settle(photo, as: .cancelled)
      }
      photo.machine.handle(.refused(error))
    }
    if !photo.needsWork {
      onChange(photo)
      settled(photo)
    } else if folder.output.isDry {
      settle(photo, as: .done)
    } else {
      pipeline.start(photo)
    }
  }

  /// Counts a photo that has no jobs left.
  override func settled(_ photo: Photo) {
    settle(photo, as: photo.outcome)
    feed?.readOn()
  }
}
