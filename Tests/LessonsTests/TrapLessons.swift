import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// Tests of traps that end the program. Each runs in a separate process.
  @Suite struct TrapLessons {
    @Test("1, 16, trap. `sync` onto the main queue traps on it")
    func mainQueue() async {
      await #expect(processExitsWith: trap) {
        await withCheckedContinuation { go in
          DispatchQueue.main.async {
            DispatchQueue.main.sync {}
            go.resume()
          }
        }
      }
    }

    @Test("1, trap. Off the main queue, a precondition to be on it traps")
    func notOnMainQueue() async {
      await #expect(processExitsWith: trap) {
        DispatchQueue(label: "other").sync { dispatchPrecondition(condition: .onQueue(.main)) }
      }
    }

    @Test("29, trap. `MainActor.assumeIsolated` off the main queue traps")
    func notMainActor() async {
      await #expect(processExitsWith: .failure) {
        DispatchQueue(label: "other").sync { MainActor.assumeIsolated {} }
      }
    }

    @Test("4, trap. Two threads that start one operation trap")
    func startedTwice() async {
      await #expect(processExitsWith: refusal) {
        let begun = Gate()
        let operation = BlockOperation {
          begun.open()
          Gate().wait()
        }
        Thread.detachNewThread { operation.start() }
        await begun.opened()
        operation.start()
      }
    }

    @Test("5, trap. Waiting again for a work item traps, once that has succeeded")
    func waitedForTwice() async {
      await #expect(processExitsWith: trap) {
        let item = DispatchWorkItem {}
        DispatchQueue(label: "queue").async(execute: item)
        item.wait()
        _ = item.wait(timeout: .now())
      }
    }

    #if os(Linux)
      // When Foundation fixes this, the test fails, and the statements in the lessons can be removed.
      @Test(
        "7, 20, on Linux. A dependency crashes whose dependent was cancelled, or its queue was, and is freed",
        .timeLimit(.minutes(4)))
      func freedDependent() async {
        await #expect(processExitsWith: .failure) { await endDependencies { $1.cancel() } }
        await #expect(processExitsWith: .failure) {
          await endDependencies { queue, _ in queue.cancelAllOperations() }
        }
      }
    #endif

    @Test("8, trap. Releasing a suspended Dispatch queue traps")
    func releasedSuspended() async {
      await #expect(processExitsWith: trap) {
        var queue: DispatchQueue? = DispatchQueue(label: "queue")
        queue?.suspend()
        queue = nil
        await Gate().opened()
      }
    }

    @Test("8, trap. One `resume` too many traps")
    func outOfBalance() async {
      await #expect(processExitsWith: trap) { DispatchQueue(label: "queue").resume() }
    }

    @Test("11, trap. Left once too often, a group traps; left once too seldom, it is not empty")
    func outOfStep() async {
      await #expect(processExitsWith: trap) { DispatchGroup().leave() }
      let group = DispatchGroup()
      for _ in 1...2 { group.enter() }
      group.leave()
      #expect(await onOwnThread { group.wait(timeout: .now()) } == .timedOut)
      group.leave()
    }

    @Test("21, trap. `sync` from a queue onto another of the same target traps, and no precondition sees it")
    func oneTarget() async {
      await #expect(processExitsWith: trap) {
        let photos = DispatchQueue(label: "photos")
        let cache = DispatchQueue(label: "cache", target: photos)
        let index = DispatchQueue(label: "index", target: photos)
        cache.async { index.sync {} }
        await Gate().opened()
      }
      await #expect(processExitsWith: .success) {
        let photos = DispatchQueue(label: "photos")
        let cache = DispatchQueue(label: "cache", target: photos)
        let index = DispatchQueue(label: "index", target: photos)
        await withCheckedContinuation { go in
          cache.async {
            dispatchPrecondition(condition: .notOnQueue(index))
            go.resume()
          }
        }
      }
    }

    @Test(
      "3, 5, 6, 10, 17, 29, trap. In Swift 6 mode, a closure of a work item or of `notify` made on the main actor traps elsewhere",
      arguments: Project.allCases)
    func mainActorClosures(project: Project) async throws {
      let refused = ["item", "notify", "timer", "io"]
      let kinds = refused + ["sendable", "async", "operation"]
      let shown = try await project.compiling(closuresOnMainActor) { program in
        kinds.map { output(["SWIFT_BACKTRACE=enable=no", program, $0]) }
      }
      for (kind, shown) in zip(kinds, shown) {
        // Swift 5 mode doesn't check where a closure runs.
        let runs = !refused.contains(kind) || project == .xcode5
        #expect(shown.contains("ran") == runs, "\(kind): \(shown)")
      }
    }

    @Test("15, trap. Adding an operation again traps, be it on a queue or finished")
    func addedAgain() async {
      await #expect(processExitsWith: refusal) {
        let operation = BlockOperation {}
        operation.start()
        OperationQueue().addOperation(operation)
      }
      await #expect(processExitsWith: refusal) {
        let queue = OperationQueue()
        queue.isSuspended = true
        let operation = BlockOperation {}
        queue.addOperation(operation)
        queue.addOperation(operation)
      }
    }

    @Test("15, trap. Waiting for a work item that has run twice traps, and so does `notify`")
    func ranTwice() async {
      await #expect(processExitsWith: trap) { itemThatRanTwice().wait() }
      await #expect(processExitsWith: trap) { itemThatRanTwice().notify(queue: .global()) {} }
    }

    // Since Swift 6.3, an exit test passes captured values to its process.
    #if compiler(>=6.3)
      @Test("16, trap. A `sync` circle on one thread traps; preconditions see it", arguments: Circle.allCases)
      func circle(circle: Circle) async {
        await #expect(processExitsWith: trap) { [name = circle.rawValue as String] in
          try #require(Circle(rawValue: name)).run { $0.sync {} }
        }
        await #expect(processExitsWith: trap) { [name = circle.rawValue as String] in
          try #require(Circle(rawValue: name)).run { dispatchPrecondition(condition: .notOnQueue($0)) }
        }
      }
    #endif

    @Test("16, trap. A circle over two threads, of queues or with the main queue, hangs, and nothing traps")
    func twoThreads() async {
      // In a separate process, because the two threads never become free again.
      await #expect(processExitsWith: .success) {
        let (a, b) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"))
        let (both, passed) = (Meeting(of: 2), Gate())
        for (queue, other) in [(a, b), (b, a)] {
          queue.async {
            both.meet()
            other.sync { passed.open() }
          }
        }
        #expect(await onOwnThread { !passed.wait(milliseconds: 100) })
      }
      let isOver = await withCheckedContinuation { go in
        DispatchQueue.main.async {
          let over = Gate()
          DispatchQueue(label: "queue").async {
            DispatchQueue.main.sync {}
            over.open()
          }
          go.resume(returning: over.wait(milliseconds: 50))
        }
      }
      #expect(!isOver)
    }
  }
}

/// The ways to close a circle that leads to a queue which is already waiting.
enum Circle: String, CaseIterable {
  case sync, async, nestedSync, nestedAsync

  /// Runs the closure in a context where `sync` onto the given queue would close the circle.
  func run(_ close: @escaping @Sendable (DispatchQueue) -> Void) {
    let (a, b, closed) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"), Gate())
    let last = { @Sendable in
      close(a)
      closed.open()
    }
    switch self {
    case .sync: a.sync(execute: last)
    case .async: a.async(execute: last)
    case .nestedSync: a.sync { b.sync(execute: last) }
    case .nestedAsync: a.async { b.sync(execute: last) }
    }
    closed.wait()
  }
}

/// A separate program, because the test process doesn't trap where a program does.
private let closuresOnMainActor = """
  import Dispatch
  import Foundation

  @main struct Closures {
    @MainActor static var count = 0

    @MainActor static func main() {
      let (queue, group, done) = (DispatchQueue(label: "queue"), DispatchGroup(), DispatchSemaphore(value: 0))
      var timer: (any DispatchSourceTimer)?
      switch CommandLine.arguments.last {
      case "item": queue.async(execute: DispatchWorkItem { count += 1; print("ran"); done.signal() })
      case "notify": group.notify(queue: queue) { count += 1; print("ran"); done.signal() }
      case "timer":
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer?.schedule(deadline: .now())
        timer?.setEventHandler { count += 1; print("ran"); done.signal() }
        timer?.activate()
      case "io":
        DispatchIO.read(fromFileDescriptor: 0, maxLength: 0, runningHandlerOn: queue) { _, _ in
          count += 1; print("ran"); done.signal()
        }
      case "sendable": queue.async(execute: DispatchWorkItem { @Sendable in print("ran"); done.signal() })
      case "async": queue.async { print("ran"); done.signal() }
      default: OperationQueue().addOperation { print("ran"); done.signal() }
      }
      done.wait()
      timer?.cancel()
    }
  }
  """

private func itemThatRanTwice() -> DispatchWorkItem {
  let queue = DispatchQueue(label: "queue")
  let item = DispatchWorkItem {}
  for _ in 1...2 { queue.async(execute: item) }
  queue.sync {}
  return item
}

/// The exit condition of a process that Foundation stops. On Apple platforms, Foundation raises an exception.
private var refusal: ExitTest.Condition { isLinux ? trap : .signal(SIGABRT) }

/// The exit condition of a process that Dispatch stops.
var trap: ExitTest.Condition {
  #if arch(x86_64)
    .signal(SIGILL)
  #else
    .signal(SIGTRAP)
  #endif
}

#if os(Linux)
  /// Repeats `endDependency`, because the outcome depends on what occupies the memory of the freed dependent.
  private func endDependencies(cancel: @escaping @Sendable (OperationQueue, Operation) -> Void) async {
    await onOwnThread { for _ in 1...200 { endDependency(cancel: cancel) } }
  }

  /// Lets an operation end after its dependent was cancelled, has ended, and has been freed.
  private func endDependency(cancel: (OperationQueue, Operation) -> Void) {
    let (queue, body) = (OperationQueue(), HeldBody())
    let dependency = BlockOperation(block: body.run)
    // Nothing retains the dependent after this function has returned.
    func addDependent() {
      let dependent = BlockOperation(after: dependency)
      queue.addOperations([dependency, dependent], waitUntilFinished: false)
      body.begun.wait()
      cancel(queue, dependent)
      dependent.waitUntilFinished()
    }
    addDependent()
    let others = (0..<100).map { [Int](repeating: -1, count: 20 + $0 % 30) }
    body.end.open()
    dependency.waitUntilFinished()
    withExtendedLifetime(others) {}
  }
#endif
