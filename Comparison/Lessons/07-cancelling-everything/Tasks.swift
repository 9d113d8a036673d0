import LessonKit

/// Four photos wait behind one that is being filtered, and all
/// are cancelled: they are children of one task.
public func tasks() async {
  let begun = Gate()
  let names = (1...5).map { "photo \($0)" }
  for name in names { diary.submitted(name) }

  let photos = Task {
    await withTaskGroup { group in
      group.addTask {
        await diary.span("photo 1") {
          begun.open()
          while !Task.isCancelled {
            compute(milliseconds: 20)
            await Task.yield()
          }
        }
      }
      for name in names.dropFirst() {
        await group.next()
        _ = group.addTaskUnlessCancelled {
          await render(name)
        }
      }
    }
  }
  await begun.opened()
  await transfer(milliseconds: 30)

  // The one task, and with it all its children.
  for name in names { diary.cancelled(name) }
  photos.cancel()
  await photos.value

  // Nothing else is cancelled.
  await render("new photo")
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func render(_ job: String) async {
  compute(job, milliseconds: 20)
}

// Only for running and checking it here.
// computes: photo 1; new photo
// order: photo 1 < new photo
