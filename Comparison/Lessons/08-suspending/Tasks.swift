import LessonKit

/// A task cannot be suspended from outside. It can await a
/// gate between two pieces of its work.
public func tasks() async {
  let pause = Pause()
  let begun = Gate()
  let scrolled = Gate()
  let ended = Gate()
  let photos = Task {
    await diary.span("first") {
      begun.open()
      await scrolled.opened()
      show("first continues")
      await transfer(milliseconds: 20)
    }
    ended.open()
    diary.submitted("second")
    await pause.pass()
    await render("second")
  }
  await begun.opened()
  await transfer(milliseconds: 20)
  await pause.begin()
  await pause.begin()  // A switch.
  diary.suspended("pause")
  scrolled.open()
  await ended.opened()
  await transfer(milliseconds: 40)
  show("resumed")
  diary.resumed("pause")
  await pause.end()
  await photos.value

  // It holds back every task, without a limit.
  let ran = Locked(0)
  await pause.begin()
  diary.suspended("pause")
  await withTaskGroup { group in
    for _ in 1...200 {
      diary.submitted("photo")
      group.addTask {
        await pause.pass()
        await render("photo", milliseconds: 1)
        ran.withLock { $0 += 1 }
      }
    }
    await transfer(milliseconds: 20)
    let count = ran.withLock { $0 }
    show("of 200 ran though suspended", count)

    // A cancelled task doesn't wait for the end of the pause.
    let gone = Task {
      await pause.pass()
      if Task.isCancelled { show("cancelled, it goes on") }
    }
    await transfer(milliseconds: 20)
    gone.cancel()
    await gone.value
    diary.resumed("pause")
    await pause.end()
  }
}

private actor Pause {
  private var isPaused = false
  private var held: [Int: CheckedContinuation<Void, Never>] = [:]
  private var passes = 0

  func begin() { isPaused = true }
  func end() {
    isPaused = false
    for number in held.keys.sorted() { release(number) }
  }

  /// Returns when the pause has ended or the task is cancelled.
  func pass() async {
    while isPaused, !Task.isCancelled {
      passes += 1
      let number = passes
      await withTaskCancellationHandler {
        await withCheckedContinuation { held[number] = $0 }
      } onCancel: {
        // Runs on the actor, and therefore after the code above.
        Task { await release(number) }
      }
    }
  }
  private func release(_ number: Int) {
    held.removeValue(forKey: number)?.resume()
  }
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func render(
  _ job: String, milliseconds: Int = 20
) async {
  compute(job, milliseconds: milliseconds)
}

// Only for running and checking it here.
// anywhere: first
// computes: second; photo
// order: first < second; second < photo
