/// Where a job stands.
public enum JobState: Equatable, Sendable {
  /// Not on a queue yet.
  case new
  /// On a queue, with a prerequisite that has not ended.
  case waiting
  /// On a queue, and would run if a slot were free and the queue not suspended.
  case ready
  /// Picked; its body runs, or has returned and not yet reported its end.
  case running
  case ended(JobEnd)
}

/// The one end of a job.
public enum JobEnd: Sendable {
  case finished
  case failed(any Error)
  case cancelled

  public var isFinished: Bool { self == .finished }
  public var isCancelled: Bool { self == .cancelled }

  /// The end of a body that threw: `CancellationError` is cancelled, any other error failed.
  public init(throwing error: any Error) {
    self = error is CancellationError ? .cancelled : .failed(error)
  }
}

extension JobEnd: Equatable {
  /// Two failures are equal when their errors are: by `==` where the error's type has one, otherwise by type and
  /// description.
  public static func == (a: JobEnd, b: JobEnd) -> Bool {
    switch (a, b) {
    case (.finished, .finished), (.cancelled, .cancelled): true
    case (.failed(let a), .failed(let b)): areEqual(a, b)
    default: false
    }
  }
}

private func areEqual(_ a: any Error, _ b: any Error) -> Bool {
  func isEqual<Value: Equatable>(_ a: Value, to b: Any) -> Bool { a == b as? Value }
  if let a = a as? any Equatable { return isEqual(a, to: b) }
  return type(of: a) == type(of: b) && String(reflecting: a) == String(reflecting: b)
}

extension JobState: CustomStringConvertible {
  /// In one word; a failure's error is the end's.
  public var description: String {
    switch self {
    case .new: "new"
    case .waiting: "waiting"
    case .ready: "ready"
    case .running: "running"
    case .ended(let end): end.description
    }
  }
}

extension JobEnd: CustomStringConvertible {
  /// In one word, without the error of a failure.
  public var description: String {
    switch self {
    case .finished: "finished"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}
