import Foundation
import Measurement
import Workloads

/// What a run of the main job came to.
struct PhotosSummary: RunSummary, Encodable {
  let engine: String
  let list: String
  let out: String
  /// Nil for a run of the whole list.
  let part: ListPlace?
  let listed: Int
  let filtered: Int
  /// Of those filtered, the ones that took the place of one made otherwise, or of an earlier state of the original.
  let replaced: Int
  let skipped: Int
  let failed: [Failure]
  let cancelled: Int
  let interrupted: Bool
  /// Why the run could not go on.
  let error: String?
  let bytesFetched: Int
  /// Of photos that were not filtered in the end.
  let bytesWasted: Int
  let figures: RunFigures

  init(engine: String, list: String, out: String, run: PhotoRun, broken: Set<String>, figures: RunFigures) {
    self.engine = engine
    self.list = list
    self.out = out
    part = ListPlace(run.part)
    listed = run.tally.listed
    filtered = run.tally.done
    replaced = run.tally.replaced
    skipped = run.tally.skipped
    failed = run.failures.map { Failure($0, broken: broken) }
    cancelled = run.tally.cancelled
    interrupted = run.isCancelled
    error = run.isCancelled ? nil : run.error.map(describe)
    bytesFetched = run.bytes.received
    bytesWasted = run.bytes.wasted
    self.figures = figures
  }

  // MARK: In words

  var failures: [Failure] { failed }

  func text(_ style: Style) -> String {
    var lines = [headline(style)]
    if let error { lines.append("  " + style.red(error)) }
    if skipped > 0, error == nil { lines.append("  Existing files were kept; use --force to redo them.") }
    if replaced > 0 {
      lines.append(
        "  \(replaced) of them replaced a file that came from another URL or an older original, or had other settings."
      )
    }
    lines += failureLines(failed, style)
    lines += figureLines(
      engine: engine, fetched: bytesFetched, isWhole: !interrupted && error == nil, figures)
    return lines.joined(separator: "\n") + "\n"
  }

  private func headline(_ style: Style) -> String {
    if listed == 0, !interrupted, error == nil { return style.bold(emptyListWords) }
    var parts = ["\(counted(filtered, "photo")) filtered"]
    if skipped > 0 { parts.append("\(skipped) already there") }
    if !failed.isEmpty { parts.append("\(failed.count) failed") }
    if cancelled > 0 { parts.append("\(cancelled) cancelled") }
    let what = interrupted ? "Interrupted: " : ""
    return style.bold("\(what)\(parts.joined(separator: ", "))") + " → \(out)"
      + (part.map { "  (part \($0.shard) of the list)" } ?? "")
  }
}
