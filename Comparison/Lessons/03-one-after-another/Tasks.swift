import LessonKit

/// Three photos, each downloaded and then filtered, and a
/// poster of all.
private func makePoster() async {
  await withTaskGroup { group in
    for (photo, time) in [("fox", 20), ("oak", 40), ("sea", 60)] {
      diary.submitted("download \(photo)")
      diary.depends("filter \(photo)", on: "download \(photo)")
      diary.depends("poster", on: "filter \(photo)")
      group.addTask {
        // The next step is the next line.
        await transfer("download \(photo)", milliseconds: time)
        await render("filter \(photo)")
      }
    }
  }
  // The group returns when all its tasks have ended.
  await render("poster")
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func render(_ picture: String) async {
  compute(picture, milliseconds: 20)
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await makePoster()
}
// anywhere: download *
// computes: filter *; poster
// order: download fox < filter fox; download oak < filter oak
// order: download sea < filter sea
// order: filter fox < poster; filter oak < poster; filter sea < poster
