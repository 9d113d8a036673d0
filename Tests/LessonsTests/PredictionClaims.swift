import LessonKit
import Lessons
import Timelines

/// The claim behind each answer of a lesson, in the order in which the answers are offered.
let predictionClaims: [Int: [@Sendable (Stories) -> Bool]] = [
  1: [
    { $0.tasks["measure"]?.thread != "main" && $0.tasks["show"]?.thread != "main" },
    { $0.tasks["measure"]?.thread == "main" },
    { $0.tasks["measure"]?.thread != "main" && $0.tasks["show"]?.thread == "main" },
  ],
  2: [
    { $0.both.allSatisfy { $0.mostAtOnce("ends later") == 500 && $0.mostAtOnce("blocks") == 500 } },
    { $0.both.allSatisfy { $0.mostAtOnce("ends later") == 500 && $0.mostAtOnce("blocks") < 500 } },
    { $0.both.contains { $0.mostAtOnce("ends later") < 500 } },
  ],
  3: [
    { $0.operation.spans.first?.hasPrefix("filter") == true },
    { $0.all.allSatisfy { $0.spans.first?.hasPrefix("download") == true } },
    { $0.operation.spans.isEmpty },
  ],
  4: [
    { $0.both.allSatisfy { $0.notes.contains("called again, too late") } },
    { $0.both.map { $0.notes.contains("called again, too late") } == [true, false] },
    { !$0.both.contains { $0.notes.contains("called again, too late") } },
  ],
  5: [
    { $0.all.contains { $0.notes.contains("ended at once") } },
    { $0.all.allSatisfy { $0.isBefore("first", "second has ended") } },
    { $0.all.contains { !$0.notes.contains("second has ended") } },
  ],
  6: [
    { $0.all.contains { $0["filter"] == nil } },
    { $0.all.allSatisfy { $0.spans == ["filter"] && $0.notes.first == "nothing to filter" } },
    { $0.all.contains { $0["download"] != nil } },
  ],
  7: [
    { $0.all.allSatisfy { story in (2...5).allSatisfy { story["photo \($0)"] == nil } } },
    { $0.all.contains { story in (2...5).count { story["photo \($0)"] != nil } == 1 } },
    { $0.all.contains { story in (2...5).allSatisfy { story["photo \($0)"] != nil } } },
  ],
  8: [
    { $0.gcd.isBefore("second", "resumed twice") && $0.operation.isBefore("resumed", "second") },
    { $0.gcd.isBefore("resumed twice", "second") && $0.operation.isBefore("resumed", "second") },
    { $0.gcd.isBefore("second", "resumed twice") && $0.operation["second"] == nil },
  ],
  9: [
    { $0.gcd.spans.first == "on screen" },
    { $0.gcd.spans.first == "unseen" },
  ],
  10: [
    { $0.operation["late observer"] != nil && $0.operation["late block"] != nil },
    { $0.operation["late observer"] != nil && $0.operation["late block"] == nil },
    { $0.operation["late observer"] == nil && $0.operation["late block"] == nil },
  ],
  11: [
    { !$0.gcd.isBefore("first transfer", "the item has finished") },
    { $0.gcd.isBefore("first transfer", "the item has finished") },
  ],
  12: [
    {
      $0.both.allSatisfy { story in
        ["a", "b"].allSatisfy { story.isBefore("read \($0)", "change") }
          && ["c", "d"].allSatisfy { story.isBefore("change", "read \($0)") }
      }
    },
    { $0.both.contains { $0.isBefore("read c", "change") && $0.isBefore("read d", "change") } },
    { $0.both.contains { !$0.isBefore("read a", "change") } },
  ],
  13: [
    { $0.trap.notes == ["0 photos are left"] },
    { $0.all.allSatisfy { $0.figure("taken by two") == 0 } && $0.trap.notes == ["-1 photos are left"] },
    { $0.trap.notes == ["0 photos are left"] },
  ],
  14: [
    { $0.both.allSatisfy { $0.notes.contains("filter 1 is running") } },
    { $0.both.map { $0.notes.contains("filter 1 is running") } == [false, true] },
    { !$0.both.contains { $0.notes.contains("filter 1 is running") } },
  ],
  15: [
    { $0.gcd.runs("filter") == 3 && $0.operation.runs("filter 1") + $0.operation.runs("filter 2") == 1 },
    { $0.gcd.runs("filter") == 1 },
    { $0.operation.runs("filter 1") + $0.operation.runs("filter 2") == 2 },
  ],
  16: [
    { $0.both.allSatisfy { !$0.isBefore("outer", "inner") } },
    { $0.gcd.isBefore("outer", "inner") && !$0.operation.isBefore("outer", "inner") },
    { $0.both.allSatisfy { $0.isBefore("outer", "inner") } },
  ],
  17: [
    { $0.gcd.notes.contains("its result is 100") },
    { $0.operation.notes.contains("its result is 100") && $0.operation["without a queue"]?.thread == "main" },
    { $0.operation["without a queue"]?.thread != "main" },
  ],
  18: [
    { _ in operationsCost(100_000) > 1.5 },
    { _ in (1.1...1.5).contains(operationsCost(100_000)) },
    { _ in operationsCost(0) > 1.5 && operationsCost(100_000) < 1.1 },
  ],
  19: [
    { $0.operation.notes.contains("cancelled") && abortsAfterCancel == 0 },
    { $0.operation.notes.contains("cancelled") && abortsAfterCancel == 1 },
    { !$0.operation.notes.contains("cancelled") },
  ],
  20: [
    { $0.all.contains { $0.states("download mask").last != .running } },
    { $0.all.allSatisfy { $0.runs("download mask") == 1 && $0.states("download mask").last == .running } },
    { $0.all.contains { $0.runs("download mask") > 1 } },
  ],
  21: [
    { $0.gcd.mostAtOnce("on its own") == 1 },
    { (2..<32).contains($0.gcd.mostAtOnce("on its own")) },
    { $0.gcd.mostAtOnce("on its own") == 32 },
  ],
  22: [
    { $0.gcd.notes.count { $0 == "2 in one event" } == 100 },
    { $0.gcd.notes.count { $0 == "200 in one event" } == 1 },
    { $0.gcd.notes.count { $0 == "2 in one event" } == 1 },
  ],
  23: [
    { $0.operation["upload"] != nil && $0.operation.notes.contains("no network") },
    { !$0.operation.notes.contains("no network") },
    { !$0.operation.notes.contains("thumbnails end") },
  ],
  24: [
    { $0.gcd["sync on background"]?.thread != $0.gcd["caller"]?.thread },
    { $0.gcd["sync on background"]?.thread == $0.gcd["caller"]?.thread && $0.gcd.notes == ["as the caller"] },
    { $0.gcd.notes == ["not as the caller"] },
  ],
  25: [
    { $0.operation.isBefore("the photo is freed", "the download is let go") },
    { $0.operation.isBefore("the photo is freed", "the download is let go") },
    { $0.operation.isBefore("the download is let go", "the photo is freed") },
  ],
  26: [
    { $0.operation["sleeping task"]?.end == nil },
    {
      $0.operation.notes.contains("cancelled, and its task too") && $0.operation["sleeping task"]?.end != nil
    },
    { !$0.operation.notes.contains("cancelled, and its task too") },
  ],
  27: [
    { $0.all.allSatisfy { $0.notes.first == "2 wait" && $0.isBefore("2 wait", "filter oak") } },
    { $0.operation.notes.first == "1 wait" },
    { $0.operation.notes.first == "0 wait" },
  ],
  28: [
    {
      $0.all.allSatisfy { story in
        story["filter 0"]?.end != nil && ["filter 1", "filter 2"].allSatisfy { story[$0] == nil }
      }
    },
    { $0.operation["filter 1"] != nil },
    { $0.operation["filter 2"] != nil },
  ],
  29: [
    { $0.tasks["measure oak"]?.thread != "main" },
    { _ in
      Project.xcode5.accepts(
        lessons[28].program(.tasks).replacing("nonisolated private struct", with: "private struct"))
    },
    {
      $0.tasks["filter oak"]?.thread != "main" && $0.tasks["show oak"]?.thread == "main"
        && Project.xcode5.accepts(lessons[28].program(.tasks))
    },
  ],
  30: [
    { $0.gcd.runs("read") == 1 }, { $0.gcd.runs("read") == 3 }, { $0.gcd.runs("read") == 5 },
  ],
]

/// Returns the cost of an operation that computes for a time, in nanoseconds, as a multiple of a closure's cost. It comes
/// from the record, because no test depends on a measured time.
private func operationsCost(_ length: UInt64) -> Double {
  guard let operation = try? recordedMicroseconds(of: .operationQueue, length),
    let closure = try? recordedMicroseconds(of: .dispatch, length)
  else { return .nan }
  return operation / closure
}

/// The number of times that an operation that has begun is aborted when it is cancelled.
private var abortsAfterCancel: Int {
  let operation = Endless()
  operation.start()
  operation.cancel()
  return operation.aborts.withLock { $0 }
}

extension Story {
  fileprivate func runs(_ job: String) -> Int { spans.count { $0 == job } }
}
