import Foundation
import LessonKit
import Lessons
import Testing

extension LessonRuns {
  /// Where work runs, how much at a time, and in which order.
  @Suite struct OrderLessons {
    @Test("1. Filtered in the background, shown on the main thread; only Operation is told on which queue")
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

    @Test(
      "2. 500 bodies that end later are under way together, 500 that block are not; a width of four holds")
    func width() async throws {
      for story in try await Told.lesson(2).both {
        #expect(story.spans.count == 1_020)
        #expect(story.mostAtOnce("ends later") == 500)
        #expect(story.threads("ends later").count < 500)
        let most = story.mostAtOnce("blocks")
        #expect(story.threads("blocks").count >= most)
        // The pool's own limit, on any machine.
        #expect(most < 500)
        #expect(story.mostAtOnce("limited") <= 4)
      }
    }

    @Test(
      "2, 11. An operation that ends later gives the notices of a change, and looks whether it is cancelled")
    func asynchronousOperations() throws {
      for number in [2, 11] {
        let code = try #require(lessons.first { $0.number == number }).text.operation
        for property in ["isExecuting", "isFinished"] {
          #expect(code.contains("override var \(property)"))
          #expect(code.contains("willChangeValue(for: \\.\(property))"))
          #expect(code.contains("didChangeValue(for: \\.\(property))"))
        }
        #expect(code.contains("if isCancelled { return"))
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
      "4. Taken back: GCD submits another item; a removed dependency is ignored on Linux, an own one is not")
    func takingBack() async throws {
      let told = try await Told.lesson(4)
      #expect(told.gcd.notes == ["found in the cache", "filtered", "downloaded"])
      let story = told.operation
      #expect(story.isBefore("filtered", "downloaded"))
      #expect(story.figure("dependencies left") == 0)
      #expect(story.figure("ready") == (isLinux ? 0 : 1))
      #expect(story.notes.contains("filtered, dependency removed") == !isLinux)
    }

    @Test(
      "8. One at a time, suspending holds back, counted by GCD and switched by Operation; without a width, it does not"
    )
    func suspending() async throws {
      let told = try await Told.lesson(8)
      #expect(told.gcd.notes == ["first", "resumed once", "resumed twice", "second"])
      #expect(told.operation.notes == ["first", "resumed", "second"])
      for story in told.both { #expect(story.spans.count == 200) }
      // What Apple's systems hand on at once is theirs to say.
      if isLinux {
        for story in told.both { #expect(story.figure("of 200 ran though suspended") == 200) }
      }
    }

    @Test("9. A quality of service changes no order, a priority does, until it depends on a low one")
    func priorities() async throws {
      let told = try await Told.lesson(9)
      #expect(told.gcd.notes == ["unseen", "soon", "on screen", "on screen, first", "unseen, later"])
      let notes = told.operation.notes
      #expect(notes.prefix(3) == ["on screen", "soon", "unseen"])
      #expect(notes.dropFirst(3).prefix(4) == ["other", "another", "its base", "urgent"])
      #expect(notes.dropFirst(7) == ["its raised base", "urgent again", "the other"])
    }

    @Test("12. Nothing runs beside a barrier or a layer; on a global queue a barrier is none")
    func barriers() async throws {
      let told = try await Told.lesson(12)
      for story in told.both {
        for (read, isBefore) in [("read a", true), ("read b", true), ("read c", false), ("read d", false)] {
          #expect(isBefore ? story.isBefore(read, "change") : story.isBefore("change", read))
        }
      }
      for read in ["read e", "read f"] { #expect(told.operation.isBefore(read, "change all")) }
      for read in ["read g", "read h"] { #expect(told.operation.isBefore("change all", read)) }
      #expect(told.gcd.notes == ["passed by a barrier"])
    }
  }
}
