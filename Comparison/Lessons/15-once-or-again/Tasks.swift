import LessonKit

/// Runs some work again, and other work only once.
private func runAgainAndOnce() async {
  // A task is one run. Any number of callers can await its
  // value, at any time.
  diary.submitted("filter 1")
  let filter = Task { await render("filter 1") }
  for _ in 1...3 { await filter.value }

  // To do the work again, keep a function.
  for number in 1...2 { await render("again \(number)") }

  let palette = Palette()
  for number in 0..<4 { diary.submitted("user \(number)") }
  await withTaskGroup { group in
    for number in 0..<4 {
      group.addTask {
        await diary.span("user \(number)") { _ = await palette.colors }
      }
    }
  }
}

private actor Palette {
  // The task, not its value, because the task exists before the
  // first `await`, where the next caller may come in.
  private var making: Task<[Int], Never>?

  var colors: [Int] {
    get async {
      if let making { return await making.value }
      let task = Task {
        await render("palette")
        return Array(0..<256)
      }
      making = task
      return await task.value
    }
  }
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func render(_ job: String) async {
  compute(job, milliseconds: 20)
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await runAgainAndOnce()
}
// anywhere: user 0; user 1; user 2; user 3
// computes: filter 1; again 1; again 2; palette
// order: filter 1 < again 1; again 1 < again 2; again 2 < palette
