import LessonKit

/// Three downloads: one succeeds, one is cancelled while it is
/// running, and one fails.
public func tasks(_ diary: Diary) async {
  let (begun, never) = (Gate(), Gate())
  diary.submitted("download oak", "download sea", "download fox")
  let oak = Task {
    try await download { PhotoRequest("oak", diary, $0) }
  }
  let sea = Task {
    try await download {
      defer { begun.open() }
      return PhotoRequest("sea", diary, after: never, $0)
    }
  }
  let fox = Task {
    try await download {
      PhotoRequest("fox", diary, isThere: false, $0)
    }
  }

  await begun.opened()
  await transfer(milliseconds: 10)
  diary.cancelled("download sea")
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
