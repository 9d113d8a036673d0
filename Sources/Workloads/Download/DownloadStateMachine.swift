import Transport

/// Decides the next step for one file of a batch from what has happened so far. It touches no file and no socket:
/// `FileDownload` reports events to it, and does what it says.
struct DownloadStateMachine {
  enum Action {
    /// Ask the server for the file, or for the rest of this part.
    case request(Resumption?)
    /// Remove the part on disk, and ask for the whole file.
    case startOver
    /// Look up the part on disk, and report it with `begin(with:)`, which asks for the rest.
    case resume
    /// All of the file is here: check it, and give it its name.
    case finish
    /// The file that an earlier batch saved is still the current one.
    case keepEarlier
    /// End the job as failed, or as cancelled where there is no error. What is here stays, if it can be resumed.
    case leave((any Error)?)
    /// End the job as failed. Nothing of the file stays, unless the error concerns every file.
    case fail(any Error)
  }

  /// The part of the file that the body of an answer is.
  enum Body: Equatable {
    /// It begins where the part that is here ends; `total` is the size of the whole file, where it is known.
    case rest(total: Int?)
    /// All of the file: a part on disk is of no use.
    case whole
    /// Something other than was asked for: end the transfer, and ask for the whole.
    case unwanted
  }

  private enum State {
    /// There is no reply yet whose body is wanted.
    case requested
    case receiving
    /// The body is not taken any more; another request follows.
    case refused
    case failed(any Error)
  }

  /// The bytes that are here, those of an earlier batch included.
  private(set) var size = 0
  /// The size of the whole file; nil while it is unknown.
  private(set) var total: Int?
  private(set) var validator: Validator?
  /// The number of bytes that an earlier batch had left.
  private(set) var leftFromBefore = 0

  private let maxBytes: Int
  private let hasEarlier: Bool
  private var resumesLeft: Int
  private var state = State.requested
  /// The part whose rest was requested; nil for a request of the whole.
  private var part: Resumption?
  private var isFirst = true

  /// - Parameters:
  ///   - resumes: how often the rest is asked for after a connection broke.
  ///   - hasEarlier: whether the request is for a file that may have changed since an earlier batch saved it.
  init(maxBytes: Int, resumes: Int, hasEarlier: Bool) {
    self.maxBytes = maxBytes
    self.hasEarlier = hasEarlier
    resumesLeft = resumes
  }

  // MARK: Events

  /// A request can be made.
  /// - Parameter found: the part that is here, if it can be resumed.
  mutating func begin(with found: Resumption?) -> Action {
    if isFirst || found == nil { leftFromBefore = found?.offset ?? 0 }
    (isFirst, part, state) = (false, found, .requested)
    (size, total, validator) = (found?.offset ?? 0, found?.total, found?.validator)
    return found?.isComplete == true ? .finish : .request(found)
  }

  /// The head of a successful answer has come.
  /// - Parameter validator: the server's, of the body.
  mutating func answered(_ head: TransferHead, validator: Validator?) -> Body {
    let body = part?.body(head) ?? .whole
    switch body {
    case .rest(let total): (self.total, state) = (total, .receiving)
    case .whole:
      (size, leftFromBefore, state) = (0, 0, .receiving)
      (total, self.validator) = (head.contentLength?.count, validator)
    case .unwanted: state = .refused
    }
    return body
  }

  /// More of the body has come.
  /// - Throws: `Refusal`, where that is more than is accepted.
  mutating func received(_ count: Int) throws(Refusal) {
    guard count <= maxBytes - size else {
      throw Refusal(reason: "\(TransferError.Reason.tooLarge(limit: maxBytes))")
    }
    size += count
  }

  /// The body cannot be kept.
  mutating func failed(_ problem: any Error) {
    if case .refused = state { return }
    state = .failed(problem)
  }

  /// The transfer has ended, and what has come is written.
  mutating func ended(_ result: Result<TransferHead, TransferError>, isCancelled: Bool) -> Action {
    switch state {
    case .refused: return .startOver
    case .failed(let problem): return .fail(problem)
    case .requested, .receiving: break
    }
    switch result {
    case .success(let head) where head.status == 304 && hasEarlier: return .keepEarlier
    // A server may send less than was asked for, and says so; the rest is asked for next.
    case .success where total.map { size < $0 } ?? false:
      return resume(OutputError("cut short after \(size) bytes", isFatal: false), isCancelled)
    // More than the whole cannot be the file.
    case .success where part != nil && total.map { size > $0 } ?? false: return .startOver
    case .success: return .finish
    case .failure(let error):
      switch error.reason {
      case .cancelled: return .leave(nil)
      // The part is of another file, or is the whole: either way it has to be fetched again.
      case .http(status: 416) where part != nil: return .startOver
      case _ where error.isRetryable: return resume(error, isCancelled)
      default: return .fail(error)
      }
    }
  }

  /// Only as long as each request brings at least a part.
  private mutating func resume(_ error: any Error, _ isCancelled: Bool) -> Action {
    guard size > part?.offset ?? 0, resumesLeft > 0, !isCancelled else { return .leave(error) }
    resumesLeft -= 1
    return .resume
  }

  // MARK: What is known

  /// Whether the head of an answer was judged.
  var isAnswered: Bool { if case .requested = state { false } else { true } }

  /// Whether all of the file has come.
  var isWhole: Bool {
    if case .receiving = state { total.map { size == $0 } ?? true } else { false }
  }

  /// Whether the received bytes belong in the file.
  var isReceiving: Bool { if case .receiving = state { true } else { false } }
}

/// Why a file is not kept under a name.
struct Refusal: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}

/// A file of which a part is here already: how the rest is asked for, and what to make of the answer.
struct Resumption: Equatable {
  /// The bytes that are here; at least 1.
  let offset: Int
  let validator: Validator
  /// The size of the whole file; nil if the server did not say.
  let total: Int?

  /// The rest, but the whole if the file is not the same any more.
  var headers: [(name: String, value: String)] {
    [("Range", "bytes=\(offset)-"), ("If-Range", validator.rawValue)]
  }

  /// Nothing is missing; only the file's name is.
  var isComplete: Bool { offset == total }

  /// The part of the file in the body of an answer to that request.
  func body(_ head: TransferHead) -> DownloadStateMachine.Body {
    // Compressed parts don't fit together with bytes that were decompressed.
    if head.contentEncoding != nil { return .unwanted }
    guard head.status == 206 else { return .whole }
    guard let range = head.contentRange.flatMap(ContentRange.init), range.first == offset,
      total == nil || range.total == nil || range.total == total, validator.admits(etag: head.etag)
    else { return .unwanted }
    return .rest(total: total ?? range.total)
  }
}
