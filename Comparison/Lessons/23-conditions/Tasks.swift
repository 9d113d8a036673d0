import LessonKit

/// Two alerts exclude each other, a download goes on beside
/// them, an upload has a condition that does not hold, and two
/// thumbnails are one job to their observers.
public func tasks() async {
  let both = Replies(after: 2)
  let alerts = Alerts()
  let isThere = Locked(false)
  diary.submitted("alert 1", "alert 2", "download", "upload")
  await withTaskGroup { group in
    group.addTask {
      await alerts.show {
        await diary.span("alert 1") { await both.wait() }
      }
    }
    group.addTask {
      await alerts.show {
        compute("alert 2", milliseconds: 10)
      }
    }
    group.addTask { await diary.span("download") { await both.wait() } }
    group.addTask {
      // A condition is an `if`.
      guard isThere.withLock({ $0 }) else { return show("no network") }
      compute("upload", milliseconds: 10)
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

/// An actor alone could let in the next at an `await`, so each
/// waits for the task of the one before.
private actor Alerts {
  private var last: Task<Void, Never>?

  func show(_ body: @escaping @Sendable () async -> Void) async {
    let task = Task { [last] in
      await last?.value
      await body()
    }
    last = task
    await task.value
  }
}
