/// The state of a job.
public enum JobState: Equatable, Sendable {
  /// The job isn't on a queue yet.
  case new
  /// The job is on a queue and has a prerequisite that hasn't ended.
  case waiting
  /// The job is on a queue and will run as soon as a slot is free and the queue isn't suspended.
  case ready
  /// The job has been picked. Its body is running, or has returned without having reported its end.
  case running
  case ended(JobEnd)
}

/// How a job ended.
public enum JobEnd: Sendable {
  case finished
  case failed(any Error)
  case cancelled

  public var isFinished: Bool { self == .finished }
  public var isCancelled: Bool { self == .cancelled }

  /// Creates the end of a body that threw an error: cancelled for a `CancellationError`, failed for any other error.
  public init(throwing error: any Error) {
    self = error is CancellationError ? .cancelled : .failed(error)
  }
}

extension JobEnd: Equatable {
  /// Compares two ends. Failures are equal if their errors are equal by `==`. If the error type has no `==`, its type
  /// and description are compared.
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

extension JobState {
  /// The states of a job on a queue. The error of the failed one is a placeholder.
  package static let onQueue: [JobState] = [
    .waiting, .ready, .running, .ended(.finished), .ended(.failed(CancellationError())), .ended(.cancelled),
  ]

  package var hasEnded: Bool { if case .ended = self { true } else { false } }
}

extension JobState: CustomStringConvertible {
  /// The state as one word, without the error of a failure.
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
  /// The end as one word, without the error of a failure.
  public var description: String {
    switch self {
    case .finished: "finished"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}
