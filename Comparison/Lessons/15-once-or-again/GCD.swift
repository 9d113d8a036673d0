import Dispatch
import LessonKit

/// The same work again, and work that must be done once only.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")

  // A work item that nobody waits for or observes may be
  // submitted again.
  let item = DispatchWorkItem { diary.note("filtered") }
  for _ in 1...3 { queue.async(execute: item) }
  queue.sync {}

  // Once cancelled, it never runs again.
  item.cancel()
  queue.async(execute: item)
  queue.sync {}

  // Once only: the first caller makes it, the others wait
  // until it is there.
  let palette = Palette(diary)
  DispatchQueue.concurrentPerform(iterations: 8) { _ in
    _ = palette.colors
  }
}

private final class Palette: Sendable {
  // For something that the whole program shares, a `static
  // let` does the same in one line.
  private let made = Locked<[Int]?>(nil)
  private let diary: Diary

  init(_ diary: Diary) { self.diary = diary }

  var colors: [Int] {
    made.withLock { made in
      if let made { return made }
      diary.note("palette made")
      let colors = Array(0..<256)
      made = colors
      return colors
    }
  }
}
