import LessonKit

/// A task cannot be suspended from outside. It can await a
/// gate between two pieces of its work.
public func tasks(_ diary: Diary) async {
  let pause = Pause()
  let (begun, scrolled, ended) = (Gate(), Gate(), Gate())
  let photos = Task {
    await diary.span("first") {
      begun.open()
      await scrolled.opened()
    }
    ended.open()
    diary.submitted("second")
    await pause.pass()
    diary.span("second") {}
  }
  await begun.opened()
  await pause.begin()
  await pause.begin()  // A switch.
  diary.suspended("pause")
  scrolled.open()
  await ended.opened()
  diary.note("resumed")
  diary.resumed("pause")
  await pause.end()
  await photos.value

  // It holds back all that pass it, without a limit.
  await pause.begin()
  diary.suspended("pause")
  await withTaskGroup { group in
    for _ in 1...200 {
      group.addTask {
        await pause.pass()
        diary.span("wide") {}
      }
    }
    while await pause.waiting < 200 { await Task.yield() }
    let ran = diary.story.spans.count { $0 == "wide" }
    diary.figure("of 200 ran though suspended", ran)
    diary.resumed("pause")
    await pause.end()
  }
}

private actor Pause {
  private var isPaused = false
  private var held: [CheckedContinuation<Void, Never>] = []

  var waiting: Int { held.count }

  func begin() { isPaused = true }
  func end() {
    isPaused = false
    for task in held { task.resume() }
    held = []
  }
  func pass() async {
    while isPaused { await withCheckedContinuation { held.append($0) } }
  }
}
