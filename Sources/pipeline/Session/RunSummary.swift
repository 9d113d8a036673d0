import Engine
import Foundation
import Measurement

/// Prints a summary as the options say: as JSON, as text, or both. JSON always goes to standard output.
/// - Parameter text: Returns the text.
func printSummary(_ summary: some Encodable, _ options: SessionOptions, _ text: (Style) -> String) {
  if options.json { return Terminal.output.write(json: summary, isCompact: false) }
  if options.jsonLines { Terminal.output.write(json: summary) }
  let terminal = options.jsonLines ? Terminal.error : .text
  if !options.quiet { terminal.say(text(terminal.style)) }
}

/// The summary of a run, for any workload.
struct RunSummary {
  let record: RunRecord
  /// A line such as “Interrupted: 3 photos filtered, 2 already there, 1 failed”. Counts of 0 are omitted.
  private let headline: String
  /// The location of the output.
  private let place: String
  /// Additional lines, without indentation.
  var notes: [String] = []
  /// The words that tell the user where to find all failures if there are too many to list.
  var allFailures = "with --json"

  /// The headline for an empty list.
  static let emptyList = "There are no photos in the list"

  /// Creates the summary of a run from its record.
  /// - Parameters:
  ///   - done: A phrase such as “3 photos filtered”.
  ///   - failed: The word that follows the number of failures.
  ///   - stopped: The first words of the headline of an interrupted run.
  ///   - place: The location of the output, if it isn't the folder.
  ///   - again: The effect of `--force` on existing files.
  init(
    _ record: RunRecord, _ done: String, failed: String = "failed", stopped: String = "Interrupted",
    place: String? = nil, again: String = "redo them"
  ) {
    self.record = record
    if let skipped = record.skipped, skipped > 0, record.error == nil {
      notes = ["Existing files were kept; use --force to \(again)."]
    }
    if record.listed == 0, !record.interrupted, record.error == nil {
      let others = record.part.flatMap { part in
        part.listLength > 0
          ? "Part \(part.shard) is empty: the list's \(counted(part.listLength, "photo")) are in other parts"
          : nil
      }
      (headline, self.place) = (others ?? Self.emptyList, "")
      return
    }
    let others = [
      (record.skipped ?? 0, "already there"), (record.failedCount, failed), (record.cancelled, "cancelled"),
    ]
    headline =
      (record.interrupted ? stopped + ": " : "")
      + ([done] + others.filter { $0.0 > 0 }.map { "\($0) \($1)" }).joined(separator: ", ")
    self.place =
      " → " + (place ?? record.out) + (record.part.map { "  (part \($0.shard) of the list)" } ?? "")
  }

  /// Prints the summary, or only the error if there is nothing to sum up. With JSON, the error that ended the run is
  /// also printed on standard error.
  /// - Parameter error: The reason why nothing was done.
  func show(_ options: SessionOptions, insteadOf error: (any Error)?) {
    if !options.json, let error {
      if options.jsonLines { Terminal.output.write(json: record) }
      return report(error)
    }
    printSummary(record, options, text)
    for line in options.json ? [record.error].compactMap(\.self) : options.quiet ? complaints : [] {
      Terminal.error.say("pipeline: \(line)\n")
    }
  }

  /// The lines that `--quiet` leaves: one for each unexpected failure that was kept, the number of the others, and the
  /// error that ended the run.
  var complaints: [String] {
    record.failed.filter { !$0.isExpected }.map { "\(oneLine($0.name)): \(oneLine($0.reason))" }
      + (record.moreFailed.map { ["… and \(counted($0, "more failure"))"] } ?? [])
      + [record.error].compactMap(\.self)
  }

  private func text(_ style: Style) -> String {
    var lines = [style.bold(headline) + place]
    if let error = record.error { lines.append("  " + style.red(error)) }
    lines += notes.map { "  " + $0 }
    lines += failureLines(record.failed, more: record.moreFailed ?? 0, style, all: allFailures)
    lines += figureLines(figures)
    return lines.joined(separator: "\n") + "\n"
  }

  private var figures: [(name: String, value: String)] {
    let figures = record.figures
    let (user, system) = (figures[.userCPU, default: 0], figures[.systemCPU, default: 0])
    var rows = [
      ("engine", record.engine),
      ("wall", shortDurationText(figures[.wall, default: 0])),
      (
        "CPU",
        "\(shortDurationText(user + system)) (user \(shortDurationText(user)), system \(shortDurationText(system)))"
      ),
      ("fetched", byteText(record.bytesFetched)),
      ("peak memory", byteText(Int(figures[.peakMemory, default: 0]))),
      ("peak threads", "\(Int(figures[.peakThreads, default: 0]))"),
    ]
    if let first = figures[.firstShown], let last = figures[.allShown] {
      // In a complete run, the last photo shown was the last of all.
      let all = record.interrupted || record.error != nil ? "last" : "all"
      rows.append(
        ("shown", "first after \(shortDurationText(first)), \(all) after \(shortDurationText(last))"))
    }
    rows.append(
      ("longest stall", "\(shortDurationText(figures[.longestStall, default: 0])) of the main queue"))
    return rows + (record.apiCalls?.rows ?? [])
  }
}

/// Returns a note about parts of a list that weren't read as photos, or nil if there are none.
func passedOverNote(_ names: [String]) -> String? {
  if names.isEmpty { return nil }
  let shown = names.prefix(5).map { "“\(oneLine($0))”" }.joined(separator: ", ")
  let more = names.count > 5 ? " and \(names.count - 5) more" : ""
  return "Not treated as photos, because they are next to a list: \(shown)\(more)."
}

/// The suffix for an entry of the sample list that is expected to fail.
let onPurpose = " (broken on purpose)"

/// Returns a line for each of the first failures, and a last line about the rest.
/// - Parameters:
///   - more: The number of further failures, which weren't kept.
///   - all: Tells the user where to find the rest.
func failureLines(_ failures: [Failure], more: Int = 0, _ style: Style, all: String) -> [String] {
  let shown = 20
  var lines = failures.prefix(shown).map { failure in
    let note = failure.isExpected ? onPurpose : ""
    return "  \(style.red("✗")) \(oneLine(failure.name)): \(oneLine(failure.reason))\(style.dim(note))"
  }
  if failures.count > shown {
    let which = more > 0 ? "the first \(failures.count)" : "all"
    lines.append("  … and \(failures.count - shown + more) more (\(which) \(all))")
  }
  return lines
}

extension APICalls {
  /// The rows of a summary that show the work of the API and that of our own code.
  var rows: [(name: String, value: String)] { [api, own].map { ("\($0.name) did", $0.text) } }
}

/// Formats rows of figures, with their values aligned.
func figureLines(_ rows: [(name: String, value: String)]) -> [String] {
  let width = rows.map(\.name.count).max() ?? 0
  return rows.map { "  " + $0.name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $0.value }
}
