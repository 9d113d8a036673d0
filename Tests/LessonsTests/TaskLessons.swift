import Foundation
import LessonKit
import Testing

import class TestSupport.LoopbackServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension LessonRuns {
  /// Tests of the lessons' statements about Swift concurrency that their code avoids triggering.
  @Suite struct TaskLessons {
    @Test("1, tasks. A task starts on the main actor if made there; detached and nonisolated work leaves it")
    @MainActor
    func inheritedActor() async throws {
      let diary = Diary()
      await Task { diary.note("a task") }.value
      await nonisolated(diary)
      await Task.detached { diary.note("detached") }.value
      #expect(diary.story["a task"]?.thread == "main")
      #expect(try #require(diary.story["nonisolated"]).thread != "main")
      #expect(try #require(diary.story["detached"]).thread != "main")
    }

    @Test("2, tasks. As many tasks that block as there are cores stop every other of their priority")
    func blockedPool() async {
      // In a separate process, so that no other test is blocked.
      await #expect(processExitsWith: .success) {
        let (passed, others) = await onOwnThread {
          let (ran, others) = (Gate(), Gate())
          let bodies = (1...ProcessInfo.processInfo.activeProcessorCount).map { _ in HeldBody() }
          for body in bodies {
            Task.detached(priority: .medium) { body.run() }
            body.begun.wait()
          }
          Task.detached(priority: .medium) { ran.open() }
          Task.detached(priority: .high) { others.open() }
          let passed = ran.wait(milliseconds: 200)
          let isOther = others.wait(milliseconds: 60_000)
          for body in bodies { body.end.open() }
          ran.wait()
          return (passed, isOther)
        }
        #expect(!passed)
        #expect(others)
      }
    }

    @Test("3, tasks. An `await` in a loop runs one after the other")
    func awaitInLoop() async {
      let diary = Diary()
      for photo in ["oak", "sea", "fox"] {
        await diary.span("download \(photo)") { await transfer(milliseconds: 1) }
      }
      #expect(diary.story.mostAtOnce() == 1)
    }

    @Test("4, tasks. A group returns when the slowest child has ended, though it took the first result")
    func groupWaits() async {
      let (end, diary) = (Gate(), Diary())
      let race = Task {
        await withTaskGroup(of: String.self) { group in
          group.addTask { "cached" }
          group.addTask {
            await end.opened()
            diary.note("slow child ends")
            return "downloaded"
          }
          let first = await group.next()
          group.cancelAll()
          end.open()
          return first
        }
      }
      #expect(await race.value == "cached")
      #expect(diary.story.notes == ["slow child ends"])
    }

    @Test("5, tasks. Cancelled before it starts, a task starts; dropped, it goes on")
    @MainActor
    func startedThoughCancelled() async {
      let dropped = Gate()
      // The task can't start on this actor before the `await`.
      let task = Task { Task.isCancelled }
      task.cancel()
      #expect(await task.value)
      Task { dropped.open() }
      await dropped.opened()
    }

    // Since Swift 6.4, the compiler warns about this.
    #if compiler(<6.4)
      @Test("6, tasks. A task that throws, and that nobody awaits, drops its error, and nothing warns")
      func droppedError() async {
        let threw = Gate()
        func download() async throws {
          defer { threw.open() }
          throw CancellationError()
        }
        Task { try await download() }
        await threw.opened()
      }
    #endif

    @Test("6, 7, tasks. Cancelling a task leaves alone what was made inside; the wait for its value goes on")
    func unstructured() async {
      let (made, cancelled) = (Gate(), Gate())
      let outer = Task {
        let inner = Task {
          await cancelled.opened()
          return Task.isCancelled
        }
        made.open()
        return await (inner.value, Task.isCancelled)
      }
      await made.opened()
      outer.cancel()
      cancelled.open()
      #expect(await outer.value == (false, true))
    }

    @Test("7, tasks. Added before or after its task is cancelled, a child starts all the same, cancelled")
    func childOfCancelled() async {
      let begun = Locked<[Bool]>([])
      let (held, added, cancelled) = (Gate(), Gate(), Gate())
      let photos = Task {
        await held.opened()
        return await withTaskGroup { group in
          // This child is added before the cancellation but can't start before it, because the main actor is occupied.
          group.addTask { @MainActor in begun.withLock { $0.append(Task.isCancelled) } }
          added.open()
          await cancelled.opened()
          group.addTask { begun.withLock { $0.append(Task.isCancelled) } }
          return group.addTaskUnlessCancelled { begun.withLock { $0.append(Task.isCancelled) } }
        }
      }
      await onMainActor {
        held.open()
        added.wait()
        photos.cancel()
      }
      cancelled.open()
      #expect(await !photos.value)
      #expect(begun.withLock { $0 } == [true, true])
    }

    @Test("8, tasks. A cancelled task goes on waiting for its continuation")
    func continuation() async {
      let (held, isOver) = (Locked<CheckedContinuation<Void, Never>?>(nil), Gate())
      let begun = Gate()
      let task = Task {
        await withCheckedContinuation { continuation in
          held.withLock { $0 = continuation }
          begun.open()
        }
        isOver.open()
      }
      await begun.opened()
      task.cancel()
      #expect(await onOwnThread { !isOver.wait(milliseconds: 50) })
      held.withLock { $0 }?.resume()
      await isOver.opened()
    }

    @Test("8, tasks. A continuation that is dropped hangs its task, with a warning")
    func droppedContinuation() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let isOver = Gate()
        Task {
          await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
          isOver.open()
        }
        #expect(await onOwnThread { !isOver.wait(milliseconds: 100) })
      }
      let warning = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(warning.contains("leaked its continuation"))
    }

    @Test("9, tasks. What is awaited through a continuation is not raised")
    func notRaised() async {
      let (waits, asked, end) = (Gate(), Gate(), Gate())
      let base = Task.detached(priority: .background) {
        await asked.opened()
        let priority = Task.currentPriority
        end.open()
        return priority
      }
      Task.detached(priority: .high) {
        waits.open()
        await end.opened()
      }
      await waits.opened()
      asked.open()
      // Awaits the gate, because awaiting the task's value would raise its priority.
      await end.opened()
      #expect(await base.value == .background)
    }

    @Test("9, tasks. A task and a child take over the priority; a detached task does not")
    func inheritedPriority() async {
      let (found, end) = (Locked<[TaskPriority?]>([]), Gate())
      Task.detached(priority: .background) {
        async let child = Task.basePriority
        let all = await [child, Task { Task.basePriority }.value, Task.detached { Task.basePriority }.value]
        found.withLock { $0 = all }
        end.open()
      }
      // Awaits the gate, because awaiting the task's value would raise its priority.
      await end.opened()
      let priorities = found.withLock { $0 }
      #expect(priorities.prefix(2) == [.background, .background])
      #expect(priorities.last != .background)
    }

    @Test("10, tasks. Of two tasks that iterate over one stream, each misses what the other got")
    func sharedStream() async {
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      let listeners = (1...2).map { _ in
        Task {
          var iterator = numbers.makeAsyncIterator()
          return await iterator.next()
        }
      }
      for number in 1...2 { source.yield(number) }
      var heard: [Int] = []
      for listener in listeners { heard += [await listener.value ?? 0] }
      #expect(heard.sorted() == [1, 2])
    }

    @Test("10, tasks. Two tasks that wait for one throwing stream trap")
    func sharedThrowingStream() async {
      await #expect(processExitsWith: .failure) {
        let (numbers, source) = AsyncThrowingStream.makeStream(of: Int.self)
        for _ in 1...2 { Task { for try await _ in numbers {} } }
        await Gate().opened()
        source.finish()
      }
    }

    @Test("10, tasks. Cancelling one of two listeners ends the stream for both")
    func cancelledListener() async {
      let (numbers, source) = AsyncStream.makeStream(of: Int.self)
      let listeners = (1...2).map { _ in Task { for await _ in numbers {} } }
      listeners[0].cancel()
      for listener in listeners { await listener.value }
      withExtendedLifetime(source) {}
    }

    @Test("11, tasks. A continuation that is resumed twice traps")
    func resumedTwice() async {
      await #expect(processExitsWith: .failure) {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          continuation.resume()
          continuation.resume()
        }
      }
    }

    @Test("13, 15, 23, tasks. While one that has looked awaits, an actor lets in the next: both take it")
    func reentrancy() async {
      let photo = LastPhoto()
      await withTaskGroup { group in
        for _ in 1...2 { group.addTask { await photo.take() } }
      }
      #expect(await photo.takers == 2)
    }

    @Test("19, 26, tasks. A cancelled task that awaits `data(from:)` ends, and its transfer is aborted")
    func abortedTransfer() async throws {
      let server = try LoopbackServer { _ in .steps(.silence) }
      defer { server.stop() }
      let url = try #require(URL(string: server.url()))
      let task = Task { try await URLSession.shared.data(from: url) }
      // The request has arrived, and is never answered.
      await server.requested.reach(1)
      task.cancel()
      await #expect(throws: URLError.self) { try await task.value }
      // The server notices that the connection has been closed.
      await server.ended.reach(1)
    }

    @Test(
      "16, 17, 23, Glossary. An `await` lets others in where the call leaves the actor, even for an idle one",
      .onOwnThreads)
    func awaitThatLeaves() async {
      let own = await Busy().run { busy, _ in await busy.own() }
      let idle = await Busy().run { await Busy().block(until: $1) }
      let none = await Busy().run { await blockOnNoActor(until: $1) }
      #expect(own == ["ends", "other"])
      #expect(idle == ["other", "ends"] && none == idle)
    }

    @Test("16, tasks. Two tasks that await each other's value hang, and nothing traps")
    func awaitEachOther() async {
      let isOver = Gate()
      let (others, give) = AsyncStream.makeStream(of: Task<Void, Never>.self)
      let first = Task {
        for await other in others {
          await other.value
          break
        }
        isOver.open()
      }
      let second = Task { await first.value }
      give.yield(second)
      #expect(await onOwnThread { !isOver.wait(milliseconds: 100) })
    }
  }
}

/// Occupies the main actor while the body runs. Unlike a task, the body may block.
@MainActor private func onMainActor(_ body: () -> Void) { body() }

private func nonisolated(_ diary: Diary) async { diary.note("nonisolated") }

/// An actor on which another task waits for its turn while the first one awaits a call.
private actor Busy {
  private var notes: [String] = []

  func run(_ call: @Sendable (isolated Busy, _ entered: Gate) async -> Void) async -> [String] {
    let entered = Gate()
    let other = Task {
      notes.append("other")
      entered.open()
    }
    await call(self, entered)
    notes.append("ends")
    await other.value
    return notes
  }
  func own() async {}
  func block(until gate: Gate) { _ = gate.wait(milliseconds: 60_000) }
}

@concurrent private func blockOnNoActor(until gate: Gate) async { blocks(until: gate) }

private func blocks(until gate: Gate) { _ = gate.wait(milliseconds: 60_000) }

/// An actor that checks, awaits, and then takes, which is the wrong order.
private actor LastPhoto {
  private(set) var takers = 0
  private var (isThere, looked, both) = (true, 0, Gate())

  func take() async {
    guard isThere else { return }
    looked += 1
    if looked == 2 { both.open() }
    await both.opened()
    isThere = false
    takers += 1
  }
}
