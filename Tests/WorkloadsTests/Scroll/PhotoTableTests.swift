import Base
import Engine
import Engines
import Foundation
import SampleServer
import TestSupport
import Testing

@testable import Workloads

/// Tests the table's rules on the engines that run jobs concurrently. `serial` can't be queried while it is
/// blocked.
@Suite("A table that is scrolled through")
struct PhotoTableTests {
  static let engines = EngineName.parallel

  @Test("Rows in sight are shown and filtered, the others left alone", arguments: EngineName.allCases)
  func inSight(name: EngineName) async throws {
    let bench = try await TableBench(name).load()
    await bench.rest(on: 1..<4) { bench.states(1..<4).allSatisfy { $0 == .filtered } }
    await bench.perform {
      #expect(bench.states(4..<20).allSatisfy { if case .failed = $0 { true } else { $0 == .new } })
      #expect(bench.table.figures.filtered.count == 1)
      #expect(bench.table.figures.fetched > 0)
      #expect(bench.table.figures.wasted == 0)
    }
    #expect(bench.requests.count == 3)
  }

  @Test("A scroll suspends both queues until it rests, and nothing starts meanwhile", arguments: engines)
  func suspends(name: EngineName) async throws {
    let bench = try await TableBench(name, downloads: 1).load()
    bench.replies.shut()
    await bench.rest(on: 0..<3) { bench.states(0..<1) == [.downloading] }
    await bench.perform { bench.table.scrollBegan() }
    bench.replies.open()
    await bench.until { bench.states(0..<1) == [.downloaded] }
    await bench.perform {
      #expect(bench.table.pipeline.queues.map(\.isSuspended) == [true, true])
      // The filter and the two other downloads are waiting.
      #expect(bench.table.pipeline.filters?.counts.running == 0)
      #expect(bench.table.pipeline.downloads.counts.ready == 2)
      bench.table.rested(on: 0..<3, at: 0)
      #expect(bench.table.pipeline.queues.map(\.isSuspended) == [false, false])
    }
    await bench.until { bench.states(0..<3).allSatisfy { $0 == .filtered } }
    #expect(bench.trace.events.startedWhileSuspended == [])
  }

  @Test("A rest cancels work out of sight, waiting or running, and starts work in sight", arguments: engines)
  func cancels(name: EngineName) async throws {
    let bench = try await TableBench(name, downloads: 2).load()
    bench.replies.shut()
    await bench.rest(on: 0..<4) { bench.states(0..<2) == [.downloading, .downloading] }
    await bench.perform {
      bench.table.scrollBegan()
      bench.table.rested(on: 3..<6, at: 0)
      #expect(bench.table.figures.cancelled == 3)
      #expect(bench.table.figures.shown.cutShort == 1)
    }
    await bench.until { bench.states(0..<3) == [.new, .new, .new] }
    bench.replies.open()
    await bench.until { bench.states(3..<6).allSatisfy { $0 == .filtered } }
    await bench.perform { #expect(bench.states(0..<3) == [.new, .new, .new]) }
  }

  @Test("Without suspending and cancelling, rows start as they appear, and go on unseen", arguments: engines)
  func neverCancels(name: EngineName) async throws {
    let bench = try await TableBench(name, downloads: 2, suspendsAndCancels: false).load()
    bench.replies.shut()
    await bench.rest(on: 0..<2) { bench.states(0..<2) == [.downloading, .downloading] }
    await bench.perform {
      bench.table.scrollBegan()
      #expect(bench.table.pipeline.queues.map(\.isSuspended) == [false, false])
      bench.table.scrolled(to: 2..<4)
      #expect(bench.table.pipeline.photosInProgress == 4)
      bench.table.rested(on: 8..<9, at: 0)
      #expect(bench.table.figures.cancelled == 0)
    }
    bench.replies.open()
    await bench.until { [0..<4, 8..<9].flatMap(bench.states).allSatisfy { $0 == .filtered } }
    await bench.perform { #expect(bench.table.figures.wasted > 0) }
  }

  @Test("A failed photo is retried on demand: now if in sight, else when it is seen", arguments: engines)
  func retries(name: EngineName) async throws {
    let bench = try await TableBench(name).load()
    let isMended = Locked(false)
    bench.server.handler = { request in
      request.path.hasPrefix("/photos/") && !isMended.value ? .now(.notFound(request.path)) : nil
    }
    await bench.rest(on: 0..<2) {
      bench.table.photos[..<2].allSatisfy(\.canRetry) && bench.table.pipeline.photosInProgress == 0
    }
    isMended.withLock { $0 = true }
    await bench.perform { bench.table.retry(0) }
    await bench.until { bench.states(0..<1) == [.filtered] }
    await bench.perform {
      #expect(bench.table.photos[1].hasFailed)
      bench.table.rested(on: 5..<6, at: 0)
      bench.table.retry(1)
      #expect(bench.states(1..<2) == [.new])
      // Row 0 is done, and row -1 doesn't exist.
      bench.table.retry(0)
      bench.table.retry(-1)
      #expect(bench.states(0..<1) == [.filtered])
    }
    await bench.rest(on: 0..<2) { bench.states(0..<2) == [.filtered, .filtered] }
  }

  @Test("A photo that has failed is tried again on demand while its filter still waits", arguments: engines)
  func retriesEarly(name: EngineName) async throws {
    let bench = try await TableBench(name).load()
    let (isMended, isAsked, isSuspended) = (Locked(false), Gate(), Gate())
    let filters = try #require(bench.table.pipeline.filters)
    bench.server.handler = { request in
      guard request.path.hasPrefix("/photos/"), !isMended.value else { return nil }
      isAsked.open()
      return .later { respond in isSuspended.whenOpen { respond(.notFound(request.path)) } }
    }
    await bench.perform { bench.table.rested(on: 0..<1, at: 0) }
    await isAsked.wait()
    // `rested` has resumed both queues by now.
    filters.suspend()
    isSuspended.open()
    await bench.until { bench.table.photos[0].canRetry }
    isMended.withLock { $0 = true }
    await bench.perform {
      #expect(bench.table.pipeline.photosInProgress == 1)
      bench.table.retry(0)
      filters.resume()
    }
    await bench.until { bench.states(0..<1) == [.filtered] }
  }

  @Test("A photo without a usable URL is not tried again")
  func noRetry() async throws {
    let bench = try TableBench(.gcd)
    bench.server.handler = {
      $0.path == "/flawed.jsonl" ? .now(.text(#"{"name": "x", "url": "ftp://a/b.png"}"#)) : nil
    }
    await bench.load("/flawed.jsonl")
    await bench.perform {
      #expect(bench.table.photos[0].hasFailed && !bench.table.photos[0].canRetry)
      bench.table.retry(0)
      #expect(bench.table.photos[0].hasFailed)
    }
  }

  @Test("A window that is resized before all has come is at the same stop", arguments: engines)
  func resized(name: EngineName) async throws {
    let bench = try await TableBench(name, downloads: 2).load()
    bench.replies.shut()
    await bench.perform {
      bench.table.rested(on: 0..<4, at: 0)
      bench.table.rested(on: 0..<6, at: 0)
      #expect(bench.table.figures.shown.isWaiting)
      #expect(bench.table.figures.shown.cutShort == 0)
    }
    bench.replies.open()
    await bench.until { bench.states(0..<6).allSatisfy { $0 == .filtered } }
    await bench.perform {
      #expect(bench.table.figures.filtered.count == 1)
      bench.table.rested(on: 0..<7, at: 0)
      #expect(bench.table.figures.filtered.isWaiting)
    }
  }

  @Test(
    "A photo whose filtering was cancelled, once or again, is filtered when it is seen again, and not downloaded twice",
    arguments: engines)
  func filteringCancelled(name: EngineName) async throws {
    let bench = try await TableBench(name).load()
    for _ in 0..<2 {
      bench.filters.shut()
      await bench.rest(on: 0..<2) {
        [[.filtering, .downloaded], [.downloaded, .filtering]].contains(bench.states(0..<2))
      }
      await bench.perform {
        bench.table.scrollBegan()
        bench.table.rested(on: 10..<10, at: 0)
      }
      bench.filters.open()
      // Photos that are no longer visible are moved to disk, whether their filters were running or waiting.
      await bench.until {
        bench.table.pipeline.photosInProgress == 0
          && bench.table.photos[0..<2].allSatisfy {
            if case .original(.file(let path)) = $0.image {
              FileManager.default.fileExists(atPath: path)
            } else {
              false
            }
          }
      }
      await bench.perform { #expect(bench.states(0..<2) == [.downloaded, .downloaded]) }
    }
    await bench.perform {
      // Each photo settles twice, and reports it both times.
      #expect(bench.settled.sorted() == [0, 0, 1, 1])
      bench.table.rested(on: 0..<2, at: 0)
    }
    await bench.until { bench.states(0..<2) == [.filtered, .filtered] }
    #expect(bench.requests.count == 2)
  }

  @Test("Rows far beyond the list can be reported: only photos are looked at", arguments: engines)
  func beyondTheList(name: EngineName) async throws {
    let bench = try await TableBench(name).load()
    bench.replies.shut()
    await bench.rest(on: 0..<2) { bench.states(0..<2) == [.downloading, .downloading] }
    await bench.perform {
      bench.table.scrollBegan()
      bench.table.scrolled(to: 10..<12)
    }
    bench.replies.open()
    await bench.until { bench.states(0..<2) == [.downloaded, .downloaded] }
    await bench.perform {
      #expect(bench.table.figures.wasted > 0)
      bench.table.scrolled(to: 0..<Int.max)
      #expect(bench.table.figures.wasted == 0)
    }
  }

  @Test("A filter slow on purpose shows the photo meanwhile, and is cancelled at once", arguments: engines)
  func slowFilter(name: EngineName) async throws {
    let bench = try await TableBench(name, filterDelay: 3600).load()
    await bench.rest(on: 0..<1) { bench.states(0..<1) == [.filtering] }
    await bench.perform {
      #expect(bench.table.photos[0].isShown)
      bench.table.memoryWarning()
    }
    await bench.until { bench.table.pipeline.photosInProgress == 0 }
    await bench.perform { #expect(bench.states(0..<1) == [.downloaded]) }
  }

  @Test(
    "A list that is longer than the table is cut, and one that just fits is complete",
    arguments: [(999, 999, false), (1000, 1000, false), (1001, 1000, true)])
  func longList(listed: Int, rows: Int, isCut: Bool) async throws {
    let bench = try await TableBench(.gcd).load(listed)
    await bench.perform {
      #expect(bench.table.photos.count == rows)
      #expect(bench.table.list == (isCut ? .cut : .complete))
    }
  }

  @Test("A row cancelled and seen again before its job has ended is worked on", arguments: engines)
  func backAtOnce(name: EngineName) async throws {
    let bench = try await TableBench(name).load()
    bench.filters.shut()
    await bench.rest(on: 0..<1) { bench.states(0..<1) == [.filtering] }
    await bench.perform {
      bench.table.rested(on: 5..<5, at: 0)
      bench.table.rested(on: 0..<1, at: 0)
    }
    bench.filters.open()
    await bench.until { bench.states(0..<1) == [.filtered] }
    #expect(bench.requests.count == 1)
  }

  enum Reason: CaseIterable { case memoryWarning, nothingInSight, closing }

  @Test(
    "A memory warning, a rest with nothing in sight and closing cancel all work; but for closing, a rest starts it again",
    arguments: engines, Reason.allCases)
  func cancelsAll(name: EngineName, reason: Reason) async throws {
    let bench = try await TableBench(name).load()
    bench.replies.shut()
    await bench.rest(on: 0..<5) { bench.states(0..<3).allSatisfy { $0 == .downloading } }
    await bench.perform {
      switch reason {
      case .memoryWarning: bench.table.memoryWarning()
      case .nothingInSight: bench.table.rested(on: 5..<5, at: 1)
      case .closing:
        bench.table.scrollBegan()
        bench.table.cancel()
      }
    }
    await bench.until { bench.table.pipeline.photosInProgress == 0 }
    await bench.perform { #expect(bench.states(0..<5).allSatisfy { $0 == .new }) }
    #expect(bench.table.pipeline.queues.map(\.counts.isIdle) == [true, true])
    guard reason != .closing else { return }
    await bench.perform { #expect(bench.table.figures.cancelled == 5) }
    bench.replies.open()
    await bench.rest(on: 0..<5) { bench.states(0..<5).allSatisfy { $0 == .filtered } }
  }

  @Test(
    "Closed, a table ends though its list never comes, and follows no scroll that was on its way",
    .timeLimit(.minutes(5)), arguments: EngineName.allCases)
  func closed(name: EngineName) async throws {
    let bench = try TableBench(name)
    let (asked, ended) = (Gate(), Gate())
    bench.server.handler = { _ in
      asked.open()
      return .later { _ in }
    }
    bench.table.onEnd = { ended.open() }
    bench.engine.reportQueue.async { bench.table.load() }
    await asked.wait()
    bench.table.cancel()
    await ended.wait()
    await bench.perform {
      bench.table.follow(.rested(0..<2), at: 0)
      #expect(bench.table.inSight.isEmpty)
    }
  }

  @Test("Rows in sight before the list has come are started when it does", arguments: EngineName.allCases)
  func listComesLater(name: EngineName) async throws {
    let bench = try TableBench(name)
    await bench.perform { bench.table.rested(on: 0..<2, at: 0) }
    await bench.load()
    await bench.until { bench.states(0..<2) == [.filtered, .filtered] }
    await bench.perform { #expect(bench.table.figures.filtered.count == 1) }
  }

  @Test("Rows in sight may be beyond the list that comes", arguments: engines)
  func listEndsEarlier(name: EngineName) async throws {
    let bench = try TableBench(name)
    await bench.perform { bench.table.rested(on: 500..<505, at: 0) }
    await bench.load()
    await bench.rest(on: 0..<2) { bench.states(0..<2) == [.filtered, .filtered] }
  }

  @Test("Without suspending, rows in sight of a moving table start when the list comes", arguments: engines)
  func listComesDuringScroll(name: EngineName) async throws {
    let bench = try TableBench(name, suspendsAndCancels: false)
    await bench.perform {
      bench.table.scrollBegan()
      bench.table.scrolled(to: 0..<2)
    }
    await bench.load()
    await bench.until { bench.states(0..<2) == [.filtered, .filtered] }
  }

  @Test(
    "A list that cannot be fetched, or breaks off, keeps its photos, says why, and can be read on",
    arguments: EngineName.allCases)
  func brokenList(name: EngineName) async throws {
    let (bench, whole) = (try TableBench(name), try await TableBench(name).load(12))
    await bench.load("/nothing")
    await bench.perform { #expect(bench.listReason.contains("404")) }
    await bench.load("/broken.jsonl")
    await bench.perform {
      #expect(bench.table.photos.count == 5)
      #expect(bench.listReason.contains("broken at entry 6"))
    }
    await bench.load(12)
    let rest = await whole.perform { whole.table.photos[5...].map(\.name) }
    await bench.perform {
      #expect(bench.table.list == .complete)
      #expect(bench.table.photos.map(\.number) == Array(0..<12))
      #expect(bench.table.photos[5...].map(\.name) == rest)
      #expect(bench.table.photos[0..<5].allSatisfy { $0.url.hasPrefix("http://127.0.0.1:1/") })
    }
  }

  @Test("A script leaves no row in sight undone, and starts nothing while scrolling", arguments: engines)
  func script(name: EngineName) async throws {
    let bench = try await TableBench(name).load(40)
    let events = try ScrollScript(text: "scroll to 20 in 0.1\nscroll to 5 in 0.1\n").events(
      rows: 6, count: 40)
    await withCheckedContinuation { go in ScrollPlayer(bench.table).play(events) { go.resume() } }
    await bench.until { !bench.table.figures.filtered.isWaiting }
    await bench.perform {
      #expect(bench.table.photos[5..<11].allSatisfy { !$0.needsWork })
      #expect(bench.table.figures.shown.count >= 1)
    }
    #expect(bench.trace.events.startedWhileSuspended == [])
  }
}
