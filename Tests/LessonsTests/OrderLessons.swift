import Foundation
import LessonKit
import Testing

extension LessonRuns {
  /// Where work runs, how much at a time, and in which order.
  @Suite struct OrderLessons {
    @Test("1. Filtered in the background, shown on the main thread; only Operation can ask where it is")
    func offTheMainThread() async throws {
      let told = try await Told.lesson(1)
      for story in told.both {
        #expect(story["shown"]?.thread == "main")
        #expect(story.threads("filter").isDisjoint(with: ["main", "caller"]))
        #expect(story["the caller goes on"]?.thread == "caller")
        #expect(story.isBefore("filter", "shown"))
      }
      #expect(told.operation.notes.contains("on the queue “filters”"))
    }

    @Test("2. A body that blocks keeps a thread; a width of four holds, by a semaphore or by a number")
    func width() async throws {
      for story in try await Told.lesson(2).both {
        #expect(story.spans.count == 80)
        #expect(story.mostAtOnce("limited") <= 4)
        let most = story.mostAtOnce("unlimited")
        #expect(story.threads("unlimited").count >= most)
        // The pool did not grow to what was asked for.
        if isLinux, ProcessInfo.processInfo.activeProcessorCount < 30 { #expect(most < 60) }
      }
    }

    @Test("3. A filter follows its download, and the poster all filters")
    func dependencies() async throws {
      for story in try await Told.lesson(3).both {
        #expect(story.spans.count == 7)
        for photo in ["oak", "sea", "fox"] {
          #expect(story.isBefore("download \(photo)", "filter \(photo)"))
          #expect(story.isBefore("filter \(photo)", "poster"))
        }
      }
    }

    @Test(
      "4. Taken back: GCD sends another item; a removed dependency is ignored on Linux, an own one is not")
    func takingBack() async throws {
      let told = try await Told.lesson(4)
      #expect(told.gcd.notes == ["found in the cache", "filtered", "downloaded"])
      let story = told.operation
      #expect(story.isBefore("filtered", "downloaded"))
      #expect(story.figure("dependencies left") == 0)
      #expect(story.figure("ready") == (isLinux ? 0 : 1))
      #expect(story.notes.contains("filtered, dependency removed") == !isLinux)
    }
  }
}
