import ArgumentParser
import Foundation
import Workloads

struct SummaryCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "summary", abstract: "Add up the parts of a list, and find missing ones.",
    discussion: discussion("summary"))

  static let details = """
    Reads the output of “photos --shard 3/16 --json” or “download --shard 3/16 --json”, one file per part.

    Exit status: 0 every part is there exactly once and nothing failed, 3 something is missing, 64 wrong usage, 66 no such file.
    """

  @Argument(help: .about("The output of each part.", "part"), completion: .file())
  var files: [String]

  @Flag(help: "Print the sum as JSON.")
  var json = false

  func status() throws -> Int32 {
    let reports = try files.map { file in
      do { return (file, RunRecord(printed: try Data(contentsOf: URL(fileURLWithPath: file)))) } catch {
        throw InputError("cannot read “\(oneLine(file))”: give the output of a run with --json")
      }
    }
    let sum = PartsSum(reports)
    if json {
      Terminal.output.write(json: sum, isCompact: false)
    } else {
      Terminal.text.say(sum.text(Terminal.text.style))
    }
    return sum.isWhole ? ExitStatus.success : ExitStatus.somePhotosFailed
  }
}

/// The combined result of a list's parts, with the reasons why it may be incomplete.
struct PartsSum: Encodable {
  private let kind = "summary"
  private(set) var parts = 0
  private(set) var listLength = 0
  private(set) var listed = 0
  private(set) var done = 0
  private(set) var skipped = 0
  private(set) var failed = 0
  private(set) var cancelled = 0
  private(set) var bytesFetched = 0
  /// The wall time of the slowest part, in seconds.
  private(set) var longestWall = 0.0
  /// The CPU time of all parts, in seconds.
  private(set) var cpu = 0.0
  /// The highest peak memory of any part, in bytes.
  private(set) var peakMemory = 0.0
  /// The parts that have no report, each in the form `3/16`.
  private(set) var missing: [String] = []
  /// The parts that were reported more than once.
  private(set) var twice: [String] = []
  /// Other problems. Each message names its file.
  private(set) var problems: [String] = []

  /// Adds up the reports of a list's parts.
  /// - Parameter reports: Each file's report, or nil if the file doesn't contain one.
  init(_ reports: [(file: String, report: RunRecord?)]) {
    var files: [Int: [String]] = [:]
    var count: Int?
    var list: ListPlace?
    for (file, report) in reports {
      guard let report, let part = report.part, let shard = Shard(part.shard), Self.canAdd(report) else {
        problems.append(
          "\(file): no report of a part in this file. The run of this part may have failed: run it again")
        continue
      }
      if let list, count != shard.count {
        problems.append("\(file): part \(shard), but others are of \(count ?? 0), such as \(list.shard)")
        continue
      }
      count = shard.count
      // A part that ended early didn't read the whole list.
      if !report.interrupted, report.error == nil {
        if let list, list.listDigest != part.listDigest || list.listLength != part.listLength {
          problems.append("\(file): part \(shard) of another list, or the list has changed")
          continue
        }
        list = part
      }
      files[shard.number, default: []].append(file)
      if files[shard.number]?.count == 1 { add(report) }
      if !report.isWhole { problems.append("\(file): part \(shard) \(Self.flaw(of: report)). Run it again") }
    }
    listLength = list?.listLength ?? 0
    let numbers = 1...(count ?? 1)
    missing = numbers.filter { files[$0] == nil }.map { "\($0)/\(numbers.upperBound)" }
    twice = numbers.filter { (files[$0]?.count ?? 0) > 1 }.map { "\($0)/\(numbers.upperBound)" }
    if isWhole, listed != listLength {
      problems.append("the parts have \(listed) entries, and the list \(listLength)")
    }
  }

  /// Whether each part was reported exactly once, read its whole list, and completed every entry.
  var isWhole: Bool { missing.isEmpty && twice.isEmpty && problems.isEmpty }

  /// Returns whether the counts are small enough to add without overflow. The file is untrusted.
  private static func canAdd(_ report: RunRecord) -> Bool {
    [report.listed ?? 0, report.doneCount, report.skipped ?? 0, report.cancelled, report.bytesFetched]
      .allSatisfy { (0...1 << 53).contains($0) }
  }

  private mutating func add(_ report: RunRecord) {
    parts += 1
    listed += report.listed ?? 0
    done += report.doneCount
    skipped += report.skipped ?? 0
    failed += report.failedCount
    cancelled += report.cancelled
    bytesFetched += report.bytesFetched
    longestWall = max(longestWall, report.figures[.wall, default: 0])
    cpu += report.figures[.userCPU, default: 0] + report.figures[.systemCPU, default: 0]
    peakMemory = max(peakMemory, report.figures[.peakMemory, default: 0])
  }

  private static func flaw(of report: RunRecord) -> String {
    if report.interrupted { return "was interrupted" }
    if let error = report.error { return "could not continue: \(oneLine(error))" }
    return
      "has \(report.failedCount) failed and \(report.cancelled) cancelled entries of \(report.listed ?? 0)"
  }

  // MARK: Text

  func text(_ style: Style) -> String {
    var lines = [
      style.bold("\(counted(parts, "part")), \(counted(listed, "entry", "entries")) of \(listLength)"),
      "  done           \(done)",
      "  already there  \(skipped)",
      "  failed         \(failed)",
      "  cancelled      \(cancelled)",
      "  fetched        \(byteText(bytesFetched))",
      "  longest part   \(shortDurationText(longestWall))",
      "  CPU            \(shortDurationText(cpu)) of all parts",
      "  peak memory    \(byteText(Int(min(peakMemory, 1e18)))) of one part",
    ]
    if !missing.isEmpty { lines.append(style.red("  missing        ") + missing.joined(separator: ", ")) }
    if !twice.isEmpty { lines.append(style.red("  twice          ") + twice.joined(separator: ", ")) }
    lines += problems.map { "  \(style.red("✗")) \(oneLine($0))" }
    return lines.joined(separator: "\n") + "\n"
  }
}
