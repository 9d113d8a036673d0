import LessonKit

/// Starts three downloads: one succeeds, one fails, and the
/// returned one is cancelled while it is running.
private func startDownloads() -> Task<String, Never> {
  let never = Gate()
  diary.submitted("download oak", "download sea", "download fox")
  let oak = Task { await outcome { PhotoRequest("oak", $0) } }
  let sea = Task {
    await outcome { PhotoRequest("sea", after: never, $0) }
  }
  let fox = Task {
    await outcome { PhotoRequest("fox", isThere: false, $0) }
  }
  Task {
    for task in [oak, sea, fox] { show(await task.value) }
  }
  return sea
}

private typealias Send =
  (@escaping PhotoRequest.Done) -> PhotoRequest

/// Handles the error inside the task, because a `Task` that
/// throws would have `any Error` again.
private func outcome(_ send: Send) async -> String {
  do {
    return try await download(send)
  } catch {
    // All cases, and no `default`: the error has a type.
    switch error {
    case .notFound: return "failed: notFound"
    case .cancelled: return "cancelled"
    }
  }
}

/// Sends a request, and returns the photo or throws. Ends when
/// the task is cancelled.
private func download(_ send: Send) async throws(PhotoError) -> String {
  let sent = Locked<PhotoRequest?>(nil)
  // A throwing continuation would forget the error's type.
  let result = await withTaskCancellationHandler {
    await withCheckedContinuation { task in
      let request = send { task.resume(returning: $0) }
      sent.withLock { $0 = request }
      // It was cancelled before there was anything to abort.
      if Task.isCancelled { request.cancel() }
    }
  } onCancel: {
    sent.withLock { $0 }?.cancel()
  }
  return try result.get()
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  let sea = startDownloads()
  await started("download sea")
  await transfer(milliseconds: 10)
  diary.cancelled("download sea")
  sea.cancel()
  await ended("failed: notFound")
}
// anywhere: download oak; download sea; download fox
