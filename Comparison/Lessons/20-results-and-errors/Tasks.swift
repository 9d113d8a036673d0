import LessonKit

/// Filters three photos with a mask that they share. The first
/// is cancelled, the second is missing, and the third exists.
private func filterPhotos() -> [Task<String, any Error>] {
  // Any number of tasks may await its value. It is no child, so
  // it continues when one of them is cancelled.
  let mask = Task { try await requestPhoto("mask") }
  return ["sea", "fox", "oak"].map { photo in
    diary.depends(
      "filter \(photo)", on: "download \(photo)", "download mask")
    diary.submitted("download \(photo)", "filter \(photo)")
    return Task { try await Graph(photo: photo, mask: mask).run() }
  }
}

private func cancelFirst(of filtered: [Task<String, any Error>]) async {
  diary.cancelled("download sea")
  filtered[0].cancel()
  for task in filtered { show(described(await task.result)) }
}

nonisolated private struct Graph {
  let photo: String
  let mask: Task<String, any Error>

  func run() async throws -> String {
    try await filter(download(photo))
  }
  /// Filters the photo, off the main actor. If there is none, the
  /// error skips this call.
  @concurrent private func filter(
    _ input: String
  ) async throws -> String {
    let mask = try await mask.value
    return diary.span("filter \(photo)") { sepia(input, mask) }
  }
  private func download(_ photo: String) async throws -> String {
    try await requestPhoto(
      photo, isThere: photo != "fox",
      after: photo == "sea" ? Gate() : nil)
  }
}

nonisolated private func sepia(_ photo: String, _ mask: String) -> String {
  compute(milliseconds: 20)
  return "filtered \(photo)"
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  let filtered = filterPhotos()
  await started("download sea")
  await cancelFirst(of: filtered)
}
// anywhere: download mask; download sea; download fox; download oak
// computes: filter oak
// order: download oak < filter oak; download mask < filter oak
