import Timelines

/// Runs of every engine, for drawing on one axis.
public struct Scene: Codable, Sendable {
  public var title: String
  /// One for each engine, in the order of the comparison.
  public var timelines: [WorkerTimeline]

  public init(title: String, timelines: [WorkerTimeline]) {
    (self.title, self.timelines) = (title, timelines)
  }

  public var drawing: TimelineDrawing {
    TimelineDrawing(
      timelines.map { .init($0.engine, color: .of($0.engine), timeline: $0.timeline) }, kind: .time)
  }
}

extension JobRunner {
  /// A raw API has the colour of the engine that is built on it.
  var palette: Palette {
    switch self {
    case .gcd, .gcdTraced, .dispatch, .dispatchLimited: .gcd
    case .operation, .operationTraced, .operationQueue: .operation
    case .tasks, .taskGroup: .tasks
    case .loop: .serial
    }
  }
}

extension Palette {
  /// The palette of an engine or a raw API.
  static func of(_ name: String) -> Palette { JobRunner(rawValue: name)?.palette ?? .serial }
}
