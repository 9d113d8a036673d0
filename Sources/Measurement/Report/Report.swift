import Foundation
import Timelines

/// A comparison prepared for display. The terminal, pages and Markdown each write it in their own form.
public struct Report: Sendable {
  /// A table with a row for each figure, load or engine.
  public struct Table: Sendable {
    public var title: String
    /// The names of the columns that identify a row.
    public var head: [String]
    /// The names of the other columns.
    public var columns: [String]
    public var rows: [Row]
  }

  public struct Row: Sendable {
    public var head: [String]
    public var cells: [Cell]
    /// The figures in the row, or nil if it has only text.
    public var measured: Comparison.Row?
  }

  public struct Cell: Sendable {
    public var text: String
    /// The ratio to another engine.
    public var ratio: PairedRatio?
  }

  public var title: String
  public var engines: [String]
  /// The number of runs per engine.
  public var runs: Int
  public var command: String
  /// The number of runs, the date, the machine and its load, the system and the versions.
  public var circumstances: String
  /// The result in one sentence.
  public var verdict: String
  public var tables: [Table]
  public var legend: String
  /// Notes that are needed to read the tables.
  public var notes: [String]
  /// The changes since an earlier record, one paragraph each.
  public var changes: [String] = []
  public var charts: [Chart] = []
  public var scenes: [Scene] = []

  /// An SVG drawing with its file name.
  public struct Chart: Sendable {
    public var name: String
    public var title: String
    public var drawing: String
  }
}

/// Runs of every engine, drawn on the same axis.
public struct Scene: Codable, Sendable {
  public var title: String
  /// One timeline per engine, in the order of the comparison.
  public var timelines: [WorkerTimeline]

  public init(title: String, timelines: [WorkerTimeline]) {
    (self.title, self.timelines) = (title, timelines)
  }

  public var drawing: TimelineDrawing {
    TimelineDrawing(
      timelines.map { .init($0.engine, color: .of($0.engine), timeline: $0.timeline) }, kind: .time)
  }
}

extension Palette {
  /// Returns the palette of an engine or a raw API, which has the colour of the engine built on it.
  static func of(_ name: String) -> Palette {
    Palette(engine: JobRunner(rawValue: name)?.engine.rawValue ?? name)
  }
}
