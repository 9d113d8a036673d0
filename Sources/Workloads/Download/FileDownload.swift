import Engine
import Foundation
import Imaging
import Transport

/// Downloads one file of a batch: its whole, or what an earlier batch has left to do; after a broken connection again
/// what is missing. The body of its job.
final class FileDownload: @unchecked Sendable {
  // Safe: touched by the job's thread until the first transfer starts, then by the transport's, and by the finisher's while
  // there is no transfer.
  private let file: DownloadFile
  private let folder: DownloadFolder
  /// What is there, whole, if it is fetched only because it may have changed.
  private let earlier: DownloadFolder.Whole?
  private let transport: Transport
  private let finisher: FileFinisher
  private let slots: LentSlots?
  private let options: DownloadOptions
  private let allowsFile: Bool
  private let count: @Sendable (Int) -> Void
  private let running: any Running
  private let deliver: (DownloadFile.State) -> Void
  private let abort: (OutputError) -> Void
  private let end: @Sendable (JobEnd) -> Void

  /// Nil for a file that starts from scratch.
  private var resumption: Resumption?
  /// Whether there is an answer whose body is wanted.
  private var isAnswered = false
  /// Whether the body is the rest of what is here.
  private var isRest = false
  /// Of the partial file, once something was written into it.
  private var descriptor: Int32 = -1
  /// What came first of the body: it is written with what comes next, or with the end. Most files of a batch of small ones
  /// come in one piece.
  private var first: [UInt8] = []
  /// What is in the partial file, and `first`.
  private var size = 0
  private var total: Int?
  private var validator: Validator?
  private var contentType: String?
  /// The first kilobyte; empty while `first` holds all of it.
  private var start: [UInt8] = []
  private var leftFromBefore = 0
  private var resumes = 0
  private var mustAskAgain = false
  private var problem: (any Error)?

  /// As much as `ImageType` looks at.
  private static let startSize = 1024

  /// - Parameters:
  ///   - count: is called with the number of bytes as they arrive, on the transport's thread.
  ///   - settled: is called before `end`, when the file has its name, or has had it.
  ///   - abort: is called with an error that every other file would meet, too; at once, and before `end`.
  ///   - end: is called on the transport's thread, where `finisher` works, or on the thread that calls `run`.
  init(
    _ file: DownloadFile, into folder: DownloadFolder, earlier: DownloadFolder.Whole?, transport: Transport,
    finisher: FileFinisher, slots: LentSlots?, options: DownloadOptions,
    allowsFile: Bool,
    count: @escaping @Sendable (Int) -> Void, running: any Running,
    settled: @escaping @Sendable (DownloadFile.State) -> Void,
    abort: @escaping @Sendable (OutputError) -> Void, end: @escaping @Sendable (JobEnd) -> Void
  ) {
    self.file = file
    self.folder = folder
    self.earlier = earlier
    self.transport = transport
    self.finisher = finisher
    self.slots = slots
    self.options = options
    self.allowsFile = allowsFile
    self.count = count
    self.running = running
    self.deliver = settled
    self.abort = abort
    self.end = end
  }

  func run() {
    resumption = folder.resumption(file)
    leftFromBefore = resumption?.offset ?? 0
    request()
  }

  /// Asks for what is missing.
  private func request() {
    descriptor = -1
    (isAnswered, isRest, first) = (false, false, [])
    problem = nil
    mustAskAgain = false
    if let resumption {
      size = resumption.offset
      validator = resumption.validator
      total = resumption.total
      readStart()
      if resumption.isComplete { return end(complete()) }
    } else {
      size = 0
      total = nil
      start = []
      leftFromBefore = 0
    }
    file.note(received: size, total: total)
    let request = TransferRequest(
      url: file.url, headers: resumption?.headers ?? (earlier?.validator).map { [$0.ifChanged] } ?? [],
      allowsFile: allowsFile,
      maxBytes: options.maxBytes, sink: .chunks { [self] chunk in try take(chunk) }, isNeverPaused: true,
      onRest: slots?.whileResting)
    let transfer = transport.start(request) { [self] result in
      if case .success = result, isWhole { finisher.run(finish) } else { ended(result) }
    }
    running.onCancel { transfer.cancel() }
  }

  // MARK: On the transport's thread

  private func take(_ chunk: BodyChunk) throws {
    do {
      if !isAnswered { try begin(chunk.head) }
      guard chunk.bytes.count <= options.maxBytes - size else {
        throw Refusal(reason: "\(TransferError.Reason.tooLarge(limit: options.maxBytes))")
      }
      if descriptor < 0, first.isEmpty {
        first = Array(chunk.bytes)
      } else {
        try open()
        // To the system's memory, which costs less than handing it on to another thread would.
        try writeAll(chunk.bytes, to: descriptor, for: folder.partial(file))
      }
      size += chunk.bytes.count
      count(chunk.bytes.count)
      file.note(received: size, total: total)
      try lookAtStart(with: chunk.bytes)
    } catch {
      problem = error
      throw error
    }
  }

  /// Checks the type as soon as there is enough of the file: usually in the first chunk, which need not be copied.
  private func lookAtStart(with chunk: UnsafeRawBufferPointer) throws {
    if size == chunk.count {
      if chunk.count >= Self.startSize { try checkType() }
      return
    }
    if start.isEmpty {
      if first.count >= Self.startSize { return }
      start = first
    }
    guard start.count < Self.startSize else { return }
    start += chunk.prefix(Self.startSize - start.count)
    if start.count == Self.startSize { try checkType() }
  }

  /// Looks at what was answered.
  private func begin(_ head: TransferHead) throws {
    contentType = head.contentType
    switch resumption?.judge(status: head.status, contentRange: head.contentRange, etag: head.etag) {
    case .append(let total):
      self.total = total
      isRest = true
    case .askAgain:
      mustAskAgain = true
      throw CancellationError()
    case .startOver, nil:
      validator = Validator(head)
      (size, start, leftFromBefore) = (0, [], 0)
      total = head.contentLength?.count
    }
    isAnswered = true
  }

  /// Opens the partial file, and writes what came first.
  /// - Parameter isWhole: whether that is all.
  private func open(isWhole: Bool = false) throws {
    guard descriptor < 0 else { return }
    descriptor =
      try isRest
      ? folder.goOn(file) : folder.begin(file, validator: validator, total: total, isWhole: isWhole)
    try first.withUnsafeBytes { try writeAll($0, to: descriptor, for: folder.partial(file)) }
  }

  /// Whether all of the file has come.
  private var isWhole: Bool { isAnswered && problem == nil && total.map { size == $0 } ?? true }

  /// Handles every other end of the transfer: with a part of the file, or with nothing.
  private func ended(_ result: Result<TransferResponse, TransferError>) {
    if let earlier, case .success(let response) = result, response.status == 304 {
      deliver(.kept(earlier.name))
      return end(.finished)
    }
    do {
      if case .success(let response) = result, !isAnswered { try begin(response.head) }
    } catch {
      problem = error
    }
    closeFile(isWhole: (try? result.get()) != nil && isWhole)
    let hadPart = resumption != nil
    let progress = size - (resumption?.offset ?? 0)

    if mustAskAgain { return startOver() }
    if let problem { return end(fail(problem)) }
    switch result {
    case .success where total.map({ size < $0 }) ?? false:
      // A server may send less than was asked for, and says so; the rest is asked for next.
      resume(progress, otherwise: OutputError("cut short after \(size) bytes", isFatal: false))
    // More than the whole cannot be the file.
    case .success where hadPart && total.map({ size > $0 }) ?? false: startOver()
    case .success: end(complete())
    case .failure(let error):
      switch error.reason {
      case .cancelled: end(leave(.cancelled))
      // What is here is not of this file, or all of it: either way it has to be fetched again.
      case .http(status: 416) where hadPart: startOver()
      case _ where error.isRetryable: resume(progress, otherwise: error)
      default: end(fail(error))
      }
    }
  }

  private func startOver() {
    folder.discard(file)
    resumption = nil
    request()
  }

  /// Asks for the rest, as long as the server is good for something: it has sent at least a part each time.
  private func resume(_ progress: Int, otherwise error: any Error) {
    guard progress > 0, resumes < options.resumes, !running.isCancelled else {
      return end(leave(.failed(error)))
    }
    resumes += 1
    resumption = folder.resumption(file)
    request()
  }

  // MARK: The end

  /// Finishes a file that has come whole. Runs where the finisher works.
  /// - Returns: what reports its end.
  private func finish() -> () -> Void {
    closeFile(isWhole: true)
    let end = problem.map(fail) ?? complete()
    return { self.end(end) }
  }

  /// Writes what is not written yet, and closes the partial file.
  private func closeFile(isWhole: Bool) {
    do {
      if isAnswered, problem == nil { try open(isWhole: isWhole) }
    } catch {
      problem = error
    }
    if descriptor >= 0 { close(descriptor) }
  }

  private func complete() -> JobEnd {
    do {
      let suffix = try suffix()
      let name = try folder.finish(file, suffix: suffix, bytes: size, validator: validator)
      file.note(received: size, total: size)
      deliver(.saved(DownloadFile.Saved(file: name, bytes: size, resumedFrom: leftFromBefore)))
      return .finished
    } catch {
      return fail(error)
    }
  }

  private func fail(_ error: any Error) -> JobEnd {
    if let error = error as? OutputError, error.isFatal {
      abort(error)
      // When the disk is full, what is there is still good.
      return leave(.failed(error))
    }
    folder.discard(file)
    return .failed(error)
  }

  /// Keeps what is here if it can be resumed.
  private func leave(_ end: JobEnd) -> JobEnd {
    if folder.resumption(file) == nil { folder.discard(file) }
    return end
  }

  private func suffix() throws -> String {
    let type: ImageType
    do {
      type = try imageType()
    } catch {
      guard options.takesAny else { throw error }
      return FileKind.suffix(url: file.url, contentType: contentType)
    }
    if !options.takesAny, try isCutShort(type) {
      throw Refusal(
        reason: "an incomplete \(type): the end is missing, though the server says that this is all of it")
    }
    return FileKind.suffix(type)
  }

  private func isCutShort(_ type: ImageType) throws -> Bool {
    if first.count == size { return first.withUnsafeBytes(type.isCutShort) }
    return try Data(contentsOf: URL(fileURLWithPath: folder.partial(file)), options: .mappedIfSafe)
      .withUnsafeBytes(type.isCutShort)
  }

  private func checkType() throws { if !options.takesAny { _ = try imageType() } }

  private func imageType() throws -> ImageType {
    try (start.isEmpty ? first : start).withUnsafeBytes { try ImageType(of: $0) }
  }

  private func readStart() {
    let handle = FileHandle(forReadingAtPath: folder.partial(file))
    start = ((try? handle?.read(upToCount: Self.startSize)) ?? nil).map(Array.init) ?? []
    try? handle?.close()
  }
}

/// Why a file is not kept under a name.
struct Refusal: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
