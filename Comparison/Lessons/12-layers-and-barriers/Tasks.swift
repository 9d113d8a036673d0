import LessonKit

/// Two photos are read together, one is changed alone, and two
/// are read again: three stages, one after the other.
private func readAndChange() async {
  await together(["read a", "read b"])
  await together(["change"])
  await together(["read c", "read d"])
}

/// Does a stage's jobs together, and returns when all have ended.
private func together(_ names: [String]) async {
  await withTaskGroup { group in
    for name in names {
      diary.submitted(name)
      group.addTask { compute(name, milliseconds: 20) }
    }
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await readAndChange()
}
// computes: read a; read b; change; read c; read d
// order: read a < change; read b < change
// order: change < read c; change < read d
