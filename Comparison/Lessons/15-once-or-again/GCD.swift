import Dispatch
import LessonKit

/// Runs some work again.
@MainActor private final class Filters {
  private let queue = DispatchQueue(label: "filters")
  private let item = DispatchWorkItem { @Sendable in
    compute("filter", milliseconds: 20)
  }

  // A work item may be submitted again, unless something waits
  // for it or observes it.
  func run() {
    diary.submitted("filter")
    queue.async(execute: item)
  }
  // Once cancelled, it never runs again.
  func runCancelled() {
    item.cancel()
    diary.cancelled("filter 4")
    diary.submitted("filter 4")
    queue.async(execute: item)
  }
}

/// Once only: the first user makes it, and the others wait.
private func usePalette() {
  let users = DispatchQueue(label: "users", attributes: .concurrent)
  let palette = Palette()
  for number in 0..<4 {
    diary.submitted("user \(number)")
    users.async {
      diary.span("user \(number)") { _ = palette.colors }
    }
  }
}

/// `nonisolated`, because its users aren't on an actor.
nonisolated private final class Palette: Sendable {
  // For a value that the whole program shares, a `nonisolated static let`
  // does the same in one line.
  private let made = Locked<[Int]?>(nil)

  var colors: [Int] {
    made.withLock { made in
      if let made { return made }
      compute("palette", milliseconds: 20)
      let colors = Array(0..<256)
      made = colors
      return colors
    }
  }
}

// Only for running and checking it here.
@MainActor public func gcd() async {
  let filters = Filters()
  for _ in 1...3 { filters.run() }
  await ended("filter", times: 3)
  filters.runCancelled()
  usePalette()
  await ended("user 0", "user 1", "user 2", "user 3")
}
// computes: filter; palette; user 0; user 1; user 2; user 3
// order: filter < palette
