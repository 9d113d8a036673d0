import LessonKit

/// A task goes on when its transfer has ended. One after the
/// other is a loop.
public func tasks() async {
  for name in ["first", "second", "third"] {
    await download("\(name) transfer")
  }
  compute("report", milliseconds: 10)
}

/// What calls back becomes something to await. The task holds
/// no thread until `resume` is called: exactly once, on
/// whatever thread.
private func download(_ name: String) async {
  await withCheckedContinuation { ended in
    transfer(name, milliseconds: 20) { ended.resume() }
  }
}
