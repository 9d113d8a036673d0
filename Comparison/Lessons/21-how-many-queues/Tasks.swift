import LessonKit

/// An actor for each of 32 photos, or one for all of them?
public func tasks() async {
  // One for each costs no thread: those that wait hold none.
  let all = Replies(after: 32)
  let threads = Threads()
  await withTaskGroup { group in
    for _ in 1...32 {
      group.addTask { await Photo().load(all, threads) }
    }
  }
  show("threads", threads.all)

  // A loop that computes: child tasks, of which the pool runs as
  // many at a time as there are cores.
  await withTaskGroup { group in
    for _ in 1...8 {
      group.addTask { compute("stripe", milliseconds: 5) }
    }
  }
}

private actor Photo {
  func load(_ all: Replies, _ threads: Threads) async {
    await diary.span("on its own") {
      threads.count()
      await all.wait()
      await transfer(milliseconds: 10)
    }
  }
}
