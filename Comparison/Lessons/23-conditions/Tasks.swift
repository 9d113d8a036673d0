import LessonKit

/// Runs two migrations that exclude each other, a download
/// beside them, an upload whose condition doesn't hold, and two
/// thumbnails that are one job to their observers.
private func runAll() async {
  let both = Replies(after: 2)
  let migrations = Migrations()
  let isThere = Locked(false)
  diary.submitted("migration 1", "migration 2", "download", "upload")
  await withTaskGroup { group in
    group.addTask {
      await migrations.run {
        await diary.span("migration 1") { await both.wait() }
      }
    }
    group.addTask {
      await migrations.run {
        compute("migration 2", milliseconds: 10)
      }
    }
    group.addTask { await diary.span("download") { await both.wait() } }
    group.addTask {
      // A condition is an `if`.
      diary.span("upload") {
        guard isThere.withLock({ $0 }) else {
          return show("no network")
        }
        compute(milliseconds: 10)
      }
    }
    // A group in the group: the line after it is its end.
    group.addTask {
      show("thumbnails begin")
      await withTaskGroup { thumbnails in
        for number in 1...2 {
          diary.submitted("thumbnail \(number)")
          thumbnails.addTask {
            compute("thumbnail \(number)", milliseconds: 10)
          }
        }
      }
      show("thumbnails end")
    }
  }
}

/// Runs one migration at a time. An actor alone could let in the
/// next at an `await`, so each awaits the previous one's task.
private actor Migrations {
  private var last: Task<Void, Never>?

  func run(_ body: @escaping @Sendable () async -> Void) async {
    let task = Task { [last] in
      await last?.value
      await body()
    }
    last = task
    await task.value
  }
}

// Only for running and checking it here.
@MainActor public func tasks() async {
  await runAll()
}
// computes: migration *; download; upload; thumbnail *
