import Base
import Engine
import Foundation
import PhotoLists
import Transport

/// Downloads the files of a list into one folder as `Image 1.png`, `Image 2.jpg` and so on. The bytes are
/// stored exactly as served.
///
/// Partial files from an earlier batch are resumed.
public final class DownloadRun: Run, @unchecked Sendable {
  // Sendable: confined to the reporting queue.
  /// The queue that downloads the files.
  public private(set) lazy var queue = makeDownloadQueue(width: settings.downloads)
  /// The number of saved files that were resumed from a part that an earlier batch left behind.
  public private(set) var resumed = 0
  /// The number of files in the list or the selected part of it, or nil until the list has been read to its
  /// end.
  public var total: Int? { part.shard == nil ? feed.total : feed.isDone ? tally.listed : nil }
  /// The number of bytes that this batch has received for all files. It can be read from any thread.
  public var bytesReceived: Int { bytesSoFar.value }
  /// Files whose jobs haven't ended, by position.
  public private(set) var inProgress: [Int: DownloadFile] = [:]

  /// Called when the download of a file begins. Set it before starting the run. Without a handler, starts
  /// aren't reported, and a file's state never becomes `downloading`.
  public var onStart: ((DownloadFile) -> Void)?
  /// Called when the download of a file begins to wait for a server that has failed.
  public var onRest: (DownloadFile) -> Void = { _ in }
  /// Called with the number of bytes that have just arrived, on the transport thread. Tests use it.
  var onBytes: @Sendable (Int) -> Void = { _ in }

  private lazy var feed = ListFeed(self, list: list, transport: transport, ahead: settings.inProgress)
  let list: ListSource
  private let output: OutputFolder
  private var folder: DownloadFolder?
  let transport: Transport
  let settings: DownloadSettings
  /// Finishes complete files. A file that is being finished holds a slot but has no transfer, so its slot is
  /// lent to another file.
  private(set) lazy var finisher = FileFinisher { [unowned self] count in lendSlots(count) }
  private let bytesSoFar = Locked(0)

  /// Creates a run. This can be called from any thread.
  public init(
    engine: JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    settings: DownloadSettings = DownloadSettings()
  ) {
    self.list = list
    self.transport = transport
    self.output = output
    self.settings = settings
    super.init(engine: engine)
    part = settings.part
    feed.onEntries = { [unowned self] entries in take(entries) }
    feed.inProgress = { [unowned self] in inProgress.count }
    // Entries read before the error are valid, and their downloads continue.
    feed.onTurn = { [unowned self] error in if let error { fail(error, closes: false) } }
    // Created here, so that no other thread creates them on first use.
    _ = (queue, finisher)
  }

  // MARK: The folder

  override func begin() {
    use(output, part: part.shard) { [unowned self] journal in
      folder = DownloadFolder(output, journal, replaces: settings.force)
      feed.readOn()
    }
  }

  /// Stops reading the list. Another batch may resume the partial files.
  override func didClose() { feed.stop() }

  override func willEnd() { folder?.journal.close() }

  // MARK: The list

  private func take(_ entries: [PhotoEntry]) {
    guard !isClosed, let folder else { return }
    for entry in entries {
      guard let (position, place) = part.take(entry) else { continue }
      let file = DownloadFile(
        position: position, entry: entry, place: place, isNumbered: part.isNamedByPosition,
        ownServer: settings.ownServer)
      if let flaw = entry.flaw {
        tally.listed += 1
        settle(file, .failed(flaw))
        continue
      }
      do { try folder.check(file) } catch { return fail(error, closes: true) }
      tally.listed += 1
      let whole = folder.whole(file)
      if let whole, !settings.refresh {
        settle(file, .kept(whole.name))
      } else if output.isDry {
        // The extension is known only after the download.
        settle(
          Outcome(
            position: position, name: file.name, url: file.url, kind: .done, file: "\(file.place).*"))
      } else {
        download(file, in: folder, earlier: whole)
      }
    }
  }

  // MARK: Files

  private func download(_ file: DownloadFile, in folder: DownloadFolder, earlier: DownloadFolder.Whole?) {
    inProgress[file.position] = file
    let job = engine.makeAsynchronousJob("download \(file.position)") {
      [self] running, completion in
      FileDownload(file, of: self, in: folder, earlier: earlier, running, completion).start()
    }
    if onStart != nil {
      job.whenStarted { [self] in
        file.state = .downloading
        onStart?(file)
      }
    }
    job.whenEnded { [self] end in
      inProgress[file.position] = nil
      switch job.result {
      case .success(let state):
        if case .saved(_, _, let resumedFrom) = state {
          if earlier != nil, !file.isSame.isSet { tally.replaced += 1 }
          if resumedFrom > 0 { resumed += 1 }
        }
        settle(file, state)
      case .failure(let error) where !end.isCancelled: settle(file, .failed(words(error)))
      case .failure, nil: settle(file, .new)
      }
      feed.readOn()
    }
    onJobs?(file.position - 1, file.name, [job.id])
    add(job, to: queue)
  }

  /// Counts bytes as they arrive, on the transport thread.
  func received(_ bytes: Int) {
    bytesSoFar.withLock { $0 += bytes }
    onBytes(bytes)
  }

  private func settle(_ file: DownloadFile, _ state: DownloadFile.State) {
    file.state = state
    var outcome = Outcome(position: file.position, name: file.name, url: file.url, kind: .cancelled)
    switch state {
    case .saved(let name, let bytes, let resumedFrom):
      (outcome.kind, outcome.file) = (.done, name)
      (outcome.bytes, outcome.resumedFrom) = (bytes, resumedFrom)
    case .kept(let name): (outcome.kind, outcome.file) = (.skipped, name)
    case .failed(let reason): outcome.kind = .failed(reason)
    case .new, .downloading: break
    }
    settle(outcome)
  }
}
