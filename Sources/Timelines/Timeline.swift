/// A record of jobs for drawing. It has a lane for each job, or for several jobs that took turns.
///
/// Lessons, reports and traces draw the same lanes, so that one legend explains them all.
public struct Timeline: Codable, Sendable, Equatable {
  public enum State: String, Codable, CaseIterable, Sendable {
    /// The job was added to a queue or started as a task, and isn't running yet.
    case waiting
    /// A transfer and a task at an `await` are running, too, although no thread runs them.
    case running
    /// The job is still running after it was cancelled.
    case cancelled
    /// The body never ran. The bar lasts from the cancellation, or from when the job was added, to the end of the
    /// record.
    case neverRan = "never ran"
    /// The queue starts nothing.
    case suspended
  }

  /// The time and place of a recorded event.
  public struct Moment: Codable, Sendable, Equatable {
    /// The time in seconds since the record began.
    public var time: Double
    /// The position among all recorded events, starting at 1. It is needed because no clock is fine enough to order
    /// all events.
    public var turn: Int
    /// The source line that recorded the event, starting at 1.
    public var line: Int?

    public init(time: Double, turn: Int, line: Int? = nil) {
      (self.time, self.turn, self.line) = (time, turn, line)
    }
  }

  public struct Bar: Codable, Sendable, Equatable {
    public var state: State
    public var start: Moment
    public var end: Moment
    /// The name of the job, in a lane with several jobs.
    public var label: String?

    public init(_ state: State, from start: Moment, to end: Moment, label: String? = nil) {
      self.state = state
      self.start = start
      self.end = end
      self.label = label
    }
  }

  public struct Lane: Codable, Sendable, Equatable {
    public var name: String
    /// Further information, such as the thread or the queue.
    public var detail: String?
    /// The bars in the order of their starts. They don't overlap.
    public var bars: [Bar]
    /// The moments that belong to no state.
    public var marks: [Moment]
    /// The names of the lanes whose jobs end before this one starts, or nil if it doesn't wait for others.
    public var prerequisites: [String]?

    public init(_ name: String, detail: String? = nil, bars: [Bar] = [], marks: [Moment] = []) {
      self.name = name
      self.detail = detail
      self.bars = bars
      self.marks = marks
    }
  }

  /// The lanes in the order in which they are drawn, from the top.
  public var lanes: [Lane]

  public init(lanes: [Lane]) { self.lanes = lanes }

  /// The moments of all lanes, in order.
  public var moments: [Moment] {
    lanes.flatMap { lane in lane.bars.flatMap { [$0.start, $0.end] } + lane.marks }
      .sorted { $0.turn < $1.turn }
  }

  /// The time from the first moment to the last, in seconds.
  public var duration: Double {
    let times = moments.map(\.time)
    return (times.max() ?? 0) - (times.min() ?? 0)
  }
}
