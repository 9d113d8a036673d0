import Base
import TestSupport
import Testing

@testable import Workloads

@Suite("How complete files are finished")
struct FileFinisherTests {
  @Test(
    "Files are finished in turn, by another thread than hands them over, and those that wait together end together",
    .timeLimit(.minutes(1)))
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
