/// What happened to jobs, for drawing: a lane a job, or a lane for jobs that took turns.
///
/// Lessons, reports and traces draw the same lanes, so that one legend explains them all.
public struct Timeline: Codable, Sendable, Equatable {
  public enum State: String, Codable, CaseIterable, Sendable {
    /// Handed to a queue or started as a task, and not yet running.
    case waiting
    case running
    /// Still running after it was cancelled.
    case cancelled
    /// From its cancellation, or from being handed in, to the end of the record: its body never ran.
    case neverRan = "never ran"
    /// A queue that starts nothing.
    case suspended
  }

  /// When something was recorded, and where.
  public struct Moment: Codable, Sendable, Equatable {
    /// In seconds since the record began.
    public var time: Double
    /// The position among everything that was recorded, from 1: no clock is fine enough for that.
    public var turn: Int
    /// The line of the source that recorded it, from 1.
    public var line: Int?

    public init(time: Double, turn: Int, line: Int? = nil) {
      (self.time, self.turn, self.line) = (time, turn, line)
    }
  }

  public struct Bar: Codable, Sendable, Equatable {
    public var state: State
    public var start: Moment
    public var end: Moment
    /// Which job it is, where a lane shows several.
    public var label: String?

    public init(_ state: State, from start: Moment, to end: Moment, label: String? = nil) {
      (self.state, self.start, self.end, self.label) = (state, start, end, label)
    }
  }

  public struct Lane: Codable, Sendable, Equatable {
    public var name: String
    /// What else is known of it: the thread, or the queue.
    public var detail: String?
    /// By their start; they do not overlap.
    public var bars: [Bar]
    /// Moments that belong to no state.
    public var marks: [Moment]

    public init(_ name: String, detail: String? = nil, bars: [Bar] = [], marks: [Moment] = []) {
      (self.name, self.detail, self.bars, self.marks) = (name, detail, bars, marks)
    }
  }

  /// In the order in which they are drawn, from the top.
  public var lanes: [Lane]

  public init(lanes: [Lane]) { self.lanes = lanes }

  /// The moments of all lanes, in order.
  public var moments: [Moment] {
    lanes.flatMap { lane in lane.bars.flatMap { [$0.start, $0.end] } + lane.marks }
      .sorted { $0.turn < $1.turn }
  }

  /// In seconds, from the first moment to the last.
  public var duration: Double {
    let times = moments.map(\.time)
    return (times.max() ?? 0) - (times.min() ?? 0)
  }
}
