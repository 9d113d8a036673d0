import Timelines

/// All that a report shows.
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
    public var title: String
    /// What the figure is, in a sentence.
    public var meaning: String
    /// One for each engine; nil where it has no such figure.
    public var cells: [Cell?]
    /// What a value of the runs is called on an axis.
    public var words: @Sendable (Double) -> String

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
  public var command: String
  /// The date, the machine, its load, the system and the versions.
  public var circumstances: String
  /// What was found, in a sentence or two.
  public var verdict: String
  public var legend: String
  public var rows: [Row] = []
  public var scenes: [Scene] = []
  /// What the names of the timelines' files begin with, where these are beside the page; nil where they are in it.
  public var timelines: String?
  public var tables: [Table] = []
  /// Drawings, as SVG, with their captions.
  public var charts: [String] = []
  /// Where it is part of a site: the way back.
  public var home: Link?
  /// More of the report's head, as markup.
  public var head = ""
  /// What belongs to it.
  public var files: [Link] = []

  public struct Link: Sendable {
    public var words: String
    public var address: String

    public init(_ words: String, to address: String) { (self.words, self.address) = (words, address) }
  }
}
