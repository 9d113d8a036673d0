import LessonKit

/// A photo is filtered where nobody waits for it, and shown
/// where views live: on the main actor.
public func tasks(_ diary: Diary) async {
  let shown = Task(priority: .userInitiated) {
    await filter(diary)
    await show(diary)
  }
  diary.note("the caller continues")
  await shown.value
}

/// It belongs to no actor, and so holds up none.
private func filter(_ diary: Diary) async {
  diary.span("filter") { compute(milliseconds: 20) }
}

/// The compiler keeps this on the main actor. There is nothing
/// to check at run time.
@MainActor private func show(_ diary: Diary) {
  diary.note("shown")
}
