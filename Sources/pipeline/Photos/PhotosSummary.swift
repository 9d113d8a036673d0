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
  /// Of those filtered, the ones that took the place of an outdated or empty file.
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
  private let notes: [String]

  private enum CodingKeys: CodingKey {
    case engine, list, out, part, listed, filtered, replaced, skipped, failed, cancelled, interrupted, error
    case bytesFetched, bytesWasted, figures
  }

  init(engine: String, list: String, out: String, run: PhotoRun, broken: Set<String>, figures: RunFigures) {
    self.engine = engine
    self.list = list
    self.out = out
    part = ListPlace(run.part)
    listed = run.tally.listed
    filtered = run.tally.done
    replaced = run.replaced.values.reduce(0, +)
    notes = Self.notes(on: run)
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
    lines += notes.map { "  " + $0 }
    lines += failureLines(failed, style, all: "with --json or --failures")
    lines += figureLines(
      engine: engine, fetched: bytesFetched, isWhole: !interrupted && error == nil, figures)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func notes(on run: PhotoRun) -> [String] {
    let others = run.leftToOthers
    return (others > 0 ? ["\(others) of them were left to another run, which is making them now."] : [])
      + Photo.Replaced.allCases.compactMap { kind in
        run.replaced[kind].map { "\($0) replaced a file that \(words(kind))." }
      }
  }

  private static func words(_ replaced: Photo.Replaced) -> String {
    switch replaced {
    case .empty: "was empty"
    case .otherURL: "came from another URL"
    case .otherSettings: "had other settings"
    case .olderOriginal: "came from an older original"
    }
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
