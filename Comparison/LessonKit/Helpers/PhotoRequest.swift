import Foundation

/// The reason why a request returned no photo.
public enum PhotoError: Error, CustomStringConvertible {
  case notFound, cancelled

  public var description: String {
    switch self {
    case .notFound: "failed: notFound"
    case .cancelled: "cancelled"
    }
  }
}

/// A download that can be aborted, like those of an app. It ends once: with a photo, with an error, or cancelled.
///
/// All members may be called on any thread.
public final class PhotoRequest: Sendable {
  public typealias Done = @Sendable (Result<String, PhotoError>) -> Void

  /// The number of requests in memory. Tests use it to find out whether requests are freed.
  public static let living = Locked(0)

  private let done: Locked<Done?>
  private let span: OpenSpan
  private let line: Int

  /// Starts the download, and returns immediately.
  /// - Parameters:
  ///   - photo: The name of the photo. The result is `photo of …`.
  ///   - isThere: Whether the server has the photo. If not, the download fails.
  ///   - gate: The gate that the reply waits for. Without a gate, the reply takes 20 milliseconds.
  ///   - done: Called once, on any thread. `cancel` calls it on its own thread if it comes first.
  public init(
    _ photo: String, isThere: Bool = true, after gate: Gate? = nil, line: Int = #line,
    _ done: @escaping Done
  ) {
    self.done = Locked(done)
    self.line = line
    Self.living.withLock { $0 += 1 }
    span = diary.begin("download \(photo)", line: line)
    let reply = { @Sendable [self] in
      end(isThere ? .success("photo of \(photo)") : .failure(.notFound))
    }
    if let gate { gate.whenOpen(reply) } else { transfer(milliseconds: 20, reply) }
  }

  deinit { Self.living.withLock { $0 -= 1 } }

  /// Cancels the download immediately, unless it has ended.
  public func cancel() { end(.failure(.cancelled)) }

  private func end(_ result: Result<String, PhotoError>) {
    let done = done.withLock { done in
      defer { done = nil }
      return done
    }
    guard let done else { return }
    span.end(line: line)
    done(result)
  }
}

/// Downloads a photo like `PhotoRequest`. Cancelling the task cancels the download.
/// - Parameter isSent: Opened when the request has been sent.
public func requestPhoto(
  _ photo: String, isThere: Bool = true, after gate: Gate? = nil, isSent: Gate? = nil, line: Int = #line
) async throws(PhotoError) -> String {
  let sent = Locked<PhotoRequest?>(nil)
  let result = await withTaskCancellationHandler {
    await withCheckedContinuation { task in
      let request = PhotoRequest(photo, isThere: isThere, after: gate, line: line) {
        task.resume(returning: $0)
      }
      sent.withLock { $0 = request }
      if Task.isCancelled { request.cancel() }
      isSent?.open()
    }
  } onCancel: {
    sent.withLock { $0 }?.cancel()
  }
  return try result.get()
}

/// Returns a result as text.
public func described(_ result: Result<String, some Error>?) -> String {
  switch result {
  case .success(let text): text
  case .failure(let error): "\(error)"
  case nil: "no result"
  }
}
