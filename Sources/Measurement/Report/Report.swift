import Foundation
import Timelines

/// A comparison as it is shown: the terminal, a page and the project's README each print it in their own form.
public struct Report: Sendable {
  /// A table without runs.
  public struct Table: Sendable {
    public var title: String
    public var head: [String]
    public var rows: [[String]]
  }

  public var title: String
  public var engines: [String]
  /// How many there were of each engine.
  public var runs: Int
  public var command: String
  /// The date, the machine, its load, the system and the versions.
  public var place: String
  /// The main finding, in a sentence or two.
  public var verdict: String
  /// All that was found, in paragraphs.
  public var findings: [String]
  public var rows: [Comparison.Row] = []
  public var tables: [Table] = []
  public var goals: [JobGoal] = []
  public var legend: String
  /// Remarks that are needed to read the tables.
  public var notes: [String]
  /// The changes since an earlier record, in paragraphs.
  public var changes: [String] = []
  /// Drawings, as SVG, by the names of their files.
  public var charts: [(name: String, drawing: String, caption: String?)] = []
  public var scenes: [Scene] = []
  /// The prefix of the timelines' file names, where these are beside the page; nil where they are in it.
  public var timelines: String?
  /// The way back, where it is part of a site.
  public var home: Link?
  /// More of the page's head, as markup.
  public var head = ""
  /// Files that belong to it.
  public var files: [Link] = []

  public struct Link: Sendable {
    public var words: String
    public var address: String

    public init(_ words: String, to address: String) { (self.words, self.address) = (words, address) }
  }

  /// The number of runs, the date and the machine.
  public var circumstances: String { "\(counted(runs, "run")) each, \(place)" }
}

/// A measurement that can be recorded and shown.
public protocol Reported: Codable, Sendable {
  static func report(of record: Record<Self>) -> Report
}

/// The record of a comparison, of whatever kind.
public protocol ComparisonRecord {
  var scenes: [Scene]? { get set }
  var report: Report { get }
  func json(isCompact: Bool) throws -> Data
}

extension Record: ComparisonRecord where Measurement: Reported {
  public var report: Report { Measurement.report(of: self) }
}

extension Record {
  /// The machine and the versions.
  var place: String {
    (date.map { "\($0), " } ?? "")
      + "on \(machine.processor) with \(counted(machine.cores, "core")), \(machine.system), "
      + (load.map { "load \(numeral($0, decimals: 1)) when it ended, " } ?? "")
      + versions.sorted { $0.key < $1.key }.map { name, version in
        // Swift names itself.
        name == "swift" ? version : "\(name) \(version)"
      }.joined(separator: ", ")
  }
}

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
