import Foundation
import Measurement

/// A summary, for people and, encoded, for programs.
protocol Summary: Encodable {
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
      Terminal.output.write(((try? summaryJSON(self)) ?? "{}") + "\n")
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

/// An object of JSON, without the line break at its end.
/// - Parameter pretty: over several lines.
func summaryJSON(_ summary: some Encodable, pretty: Bool = true) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
  return String(decoding: try encoder.encode(summary), as: UTF8.self)
}

/// The summary of a run of any workload.
struct RunSummary: Summary {
  let record: RunRecord
  /// What was done, as in “Interrupted: 3 photos filtered, 2 already there, 1 failed”; counts that are 0 are omitted.
  private let headline: String
  /// Where the output went.
  private let place: String
  /// Further lines, without indentation.
  var notes: [String] = []
  /// Where to find all failures if there are too many to list.
  var allFailures = "with --json"
  var countsBytes = true

  /// The headline for an empty list.
  static let emptyList = "There are no photos in the list"

  /// - Parameters:
  ///   - isEmpty: whether nothing was listed.
  ///   - done: as in “3 photos filtered”.
  ///   - failed: what follows the number of failures.
  ///   - stopped: what a run that was interrupted begins with.
  ///   - place: where the output went, if that is not the folder.
  init(
    _ record: RunRecord, isEmpty: Bool, _ done: String, failed: String = "failed",
    stopped: String = "Interrupted", place: String? = nil
  ) {
    self.record = record
    if isEmpty, !record.interrupted, record.error == nil {
      (headline, self.place) = (Self.emptyList, "")
      return
    }
    let others = [
      (record.skipped ?? 0, "already there"), (record.failed.count, failed), (record.cancelled, "cancelled"),
    ]
    headline =
      (record.interrupted ? stopped + ": " : "")
      + ([done] + others.filter { $0.0 > 0 }.map { "\($0) \($1)" }).joined(separator: ", ")
    self.place =
      " → " + (place ?? record.out) + (record.part.map { "  (part \($0.shard) of the list)" } ?? "")
  }

  var failures: [Failure] { record.failed }
  func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }

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
}
