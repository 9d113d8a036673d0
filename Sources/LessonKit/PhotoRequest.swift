import Foundation

/// A download that can be aborted, as an application's are: it ends once, with a photo, with an error, or cancelled. The
/// diary has it as a job, `download …`.
///
/// All members may be called on any thread.
public final class PhotoRequest: Sendable {
  public typealias Done = @Sendable (Result<String, any Error>) -> Void

  public enum Failure: Error { case notFound }

  private let done: Locked<Done?>
  private let span: OpenSpan
  private let line: Int

  /// Begins at once, and returns.
  /// - Parameters:
  ///   - photo: its name; the result is `photo of …`.
  ///   - isThere: whether the server has it. If not, the download fails.
  ///   - gate: what the reply waits for; without one, for 20 milliseconds.
  ///   - done: called once, on no particular thread; on that of `cancel`, if it comes first.
  public init(
    _ photo: String, _ diary: Diary, isThere: Bool = true, after gate: Gate? = nil, line: Int = #line,
    _ done: @escaping Done
  ) {
    (self.done, self.line) = (Locked(done), line)
    span = diary.begin("download \(photo)", line: line)
    let reply = { @Sendable [self] in
      end(isThere ? .success("photo of \(photo)") : .failure(Failure.notFound))
    }
    if let gate { gate.whenOpen(reply) } else { transfer(milliseconds: 20, reply) }
  }

  /// Ends it at once, if it has not ended.
  public func cancel() { end(.failure(CancellationError())) }

  private func end(_ result: Result<String, any Error>) {
    let done = done.withLock { done in
      defer { done = nil }
      return done
    }
    guard let done else { return }
    span.end(line: line)
    done(result)
  }
}

/// A result in words, for a diary.
public func described(_ result: Result<String, any Error>?) -> String {
  switch result {
  case .success(let text): text
  case .failure(is CancellationError): "cancelled"
  case .failure(let error): "failed: \(error)"
  case nil: "no result"
  }
}
