import TestSupport
import Testing

@testable import pipeline

@Suite("The line that says how far a comparison has come", .timeLimit(.minutes(15)))
struct ProgressLineTests {
  /// The lines written so far. “” represents an erased line.
  private let lines = Awaited<[String]>([])

  private func line(isDrawn: Bool, interval: Double) -> ProgressLine {
    ProgressLine(isDrawn: isDrawn, interval: interval) { [lines] line in
      lines.change { $0.append(line ?? "") }
    }
  }

  @Test("It is repeated while a step takes long, with a terminal and without", arguments: [true, false])
  func repeated(isDrawn: Bool) async {
    let line = line(isDrawn: isDrawn, interval: 0.001)
    line.show("warm-up 1 of 3: gcd")
    await lines.until { $0.count >= 3 }
    line.clear()
    #expect(lines.value.filter { !$0.isEmpty }.allSatisfy { $0.hasPrefix("warm-up 1 of 3: gcd") })
  }

  @Test("Without a terminal, short steps write nothing; on one, each is drawn, and the last is taken away")
  func short() {
    for isDrawn in [true, false] {
      let line = line(isDrawn: isDrawn, interval: 1000)
      line.show("warm-up 1 of 3: gcd")
      line.show("run 1 of 6: gcd")
      line.clear()
      line.clear()
    }
    #expect(lines.value == ["warm-up 1 of 3: gcd", "run 1 of 6: gcd", ""])
  }
}
