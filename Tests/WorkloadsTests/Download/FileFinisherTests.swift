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
    let (release, last) = (await finisher.hold(), Gate())
    log.withLock { $0 = [] }
    // With this number of files, a second thread would start before the last one is added.
    let numbers = 1...1000
    for number in numbers {
      finisher.add {
        note("finish \(number)")
        return {
          note("end \(number)")
          if number == numbers.upperBound { last.open() }
        }
      }
    }
    await release()
    await last.wait()
    let (finished, ended) = (numbers.map { "finish \($0)" }, numbers.map { "end \($0)" })
    #expect(log.value == ["-1 at once", "1000 at once"] + finished + ["-1000 at once"] + ended)
  }
}
