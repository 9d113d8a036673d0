import Dispatch
import LessonKit

/// Runs some work again, and other work only once.
public func gcd() {
  let queue = DispatchQueue(
    label: "filters", attributes: .initiallyInactive)

  // A work item may be submitted again, unless something waits
  // for it or observes it.
  let item = DispatchWorkItem { @Sendable in
    compute("filter", milliseconds: 20)
  }
  for _ in 1...3 {
    diary.submitted("filter")
    queue.async(execute: item)
  }
  queue.activate()
  queue.sync {}

  // Once cancelled, it never runs again.
  item.cancel()
  diary.cancelled("filter 4")
  diary.submitted("filter 4")
  queue.async(execute: item)
  queue.sync {}

  // Once only: the first caller makes the palette, and the
  // others wait for it.
  let palette = Palette()
  for number in 0..<4 { diary.submitted("user \(number)") }
  DispatchQueue.concurrentPerform(iterations: 4) { number in
    diary.span("user \(number)") { _ = palette.colors }
  }
}

/// A palette that is made once. `nonisolated`, because its
/// users aren't on an actor.
nonisolated private final class Palette: Sendable {
  // For a value that the whole program shares, a `static let`
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
// anywhere: user *; palette
// computes: filter
