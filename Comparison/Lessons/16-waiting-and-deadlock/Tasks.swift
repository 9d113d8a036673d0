import LessonKit

/// A function waits for another on the actor that it is
/// running on. That isn't a deadlock: an `await` that has to
/// wait gives up the thread and the actor.
private func waitForInner() async {
  let photos = Photos()
  await photos.outer()

  // Nor is a circle: from one actor to another, and back.
  await photos.circle(Album())
}

private actor Photos {

  func outer() async {
    await diary.span("outer") {
      diary.submitted("inner")
      await Task { run("inner") }.value
    }
    show("no deadlock")
  }
  func circle(_ album: Album) async {
    await diary.span("circle") { await album.answer(self) }
  }
  func run(_ job: String) {
    compute(job, milliseconds: 20)
  }
}

private actor Album {
  func answer(_ photos: Photos) async {
    await photos.run("back on the first actor")
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await waitForInner()
}
// computes: outer; inner; circle; back on the first actor
// order: outer < inner; inner < circle
// order: circle < back on the first actor
