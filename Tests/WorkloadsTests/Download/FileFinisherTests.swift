import Base
import TestSupport
import Testing

@testable import Workloads

@Suite("How complete files are finished")
struct FileFinisherTests {
  @Test("Each is finished in its turn, and not by the thread that hands it over")
  func order() async {
    let finished = Locked<[Int]>([])
    let (all, goOn) = (Gate(), Counter())
    let finisher = FileFinisher()
    for number in 0..<1000 {
      finisher.add {
        if number == 0 { goOn.blockUntil(1) }
        finished.withLock { $0.append(number) }
        return number == 999 ? { all.open() } : {}
      }
    }
    goOn.add()
    await all.wait()
    #expect(finished.value == Array(0..<1000))
  }

  @Test("Files that wait together end together, once the last is finished")
  func together() async {
    let log = Locked<[String]>([])
    @Sendable func note(_ words: String) { log.withLock { $0.append(words) } }
    let finisher = FileFinisher { note("\($0) at once") }
    let goOn = Counter()
    let (first, last) = (await finisher.hold(until: goOn), Gate())
    log.withLock { $0 = [] }
    finisher.add {
      note("finish 1")
      return { note("end 1") }
    }
    finisher.add {
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
  }
}
