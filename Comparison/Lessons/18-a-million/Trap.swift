import Dispatch
import LessonKit

/// Meant: 100,000 pixels are added up faster on all cores.
private func addUp() {
  let queue = DispatchQueue(label: "pixels", attributes: .concurrent)
  let (sum, loopSum, group) = (Locked(0), Locked(0), DispatchGroup())

  let loopStart = ContinuousClock.now
  var all = 0
  for pixel in 0..<100_000 { all &+= pixel }
  loopSum.withLock { $0 = all }

  let closuresStart = ContinuousClock.now
  let span = diary.begin("a closure for each pixel")
  for pixel in 0..<100_000 {
    // Wrong: a closure for each pixel costs far too much.
    queue.async(group: group) { sum.withLock { $0 &+= pixel } }
  }
  group.notify(queue: .main) {
    let closures = ContinuousClock.now - closuresStart
    let loop = closuresStart - loopStart
    show(closures > loop ? "closures: slower" : "closures: faster")
    span.end()
  }
}

// Only for running and checking it here.
@MainActor public func trap() async {
  addUp()
  await ended("a closure for each pixel")
}
// anywhere: a closure for each pixel
