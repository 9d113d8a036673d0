import Base
import PhotoLists

/// A sequence of scrolls, similar to those of a finger.
///
/// The script begins with a rest on the first row. The rest at its end lasts until all visible rows are
/// complete.
public struct ScrollScript: Equatable, Sendable {
  public enum Step: Equatable, Sendable {
    /// Scrolls until this row is the topmost one. The scroll takes this many seconds and slows down toward
    /// its end.
    case scroll(to: Int, seconds: Double)
    case rest(seconds: Double)
    case memoryWarning
  }

  public var steps: [Step]

  public init(_ steps: [Step]) { self.steps = steps }
}

/// An event in a script.
public struct ScrollEvent: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case began
    case moved(Range<Int>)
    case rested(Range<Int>)
    case memoryWarning
  }

  /// The time since the start of the script, in seconds.
  public let time: Double
  public let kind: Kind
}

extension ScrollScript {
  /// The rate at which visible rows are reported during a scroll. It equals a screen's refresh rate.
  private static let framesPerSecond = 60.0

  /// Returns the script's events for a table.
  ///
  /// - Parameters:
  ///   - rows: The number of visible rows.
  ///   - count: The number of rows in the list, which limits scrolling.
  public func events(rows: Int, count: Int) -> [ScrollEvent] {
    let last = max(0, count - rows)
    var top = 0
    var time = 0.0
    var isScrolling = false
    var events: [ScrollEvent] = []
    func inSight() -> Range<Int> { top..<min(top + rows, max(count, top)) }
    func emit(_ kind: ScrollEvent.Kind) { events.append(ScrollEvent(time: time, kind: kind)) }
    func rest() {
      if isScrolling { emit(.rested(inSight())) }
      isScrolling = false
    }

    emit(.rested(inSight()))
    for step in steps {
      switch step {
      case .memoryWarning: emit(.memoryWarning)
      case .rest(let seconds):
        rest()
        time += seconds
      case .scroll(let row, let seconds):
        if !isScrolling { emit(.began) }
        isScrolling = true
        let (start, from, to) = (time, top, min(max(row, 0), last))
        let frames = max(1, Int(seconds * Self.framesPerSecond))
        for frame in 1...frames {
          let share = Double(frame) / Double(frames)
          time = start + seconds * share
          let rest = (1 - share) * (1 - share)
          let now = from + Int((Double(to - from) * (1 - rest)).rounded())
          if now == top { continue }
          top = now
          emit(.moved(inSight()))
        }
      }
    }
    rest()
    return events
  }
}

/// An error in a line of a script.
public struct ScrollScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The number of the line, counted from 1.
  public let line: Int
  public let text: String

  public var description: String {
    "line \(line), “\(Printable.text(text, limit: 80))”, must be one of: scroll to ROW in SECONDS; rest SECONDS; "
      + "memory warning; # a comment"
  }
}

extension ScrollScript {
  /// Parses a script with one step per line:
  ///
  ///     # down, and back
  ///     scroll to 120 in 0.4
  ///     rest 1.5
  ///     memory warning
  public init(text: String) throws(ScrollScriptError) {
    steps = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
      if words.isEmpty { continue }
      guard let step = Step(words) else { throw ScrollScriptError(line: index + 1, text: String(line)) }
      steps.append(step)
    }
  }

  /// The text of the script. Parsing it yields the same script.
  public var text: String {
    steps.map { step in
      switch step {
      case .scroll(let row, let seconds): "scroll to \(row) in \(seconds)\n"
      case .rest(let seconds): "rest \(seconds)\n"
      case .memoryWarning: "memory warning\n"
      }
    }.joined()
  }
}

extension ScrollScript.Step {
  fileprivate init?(_ words: [String]) {
    if words == ["memory", "warning"] {
      self = .memoryWarning
    } else if words.count == 2, words[0] == "rest", let seconds = seconds(words[1]) {
      self = .rest(seconds: seconds)
    } else if words.count == 5, words[0...1] == ["scroll", "to"], words[3] == "in",
      let row = Int(words[2]), row >= 0, let seconds = seconds(words[4])
    {
      self = .scroll(to: row, seconds: seconds)
    } else {
      return nil
    }
  }
}

/// Parses a number of seconds up to an hour. A longer time is assumed to be a typo.
private func seconds(_ word: String) -> Double? {
  Double(word).flatMap { (0...3600).contains($0) ? $0 : nil }
}

extension ScrollScript {
  /// The built-in scripts. The seed varies how far and how fast they scroll.
  public enum BuiltIn: String, CaseIterable, Sendable {
    /// Flicks down a long list, mostly before all visible rows are complete.
    case flick
    /// Scrolls a few rows at a time and pauses between scrolls, like a reader.
    case slow
    /// Scrolls away and back, so that photos downloaded before are visible again.
    case backAndForth = "back-and-forth"
  }

  public init(_ builtIn: BuiltIn, seed: UInt64) {
    var random = SplitMix(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + random.number(below: range.count) }
    // Times are in hundredths of a second, so that writing a script as text loses nothing.
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
