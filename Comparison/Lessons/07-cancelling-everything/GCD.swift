import Dispatch
import LessonKit

/// Ten photos wait behind one that is being filtered, and all
/// are to be given up. A queue does not know what it holds:
/// every body looks at a flag that they share.
public func gcd(_ diary: Diary) {
  let queue = DispatchQueue(label: "filters")
  let begun = Gate()
  let flag = Flag()

  queue.async {
    begun.open()
    diary.span("first") {
      while !flag.isSet { compute(milliseconds: 1) }
    }
  }
  for _ in 1...10 {
    queue.async {
      diary.note("asked to filter")
      if flag.isSet { return }
      diary.note("filtered")
    }
  }
  begun.wait()
  flag.set()
  queue.sync {}

  // The flag stays set: new work needs a new one.
  let next = Flag()
  queue.sync {
    if !next.isSet { diary.note("new photo filtered") }
  }
}

private final class Flag: @unchecked Sendable {
  // Safe: touched on the queue only.
  private let queue = DispatchQueue(label: "flag")
  private var value = false

  var isSet: Bool { queue.sync { value } }
  func set() { queue.sync { value = true } }
}
