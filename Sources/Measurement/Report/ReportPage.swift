import Foundation

/// All that a report shows.
public struct Report: Codable, Sendable {
  public struct Cell: Codable, Sendable {
    public var value: String
    /// To the first engine.
    public var ratio: String?
    public var verdict: PairedRatio.Verdict?
    /// Every run, in the figure's own unit.
    public var runs: [Double]

    public init(value: String, ratio: String?, verdict: PairedRatio.Verdict?, runs: [Double]) {
      self.value = value
      self.ratio = ratio
      self.verdict = verdict
      self.runs = runs
    }
  }

  public struct Row: Codable, Sendable {
    public var title: String
    /// One for each engine; nil where it has no such figure.
    public var cells: [Cell?]

    public init(title: String, cells: [Cell?]) {
      self.title = title
      self.cells = cells
    }
  }

  /// Runs of every engine, drawn on one axis.
  public struct Scene: Codable, Sendable {
    public var title: String
    public var timelines: [WorkerTimeline]

    public init(title: String, timelines: [WorkerTimeline]) {
      self.title = title
      self.timelines = timelines
    }
  }

  public var title: String
  public var engines: [String]
  public var command: String
  /// The machine, the system and the versions.
  public var circumstances: String
  /// What was found, in a sentence or two.
  public var verdict: String
  public var legend: String
  public var rows: [Row]
  public var scenes: [Scene]

  public init(
    title: String, engines: [String], command: String, circumstances: String, verdict: String, legend: String,
    rows: [Row],
    scenes: [Scene]
  ) {
    self.title = title
    self.engines = engines
    self.command = command
    self.circumstances = circumstances
    self.verdict = verdict
    self.legend = legend
    self.rows = rows
    self.scenes = scenes
  }

  /// A page that needs nothing else: styles, script and data are in it, and it may ask no host for anything.
  public func html() throws -> String {
    // As in JSON a < stands in strings only, this keeps a name from ending the script.
    let data = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
      .replacingOccurrences(of: "<", with: "\\u003c")
    let parts = [
      "/* style */": String(decoding: PackageResources.report_css, as: UTF8.self),
      "/* script */": String(decoding: PackageResources.report_js, as: UTF8.self), "/* data */": data,
    ]
    // In one pass, so that no part is looked for in another.
    return String(decoding: PackageResources.report_html, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { parts[$0.trimmingCharacters(in: .whitespaces)] ?? String($0) }.joined(separator: "\n")
  }
}
