import LessonKit

/// A filter waits for a download. The photo turns up in a
/// cache, and the filter need not wait any more: it takes
/// whichever comes first.
public func tasks(_ diary: Diary) async {
  let arrives = Gate()
  let (photos, source) = AsyncStream.makeStream(of: String.self)

  diary.submitted("filter")
  let filter = Task {
    var photos = photos.makeAsyncIterator()
    if await photos.next() != nil {
      diary.span("filter") { compute(milliseconds: 20) }
    }
  }
  diary.submitted("download")
  let download = Task {
    await diary.span("download") {
      await arrives.opened()
      await transfer(milliseconds: 20)
    }
    source.yield("downloaded")
  }

  await diary.span("cache") { await transfer(milliseconds: 20) }
  source.yield("cached")
  await filter.value

  arrives.open()
  await download.value
}
