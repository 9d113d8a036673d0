import LessonKit

/// Two photos are read together, one is changed alone, and two
/// are read again: three stages, one after the other.
public func tasks() async {
  await together(["read a", "read b"])
  compute("change", milliseconds: 20)
  await together(["read c", "read d"])
}

/// Reads photos together, and returns when all are read.
private func together(_ names: [String]) async {
  await withTaskGroup { group in
    for name in names {
      diary.submitted(name)
      group.addTask { compute(name, milliseconds: 20) }
    }
  }
}
