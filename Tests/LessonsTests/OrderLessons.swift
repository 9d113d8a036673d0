import Foundation
import LessonKit
import Lessons
import Testing

extension LessonRuns {
  /// Tests of lessons about where work runs, how much of it runs simultaneously, and in which order.
  @Suite(.onOwnThreads) struct OrderLessons {
    @Test("1. Filtered in the background, shown on the main thread; only Operation names the queue")
    func offTheMainThread() async throws {
      let stories = try await Stories.lesson(1)
      for story in stories.both { #expect(story["caller continues"]?.thread == "main") }
      for story in stories.all {
        #expect(story["show"]?.thread == "main")
        #expect(story["filter"].map { !["main", "caller"].contains($0.thread) } == true)
        #expect(story.isBefore("filter", "show"))
        #expect(story.states("filter") == [.waiting, .running])
        #expect(story.states("caller continues") == [.running])
      }
      for job in ["caller continues", "measure"] { #expect(stories.tasks[job]?.thread == "main") }
      #expect(stories.operation.notes.contains("on the queue “filters”"))
    }

    @Test("29. An album of the main actor filters on another thread, and shows on the main one")
    func approachable() async throws {
      let stories = try await Stories.lesson(29)
      for story in stories.all {
        #expect(story["filter oak"]?.thread.hasPrefix("thread") == true)
        #expect(story["show oak"]?.thread == "main")
      }
      #expect(stories.tasks["measure oak"]?.thread == "main")
      #expect(stories.tasks.notes == ["filtered oak"])
    }

    @Test("2. 500 asynchronous jobs are in progress together, 500 that block are not; a limit of four holds")
    func limit() async throws {
      let stories = try await Stories.lesson(2)
      for story in stories.both {
        #expect(story.spans.count == 1_012)
        #expect(story.mostAtOnce("ends later") == 500)
        #expect(story.threads("ends later").count < 500)
        let most = story.mostAtOnce("blocks")
        #expect(story.threads("blocks").count >= most)
        // The pool has its own limit on every machine.
        #expect(most < 500)
      }
      #expect(stories.tasks.mostAtOnce("ends later") == 500)
      for story in stories.all {
        #expect(story.timeline.lanes.first { $0.name == "ends later ×500" }?.detail == "500 at once")
        #expect(story.mostAtOnce("photo") <= 4)
        // Each photo has a lane. All but the first four wait for another one to end.
        for number in 1...12 { #expect(story.states("photo \(number)") == [.waiting, .running]) }
        let ends = (1...12).compactMap { story["photo \($0)"]?.end?.turn }.sorted()
        for number in 5...12 {
          #expect(try #require(story["photo \(number)"]).start.turn > ends[number - 5])
        }
      }
    }

    @Test("11, 19. An asynchronous operation sends its notifications, and checks whether it was cancelled")
    func asynchronousOperations() throws {
      for number in [11, 19] {
        let code = try #require(lessons.first { $0.number == number }).source(.operation)
        for property in ["isExecuting", "isFinished"] {
          #expect(code.contains("override var \(property)"))
          #expect(code.contains("willChangeValue(for: \\.\(property))"))
          #expect(code.contains("didChangeValue(for: \\.\(property))"))
        }
        #expect(code.contains("if isCancelled { "))
      }
    }

    @Test("3. A filter follows its download, and the poster all filters")
    func dependencies() async throws {
      let stories = try await Stories.lesson(3)
      for story in stories.all {
        #expect(story.spans.count == 7)
        for photo in ["fox", "oak", "sea"] {
          #expect(story.isBefore("download \(photo)", "filter \(photo)"))
          #expect(story.isBefore("filter \(photo)", "poster"))
        }
      }
      // Each filter is submitted before its download, so it waits.
      for photo in ["fox", "oak", "sea"] {
        #expect(stories.operation.states("filter \(photo)") == [.waiting, .running])
      }
      for story in stories.both { #expect(story.states("poster") == [.waiting, .running]) }
    }

    @Test("4. A filter that need not wait any more runs at once, and once, though the download ends later")
    func removing() async throws {
      let stories = try await Stories.lesson(4)
      for story in stories.all {
        #expect(story.isBefore("the photo is in the cache", "filter"))
        #expect(story.spans.count { $0 == "filter" } == 1)
        #expect(story.states("filter") == [.waiting, .running])
        let (filter, download) = try (#require(story["filter"]?.end), #require(story["download"]?.end))
        #expect(filter.turn < download.turn)
      }
      // The `notify` that couldn't be withdrawn.
      #expect(stories.gcd.notes == ["the photo is in the cache", "called again, too late"])
      #expect(stories.operation.figure("dependencies left") == 0)
    }

    @Test("8. Suspending holds back a serial queue (GCD counts, Operation switches), not a concurrent one")
    func suspending() async throws {
      let stories = try await Stories.lesson(8)
      #expect(
        stories.gcd.notes == ["first continues", "resumed once", "resumed twice", "the photos continue"])
      #expect(stories.gcd.isBefore("resumed twice", "second"))
      for story in [stories.operation, stories.tasks] { #expect(story.isBefore("resumed", "second")) }
      #expect(stories.operation.notes == ["first continues", "resumed"])
      #expect(stories.tasks.notes == ["first continues", "resumed", "cancelled, it goes on"])
      let gone = try #require(stories.tasks["cancelled, it goes on"]?.start.turn)
      #expect(try gone < #require(stories.tasks.entries.last { $0.kind == .resumed }?.start.turn))
      for story in stories.all {
        #expect(story.isBefore("first", "second"))
      }
      for story in [stories.gcd, stories.tasks] {
        #expect(story.spans.count { $0 == "photo" } == 200)
        let photos = try #require(story.timeline.lanes.first { $0.name == "photo ×200" })
        #expect(photos.bars.first?.state == .waiting && photos.bars.last?.state == .running)
        let suspended = story.timeline.lanes.flatMap(\.bars).filter { $0.state == .suspended }
        #expect(suspended.count == 2)
      }
      #expect(stories.tasks.figure("of 200 ran though suspended") == 0)
      #expect(stories.gcd.figure("of 200 ran though suspended") == 200)
    }

    @Test("9. Quality of service reorders no serial queue; a priority orders, until it depends on a low one")
    func priorities() async throws {
      let stories = try await Stories.lesson(9)
      #expect(stories.gcd.spans == ["unseen", "soon", "on screen", "on screen, first", "unseen, later"])
      let spans = stories.operation.spans
      #expect(spans.prefix(3) == ["on screen", "soon", "unseen"])
      #expect(spans.dropFirst(3).prefix(4) == ["other", "another", "base", "urgent"])
      #expect(spans.dropFirst(7) == ["raised base", "urgent again", "the other"])
      #expect(stories.tasks.spans == ["on screen", "soon", "unseen", "base", "urgent"])
      #expect(stories.tasks.notes == ["base is raised"])
      for story in stories.all {
        for photo in ["unseen", "soon", "on screen"] {
          #expect(story.states(photo) == [.waiting, .running])
        }
      }
    }

    @Test("9, trap. Quality of service does not order queues: background may begin before a later submission")
    func qualityOrdersNothing() {
      let (background, urgent) = (
        DispatchQueue(label: "background", qos: .background),
        DispatchQueue(label: "urgent", qos: .userInitiated)
      )
      // This order occurs most of the time. On a busy machine, it takes longer until the first begins.
      let isFirst = (1...1_000).contains { attempt in
        let (group, diary) = (DispatchGroup(), Diary())
        background.async(group: group) { diary.note("background") }
        for _ in 1..<attempt { sched_yield() }
        urgent.async(group: group) { diary.note("urgent") }
        group.wait()
        return diary.story.notes.first == "background"
      }
      #expect(isFirst)
    }

    @Test("12. Nothing runs beside a barrier or a layer, but on a global queue, or if it may pass the layer")
    func barriers() async throws {
      let stories = try await Stories.lesson(12)
      for story in stories.both { #expect(story.states("change") == [.waiting, .running]) }
      for story in stories.all {
        for (read, isBefore) in [("read a", true), ("read b", true), ("read c", false), ("read d", false)] {
          #expect(isBefore ? story.isBefore(read, "change") : story.isBefore("change", read))
        }
      }
      for read in ["read e", "read f"] { #expect(stories.operation.isBefore(read, "change all")) }
      for read in ["read g", "read h"] { #expect(stories.operation.isBefore("change all", read)) }
      let (read, change) = try (#require(stories.gcd["global read"]), #require(stories.gcd["global change"]))
      #expect(try #require(change.end).turn < #require(read.end).turn)

      let (queue, body, passed) = (OperationQueue(), HeldBody(), Gate())
      let before = BlockOperation(block: body.run)
      let (layer, unrelated) = (BlockOperation(after: before), BlockOperation { passed.open() })
      for operation in [before, layer, unrelated] { queue.addOperation(operation) }
      await passed.opened()
      #expect(!layer.isFinished)
      body.end.open()
    }
  }
}
