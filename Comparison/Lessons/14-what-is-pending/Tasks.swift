import LessonKit

/// Five photos, one at a time: how many are left? Tasks can't
/// be listed, so count along the way.
public func tasks() async {
  let begun = Gate()
  let look = Gate()
  let counts = Counts(pending: 5)

  for number in 1...5 { diary.submitted("filter \(number)") }
  let photos = Task {
    for number in 1...5 {
      await counts.begin()
      await diary.span("filter \(number)") {
        begun.open()
        await look.opened()
      }
      await counts.end()
    }
  }
  await begun.opened()
  show("look")
  // All three counts, at one moment.
  let now = await counts.all
  show("pending", now.pending)
  show("running", now.running)
  look.open()
  await photos.value
  let end = await counts.all
  show("pending at the end", end.pending)
  show("percent done", end.done * 100 / 5)
}

private actor Counts {
  private(set) var all: (pending: Int, running: Int, done: Int)

  init(pending: Int) { all = (pending, 0, 0) }

  func begin() {
    all.pending -= 1
    all.running += 1
  }
  func end() {
    all.running -= 1
    all.done += 1
  }
}

// Only for running and checking it here.
// anywhere: filter *
