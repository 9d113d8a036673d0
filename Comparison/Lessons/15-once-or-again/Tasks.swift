import LessonKit

/// The same work again, and work that must be done once only.
public func tasks(_ diary: Diary) async {
  // A task is one run. Its value can be awaited at any time,
  // by any number.
  let filter = Task { diary.note("filtered") }
  for _ in 1...3 { await filter.value }

  // To do the work again, keep a function.
  func again() async { diary.note("filtered anew") }
  for _ in 1...2 { await again() }

  let palette = Palette(diary)
  await withTaskGroup { group in
    for _ in 1...8 {
      group.addTask {
        _ = await palette.colors
        diary.note("palette used")
      }
    }
  }
}

private actor Palette {
  // The task, not its value: so it is there before the first
  // `await`, at which the next caller may come in.
  private var making: Task<[Int], Never>?
  private let diary: Diary

  init(_ diary: Diary) { self.diary = diary }

  var colors: [Int] {
    get async {
      if let making { return await making.value }
      let task = Task { [diary] in
        diary.note("palette made")
        return Array(0..<256)
      }
      making = task
      return await task.value
    }
  }
}
