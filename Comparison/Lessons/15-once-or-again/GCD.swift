import Dispatch
import LessonKit

/// The same work again, and work that must be done once only.
public func gcd() {
  let queue = DispatchQueue(label: "filters")

  // A work item that nobody waits for or observes may be
  // submitted again.
  let item = DispatchWorkItem { @Sendable in
    compute("filter", milliseconds: 20)
  }
  for _ in 1...3 {
    diary.submitted("filter")
    queue.async(execute: item)
  }
  queue.sync {}

  // Once cancelled, it never runs again.
  item.cancel()
  diary.cancelled("filter 4")
  diary.submitted("filter 4")
  queue.async(execute: item)
  queue.sync {}

  // Once only: the first caller makes it, the others wait
  // until it is there.
  let palette = Palette()
  for number in 0..<4 { diary.submitted("user \(number)") }
  DispatchQueue.concurrentPerform(iterations: 4) { number in
    diary.span("user \(number)") { _ = palette.colors }
  }
}

/// `nonisolated`, as its users are on no actor.
nonisolated private final class Palette: Sendable {
  // For something that the whole program shares, a `static
  // let` does the same in one line.
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
