import Base

extension ScrollScript {
  /// The scripts that are built in; the seed varies how far and how fast they go.
  public enum BuiltIn: String, CaseIterable, Sendable {
    /// Flicks down a long list, most of them before everything in sight has come.
    case flick
    /// A few rows at a time, with time to look, as a reader scrolls.
    case slow
    /// Away and back, so that what was downloaded before is seen again.
    case backAndForth = "back-and-forth"
  }

  public init(_ builtIn: BuiltIn, seed: UInt64) {
    var random = SplitMix(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + random.number(below: range.count) }
    // In hundredths of a second, so that a script written out is the same one.
    func seconds(_ range: ClosedRange<Int>) -> Double { Double(number(range)) / 100 }

    steps = [.rest(seconds: seconds(30...60))]
    var top = 0
    switch builtIn {
    case .flick:
      for _ in 1...12 {
        top += number(20...120)
        steps += [.scroll(to: top, seconds: seconds(25...60)), .rest(seconds: seconds(15...100))]
      }
    case .slow:
      for _ in 1...20 {
        top += number(2...4)
        steps += [.scroll(to: top, seconds: seconds(40...80)), .rest(seconds: seconds(40...80))]
      }
    case .backAndForth:
      for _ in 1...6 {
        steps += [.scroll(to: number(30...60), seconds: seconds(30...50)), .rest(seconds: seconds(20...80))]
        steps += [.scroll(to: top, seconds: seconds(30...50)), .rest(seconds: seconds(20...80))]
        top += number(0...4)
      }
    }
  }
}
