import Foundation
import LessonKit
import Observation
import Testing

extension LessonRuns {
  /// Tests of the statements in `Comparison/Glossary.md` that are marked as run here.
  @Suite struct GlossaryTests {
    @Test("Glossary. An immediate task runs up to its first suspension before the caller's next line")
    @available(macOS 26, iOS 26, *)
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

    @available(macOS 26, *)
    @Test("Glossary. An immediate task that is isolated elsewhere is only submitted")
    func immediateElsewhere() async {
      let notes = Locked<[String]>([])
      let held = HeldBody()
      // The main actor is busy until the next line has run.
      DispatchQueue.main.async(execute: held.run)
      await held.begun.opened()
      let task = Task.immediate { @MainActor in notes.withLock { $0.append("begins") } }
      notes.withLock { $0.append("next line") }
      held.end.open()
      await task.value
      #expect(notes.withLock { $0 } == ["next line", "begins"])
    }

    @available(macOS 26, *)
    @Test("Glossary. `Observations` gives the value after the change")
    @MainActor
    func observations() async {
      let album = Shown()
      let found = Task {
        var found: [Int] = []
        for await photos in Observations({ album.photos }) {
          #expect(photos == album.photos)
          found.append(photos)
          if photos == 0 { album.photos = 1 } else { break }
        }
        return found
      }
      #expect(await found.value == [0, 1])
    }

    @Test("Glossary. A task has the name that it was made with")
    @available(macOS 26, iOS 26, *)
    func name() async {
      #expect(await Task(name: "filter oak") { Task.name }.value == "filter oak")
    }

    @Test("Glossary. A task that something urgent awaits is raised, and its handler is called")
    @available(macOS 26, iOS 26, *)
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

    @Test("Glossary. What observes a property is called where that is changed, once, and before the change")
    func observation() async {
      let (album, found) = (Album(), Locked<[Int]>([]))
      let queue = DispatchQueue(label: "changes")
      withObservationTracking {
        _ = album.photos
      } onChange: {
        dispatchPrecondition(condition: .onQueue(queue))
        found.withLock { $0.append(album.photos) }
      }
      await withCheckedContinuation { go in
        queue.async {
          for _ in 1...2 { album.photos += 1 }
          go.resume()
        }
      }
      #expect(found.withLock { $0 } == [0])
    }

    @Test("20, Glossary. An error that leaves a throwing group cancels the rest")
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
  }
}

@MainActor @Observable private final class Shown { var photos = 0 }

@Observable private final class Album: @unchecked Sendable {
  // Safe: changed by a single closure, and everything else waits for it.
  var photos = 0
}
