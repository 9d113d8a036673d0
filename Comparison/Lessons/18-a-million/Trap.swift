import Dispatch
import LessonKit

/// Meant: 100,000 pixels are added up faster on all cores.
public func trap() {
  let queue = DispatchQueue(label: "pixels", attributes: .concurrent)
  let sum = Locked(0)
  var (loop, closures) = (Duration.zero, Duration.zero)

  diary.span("one loop") {
    let loopStart = ContinuousClock.now
    var all = 0
    for pixel in 0..<100_000 { all &+= pixel }
    sum.withLock { $0 = all }
    loop = .now - loopStart
  }
  diary.span("a closure for each pixel") {
    let closuresStart = ContinuousClock.now
    let group = DispatchGroup()
    for pixel in 0..<100_000 {
      // Wrong: it costs far more than the addition.
      queue.async(group: group) { sum.withLock { $0 &+= pixel } }
    }
    group.wait()
    closures = .now - closuresStart
  }
  show(closures > loop ? "closures: slower" : "closures: faster")
}

// Only for running and checking it here.
// anywhere: one loop; a closure for each pixel
