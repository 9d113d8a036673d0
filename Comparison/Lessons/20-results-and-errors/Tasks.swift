import LessonKit

/// A filter joins a photo and a mask, which all filters share.
/// Three times: the photo is cancelled, missing, and there.
public func tasks(_ diary: Diary) async {
  // Any number may await its value, and it is no child: so it
  // goes on when one of those is cancelled.
  let mask = Task {
    try await Graph(photo: "mask", diary: diary).download("mask")
  }
  for photo in ["sea", "fox", "oak"] {
    let graph = Graph(photo: photo, diary: diary, mask: mask)
    diary.submitted("download \(photo)", "filter \(photo)")
    let filtered = Task { try await graph.run() }
    if photo == "sea" {
      await graph.begun.opened()
      await transfer(milliseconds: 10)
      diary.cancelled("download sea")
      filtered.cancel()
    }
    diary.note(described(await filtered.result))
  }
}

private struct Graph: Sendable {
  let photo: String
  let diary: Diary
  var mask: Task<String, any Error>?
  let begun = Gate()

  func run() async throws -> String {
    try await filter(download(photo))
  }
  /// It is not called if there is no photo: an error goes past
  /// it by itself.
  private func filter(_ input: String) async throws -> String {
    let mask = try await mask?.value
    return diary.span("filter \(photo)") { sepia(input, mask) }
  }
  func download(_ photo: String) async throws -> String {
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

private func sepia(_ photo: String, _ mask: String?) -> String {
  compute(milliseconds: 20)
  return "filtered \(photo)"
}
