import LessonKit

/// A photo is downloaded and then filtered, three times: the
/// download is cancelled, the photo is missing, and it is there.
public func tasks(_ diary: Diary) async {
  for photo in ["sea", "fox", "oak"] {
    let chain = Chain(photo: photo, diary: diary)
    diary.submitted("download \(photo)", "filter \(photo)")
    let filtered = Task { try await chain.run() }
    if photo == "sea" {
      await chain.begun.opened()
      await transfer(milliseconds: 10)
      diary.cancelled("download sea")
      filtered.cancel()
    }
    diary.note(described(await filtered.result))
  }
}

private struct Chain: Sendable {
  let photo: String
  let diary: Diary
  let begun = Gate()

  func run() async throws -> String {
    try await filter(download(photo))
  }
  /// It is not called if there is no photo: an error goes past
  /// it by itself.
  private func filter(_ input: String) async -> String {
    diary.span("filter \(photo)") { sepia(input) }
  }
  private func download(_ photo: String) async throws -> String {
    let gate = photo == "sea" ? Gate() : nil
    let sent = Locked<PhotoRequest?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { task in
        let request = PhotoRequest(
          photo, diary, isThere: photo != "fox", after: gate
        ) { task.resume(with: $0) }
        sent.withLock { $0 = request }
        if Task.isCancelled { request.cancel() }
        begun.open()
      }
    } onCancel: {
      sent.withLock { $0 }?.cancel()
    }
  }
}

private func sepia(_ photo: String) -> String {
  compute(milliseconds: 20)
  return "filtered \(photo)"
}
