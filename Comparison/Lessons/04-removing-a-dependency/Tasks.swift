import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, so the filter needn't wait any longer: it takes
/// whichever comes first.
public func tasks() async {
  let arrives = Gate()
  let (photos, source) = AsyncStream.makeStream(of: String.self)

  diary.submitted("filter")
  let filter = Task {
    var photos = photos.makeAsyncIterator()
    if await photos.next() != nil { await render("filter") }
  }
  let download = Task {
    await diary.span("download") {
      await arrives.opened()
      await transfer(milliseconds: 20)
    }
    source.yield("downloaded")
  }

  show("the photo is in the cache")
  source.yield("cached")
  await filter.value

  arrives.open()
  await download.value
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func render(_ job: String) async {
  compute(job, milliseconds: 20)
}

// Only for running and checking it here.
// anywhere: download
// computes: filter
