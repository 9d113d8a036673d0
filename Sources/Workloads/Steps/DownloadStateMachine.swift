import Transport

/// Decides the next step for one original. It has no access to files or sockets: `Fetch` reports
/// events to it and performs the actions that it returns.
struct DownloadStateMachine {
  enum Action {
    /// Request the whole file, or the rest of a partial file.
    case request(Resumption?)
    /// Remove the partial file and request the whole file.
    case startOver
    /// Look up the partial file and report it with `begin(with:)`, which requests the rest.
    case resume
    /// The file is complete: check it and give it its name.
    case finish
    /// The file saved by an earlier batch is still current.
    case keepEarlier
    /// End the job as failed, or as cancelled if there is no error. Keep the partial file if it can be resumed.
    case leave((any Error)?)
    /// End the job as failed. Discard the partial file, unless the error affects all files.
    case fail(any Error)
  }

  /// The portion of the file that a response body contains.
  enum Body: Equatable {
    /// The body continues the partial file. `total` is the size of the whole file.
    case rest(total: Int)
    /// The body is the whole file, so an existing partial file isn't needed.
    case whole
    /// The body isn't the part that was requested. End the transfer and request the whole file.
    case unwanted
  }

  private enum State {
    /// No usable response has arrived yet.
    case requested
    case receiving
    /// The rest of the body is ignored, and another request follows.
    case refused
    case failed(any Error)
  }

  /// The number of bytes received so far, including those from an earlier batch.
  private(set) var size = 0
  /// The size of the whole file, or nil if it isn't known.
  private(set) var total: Int?
  private(set) var validator: Validator?
  /// The number of bytes left by an earlier batch.
  private(set) var leftFromBefore = 0

  private let maxBytes: Int
  private var resumesLeft: Int
  private var state = State.requested
  /// The partial file whose rest was requested, or nil if the whole file was requested or is arriving.
  private var part: Resumption?
  private var isFirst = true

  /// - Parameter resumes: The number of times that the rest may be requested after a broken connection.
  init(maxBytes: Int, resumes: Int) { (self.maxBytes, resumesLeft) = (maxBytes, resumes) }

  // MARK: Events

  /// Decides how to begin a request.
  ///
  /// - Parameter found: The partial file, if it can be resumed.
  mutating func begin(with found: Resumption?) -> Action {
    if isFirst || found == nil { leftFromBefore = found?.offset ?? 0 }
    (isFirst, part, state) = (false, found, .requested)
    (size, total, validator) = (found?.offset ?? 0, found?.total, found?.validator)
    return found?.isComplete == true ? .finish : .request(found)
  }

  /// Handles the head of a successful response.
  ///
  /// - Parameter validator: The validator of the response's body.
  mutating func answered(_ head: TransferHead, validator: Validator?) -> Body {
    let body = part?.body(head) ?? .whole
    switch body {
    case .rest(let total): (self.total, state) = (total, .receiving)
    case .whole:
      (part, size, leftFromBefore, state) = (nil, 0, 0, .receiving)
      (total, self.validator) = (head.contentLength?.count, validator)
    case .unwanted: state = .refused
    }
    return body
  }

  /// Counts bytes of the body.
  ///
  /// - Throws: An error if the file becomes larger than allowed.
  mutating func received(_ count: Int) throws(TransferError.Reason) {
    if count > maxBytes - size { throw .tooLarge(limit: maxBytes) }
    size += count
  }

  /// Records that the body can't be stored.
  mutating func failed(_ problem: any Error) {
    if case .refused = state { return }
    state = .failed(problem)
  }

  /// Decides what to do after the transfer has ended and all received bytes have been written.
  mutating func ended(_ result: Result<TransferHead, TransferError>, isCancelled: Bool) -> Action {
    switch state {
    case .refused: return .startOver
    case .failed(let problem): return .fail(problem)
    case .requested, .receiving: break
    }
    switch result {
    case .success(let head) where head.status == 304: return .keepEarlier
    // A server may send less than requested if it says so. The rest is requested next.
    case .success where total.map { size < $0 } ?? false:
      return resume(TransferError.Reason.cutShort(received: Int64(size), expected: nil), isCancelled)
    // More bytes have arrived than the whole file has, so they can't be the file.
    case .success where part != nil && total.map { size > $0 } ?? false: return .startOver
    case .success: return .finish
    case .failure(let error):
      switch error.reason {
      case .cancelled: return .leave(nil)
      // The partial file either belongs to another file or already has all its bytes. In both cases, the file
      // must be downloaded again.
      case .http(status: 416) where part != nil: return .startOver
      case _ where error.isRetryable: return resume(error, isCancelled)
      // The host, the proxy or a slow network is at fault, so the next run continues with the partial file.
      case .hostGivenUp, .proxyRefused, .proxyUnauthorized, .timedOut: return .leave(error)
      default: return .fail(error)
      }
    }
  }

  /// Resumes the download if the last request has delivered at least one byte.
  private mutating func resume(_ error: any Error, _ isCancelled: Bool) -> Action {
    guard size > part?.offset ?? 0, resumesLeft > 0, !isCancelled else { return .leave(error) }
    resumesLeft -= 1
    return .resume
  }

  // MARK: State

  /// Whether the head of a response has been processed.
  var isAnswered: Bool { if case .requested = state { false } else { true } }

  /// Whether the complete file has been received.
  var isWhole: Bool {
    if case .receiving = state { total.map { size == $0 } ?? true } else { false }
  }

  /// Whether the bytes that arrive belong to the file.
  var isReceiving: Bool { if case .receiving = state { true } else { false } }
}

/// A partial file, with the request for its rest and the check of the response.
struct Resumption: Equatable {
  /// The size of the partial file in bytes, at least 1.
  let offset: Int
  let validator: Validator
  /// The size of the whole file, or nil if it isn't known.
  let total: Int?

  /// The headers that request the rest of the file, or all of it if it has changed.
  var headers: [(name: String, value: String)] {
    [("Range", "bytes=\(offset)-"), ("If-Range", validator.rawValue)]
  }

  /// Whether all bytes have been received, so that only the final name is missing.
  var isComplete: Bool { offset == total }

  /// Returns which portion of the file is in the body of a response.
  func body(_ head: TransferHead) -> DownloadStateMachine.Body {
    // The rest of a compressed file can't be appended to bytes that were decompressed.
    if head.contentEncoding != nil { return .unwanted }
    // Some servers send the rest with another status.
    guard head.status == 206 || head.contentRange != nil else { return .whole }
    guard let range = head.contentRange.flatMap(ContentRange.init), range.first == offset,
      let total = total ?? range.total, range.total == nil || range.total == total,
      head.contentLength.map({ $0.count == range.count }) ?? true, validator.admits(head)
    else { return .unwanted }
    return .rest(total: total)
  }
}
