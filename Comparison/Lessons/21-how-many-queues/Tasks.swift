import LessonKit

/// An actor for each of 32 photos, or one for all of them?
public func tasks(_ diary: Diary) async {
  // One for each costs no thread: those that wait hold none.
  let all = Replies(after: 32)
  await withTaskGroup { group in
    for _ in 1...32 {
      group.addTask { await Photo().load(diary, all) }
    }
  }
  diary.figure("threads", diary.story.threads("alone").count)

  // A loop that computes: child tasks, as many at a time as
  // there are cores.
  await withTaskGroup { group in
    for _ in 1...8 {
      group.addTask { diary.span("stripe") { compute(milliseconds: 5) } }
    }
  }
}

private actor Photo {
  func load(_ diary: Diary, _ all: Replies) async {
    await diary.span("alone") {
      await all.wait()
      await transfer(milliseconds: 10)
    }
  }
}
