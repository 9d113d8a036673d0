import LessonKit

/// A task resumes when its transfer has ended. One after
/// another is a loop.
private func transferAll() async {
  for name in ["first", "second", "third"] { await download(name) }
  await report()
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func report() async {
  compute("report", milliseconds: 10)
}

/// Awaits a callback. The task holds no thread until `resume`
/// is called: exactly once, on any thread.
private func download(_ name: String) async {
  await withCheckedContinuation { ended in
    transfer("\(name) transfer", milliseconds: 20) { ended.resume() }
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await transferAll()
}
// anywhere: first transfer; second transfer; third transfer
// computes: report
// order: first transfer < second transfer; second transfer < third transfer
// order: third transfer < report
