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
    let one = indicator.begin()
    let two = indicator.begin()
    #expect(indicator.isOn)
    one.end()
    #expect(indicator.isOn)
    two.end()
    #expect(!indicator.isOn)
    #expect(changes.value == [true, false])
  }

  @Test("An activity that is ended twice is ended once, and one that is let go of is ended")
  func twice() {
    let indicator = ActivityIndicator()
    let one = indicator.begin()
    let two = indicator.begin()
    one.end()
    one.end()
    #expect(indicator.isOn)
    two.end()
    #expect(!indicator.isOn)
    _ = indicator.begin()
    #expect(!indicator.isOn)
  }

  @Test("From many threads it goes on and off by turns, and ends off")
  func manyThreads() async {
    let changes = Locked<[Bool]>([])
    let indicator = ActivityIndicator { isOn in changes.withLock { $0.append(isOn) } }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<2000 {
            let activity = indicator.begin()
            #expect(indicator.isOn)
            activity.end()
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
