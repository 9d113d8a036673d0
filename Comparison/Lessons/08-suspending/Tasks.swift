import LessonKit

/// A task cannot be suspended from outside. It can await a
/// gate between two pieces of its work.
public func tasks(_ diary: Diary) async {
  let pause = Pause()
  let (begun, scrolled, ended) = (Gate(), Gate(), Gate())
  let photos = Task {
    begun.open()
    await scrolled.opened()
    diary.note("first")
    ended.open()
    await pause.pass()
    diary.note("second")
  }
  await begun.opened()
  await pause.begin()
  await pause.begin()  // A switch.
  scrolled.open()
  await ended.opened()
  diary.note("resumed")
  await pause.end()
  await photos.value

  // It holds back all that pass it, without a limit.
  await pause.begin()
  await withTaskGroup { group in
    for _ in 1...200 {
      group.addTask {
        await pause.pass()
        diary.span("wide") {}
      }
    }
    while await pause.waiting < 200 { await Task.yield() }
    let ran = diary.story.spans.count
    diary.figure("of 200 ran though suspended", ran)
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
