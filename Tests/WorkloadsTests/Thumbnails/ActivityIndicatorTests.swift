import Base
import Foundation
import TestSupport
import Testing

@testable import Workloads

@Suite("The activity indicator")
struct ActivityIndicatorTests {
  @Test("It is on exactly while something is in flight")
  func exactly() {
    let changes = Locked<[Bool]>([])
    let indicator = ActivityIndicator { isOn in changes.withLock { $0.append(isOn) } }
    #expect(!indicator.isOn)
    indicator.begin()
    indicator.begin()
    #expect(indicator.isOn)
    indicator.end()
    #expect(indicator.isOn)
    indicator.end()
    #expect(!indicator.isOn)
    #expect(changes.value == [true, false])
  }

  @Test("From many threads it goes on and off by turns, and ends off")
  func manyThreads() async {
    let changes = Locked<[Bool]>([])
    let indicator = ActivityIndicator { isOn in changes.withLock { $0.append(isOn) } }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<2000 {
            indicator.begin()
            #expect(indicator.isOn)
            indicator.end()
          }
        }
      }
    }
    #expect(!indicator.isOn)
    let all = changes.value
    #expect(all.count.isMultiple(of: 2))
    #expect(zip(all, 0...).allSatisfy { isOn, index in isOn == index.isMultiple(of: 2) })
  }
}
