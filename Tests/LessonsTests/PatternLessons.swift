import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// Tests of lessons about what work retains, and about patterns built on that.
  @Suite(.onOwnThreads) struct PatternLessons {
    @Test("25. A closure lets go when it has run, a task when it ended; an operation keeps its dependencies")
    func lifetime() async throws {
      let stories = try await Stories.lesson(25)
      #expect(stories.gcd.spans == ["closure", "work item"])
      #expect(stories.gcd.notes == ["the photo is freed", "the work item is let go", "the photo is freed"])
      #expect(stories.gcd.isBefore("work item", "the work item is let go"))
      #expect(stories.operation.spans == ["download", "filter"])
      #expect(stories.operation.notes == ["the download is let go", "the photo is freed"])
      #expect(stories.operation.isBefore("filter", "the photo is freed"))
      #expect(stories.tasks.notes == ["the photo is freed", "the task is still there"])
      for (story, job) in [(stories.gcd, "closure"), (stories.tasks, "task")] {
        #expect(story.states(job) == [.waiting, .running])
        #expect(story.isBefore(job, "the photo is freed"))
      }
    }

    @Test("25, trap. Freeing 100,000 chained finished operations overflows the stack", .enabled(if: isLinux))
    func longChain() async {
      await #expect(processExitsWith: .failure) {
        await onOwnThread {
          var last: Operation? = BlockOperation {}
          last?.start()
          for _ in 1...100_000 {
            let next = BlockOperation {}
            if let last { next.addDependency(last) }
            next.start()
            last = next
          }
          last = nil
        }
      }
    }

    @Test("25, trap. An operation that its block captures is freed if `unowned`", arguments: [false, true])
    func capturesItself(isUnowned: Bool) {
      weak var freed: BlockOperation?
      let asked = Locked<Bool?>(nil)
      func run() {
        let operation = BlockOperation()
        if isUnowned {
          operation.addExecutionBlock { [unowned operation] in asked.withLock { $0 = operation.isCancelled } }
        } else {
          operation.addExecutionBlock { asked.withLock { $0 = operation.isCancelled } }
        }
        operation.start()
        freed = operation
      }
      run()
      #expect(asked.withLock { $0 } == false)
      #expect((freed == nil) == isUnowned)
    }

    @Test("23. Migrations exclude each other, not a download; an upload without its condition does nothing")
    func conditions() async throws {
      for story in try await Stories.lesson(23).all {
        #expect(story.mostAtOnce("migration") == 1)
        // The download met the first migration, so the two ran simultaneously.
        #expect(story["download"]?.end != nil && story["migration 2"]?.end != nil)
        for number in 1...2 { #expect(story.states("migration \(number)") == [.waiting, .running]) }
        // The upload's body runs, and only looks.
        #expect(story.states("upload") == [.waiting, .running])
        #expect(story.notes.sorted() == ["no network", "thumbnails begin", "thumbnails end"])
        for number in 1...2 {
          #expect(story.isBefore("thumbnails begin", "thumbnail \(number)"))
          #expect(story.isBefore("thumbnail \(number)", "thumbnails end"))
        }
      }
    }

    @Test("23, trap. Of jobs whose end comes in a callback, two are open on a serial queue, or with one slot")
    func alerts() {
      let open = Locked(0)
      // As in an app: presenting an alert returns, and a callback tells of its end.
      @Sendable func present() { open.withLock { $0 += 1 } }
      let serial = DispatchQueue(label: "alerts")
      for _ in 1...2 { serial.async { present() } }
      serial.sync {}
      #expect(open.withLock { $0 } == 2)
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      for _ in 1...2 { queue.addOperation { present() } }
      queue.waitUntilAllOperationsAreFinished()
      #expect(open.withLock { $0 } == 4)
    }

    @Test("23, trap. What held when a job was added may not hold when its turn comes")
    func outOfDateCondition() {
      let (queue, isThere, found) = (OperationQueue(), Locked(true), Locked<Bool?>(nil))
      queue.isSuspended = true
      #expect(isThere.withLock { $0 })
      queue.addOperation { found.withLock { $0 = isThere.withLock { $0 } } }
      isThere.withLock { $0 = false }
      queue.isSuspended = false
      queue.waitUntilAllOperationsAreFinished()
      #expect(found.withLock { $0 } == false)
    }

    @Test("24. A task-local value goes to children and tasks, not to detached ones or to closures on a queue")
    func taskLocal() async throws {
      let notes = try await Stories.lesson(24).tasks.notes
      #expect(notes == ["made for oak", "detached for nobody"])
      let outlives = Gate()
      let (child, task, closure) = await Trace.$request.withValue("oak") {
        async let child = Trace.request
        let task = Task {
          await outlives.opened()
          return Trace.request
        }
        let closure = await withCheckedContinuation { go in
          DispatchQueue(label: "queue").async { go.resume(returning: Trace.request) }
        }
        return await (child, task, closure)
      }
      outlives.open()
      #expect(await [child, task.value] == ["oak", "oak"])
      #expect(closure == "nobody")
    }

    @Test("24. What `setSpecific` stores is found on its queue and on those that target it, nowhere else")
    func specific() async {
      let key = DispatchSpecificKey<String>()
      let queue = DispatchQueue(label: "photos")
      queue.setSpecific(key: key, value: "photos")
      let found = await withCheckedContinuation { go in
        DispatchQueue(label: "inner", target: queue).async {
          let here = DispatchQueue.getSpecific(key: key)
          DispatchQueue(label: "other").async {
            go.resume(returning: [here, DispatchQueue.getSpecific(key: key)])
          }
        }
      }
      #expect(found == ["photos", nil])
    }

    @Test("27, tasks. On an executor whose queue is inactive, no task begins before that is activated")
    func inactiveExecutor() async {
      let (queue, begun) = (DispatchQueue(label: "test", attributes: .initiallyInactive), Gate())
      let task = Task(executorPreference: QueueExecutor(queue: queue)) {
        dispatchPrecondition(condition: .onQueue(queue))
        begun.open()
      }
      #expect(!begun.isOpen)
      queue.activate()
      await task.value
      #expect(begun.isOpen)
    }

    @Test("27. Nothing runs before the test wants it, and all has run when it looks again")
    func testing() async throws {
      let stories = try await Stories.lesson(27)
      for story in stories.all {
        for job in ["filter oak", "filter sea"] {
          #expect(story.states(job) == [.waiting, .running])
          #expect(story.isBefore("2 wait", job) && story.isBefore(job, "0 wait"))
        }
      }
      for story in stories.both {
        #expect(story.notes == ["2 wait", "on “test.filters”", "on “test.filters”", "0 wait"])
        #expect(story.states("test.filters") == [.suspended])
      }
    }
  }
}

// Threads have nice values only on Linux, and since Swift 6.3.
#if os(Linux) && compiler(>=6.3)
  extension LessonRuns.PatternLessons {
    @Test("24. Background and utility lower the thread even without privileges; `sync` keeps the caller's")
    func lowered() async throws {
      let stories = try await Stories.lesson(24)
      for story in stories.all {
        // Without the privilege, a thread may have inherited a higher value.
        #expect(try #require(story.figure("\(urgencyName()), background")) >= 10)
        #expect(try #require(story.figure("\(urgencyName()), utility")) >= 2)
        for job in ["plain", "utility", "background"] { #expect(story.states(job) == [.waiting, .running]) }
      }
      #expect(try #require(stories.gcd.figure("\(urgencyName()), user-initiated on background")) >= 10)
      #expect(stories.gcd["sync on background"]?.thread == stories.gcd["caller"]?.thread)
      #expect(stories.gcd.notes == ["as the caller"])
      #expect(try #require(stories.tasks.figure("\(urgencyName()), made by background")) >= 10)
    }

    @Test(
      "24. Work runs at the quality of service of its queue, or of the target; a task at its own",
      .enabled("Needs the right to lower nice values", mayLowerNice))
    func qualityOfService() async throws {
      let stories = try await Stories.lesson(24)
      for story in stories.all {
        for (job, nice) in [("plain", 0), ("utility", 2), ("background", 10)] {
          #expect(story.figure("\(urgencyName()), \(job)") == nice)
        }
      }
      #expect(stories.gcd.figure("\(urgencyName()), user-initiated on background") == 10)
      for story in stories.both { #expect(story.figure("\(urgencyName()), background on plain") == 0) }
      #expect(stories.tasks.figure("\(urgencyName()), made by background") == 10)
      #expect(stories.tasks.figure("\(urgencyName()), detached by background") == 0)
    }

    @Test(
      "24, on Linux. A plain queue does not take over the quality of service of who submits to it",
      .enabled("Needs the right to lower nice values", mayLowerNice))
    func notHandedOn() async {
      let (found, done) = (Locked(-1), Gate())
      DispatchQueue(label: "background", qos: .background).async {
        DispatchQueue(label: "plain").async {
          found.withLock { $0 = urgency() }
          done.open()
        }
      }
      await done.opened()
      #expect(found.withLock { $0 } == 0)
    }
  }

  /// Asked on a new thread, because the thread that asks keeps the lower value.
  @Sendable private func mayLowerNice() async -> Bool { await onOwnThread { lowersNice() } }
#endif

/// An executor that runs tasks on a queue.
private final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue
  init(queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

private enum Trace { @TaskLocal static var request = "nobody" }
