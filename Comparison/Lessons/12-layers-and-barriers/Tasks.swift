import LessonKit

/// Two photos are read together, one is changed alone, and two
/// are read again: three stages, one after the other.
private func readAndChange() async {
  await together(["read a", "read b"])
  await render("change")
  await together(["read c", "read d"])
}

/// Reads photos together, and returns when all are read.
private func together(_ names: [String]) async {
  await withTaskGroup { group in
    for name in names {
      diary.submitted(name)
      group.addTask { await render(name) }
    }
  }
}

/// Runs off the main actor, regardless of the project's settings.
@concurrent private func render(_ job: String) async {
  compute(job, milliseconds: 20)
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await readAndChange()
}
// computes: read a; read b; change; read c; read d
// order: read a < change; read b < change
// order: change < read c; change < read d
