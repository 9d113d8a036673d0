import LessonKit

/// Gives each of 32 photos its own actor.
public func tasks() async {
  // That costs no threads: those that wait hold none.
  let all = Replies(after: 32)
  let threads = Threads()
  await withTaskGroup { group in
    for _ in 1...32 {
      group.addTask { await Photo().load(all, threads) }
    }
  }
  show("threads", threads.all)

  // A loop that computes has child tasks. The pool runs at most
  // one per core at a time.
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

// Only for running and checking it here.
// computes: on its own; stripe
