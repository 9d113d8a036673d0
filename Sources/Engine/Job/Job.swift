/// One piece of work with a value: ``AnyJob`` has its name, its state, and all that can be done with it.
public final class Job<Value: Sendable>: AnyJob, @unchecked Sendable {
  // Safe: it adds constants only.
  private let storage: JobValue<Value>?

  init(_ core: JobCore, _ storage: JobValue<Value>?) {
    self.storage = storage
    super.init(core)
  }

  /// The value, when the end was reported. Cancelling the task that awaits it cancels the job; the job ends when its body
  /// does.
  /// - Throws: what the body threw, or `CancellationError`.
  public var value: Value {
    get async throws {
      switch await withTaskCancellationHandler(operation: { await end }, onCancel: { cancel() }) {
      case .finished:
        if let value = storage?.current ?? () as? Value { return value }
        preconditionFailure("“\(name)” has finished without a value")
      case .failed(let error): throw error
      case .cancelled: throw CancellationError()
      }
    }
  }
}
