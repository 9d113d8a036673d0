import LessonKit

private func startTransfers() async {
  // A task that awaits holds no thread.
  let replies = Replies(after: 500)
  await withDiscardingTaskGroup { group in
    for _ in 1...500 {
      group.addTask { await replies.wait("ends later") }
    }
  }
}

// No job blocks here. A task must not: the pool runs only as
// many tasks of a priority as there are cores.

/// The concurrency limit is a task group that adds the next
/// task when one has ended.
private func downloadPhotos() async {
  // Four at a time. The others wait for their turn in the
  // loop.
  let photos = (1...12).map { "photo \($0)" }
  for photo in photos { diary.submitted(photo) }
  await withTaskGroup(of: Void.self) { group in
    for (number, photo) in zip(1...12, photos) {
      if number > 4 { await group.next() }
      group.addTask { await transfer(photo, milliseconds: 80) }
    }
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await startTransfers()
  await downloadPhotos()
}
// anywhere: ends later; photo *
// order: ends later < photo 1; photo 1 < photo 12
