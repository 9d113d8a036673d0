import Foundation
import LessonKit
import Synchronization
import Testing

extension LessonRuns {
  /// What `Comparison/Glossary.md` says was run here.
  @Suite struct GlossaryTests {
    @Test("Glossary. An `Atomic` that is counted up from many threads misses none")
    func atomic() async {
      let count = await onOwnThread {
        let count = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
          for _ in 0..<1_000 { count.add(1, ordering: .relaxed) }
        }
        return count.load(ordering: .relaxed)
      }
      #expect(count == 8_000)
    }

    @Test("Glossary. An immediate task runs up to its first suspension before the caller's next line")
    func immediate() async {
      let notes = Locked<[String]>([])
      let gate = Gate()
      let task = Task.immediate {
        notes.withLock { $0.append("begins") }
        await gate.opened()
        notes.withLock { $0.append("ends") }
      }
      notes.withLock { $0.append("next line") }
      gate.open()
      await task.value
      #expect(notes.withLock { $0 } == ["begins", "next line", "ends"])
    }

    @Test("Glossary. A task has the name that it was made with")
    func name() async {
      #expect(await Task(name: "filter oak") { Task.name }.value == "filter oak")
    }

    @Test(
      "Glossary. A task-local value goes to children and tasks, not to a detached one or a closure on a queue"
    )
    func taskLocal() async {
      let (child, task, detached, closure) = await Trace.$request.withValue("42") {
        async let child = Trace.request
        let task = Task { Trace.request }
        let detached = Task.detached { Trace.request }
        let closure = await withCheckedContinuation { go in
          DispatchQueue(label: "queue").async { go.resume(returning: Trace.request) }
        }
        return await (child, task.value, detached.value, closure)
      }
      #expect([child, task] == ["42", "42"])
      #expect([detached, closure] == ["none", "none"])
    }

    @Test("Glossary. A task that something urgent awaits is raised, and its handler is called")
    func escalation() async {
      let (begun, raised) = (Gate(), Gate())
      let slow = Task.detached(priority: .background) {
        await withTaskPriorityEscalationHandler {
          begun.open()
          await raised.opened()
        } onPriorityEscalated: { _, _ in
          raised.open()
        }
      }
      await begun.opened()
      await Task.detached(priority: .high) { await slow.value }.value
      #expect(raised.isOpen)
    }

    @Test("Glossary. An error that leaves a throwing group cancels the rest")
    func throwingGroup() async {
      let isCancelled = Locked(false)
      await #expect(throws: PhotoError.self) {
        try await withThrowingTaskGroup { group in
          group.addTask { throw PhotoError.notFound }
          group.addTask {
            do { try await Task.sleep(for: .seconds(3_600)) } catch { isCancelled.withLock { $0 = true } }
          }
          try await group.next()
          try await group.next()
        }
      }
      #expect(isCancelled.withLock { $0 })
    }

    @Test("Glossary. Timers with a leeway, and sleeps with a tolerance, end")
    func leeway() async throws {
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
      let fired = Gate()
      timer.setEventHandler { fired.open() }
      timer.schedule(wallDeadline: .now(), repeating: .never, leeway: .milliseconds(5))
      timer.activate()
      await fired.opened()
      timer.cancel()
      try await Task.sleep(for: .zero, tolerance: .milliseconds(1), clock: .suspending)
    }
  }
}

private enum Trace { @TaskLocal static var request = "none" }
