import Foundation
import Measurement

/// What a comparison came to, in every form in which it is shown or kept.
struct CompareRecord {
  /// Names the file, and the marks on pages.
  let name: String
  /// How many runs of each were complete when the comparison was interrupted; nil when it was not.
  let interruptedAfter: Int?
  let json: Data
  /// - Parameter width: of its tables, in columns, as far as can be.
  let text: (_ style: Style, _ width: Int) -> String
  let markdown: String
  /// Its paragraphs alone; empty where no page has a place for them.
  var findings = ""
  let report: Report
  /// The record of the runs that were watched; nil where none ever are.
  var timelines: Data?
  /// Drawings by the names of their files.
  var pictures: [String: String] = [:]

  /// - Parameters:
  ///   - about: further remarks.
  ///   - libraries: the versions of those that took part.
  init(
    _ comparison: Comparison, about: String? = nil, libraries: [String: String] = [:], scenes: [Scene]? = nil,
    against earlier: EarlierRecord?, interruptedAfter: Int?
  ) throws {
    let record = Record(comparison, versions: libraries)
    let table = ComparisonTable(comparison)
    let words = [about, earlier?.words(record)].compactMap { $0 }.joined(separator: "\n")
    name = comparison.workload
    self.interruptedAfter = interruptedAfter
    json = try record.json()
    let gap = about == nil ? "\n" : ""
    text = { table.text($0, width: $1) + (words.isEmpty ? "" : "\(gap)\(words)\n") }
    markdown = table.markdown(record)
    report = table.report(record, about: words.isEmpty ? nil : words, scenes: scenes ?? [])
    timelines = try scenes.map { try record.with($0).json(isCompact: true) }
  }

  init(_ comparison: JobComparison, scenes: [Scene], interruptedAfter: Int?) throws {
    let record = Record(comparison)
    let table = JobsTable(comparison)
    name = "jobs"
    self.interruptedAfter = interruptedAfter
    json = try record.json()
    text = { table.text($0, width: $1) }
    markdown = table.markdown(record)
    findings = table.findings(record)
    report = table.report(record, scenes: scenes)
    timelines = try record.with(scenes).json(isCompact: true)
    pictures = jobCharts(comparison)
  }

  /// The mark of a workload's place on a page.
  static func mark(_ workload: String) -> String { "compare:\(workload)" }

  func show(asJSON: Bool, on terminal: Terminal) {
    if asJSON { return terminal.write(String(decoding: json, as: UTF8.self)) }
    terminal.say(
      text(Style(usesColor: terminal.usesColor), terminal.isInteractive ? terminal.size.columns : .max))
  }

  /// - Parameters:
  ///   - place: of results in a clone of the repository; nil where they are not recorded.
  ///   - path: of the page.
  /// - Throws: `OutputError`.
  func write(to place: RecordPlace?, report path: String?) throws {
    if let path {
      try OutputPlace.write(Data(report.html().utf8), to: path, for: "the report")
      Terminal.error.write("written: \(oneLine(path))\n")
    }
    var files = ["Results/\(name).json": json]
    files["Results/\(name)-timelines.json"] = timelines
    for (name, drawing) in pictures { files["Pictures/\(name)"] = Data(drawing.utf8) }
    let mark = Self.mark(name)
    try place?.write(files, [mark: markdown, "findings:\(name)": findings], for: mark)
  }
}
