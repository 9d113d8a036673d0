import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, and the filter need not wait any more: it takes
/// whichever comes first.
public func tasks(_ diary: Diary) async {
  let arrives = Gate()
  let (photos, source) = AsyncStream.makeStream(of: String.self)

  let download = Task {
    await arrives.opened()
    diary.note("downloaded")
    source.yield("downloaded")
  }
  let filter = Task {
    var photos = photos.makeAsyncIterator()
    if await photos.next() != nil { diary.note("filtered") }
  }

  diary.note("found in the cache")
  source.yield("cached")
  await filter.value

  arrives.open()
  await download.value
}
