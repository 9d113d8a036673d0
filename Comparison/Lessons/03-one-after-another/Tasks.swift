import LessonKit

/// Three photos, each downloaded and then filtered, and a
/// poster of all.
public func tasks(_ diary: Diary) async {
  await withTaskGroup { group in
    for photo in ["oak", "sea", "fox"] {
      group.addTask {
        // The next step is the next line.
        await diary.span("download \(photo)") {
          await transfer(milliseconds: 10)
        }
        diary.span("filter \(photo)") { compute(milliseconds: 10) }
      }
    }
  }
  // The group returns when all its tasks have ended.
  diary.span("poster") { compute(milliseconds: 10) }
}
