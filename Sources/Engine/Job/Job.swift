/// A piece of work that produces a value. The superclass ``AnyJob`` has everything that doesn't depend on the value's
/// type.
public final class Job<Value: Sendable>: AnyJob, @unchecked Sendable {
  // Safe: it only adds a constant.
  private let storage: JobValue<Value>?

  init(_ core: JobCore, _ storage: JobValue<Value>?) {
    self.storage = storage
    super.init(core)
  }

  /// The job's value or error, or nil until the job has ended. The error is `CancellationError` if the job was
  /// cancelled.
  ///
  /// It is available to the bodies of dependents and to handlers of the job's end. A reader sees everything that the
  /// body did before it reported the end. The engine retains the value as long as anyone holds the job or its
  /// completion.
  public var result: Result<Value, any Error>? {
    core.engine.locked {
      guard case .ended(let end) = core.state else { return nil }
      switch end {
      case .finished:
        guard let value = storage?.value ?? () as? Value else {
          preconditionFailure("“\(name)” has finished without a value")
        }
        return .success(value)
      case .failed(let error): return .failure(error)
      case .cancelled: return .failure(CancellationError())
      }
    }
  }

  /// The job's value, which becomes available when its end has been reported. Cancelling the task that awaits it
  /// cancels the job, which still ends only when its body does.
  /// - Throws: The error of the body, or `CancellationError`.
  public var value: Value {
    get async throws {
      _ = await withTaskCancellationHandler(operation: { await end }, onCancel: { cancel() })
      guard let result else { preconditionFailure("the end of “\(name)” was reported before it ended") }
      return try result.get()
    }
  }
}

/// The storage for a job's value.
final class JobValue<Value: Sendable>: @unchecked Sendable {
  // Safe: written once before the end is recorded, by the thread that runs a synchronous body or under the engine's
  // lock. Read under that lock after the end.
  var value: Value?
}
