import LessonKit

/// Filters three photos with a mask that they share. The first
/// is cancelled, the second is missing, and the third exists.
public func tasks() async {
  // Any number of tasks may await its value. It is no child, so
  // it continues when one of them is cancelled. Its value is a
  // result because its error would be `any Error`.
  let mask = Task {
    await Graph(photo: "mask").request("mask")
  }
  for photo in ["sea", "fox", "oak"] {
    let graph = Graph(photo: photo, mask: mask)
    diary.depends(
      "filter \(photo)", on: "download \(photo)", "download mask")
    diary.submitted("download \(photo)", "filter \(photo)")
    let filtered = Task { await graph.run() }
    if photo == "sea" {
      await graph.begun.opened()
      await transfer(milliseconds: 10)
      diary.cancelled("download sea")
      filtered.cancel()
    }
    show(described(await filtered.value))
  }
}

private struct Graph: Sendable {
  let photo: String
  var mask: Task<Result<String, PhotoError>, Never>?
  let begun = Gate()

  func run() async -> Result<String, PhotoError> {
    do {
      return .success(try await filter(download(photo)))
    } catch {
      return .failure(error)
    }
  }
  /// Filters the photo. If there is none, the error skips this
  /// call.
  private func filter(
    _ input: String
  ) async throws(PhotoError) -> String {
    let mask = try await mask?.value.get()
    return diary.span("filter \(photo)") { sepia(input, mask) }
  }
  private func download(
    _ photo: String
  ) async throws(PhotoError) -> String {
    try await request(photo).get()
  }
  func request(_ photo: String) async -> Result<String, PhotoError> {
    let gate = photo == "sea" ? Gate() : nil
    let sent = Locked<PhotoRequest?>(nil)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { task in
        let request = PhotoRequest(
          photo, isThere: photo != "fox", after: gate
        ) { task.resume(returning: $0) }
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

// What runs and checks it here.
// anywhere: download mask; download sea; download fox; download oak
// anywhere: filter oak
