import LessonKit

/// A function waits for another on the actor that it is
/// running on. That is no deadlock: an `await` gives up the
/// thread, and the actor too.
public func tasks(_ diary: Diary) async {
  let photos = Photos(diary)
  await photos.outer()

  // Nor is a circle: from one actor to another, and back.
  await photos.ask(Album())
}

private actor Photos {
  private let diary: Diary
  init(_ diary: Diary) { self.diary = diary }

  func outer() async {
    let inner = Task { note("inner runs") }
    await inner.value
    note("no deadlock")
  }
  func ask(_ album: Album) async { await album.answer(self) }

  func note(_ text: String) { diary.note(text) }
}

private actor Album {
  func answer(_ photos: Photos) async {
    await photos.note("back on the first actor")
  }
}
