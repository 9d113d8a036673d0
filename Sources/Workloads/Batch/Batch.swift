import Base
import Engine
import Imaging
import Transport

public struct BatchOptions: Sendable {
  /// Files downloaded at a time.
  public var downloads = 8
  /// Files under way at most.
  public var ahead = 64
  /// How often a file whose connection broke in the middle is gone on with, before it is left for another batch.
  public var resumes = 3
  /// The largest file, in bytes.
  public var maxBytes = 64 << 20
  /// Whether what is no image, or only a part of one, is kept too.
  public var takesAny = false
  /// Whether everything is fetched anew, and takes the place of whatever is there.
  public var force = false
  /// A server of the program's own, as in `http://127.0.0.1:8080`, that has another port in every run: what comes from
  /// it is known again by the rest of its URL.
  public var ownServer: String?

  public init() {}
}

/// How far a batch has come, in files.
public struct BatchTally: Sendable, Equatable {
  /// Read from the list so far.
  public internal(set) var listed = 0
  public internal(set) var saved = 0
  /// Of the saved, those of which an earlier batch had left a part.
  public internal(set) var resumed = 0
  /// Whole already.
  public internal(set) var kept = 0
  public internal(set) var failed = 0
  public internal(set) var cancelled = 0

  public var settled: Int { saved + kept + failed + cancelled }
}

/// Downloads the files of a list into one folder, as `Image 1.png`, `Image 2.jpg`, …: their bytes exactly as served.
///
/// What an earlier batch has left is resumed. A batch into a folder where one of this process still runs cancels that
/// one and waits for its end. All members are called on the engine's reporting queue, unless they say otherwise.
public final class Batch: @unchecked Sendable {
  // Safe: what can change is touched on the reporting queue only.
  public let engine: any JobEngine
  /// Where the files are downloaded.
  public let queue: JobQueue
  public private(set) var tally = BatchTally()
  /// How many files the list has; nil until it was read to its end.
  public var total: Int? { feed.total }
  public private(set) var failures: [(file: BatchFile, reason: String)] = []
  /// Why the batch could not go on: `ListError` or `OutputError`.
  public private(set) var error: (any Error)?
  /// May be asked from any thread.
  public var isCancelled: Bool { cancelled.isSet }
  /// Received by this batch, of all files. May be asked from any thread.
  public var bytesReceived: Int { lock.withLock { received } }
  /// Those with a job that has not ended, by their positions.
  public private(set) var underWay: [Int: BatchFile] = [:]

  /// A file begins to be downloaded.
  public var onStart: (BatchFile) -> Void = { _ in }
  /// A file is done with: saved, kept, failed, or cancelled, which is `new`.
  public var onSettle: (BatchFile) -> Void = { _ in }
  /// Is told of the job of every file; see `JobsWatcher`.
  public var onJobs: JobsWatcher?
  /// Everything has ended, and the folder is free.
  public var onEnd: () -> Void = {}
  /// So many bytes have arrived; on the transport's thread. For tests.
  var onBytes: @Sendable (Int) -> Void = { _ in }

  private let feed: ListFeed
  private let output: OutputFolder
  private let transport: Transport
  private let options: BatchOptions
  private let allowsFiles: Bool
  private var folder: BatchFolder?
  private var claim: FolderClaims.Claim?
  private var isWaiting = true
  private var hasEnded = false
  private let cancelled = Locked(false)
  private let lock = Lock()
  private var received = 0

  /// Called from any thread.
  public init(
    engine: any JobEngine, transport: Transport, list: ListSource, output: OutputFolder,
    options: BatchOptions = BatchOptions()
  ) {
    self.engine = engine
    self.transport = transport
    self.output = output
    self.options = options
    feed = ListFeed(engine: engine, list: list, transport: transport, ahead: options.ahead)
    allowsFiles = list.isFile
    queue = engine.makeQueue("download", width: options.downloads)
  }

  public func start() {
    feed.onEntries = { [weak self] entries in self?.take(entries) }
    feed.underWay = { [weak self] in self?.underWay.count ?? .max }
    feed.onTurn = { [weak self] error in
      if let error { self?.stop(error) }
      self?.endIfDone()
    }
    claim = FolderClaims.shared.claim(
      output.path, cancel: { [weak self] in self?.cancel() },
      begin: { [self] in engine.reportQueue.async { [self] in begin() } })
  }

  private func begin() {
    isWaiting = false
    if !isCancelled {
      do {
        folder = try BatchFolder(output, replaces: options.force)
        feed.readOn()
      } catch {
        stop(error)
      }
    }
    endIfDone()
  }

  /// Cancels what is under way, and reads the list no further; what was begun may be resumed by another batch. May be
  /// called from any thread, also one that the reporting queue is not.
  public func cancel() {
    cancelled.set()
    cancelJobs()
    engine.reportQueue.async { [self] in
      // Once more, for what was started there meanwhile.
      cancelJobs()
      endIfDone()
    }
  }

  private func cancelJobs() {
    feed.stop()
    engine.cancelAll([feed.queue, queue])
  }

  // MARK: The list

  private func take(_ entries: [PhotoEntry]) {
    guard !isCancelled, let folder else { return }
    for entry in entries {
      let position = tally.listed + 1
      switch entry.link {
      case .bad(let reason):
        tally.listed += 1
        let file = BatchFile(position: position, name: entry.name, url: "")
        fail(file, reason)
        onSettle(file)
      case .url(let url):
        let file = BatchFile(position: position, name: entry.name, url: url, ownServer: options.ownServer)
        do { try folder.check(file) } catch { return stop(error) }
        tally.listed += 1
        if let name = folder.whole(file) {
          file.state = .kept(name)
          tally.kept += 1
          onSettle(file)
        } else {
          download(file, into: folder)
        }
      }
    }
  }

  // MARK: Files

  private func download(_ file: BatchFile, into folder: BatchFolder) {
    underWay[file.position] = file
    let result = Result()
    let job = engine.makeAsynchronousJob("download \(file.position)") { [self] running, completion in
      let download = FileDownload(
        file, into: folder, transport: transport, options: options, allowsFile: allowsFiles,
        count: { [self, onBytes] bytes in
          lock.withLock { received += bytes }
          onBytes(bytes)
        }, running: running,
        saved: { result.saved = $0 }
      ) { [self] end in
        // A full disk fails every file to come. Here, as they may be what keeps the reporting queue busy.
        if case .failed(let error as OutputError) = end, error.isFatal { cancelJobs() }
        completion.end(end)
      }
      download.run()
    }
    job.whenStarted { [self] in
      file.state = .downloading
      onStart(file)
    }
    job.whenEnded { [self] end in
      underWay[file.position] = nil
      switch end {
      case .finished:
        if let saved = result.saved {
          file.state = .saved(saved)
          if saved.resumedFrom > 0 { tally.resumed += 1 }
        }
        tally.saved += 1
      case .failed(let error):
        fail(file, plainWords(error))
        if (error as? OutputError)?.isFatal == true { stop(error) }
      case .cancelled:
        file.state = .new
        tally.cancelled += 1
      }
      onSettle(file)
      feed.readOn()
      endIfDone()
    }
    onJobs?(file.position - 1, file.name, [job.id])
    do { try queue.add(job) } catch { preconditionFailure("a new job on the engine's own queue: \(error)") }
  }

  private func fail(_ file: BatchFile, _ reason: String) {
    file.state = .failed(reason)
    tally.failed += 1
    failures.append((file, reason))
  }

  private func stop(_ error: any Error) {
    if self.error == nil { self.error = error }
    if error is OutputError { cancelJobs() }
  }

  private func endIfDone() {
    guard !hasEnded, !feed.isReading, underWay.isEmpty, feed.isDone || error != nil || isCancelled,
      !isWaiting || isCancelled
    else { return }
    hasEnded = true
    folder?.close()
    if let claim { FolderClaims.shared.release(claim) }
    onEnd()
  }
}

/// What a download job brought.
private final class Result: @unchecked Sendable {
  // Safe: written before the job ends, read after its end was reported.
  var saved: BatchFile.Saved?
}
