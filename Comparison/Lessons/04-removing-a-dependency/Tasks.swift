import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, so the filter needn't wait any longer: it takes
/// whichever comes first.
@MainActor private final class PhotoLoader {
  private let (photos, source) = AsyncStream.makeStream(of: String.self)

  func load(after arrives: Gate) {
    diary.submitted("filter")
    Task {
      for await _ in photos.prefix(1) { await render("filter") }
    }
    Task {
      await diary.span("download") {
        await arrives.opened()
        await transfer(milliseconds: 20)
      }
      source.yield("downloaded")
    }
  }
  func findInCache() {
    show("the photo is in the cache")
    source.yield("cached")
  }
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func render(_ job: String) async {
  compute(job, milliseconds: 20)
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  let (loader, arrives) = (PhotoLoader(), Gate())
  loader.load(after: arrives)
  await started("download")
  await transfer(milliseconds: 20)
  loader.findInCache()
  await ended("filter")
  arrives.open()
  await ended("download")
}
// anywhere: download
// computes: filter
// order: download < filter
