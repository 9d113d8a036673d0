import Foundation
import TestSupport
import Testing

@testable import Workloads

/// Where files are finished. The clock is the test's own.
@Suite struct FileFinisherTests {
  private let finisher = FileFinisher()

  /// Which of so many were finished here, in the order in which all were.
  /// - Parameter distance: nanoseconds between their ends.
  private func finish(_ count: Int, distance: UInt64) async -> [(number: Int, isHere: Bool)] {
    let finished = Counted()
    let here = Thread()
    for number in 0..<count {
      finisher.run(at: UInt64(number) * distance) {
        finished.add((number, here.isThis), of: count)
      }
    }
    await finished.all.wait()
    return finished.list
  }

  @Test("While few files end, each is finished where its transfer is")
  func few() async {
    let finished = await finish(100, distance: 1_000_000)
    #expect(finished.map(\.number) == Array(0..<100))
    #expect(finished.allSatisfy { $0.isHere })
    finisher.close()
  }

  @Test("While many files end, another thread finishes them, in their order")
  func many() async {
    let finished = await finish(5_000, distance: 10_000)
    #expect(finished.map(\.number) == Array(0..<5_000))
    #expect(finished.prefix(1_000).allSatisfy { $0.isHere }, "nobody knew yet that there would be many")
    #expect(finished.dropFirst(1_002).allSatisfy { !$0.isHere })
    finisher.close()
    let late = await finish(1, distance: 0)
    #expect(late.allSatisfy { $0.isHere }, "the thread is gone")
  }
}

/// The thread that it is made on.
private struct Thread {
  private let thread = pthread_self()
  var isThis: Bool { pthread_equal(thread, pthread_self()) != 0 }
}

private final class Counted: @unchecked Sendable {
  // Safe: touched under `lock` only.
  private let lock = NSLock()
  private var finished: [(number: Int, isHere: Bool)] = []
  let all = Gate()

  var list: [(number: Int, isHere: Bool)] { lock.withLock { finished } }

  func add(_ one: (number: Int, isHere: Bool), of count: Int) {
    let isLast = lock.withLock {
      finished.append(one)
      return finished.count == count
    }
    if isLast { all.open() }
  }
}
