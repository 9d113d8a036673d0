import Foundation
import Timelines

/// A comparison as it is shown: the terminal, a page and the project's README each print it in their own form.
public struct Report: Sendable {
  public struct Cell: Sendable {
    public var value: String
    /// To the first engine.
    public var ratio: String?
    public var verdict: PairedRatio.Verdict?
    /// Every run, in the figure's own unit.
    public var runs: [Double]
  }

  public struct Row: Sendable {
    public var figure: Figure
    /// One for each engine; nil where it has no such figure.
    public var cells: [Cell?]

    /// Whether all engines were compared, and none differed from the first.
    var isWithoutDifference: Bool {
      let verdicts = cells.dropFirst().map { $0?.verdict }
      return !verdicts.isEmpty && verdicts.allSatisfy { $0 == .noDifference }
    }
  }

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
  /// What was found, in a sentence or two.
  public var verdict: String
  /// All that was found, in paragraphs.
  public var findings: [String]
  public var rows: [Row] = []
  public var tables: [Table] = []
  public var goals: [JobGoal] = []
  public var legend: String
  /// What else has to be known to read the tables.
  public var notes: [String]
  /// What has changed since an earlier record.
  public var changes: String?
  /// Drawings, as SVG, by the names of their files.
  public var charts: [(name: String, drawing: String, caption: String?)] = []
  public var scenes: [Scene] = []
  /// What the names of the timelines' files begin with, where these are beside the page; nil where they are in it.
  public var timelines: String?
  /// Where it is part of a site: the way back.
  public var home: Link?
  /// More of the page's head, as markup.
  public var head = ""
  /// What belongs to it.
  public var files: [Link] = []

  public struct Link: Sendable {
    public var words: String
    public var address: String

    public init(_ words: String, to address: String) { (self.words, self.address) = (words, address) }
  }

  /// How often, when and on what it was measured.
  public var circumstances: String { "\(counted(runs, "run")) each, \(place)" }
}

/// What can be recorded and shown.
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
