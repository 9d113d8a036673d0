import LessonKit

/// Meant: two rows show the same photo, downloaded once.
private func showRows() async {
  let cache = Cache()
  async let row1 = cache.photo()
  async let row2 = cache.photo()
  _ = await (row1, row2)
  show("downloaded \(await cache.downloads) times")
}

private actor Cache {
  private var stored: String?
  private(set) var downloads = 0
  private let replies = Replies(after: 2)

  func photo() async -> String {
    if let stored { return stored }
    downloads += 1
    // Wrong: during this `await`, the other row looks, too.
    await replies.wait("download \(downloads)")
    stored = "the photo"
    return "the photo"
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  await showRows()
}
// anywhere: download 1; download 2
// order: download 1 < download 2
