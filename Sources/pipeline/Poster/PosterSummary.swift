import Foundation
import Measurement
import Workloads

/// What a run of `pipeline poster` came to.
struct PosterSummary: RunSummary, Encodable {
  let engine: String
  let list: String
  let out: String
  let wanted: Int
  let drawn: Int
  let failed: [Failure]
  let cancelled: Int
  /// Those that the poster on disk has; 0 when nothing was written.
  let layers: Int
  let interrupted: Bool
  /// Why the run could not go on.
  let error: String?
  let bytesFetched: Int
  /// Of photos that were not drawn in the end.
  let bytesWasted: Int
  let figures: RunFigures

  init(
    engine: String, list: String, out: String, run: PosterRun, broken: Set<String>, figures: RunFigures
  ) {
    self.engine = engine
    self.list = list
    self.out = out
    wanted = run.wanted ?? 0
    drawn = run.tally.done
    failed = run.failures.map { Failure($0, broken: broken) }
    cancelled = run.tally.cancelled
    layers = run.layersWritten
    interrupted = run.isCancelled
    error = run.error.map(describe)
    bytesFetched = run.bytes.received
    bytesWasted = run.bytes.wasted
    self.figures = figures
  }

  var failures: [Failure] { failed }

  func text(_ style: Style) -> String {
    var lines = [headline(style)]
    if let error { lines.append("  " + style.red(error)) }
    lines += failureLines(failed, style)
    lines += figureLines(
      engine: engine, fetched: bytesFetched, isWhole: !interrupted && error == nil, figures)
    return lines.joined(separator: "\n") + "\n"
  }

  private func headline(_ style: Style) -> String {
    if wanted == 0, !interrupted, error == nil { return style.bold(emptyListWords) }
    var parts = [
      drawn == wanted ? "\(counted(drawn, "photo")) drawn" : "\(drawn) of \(counted(wanted, "photo")) drawn"
    ]
    if !failed.isEmpty {
      parts.append((drawn == wanted ? counted(failed.count, "other") : "\(failed.count)") + " failed")
    }
    if cancelled > 0 { parts.append("\(cancelled) cancelled") }
    let what = interrupted ? "Interrupted: " : ""
    let file = layers > 0 ? "\(out) (\(counted(layers, "layer")))" : "nothing was written"
    return style.bold("\(what)\(parts.joined(separator: ", "))") + " → \(file)"
  }
}
