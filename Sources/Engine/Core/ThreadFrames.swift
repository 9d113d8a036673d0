/// The bodies and cancel handlers that are running on the calling thread. They make it possible to refuse a wait that
/// would never return.
///
/// They include bodies that run through `sync` or `concurrentPerform` on the calling thread, but not other threads
/// that a body is waiting for.
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

  /// The jobs whose bodies or handlers are running on the calling thread, innermost first.
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
  /// Throws if waiting for these jobs would block the jobs themselves. That is the case on the reporting queue. It is
  /// also the case in the body of a job that one of them, or one of their prerequisites, depends on or shares a queue
  /// with. Call this without holding the lock.
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
