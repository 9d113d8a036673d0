import Foundation
import Lessons
import Measurement

/// The comparisons and the lesson recorded in a clone of the repository, and the pages that show them.
public struct RecordedComparisons {
  private let clone: Clone

  public init(_ clone: Clone) { self.clone = clone }

  private static let jobs = "jobs"
  private static let mainJob = "photos"
  /// The workloads whose comparisons are recorded, in the order in which they are listed.
  public static let workloads = [jobs, mainJob, "scroll", "thumbnails", "poster"]
  private static let pages = [
    "README.md", "Comparison/README.md", "Comparison/Results/README.md", "Comparison/Costs.md",
  ]

  // MARK: Records

  /// Splits a record into two files: its runs, and its timelines, which only programs read.
  /// - Parameter data: The output of `pipeline compare --record`.
  /// - Returns: The files, by their paths in the clone.
  /// - Throws: `PublishingError`.
  public func kept(_ data: Data) throws -> [String: Data] {
    guard let record = try? JSONDecoder().decode(Record<Comparison>.self, from: data),
      Self.workloads.contains(record.measurement.workload),
      (record.measurement.loads != nil) == (record.measurement.workload == Self.jobs)
    else { throw PublishingError("it is not the record of a workload that the repository shows") }
    let name = record.measurement.workload
    var runs = record
    runs.scenes = nil
    var files = [Clone.results(name): try runs.json()]
    files[Clone.results("\(name)-timelines")] = try record.scenes.map {
      try record.with($0).json(isCompact: true)
    }
    return files
  }

  /// Returns the report of a recorded comparison, with its timelines.
  /// - Throws: `PublishingError`, if the comparison isn't recorded.
  public func report(_ workload: String) throws -> Report {
    var record: Record<Comparison> = try clone.record(workload)
    record.scenes = try (clone.record("\(workload)-timelines") as Record<[Scene]>).measurement
    return record.report
  }

  // MARK: Pages

  /// Returns the drawings, and the pages with the current results.
  /// - Returns: The files, by their paths in the clone.
  /// - Throws: `PublishingError`, if a record is missing, or if a page has no place for it.
  public func shown() throws -> [String: Data] {
    var (texts, files): ([String: String], [String: Data]) = ([:], [:])
    for workload in Self.workloads {
      let record: Record<Comparison> = try clone.record(workload)
      let report = record.report
      texts["compare:\(workload)"] = report.markdown(pictures: "../Pictures")
      for chart in report.charts { files["Comparison/Pictures/\(chart.name)"] = Data(chart.drawing.utf8) }
      if workload == Self.mainJob {
        texts["noticed:\(workload)"] = report.markdown(excerptOf: "Comparison/Results/README.md#\(workload)")
        { rows in
          let noticed = Figure.noticed.compactMap { figure in rows.first { $0.measured?.figure == figure } }
          return noticed.filter { $0.measured?.isConstant == false }
        }
      } else if workload == Self.jobs {
        texts["findings:jobs"] = report.markdown(excerptOf: "Results/README.md#jobs") {
          $0.filter { row in
            guard let load = row.measured?.load else { return false }
            return load.width == record.measurement.cores && !load.isAddedWhileRunning
              && (load.length == 0 || load.shape == .independent)
          }
        }
      }
    }
    for page in Self.pages {
      var text = try clone.text(page)
      for mark in texts.keys.sorted() {
        guard let replaced = replacing(mark, in: text, with: texts[mark] ?? "") else { continue }
        (text, texts[mark]) = (replaced, nil)
      }
      files[page] = Data(text.utf8)
    }
    if let mark = texts.keys.min() {
      throw PublishingError(
        "no page has a place for it: <!-- \(mark) --> and <!-- /\(mark) --> on lines of their own")
    }
    let runs = try RecordedLessons(clone)
    let picture = try LessonPicture { try runs.version($0, of: lessons[LessonPicture.lesson - 1]).timeline }
    files["Comparison/Pictures/\(LessonPicture.name).svg"] = Data(picture.svg.utf8)
    return files
  }
}

/// Returns the document with the text between the two marks replaced, or nil if it has no such marks.
func replacing(_ mark: String, in document: String, with text: String) -> String? {
  guard let start = document.range(of: "<!-- \(mark) -->\n"),
    let end = document.range(of: "<!-- /\(mark) -->", range: start.upperBound..<document.endIndex)
  else { return nil }
  return document.replacingCharacters(in: start.upperBound..<end.lowerBound, with: text)
}
