import Foundation
import Lesson19
import Lesson20
import LessonKit
import Lessons
import Synchronization
import Testing

extension LessonRuns {
  /// Tests of lessons about realistic jobs: results, errors, and state that jobs share.
  @Suite(.onOwnThreads) struct JobLessons {
    @Test("19. A download ends with its photo, its error, or as cancelled though its reply never comes")
    func results() async throws {
      for story in try await Stories.lesson(19).all {
        #expect(story.notes == ["photo of oak", "cancelled", "failed: notFound"])
        #expect(story.states("download sea").suffix(2) == [.running, .cancelled])
        for photo in ["oak", "fox"] { #expect(story.states("download \(photo)").last == .running) }
      }
      // A caller that uses the result handles each case of its error.
      let lesson = try #require(lessons.first { $0.number == 19 })
      for version in Lesson.Version.apis {
        let code = lesson.source(version)
        for error in [".notFound", ".cancelled"] {
          #expect(code.contains(version == .tasks ? "case \(error):" : "case .failure(\(error)):"))
        }
        for word in ["default:", "as?", "as!", "Result<String, any Error>", "Result<Value, any Error>"] {
          #expect(!code.contains(word), "\(version): \(word)")
        }
      }
    }

    @Test("19, trap. Cancelled in the queue, it ends in turn, never begun; before its request, it is aborted")
    func cancelledTooEarly() {
      let waiting = Endless()
      cancelWhileItWaits(waiting) { #expect(!waiting.isFinished) }
      #expect(waiting.result == .failure(.cancelled) && !waiting.hasBegun.isOpen)

      let begun = Endless()
      begun.beforeRequest = { [unowned begun] in begun.cancel() }
      OperationQueue().addOperations([begun], waitUntilFinished: true)
      #expect(begun.result == .failure(.cancelled) && begun.hasBegun.isOpen)
    }

    @Test("19, trap. The first end counts, whatever follows; started while it runs, or waits, it traps")
    func startedAgain() async {
      let finished = Endless()
      finished.start()
      finished.finish(.success("the photo"))
      finished.cancel()
      finished.finish(.success("another"))
      finished.start()
      #expect(finished.isFinished && finished.result == .success("the photo"))
      #expect(finished.aborts.withLock { $0 } == 0)
      await #expect(processExitsWith: trap) {
        let running = Endless()
        running.start()
        running.start()
      }
      await #expect(processExitsWith: trap) {
        let waiting = Endless()
        waiting.addDependency(BlockOperation {})
        waiting.start()
      }
    }

    @Test("19, trap. Finished before it starts, it keeps its result and ends in its turn, without beginning")
    func finishedEarly() {
      let (queue, early) = (OperationQueue(), Endless())
      queue.isSuspended = true
      queue.addOperation(early)
      early.finish(.success("from the cache"))
      #expect(!early.isFinished && early.result == nil)
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
      #expect(early.result == .success("from the cache") && !early.hasBegun.isOpen)
    }

    @Test("19. A result that comes while `begin` runs is seen when the operation has finished, not before")
    func resultComesLast() {
      let (operation, seen) = (Endless(), Locked<[Bool]>([]))
      operation.beforeRequest = { [unowned operation] in
        operation.finish(.success("the photo"))
        seen.withLock { $0 = [operation.result == nil, operation.isFinished] }
      }
      operation.start()
      #expect(seen.withLock { $0 } == [true, false])
      #expect(operation.isFinished && operation.result == .success("the photo"))
    }

    @Test("19, trap. Cancelled again and again, it is aborted once; not beside `begin`, nor after the end")
    func abortedOnce() {
      let running = Endless()
      running.replies = false
      running.start()
      for _ in 1...3 { running.cancel() }
      #expect(running.aborts.withLock { $0 } == 1 && !running.isFinished)
      running.finish(.failure(.cancelled))
      running.cancel()
      #expect(running.aborts.withLock { $0 } == 1 && running.result == .failure(.cancelled))

      let beginning = Endless()
      beginning.beforeRequest = { [unowned beginning] in
        beginning.cancel()
        beginning.finish(.success("the photo"))
        #expect(!beginning.isFinished)
      }
      beginning.start()
      #expect(beginning.aborts.withLock { $0 } == 0 && beginning.result == .success("the photo"))
    }

    @Test("19, tasks. A function throws its type of error, and a task that calls it has `any Error`")
    func forgottenType() async {
      func download() async throws(PhotoError) -> String { throw .cancelled }
      let task = Task { try await download() }
      #expect(type(of: task) == Task<String, any Error>.self)
      await #expect(throws: PhotoError.cancelled) { try await task.value }
      do { _ = try await download() } catch {
        let typed: PhotoError = error
        #expect(typed == .cancelled)
      }
    }

    @Test("19, tasks. The handler of a task that was cancelled before runs first, with nothing to abort")
    @MainActor
    func earlyHandler() async {
      let diary = Diary()
      let task = Task {
        await withTaskCancellationHandler {
          diary.note("body")
        } onCancel: {
          diary.note("handler")
        }
      }
      task.cancel()
      await task.value
      #expect(diary.story.notes == ["handler", "body"])
    }

    @Test("20. Results go through the graph, and so does the reason why there is none")
    func graph() async throws {
      for story in try await Stories.lesson(20).all {
        #expect(story.notes == ["cancelled", "failed: notFound", "filtered photo of oak"])
        #expect(story.states("download sea").suffix(2) == [.running, .cancelled])
        #expect(story.states("filter oak") == [.waiting, .running])
        for photo in ["fox", "sea"] { #expect(story.states("filter \(photo)").last == .neverRan) }
        // There is a single mask for all filters. It isn't cancelled with the first filter that needs it.
        #expect(story.spans.count { $0 == "download mask" } == 1)
        #expect(story.states("download mask").last == .running)
        #expect(story.isBefore("download mask", "filter oak"))
      }
    }

    @Test("20, trap. The operations of the graph are freed when it has ended")
    func freedGraph() async throws {
      // The downloads of the graph retain their requests.
      let before = PhotoRequest.living.withLock { $0 }
      _ = try await Stories.lesson(20)
      // The queue releases the last operation shortly after that operation has ended.
      let end = ContinuousClock.now + .seconds(10)
      while PhotoRequest.living.withLock({ $0 }) > before, .now < end { await Task.yield() }
      #expect(PhotoRequest.living.withLock { $0 } <= before)
    }

    @Test("20, trap. An adapter that keeps its filter is a cycle; one with a weak reference is none")
    func adapterCycle() {
      let queue = OperationQueue()
      func filter(isWeak: Bool) -> Mortal.Reference {
        let (adapter, filter) = (BlockOperation(), Mortal())
        if isWeak {
          adapter.addExecutionBlock { [weak filter] in _ = filter?.isCancelled }
        } else {
          adapter.addExecutionBlock { _ = filter.isCancelled }
        }
        filter.addDependency(adapter)
        queue.addOperations([adapter, filter], waitUntilFinished: true)
        return filter.reference
      }
      let kept = filter(isWeak: false)
      // By then, an operation that passed through the same queue later has been freed.
      for _ in 1...10 { filter(isWeak: true).freed.wait() }
      // Once the cycle is broken, the filter is freed, so nothing else retained it.
      func breakTheCycle() {
        guard let filter = kept.operation else { return }
        for adapter in filter.dependencies { filter.removeDependency(adapter) }
      }
      #expect(!kept.freed.isOpen && kept.operation != nil)
      breakTheCycle()
      kept.freed.wait()
    }

    @Test("20, trap. A filter that is cancelled has finished before its adapter runs")
    func finishedBeforeItsAdapter() {
      let (queue, download, wasFinished) = (OperationQueue(), Endless(), Gate())
      let adapter = BlockOperation(after: download)
      let filter = BlockOperation(after: adapter)
      adapter.addExecutionBlock { [weak filter] in if filter?.isFinished == true { wasFinished.open() } }
      queue.addOperations([download, adapter, filter], waitUntilFinished: false)
      download.hasBegun.wait()
      filter.cancel()
      filter.waitUntilFinished()
      download.cancel()
      withExtendedLifetime(filter) { queue.waitUntilAllOperationsAreFinished() }
      #expect(wasFinished.isOpen)
    }

    @Test("20, tasks. An `async let` that throws is noticed when awaited: after the one awaited first")
    func siblingIsNoticedLate() async {
      let (threw, wasCancelled) = (Gate(), Locked<Bool?>(nil))
      let filter = Task {
        async let photo: Void = {
          await threw.opened()
          for _ in 1...100 { await Task.yield() }
          wasCancelled.withLock { $0 = Task.isCancelled }
        }()
        async let mask: Void = {
          defer { threw.open() }
          throw PhotoError.notFound
        }()
        _ = (await photo, try await mask)
      }
      await #expect(throws: PhotoError.notFound) { try await filter.value }
      #expect(wasCancelled.withLock { $0 } == false)
    }

    @Test("20, tasks. When the prerequisite that is awaited first throws, the other is cancelled")
    func siblingIsCancelled() async {
      let wasCancelled = Gate()
      let filter = Task {
        async let photo: Void = { throw PhotoError.notFound }()
        async let mask: Void = {
          do { try await Task.sleep(for: .seconds(3_600)) } catch { wasCancelled.open() }
        }()
        _ = (try await photo, await mask)
      }
      await #expect(throws: PhotoError.notFound) { try await filter.value }
      #expect(wasCancelled.isOpen)
    }

    @Test("20, 27, trap. No dependent waits for a completion block, nor does who waits for the queue")
    func completionBlockLate() {
      let (queue, waited, ended) = (OperationQueue(), Gate(), Gate())
      let download = BlockOperation {}
      download.completionBlock = {
        waited.wait()
        ended.open()
      }
      let filter = BlockOperation(after: download)
      queue.addOperations([download, filter], waitUntilFinished: false)
      // If the queue waited for the block, this call would never return.
      queue.waitUntilAllOperationsAreFinished()
      #expect(filter.isFinished && !ended.isOpen)
      waited.open()
      ended.wait()
    }

    @Test(
      "20, trap. Cancelled from the front, a dependent may run before its turn; from the end, it does not",
      arguments: [false, true])
    func cancelledFromTheFront(isFromTheEnd: Bool) {
      let (queue, download, ran) = (OperationQueue(), Endless(), Gate())
      let filter = BlockOperation(after: download) { ran.open() }
      queue.addOperations([download, filter], waitUntilFinished: false)
      download.hasBegun.wait()
      if isFromTheEnd {
        filter.cancel()
        download.cancel()
      } else {
        download.cancel()
        ran.wait()
        filter.cancel()
      }
      // On Linux, a cancelled dependent has to exist when its dependency ends.
      withExtendedLifetime(filter) { queue.waitUntilAllOperationsAreFinished() }
      #expect(ran.isOpen == !isFromTheEnd)
    }

    @Test("21. Thirty-two queues that block have a thread each; with one target they run one at a time")
    func howManyQueues() async throws {
      let stories = try await Stories.lesson(21)
      for story in [stories.gcd, stories.tasks] {
        #expect(story.mostAtOnce("on its own") == 32)
        #expect(story.states("on its own ×32") == [.running])
      }
      for story in stories.all {
        #expect(story.mostAtOnce("stripe") <= ProcessInfo.processInfo.activeProcessorCount)
      }
      #expect(stories.gcd.figure("threads") == 32)
      #expect(try #require(stories.tasks.figure("threads")) < 32)
      // The lesson asserts that each job is on the target queue, and would trap.
      #expect(stories.gcd.spans.count { $0 == "one target" } == 32)
      #expect(stories.gcd.mostAtOnce("one target") == 1)
      #expect(stories.operation.mostAtOnce("one queue") <= 4)
    }

    @Test(
      "21. While closures that compute hold the pool's threads, a concurrent queue waits; a serial one, or one of another QoS, does not"
    )
    func onePool() async {
      // In a separate process, where nothing else is in the pool.
      await #expect(processExitsWith: .success) {
        // Not a task, because it would wait for a thread of the same pool.
        let wasHeld = await onOwnThread {
          let (hold, begun) = (Atomics(), DispatchGroup())
          let filters = DispatchQueue(label: "filters", attributes: .concurrent)
          for _ in 1...ProcessInfo.processInfo.activeProcessorCount {
            begun.enter()
            filters.async {
              begun.leave()
              while hold.isHeld.load(ordering: .acquiring) {}
            }
          }
          begun.wait()
          let (short, serial, other) = (Gate(), Gate(), Gate())
          DispatchQueue(label: "downloads", attributes: .concurrent).async { short.open() }
          DispatchQueue(label: "urgent", qos: .userInitiated, attributes: .concurrent).async { other.open() }
          DispatchQueue(label: "serial").async { serial.open() }
          other.wait()
          serial.wait()
          let wasHeld = !short.isOpen
          hold.isHeld.store(false, ordering: .releasing)
          short.wait()
          return wasHeld
        }
        #expect(wasHeld)
      }
    }

    @Test("21, on Linux. 32 operation queues that block wait for their threads", .enabled(if: isLinux))
    func starvingQueues() async {
      // In a separate process, where no other test has left threads in the pool.
      await #expect(processExitsWith: .success) {
        let haveAllBegun = await onOwnThread {
          let (first, begun, end) = (Gate(), DispatchGroup(), Gate())
          let queues = (1...32).map { _ in OperationQueue() }
          for queue in queues {
            begun.enter()
            queue.addOperation {
              begun.leave()
              first.open()
              end.wait()
            }
          }
          first.wait()
          defer { end.open() }
          // This gives the pool time to grow.
          return begun.wait(timeout: .now() + .milliseconds(300)) == .success
        }
        #expect(!haveAllBegun)
      }
    }
  }
}

extension LessonRuns.JobLessons {
  @Test("28. Suspended during a filter, the list starts none, and what has left the screen ends where it is")
  func classicPhotos() async throws {
    for story in try await Stories.lesson(28).all {
      #expect(
        story.notes.sorted() == [
          "photo 0 is shown", "photo 0 is shown filtered", "photo 1 is shown", "photo 3 is shown",
          "photo 3 is shown filtered", "photo 4 has failed",
        ])
      for photo in [0, 3] {
        #expect(story.isBefore("download \(photo)", "photo \(photo) is shown"))
        #expect(story.isBefore("photo \(photo) is shown", "photo \(photo) is shown filtered"))
        #expect(story.states("filter \(photo)") == [.waiting, .running])
      }
      for job in ["download", "filter"] { #expect(story.mostAtOnce(job) == 1) }
      // The filter that ran when the drag began ends during it.
      let suspended = story.entries.filter { $0.kind == .suspended || $0.kind == .resumed }
      let (drag, rest) = (
        try #require(suspended.first).start.turn, try #require(suspended.dropFirst().first).start.turn
      )
      let filter = try #require(story["filter 0"])
      #expect(filter.start.turn < drag && drag < filter.end?.turn ?? 0 && filter.end?.turn ?? 0 < rest)
      #expect(!story.entries.contains { $0.isSpan && (drag..<rest).contains($0.start.turn) })
      // The download gives its slot back, though its reply never comes.
      #expect(story.states("download 2") == [.waiting, .running, .cancelled])
      #expect(story.isBefore("download 2", "download 3"))
      #expect(story.states("filter 1") == [.waiting, .neverRan])
      #expect(story.states("filter 2") == [.neverRan])
      // The last scroll finds one photo filtered and one failed.
      #expect(
        story.spans.filter { $0.hasSuffix("3") || $0.hasSuffix("4") }.sorted() == [
          "download 3", "download 4", "filter 3",
        ])
    }
  }

  @Test("28, trap. Cancelled after it has finished, an operation is not cancelled")
  func cancelledAfterTheEnd() {
    let operation = BlockOperation {}
    operation.start()
    operation.cancel()
    #expect(operation.isFinished && !operation.isCancelled)
  }
}

extension LessonRuns.JobLessons {
  @Test("26. Each API reaches the other two, and comes back")
  func mixing() async throws {
    let stories = try await Stories.lesson(26)
    #expect(stories.gcd.spans == ["task", "operation", "task on a queue"])
    #expect(stories.gcd.notes == ["photo, from a task", "photo, from an operation"])
    #expect(stories.operation.spans == ["task", "sleeping task", "closure", "operation on a queue"])
    #expect(
      stories.operation.notes == ["photo, from a task", "cancelled, and its task too", "photo, from a queue"])
    #expect(stories.operation.states("sleeping task") == [.waiting, .running, .cancelled])
    #expect(stories.tasks.spans == ["closure", "operation", "actor on a queue", "closure on the actor"])
    #expect(stories.tasks.notes == ["photo, from a queue", "photo, from an operation"])
  }

  @Test("26, trap. An operation that starts a task and returns has finished before it")
  func finishedBeforeItsTask() {
    let (arrives, arrived) = (Gate(), Gate())
    let operation = BlockOperation {
      Task {
        await arrives.opened()
        arrived.open()
      }
    }
    OperationQueue().addOperations([operation], waitUntilFinished: true)
    #expect(!arrived.isOpen)
    arrives.open()
    arrived.wait()
  }
}

extension LessonRuns.JobLessons {
  @Test("22. A delay, a timer, coalescing and a debounce; Dispatch also has a time of day")
  func onlyDispatch() async throws {
    let stories = try await Stories.lesson(22)
    let reports = ["200 in one event", "100 in one operation", "100 in one element"]
    for (story, report) in zip(stories.all, reports) {
      #expect(story.spans.prefix(6) == ["later", "tick", "tick", "tick", "report", "search"])
      #expect(story.notes == [report, "search for oak"])
      #expect(story.states("later") == [.waiting, .running])
      let later = try #require(story.timeline.lanes.first { $0.name == "later" }?.bars.first)
      #expect(later.end.time - later.start.time >= 0.02)
    }
    #expect(stories.gcd.spans.dropFirst(6) == ["alarm"])
    for story in [stories.operation, stories.tasks] { #expect(story.spans.count == 6) }
  }

  @Test("22, trap. An operation whose readiness changed does not start until it says so")
  func readiness() {
    let (queue, when) = (OperationQueue(), WhenTold())
    queue.addOperation(when)
    #expect(!when.isReady)
    when.isTold.open()
    #expect(!when.ran.wait(milliseconds: 50))
    when.didChangeValue(for: \.isReady)
    queue.waitUntilAllOperationsAreFinished()
    #expect(when.ran.isOpen)
  }

  @Test("22, trap. A loop that sleeps for a time adds what its body takes")
  func drift() async throws {
    let diary = Diary()
    for _ in 1...3 {
      try await Task.sleep(for: .milliseconds(20))
      diary.span("tick") { compute(milliseconds: 20) }
    }
    let starts = diary.story.entries.map(\.start.time)
    // With a fixed schedule, the third would start 40 ms after the first.
    #expect(try #require(starts.last) - starts[0] >= 0.08)
  }

  @Test("22, trap. A source that is not active traps when it is released")
  func inactiveSource() async {
    await #expect(processExitsWith: trap) {
      var timer: DispatchSourceTimer? = DispatchSource.makeTimerSource()
      timer?.schedule(deadline: .now())
      timer = nil
      await Gate().opened()
    }
  }

  @Test("22, trap. A timer that is released calls none of its handlers")
  func releasedTimer() async {
    let (queue, called, later) = (DispatchQueue(label: "timers"), Gate(), Gate())
    func timer(_ handler: @escaping @Sendable () -> Void) -> DispatchSourceTimer {
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + .milliseconds(10))
      timer.setEventHandler(handler: handler)
      timer.setCancelHandler(handler: handler)
      timer.activate()
      return timer
    }
    // Created on the timers' queue, where no handler can run in the meantime.
    let kept = queue.sync {
      _ = timer(called.open)
      return timer(later.open)
    }
    await later.opened()
    await withCheckedContinuation { go in queue.async { go.resume() } }
    #expect(!called.isOpen)
    kept.cancel()
  }

  @Test("22, tasks. In a cancelled task a sleep returns at once, every time")
  func cancelledSleep() async {
    let cancelled = Gate()
    let task = Task {
      await cancelled.opened()
      var ends = 0
      for _ in 1...1_000 {
        do { try await Task.sleep(for: .seconds(3_600)) } catch { ends += 1 }
      }
      return ends
    }
    task.cancel()
    cancelled.open()
    #expect(await task.value == 1_000)
  }
}

/// A flag that threads poll without a lock. If they slept on a lock, Dispatch would add more threads.
private final class Atomics: Sendable { let isHeld = Atomic(true) }

/// An operation that becomes ready when its gate is open, but doesn't notify of that.
private final class WhenTold: Operation, @unchecked Sendable {
  let (isTold, ran) = (Gate(), Gate())
  override var isReady: Bool { super.isReady && isTold.isOpen }
  override func main() { ran.open() }
}

/// A download whose reply never comes.
final class Endless: AsyncOperation<String, PhotoError>, @unchecked Sendable {
  let hasBegun = Gate()
  let aborts = Locked(0)
  // Safe: written before the operation is added to a queue.
  var beforeRequest: () -> Void = {}
  /// Whether cancelling the request calls back.
  var replies = true
  // Safe: `begin` and `abort` never overlap.
  private var request: PhotoRequest?

  override func begin() {
    hasBegun.open()
    beforeRequest()
    request = PhotoRequest("sea", after: Gate()) { [self] in if replies { finish($0) } }
  }
  override func abort() {
    aborts.withLock { $0 += 1 }
    request?.cancel()
  }
}
