import LessonKit

/// Two photos are filtered one after the other, and both are
/// cancelled while the first is under way.
public func tasks(_ diary: Diary) async {
  let (begun, ended) = (Gate(), Gate())

  // A closure asks about its own task without capturing it.
  let first = Task {
    await diary.span("first") {
      begun.open()
      while !Task.isCancelled {
        compute(milliseconds: 1)
        await Task.yield()
      }
    }
  }
  // There is no queue: awaiting the first keeps the order. A
  // task that was cancelled goes on, and has to check.
  let second = Task {
    await first.value
    if !Task.isCancelled { diary.span("second") {} }
    diary.note("second has ended")
    ended.open()
  }

  await begun.opened()
  diary.note("cancel both")
  second.cancel()
  diary.figure("second ended at once", ended.isOpen ? 1 : 0)
  first.cancel()
  await second.value
  diary.figure("second ended", ended.isOpen ? 1 : 0)
}
