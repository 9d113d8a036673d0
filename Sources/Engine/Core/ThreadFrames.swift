/// The bodies and cancel handlers that the calling thread is in, so that a wait that would never return can be refused.
///
/// This includes bodies that run through `sync` or `concurrentPerform` on the calling thread. It doesn't include other threads
/// that a body waits for.
enum ThreadFrames {
  private struct Frame {
    unowned(unsafe) let job: JobCore
    let outer: UnsafeMutableRawPointer?
  }

  /// Runs the body of a job, or one of its handlers.
  static func run(of job: JobCore, _ body: () -> Void) {
    var frame = Frame(job: job, outer: ThreadMark.frames.current)
    withUnsafeMutablePointer(to: &frame) { ThreadMark.frames.with(UnsafeMutableRawPointer($0), body) }
  }

  /// The jobs whose bodies or handlers the calling thread is in, innermost first.
  static var jobs: [JobCore] {
    var jobs: [JobCore] = []
    var next = ThreadMark.frames.current
    while let frame = next?.assumingMemoryBound(to: Frame.self).pointee {
      jobs.append(frame.job)
      next = frame.outer
    }
    return jobs
  }
}

extension EngineCore {
  /// Throws if a wait for these jobs would block what they wait for. That is so on the reporting queue, and in a body that one of
  /// them, or of their prerequisites, depends on or shares a queue with. Called without the lock.
  final func refuseDeadlock(
    waitingFor name: String, on queue: QueueCore? = nil, _ awaited: () -> [JobCore]
  ) throws(EngineError) {
    if reportQueue.isCurrent { throw .wouldDeadlock(waitingFor: name) }
    let current = ThreadFrames.jobs.filter { $0.engine === self }
    if current.isEmpty { return }
    let isRefused = locked {
      let queues = current.compactMap(\.queue)
      if let queue, queues.contains(where: { $0 === queue }) { return true }
      let visited = nextMark()
      var stack = awaited()
      while let job = stack.popLast() {
        if job.hasEnded || job.mark == visited { continue }
        job.mark = visited
        if current.contains(where: { $0 === job }) || queues.contains(where: { $0 === job.queue }) {
          return true
        }
        stack.append(contentsOf: job.heldBy)
      }
      return false
    }
    if isRefused { throw .wouldDeadlock(waitingFor: name) }
  }
}
