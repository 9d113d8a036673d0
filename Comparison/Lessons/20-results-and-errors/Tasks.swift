import LessonKit

/// A photo is downloaded and then filtered, three times: it is
/// there, it is missing, and its download is cancelled.
public func tasks(_ diary: Diary) async {
  for photo in ["oak", "fox", "sea"] {
    let filtered = Task { try await filter(download(photo)) }
    if photo == "sea" { filtered.cancel() }
    diary.note(described(await filtered.result))
  }
}

/// It is not called if there is no photo: an error goes past
/// it by itself.
private func filter(_ photo: String) async -> String {
  "filtered \(photo)"
}

private func download(_ photo: String) async throws -> String {
  let gate = photo == "sea" ? Gate() : nil
  let isThere = photo != "fox"
  let sent = Locked<PhotoRequest?>(nil)
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { task in
      let request = PhotoRequest(photo, isThere: isThere, after: gate) {
        task.resume(with: $0)
      }
      sent.withLock { $0 = request }
      if Task.isCancelled { request.cancel() }
    }
  } onCancel: {
    sent.withLock { $0 }?.cancel()
  }
}
