import LessonKit

/// Ten photos wait behind one that is being filtered, and all
/// are cancelled: they are children of one task.
public func tasks(_ diary: Diary) async {
  let begun = Gate()

  let photos = Task {
    await withTaskGroup { group in
      group.addTask {
        await diary.span("first") {
          begun.open()
          while !Task.isCancelled {
            compute(milliseconds: 1)
            await Task.yield()
          }
        }
      }
      for _ in 1...10 {
        await group.next()
        _ = group.addTaskUnlessCancelled { diary.note("filtered") }
      }
    }
  }
  await begun.opened()

  // The one task, and with it all its children.
  photos.cancel()
  await photos.value

  // Nothing else is cancelled.
  await Task { diary.note("new photo filtered") }.value
}
