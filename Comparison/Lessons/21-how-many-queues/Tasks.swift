import LessonKit

/// Gives each of 32 photos its own actor. That costs no threads:
/// those that wait hold none.
private func useOwnActors(_ threads: Threads) async {
  let all = Replies(after: 32)
  await withTaskGroup { group in
    for _ in 1...32 {
      group.addTask { await Photo().load(all, threads) }
    }
  }
}

/// A loop that computes has child tasks. The pool runs at most
/// one per core at a time.
private func computeStripes() async {
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
@MainActor public func tasks() async {
  let threads = Threads()
  await useOwnActors(threads)
  show("threads", threads.all)
  await computeStripes()
}
// computes: on its own; stripe
