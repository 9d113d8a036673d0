import Foundation
import Timelines

/// A comparison prepared for display. The terminal, the HTML page and the README each print it in their own form.
public struct Report: Sendable {
  /// A table that doesn't show individual runs.
  public struct Table: Sendable {
    public var title: String
    public var head: [String]
    public var rows: [[String]]
  }

  public var title: String
  public var engines: [String]
  /// The number of runs per engine.
  public var runs: Int
  public var command: String
  /// The date, the machine and its load, the system and the versions.
  public var place: String
  /// The main finding in one or two sentences.
  public var verdict: String
  /// All findings, one paragraph each.
  public var findings: [String]
  /// The work of each API and of our own code, or nil if it wasn't counted.
  public var calls: Table?
  public var rows: [Comparison.Row] = []
  public var tables: [Table] = []
  public var legend: String
  /// Notes that are needed to read the tables.
  public var notes: [String]
  /// The changes since an earlier record, one paragraph each.
  public var changes: [String] = []
  /// SVG drawings with their file names.
  public var charts: [(name: String, drawing: String, caption: String?)] = []
  public var scenes: [Scene] = []
  /// The prefix of the timelines' file names if they are separate files, or nil if they are embedded in the page.
  public var timelines: String?
  /// A link to the parent page if the page is part of a site.
  public var home: Link?
  /// Additional markup for the page's head.
  public var head: Markup = ""
  /// Files that accompany the page.
  public var files: [Link] = []

  public struct Link: Sendable {
    public var words: String
    public var address: String

    public init(_ words: String, to address: String) { (self.words, self.address) = (words, address) }
  }

  /// The number of runs, the date and the machine.
  public var circumstances: String { "\(counted(runs, "run")) each, \(place)" }
}

/// A measurement that can be recorded and displayed.
public protocol Reported: Codable, Sendable {
  static func report(of record: Record<Self>) -> Report
}

/// The record of a comparison of any kind.
public protocol ComparisonRecord {
  var scenes: [Scene]? { get set }
  var report: Report { get }
  func json(isCompact: Bool) throws -> Data
}

extension Record: ComparisonRecord where Measurement: Reported {
  public var report: Report { Measurement.report(of: self) }
}

extension Record {
  /// The date, the machine, its load and the versions.
  var place: String {
    (date.map { "\($0), " } ?? "")
      + "on \(machine.processor) with \(counted(machine.cores, "core")), \(machine.system), "
      + (load.map { "load \(numeral($0, decimals: 1)) when it ended, " } ?? "")
      + versions.sorted { $0.key < $1.key }.map { name, version in
        // Swift's version text already contains its name.
        name == "swift" ? version : "\(name) \(version)"
      }.joined(separator: ", ")
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

extension JobRunner {
  /// The palette. A raw API has the colour of the engine built on it.
  var palette: Palette { Palette(engine: engine.rawValue) }
}

extension Palette {
  /// Returns the palette of an engine or a raw API.
  static func of(_ name: String) -> Palette { JobRunner(rawValue: name)?.palette ?? Palette(engine: name) }
}
