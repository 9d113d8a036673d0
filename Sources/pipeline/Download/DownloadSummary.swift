import Measurement
import Workloads

/// What a batch came to.
struct DownloadSummary: RunSummary {
  private let engine: String
  private let out: String
  private let shard: Shard?
  private let tally: RunTally
  private let resumed: Int
  let failures: [Failure]
  private let isInterrupted: Bool
  private let error: String?
  private let received: Int
  private let isListOver: Bool
  private let figures: RunFigures

  init(engine: String, out: String, run: DownloadRun, broken: Set<String>, figures: RunFigures) {
    self.engine = engine
    self.out = out
    shard = run.part.shard
    tally = run.tally
    resumed = run.resumed
    failures = run.failures.map { Failure($0, broken: broken, numbered: true) }
    isInterrupted = run.isCancelled
    error = run.error.map(describe)
    received = run.bytesReceived
    isListOver = run.total == run.tally.listed
    self.figures = figures
  }

  /// Whether nothing failed but what was meant to.
  var isAsExpected: Bool { failures.allSatisfy(\.isExpected) }

  /// Its files are reported a line each, as they end.
  func json() throws -> String { "" }

  func text(_ style: Style) -> String {
    var lines = [headline(style)]
    if let error { lines.append("  " + style.red(error)) }
    if isInterrupted {
      let rest = isListOver ? "" : "The list was not read to its end. "
      lines.append("  \(rest)The same command continues from here.")
    }
    if tally.skipped > 0, error == nil {
      lines.append("  Existing files were kept; use --force to fetch them again.")
    }
    lines += failureLines(failures, style, all: "with --json or --failures")
    lines += figureLines(
      engine: engine, fetched: received, isWhole: !isInterrupted && error == nil, figures)
    return lines.joined(separator: "\n") + "\n"
  }

  private func headline(_ style: Style) -> String {
    if tally.listed == 0, !isInterrupted, error == nil { return style.bold(emptyListWords) }
    var parts = [
      "\(counted(tally.done, "file")) saved" + (tally.replaced > 0 ? " (\(tally.replaced) had changed)" : "")
        + (resumed > 0 ? " (\(resumed) resumed)" : "")
    ]
    if tally.skipped > 0 { parts.append("\(tally.skipped) already there") }
    if tally.failed > 0 { parts.append("\(tally.failed) failed") }
    if tally.cancelled > 0 { parts.append("\(tally.cancelled) cancelled") }
    let what = isInterrupted ? "Interrupted: " : ""
    return style.bold(what + parts.joined(separator: ", ")) + " → \(out)"
      + (shard.map { "  (part \($0) of the list)" } ?? "")
  }
}
