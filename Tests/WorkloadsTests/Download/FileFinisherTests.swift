import Base
import Foundation
import TestSupport
import Testing

@testable import Workloads

/// Where files are finished. The clock is the test's own.
@Suite struct FileFinisherTests {
  /// Which of so many were finished here, in the order in which all were.
  /// - Parameter distance: nanoseconds between their ends.
  private func finish(_ finisher: FileFinisher, _ count: Int, distance: UInt64) async -> [(
    number: Int, isHere: Bool
  )] {
    let finished = Locked<[(number: Int, isHere: Bool)]>([])
    let all = Gate()
    let here = Thread()
    for number in 0..<count {
      finisher.run(at: UInt64(number) * distance) {
        finished.withLock { $0.append((number, here.isThis)) }
        return number == count - 1 ? { all.open() } : {}
      }
    }
    await all.wait()
    return finished.value
  }

  @Test("While few files end, each is finished where its transfer is")
  func few() async {
    let finisher = FileFinisher()
    let finished = await finish(finisher, 100, distance: 1_000_000)
    #expect(finished.map(\.number) == Array(0..<100))
    #expect(finished.allSatisfy { $0.isHere })
    finisher.close()
  }

  @Test("While many files end, another thread finishes them, in their order")
  func many() async {
    let finisher = FileFinisher()
    let finished = await finish(finisher, 5_000, distance: 10_000)
    #expect(finished.map(\.number) == Array(0..<5_000))
    #expect(finished.prefix(200).allSatisfy { $0.isHere }, "nobody knew yet that there would be many")
    #expect(finished.dropFirst(202).allSatisfy { !$0.isHere })
    finisher.close()
    let late = await finish(finisher, 1, distance: 0)
    #expect(late.allSatisfy { $0.isHere }, "the thread is gone")
  }

  @Test("Files that wait together end together, once the last is finished")
  func together() async {
    let log = Locked<[String]>([])
    func note(_ words: String) { log.withLock { $0.append(words) } }
    let finisher = FileFinisher { note("\($0) at once") }
    let goOn = Counter()
    let (first, last) = (await finisher.hold(until: goOn), Gate())
    log.withLock { $0 = [] }
    finisher.run(at: 11_020_000) {
      note("finish 1")
      return { note("end 1") }
    }
    finisher.run(at: 11_030_000) {
      note("finish 2")
      return {
        note("end 2")
        last.open()
      }
    }
    goOn.add()
    await first.wait()
    await last.wait()
    #expect(log.value == ["-1 at once", "2 at once", "finish 1", "finish 2", "-2 at once", "end 1", "end 2"])
    finisher.close()
  }
}

/// The thread that it is made on.
private struct Thread {
  private let thread = pthread_self()
  var isThis: Bool { pthread_equal(thread, pthread_self()) != 0 }
}
