/// One piece of work with a value: ``AnyJob`` has its name, its state, and all that can be done with it.
public final class Job<Value: Sendable>: AnyJob, @unchecked Sendable {
  // Safe: it adds constants only.
  private let storage: JobValue<Value>?

  init(_ core: JobCore, _ storage: JobValue<Value>?) {
    self.storage = storage
    super.init(core)
  }

  /// What the job ended with, or nil before its end. `CancellationError` if it was cancelled.
  ///
  /// The body of a job that depends on this one, and every handler of this job's end, finds it here. A reader sees
  /// everything that the body did before it reported the end. The value is kept for as long as this object, or a copy of
  /// the job's completion, is held.
  public var result: Result<Value, any Error>? {
    core.engine.locked {
      switch core.state {
      case .ended(.finished):
        guard let value = storage?.value ?? () as? Value else {
          preconditionFailure("“\(name)” has finished without a value")
        }
        return .success(value)
      case .ended(.failed(let error)): return .failure(error)
      case .ended(.cancelled): return .failure(CancellationError())
      case .new, .waiting, .ready, .running: return nil
      }
    }
  }

  /// The value, when the end was reported. Cancelling the task that awaits it cancels the job; the job ends when its body
  /// does.
  /// - Throws: what the body threw, or `CancellationError`.
  public var value: Value {
    get async throws {
      _ = await withTaskCancellationHandler(operation: { await end }, onCancel: { cancel() })
      guard let result else { preconditionFailure("the end of “\(name)” was reported before it ended") }
      return try result.get()
    }
  }
}

/// Where a body puts the value of its job.
final class JobValue<Value: Sendable>: @unchecked Sendable {
  // Safe: written once, before the end is recorded: by the thread that runs a synchronous body, or under the engine's lock.
  // Read under that lock after the end.
  var value: Value?
}
