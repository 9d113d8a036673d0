import Dispatch
import LessonKit

/// The same work again, and work that must be done once only.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")

  // A work item may be submitted as often as one likes.
  let item = DispatchWorkItem { diary.note("filtered") }
  for _ in 1...3 { queue.async(execute: item) }
  queue.sync {}

  // Once cancelled, it is so for good.
  item.cancel()
  queue.async(execute: item)
  queue.sync {}

  // Once only, whoever comes first; the others wait until it
  // is there.
  let palette = Palette(diary)
  DispatchQueue.concurrentPerform(iterations: 8) { _ in
    _ = palette.colors
  }
}

private final class Palette: @unchecked Sendable {
  // Safe: touched on the queue only. For something that the
  // whole program shares, a `static let` does the same in one
  // line.
  private let queue = DispatchQueue(label: "palette")
  private let diary: Diary
  private var made: [Int]?

  init(_ diary: Diary) { self.diary = diary }

  var colors: [Int] {
    queue.sync {
      if let made { return made }
      diary.note("palette made")
      let colors = Array(0..<256)
      made = colors
      return colors
    }
  }
}
