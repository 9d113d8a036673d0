/// A scripted sequence of scrolls: what a finger does, and for how long.
///
/// It begins at rest on the first row, and its last rest lasts until everything in sight has come.
public struct ScrollScript: Equatable, Sendable {
  public enum Step: Equatable, Sendable {
    /// Until this row is the topmost, for so many seconds, fast at first and slower towards the end.
    case scroll(to: Int, seconds: Double)
    case rest(seconds: Double)
    case memoryWarning
  }

  public var steps: [Step]

  public init(_ steps: [Step]) { self.steps = steps }
}

/// What happens to a table at a moment of a script.
public struct ScrollEvent: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    case began
    case moved(Range<Int>)
    case rested(Range<Int>)
    case memoryWarning
  }

  /// Seconds since the script's start.
  public let time: Double
  public let kind: Kind
}

extension ScrollScript {
  /// How often the rows in sight are reported during a scroll: as often as a screen is drawn.
  private static let framesPerSecond = 60.0

  /// The script as events for a table.
  /// - Parameters:
  ///   - rows: how many are in sight at a time.
  ///   - count: how many the list has; a scroll stops at its ends.
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
