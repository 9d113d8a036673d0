import Foundation
import Measurement

/// A summary, for people and for programs.
protocol Summary {
  /// One object of JSON, without the line break at its end.
  func json() throws -> String
  func text(_ style: Style) -> String
  /// The failures to list; empty if they are only counted.
  var failures: [Failure] { get }
}

extension Summary {
  var failures: [Failure] { [] }

  /// Prints the summary on standard output, or, where there is nothing to sum up, the error alone.
  /// - Parameters:
  ///   - json: as JSON; it holds the error itself.
  ///   - isQuiet: prints failures alone, on standard error.
  ///   - terminal: for the words; standard output unless something else is printed there.
  ///   - error: why nothing was done.
  func show(json: Bool, isQuiet: Bool = false, on terminal: Terminal = .output, insteadOf error: (any Error)?)
  {
    if json {
      Terminal.output.write(((try? self.json()) ?? "{}") + "\n")
    } else if let error {
      report(error)
    } else if isQuiet {
      for failure in failures where !failure.isExpected {
        Terminal.error.write("pipeline: \(oneLine(failure.name)): \(oneLine(failure.reason))\n")
      }
    } else {
      terminal.say(text(Style(usesColor: terminal.usesColor)))
    }
  }
}

extension Summary where Self: Encodable {
  func json() throws -> String { try summaryJSON(self) }
}

/// - Parameter pretty: over several lines.
func summaryJSON(_ summary: some Encodable, pretty: Bool = true) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
  return String(decoding: try encoder.encode(summary), as: UTF8.self)
}

/// The summary of a run of any workload.
struct RunSummary: Summary {
  var record: RunRecord
  /// What was done, as in “3 photos filtered, 1 failed”.
  let headline: String
  /// Where the output went.
  let place: String
  /// Further lines, without indentation.
  var notes: [String] = []
  /// Where to find all failures if there are too many to list.
  var allFailures = "with --json"
  var countsBytes = true

  var failures: [Failure] { record.failed }
  func json() throws -> String { try summaryJSON(record) }

  func text(_ style: Style) -> String {
    var lines = [style.bold(headline) + place]
    if let error = record.error { lines.append("  " + style.red(error)) }
    lines += notes.map { "  " + $0 }
    lines += failureLines(failures, style, all: allFailures)
    lines += figureLines(
      engine: record.engine, fetched: countsBytes ? record.bytesFetched : nil,
      isWhole: !record.interrupted && record.error == nil, record.figures)
    return lines.joined(separator: "\n") + "\n"
  }

  /// As in “Interrupted: 3 photos filtered, 2 already there, 1 failed”; counts that are 0 are omitted.
  static func headline(
    _ done: String, _ record: RunRecord, failed: String = "failed", stopped: String = "Interrupted"
  ) -> String {
    let others = [
      (record.skipped ?? 0, "already there"), (record.failed.count, failed), (record.cancelled, "cancelled"),
    ]
    return (record.interrupted ? stopped + ": " : "")
      + ([done] + others.filter { $0.0 > 0 }.map { "\($0) \($1)" }).joined(separator: ", ")
  }

  /// The headline for an empty list.
  static let emptyList = "There are no photos in the list"
}
