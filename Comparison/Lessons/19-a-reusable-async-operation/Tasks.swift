import LessonKit

/// Three downloads: one succeeds, one is cancelled while it is
/// under way, and one fails.
public func tasks(_ diary: Diary) async {
  let never = Gate()
  let oak = Task { try await download { PhotoRequest("oak", $0) } }
  let sea = Task {
    try await download { PhotoRequest("sea", after: never, $0) }
  }
  let fox = Task {
    try await download { PhotoRequest("fox", isThere: false, $0) }
  }

  sea.cancel()
  for task in [oak, sea, fox] {
    diary.note(described(await task.result))
  }
}

/// To write once: a request as a function that returns the
/// photo or throws, and ends at once when it is cancelled.
private func download(
  _ send: @Sendable (@escaping PhotoRequest.Done) -> PhotoRequest
) async throws -> String {
  let sent = Locked<PhotoRequest?>(nil)
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { task in
      let request = send { task.resume(with: $0) }
      sent.withLock { $0 = request }
      // It was cancelled before there was anything to abort.
      if Task.isCancelled { request.cancel() }
    }
  } onCancel: {
    sent.withLock { $0 }?.cancel()
  }
}
