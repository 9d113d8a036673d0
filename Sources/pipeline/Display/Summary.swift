import Foundation
import Measurement
import Workloads

/// What a run of the main job came to.
struct Summary: Encodable {
  struct Failure: Encodable {
    let name: String
    let reason: String
    /// Misnamed in the sample list on purpose.
    let isExpected: Bool
  }

  let engine: String
  let list: String
  let out: String
  let listed: Int
  let filtered: Int
  let skipped: Int
  let failed: [Failure]
  let cancelled: Int
  let interrupted: Bool
  /// Why the run could not go on.
  let error: String?
  let bytesDownloaded: Int
  let figures: RunFigures

  init(engine: String, list: String, out: String, run: PhotoRun, misnamed: Set<String>, figures: RunFigures) {
    self.engine = engine
    self.list = list
    self.out = out
    listed = run.tally.listed
    filtered = run.tally.filtered
    skipped = run.tally.skipped
    failed = run.failures.map {
      Failure(name: $0.name, reason: $0.reason, isExpected: misnamed.contains($0.name))
    }
    cancelled = run.tally.cancelled
    interrupted = run.isCancelled
    error = run.error.map { "\($0)" }
    bytesDownloaded = run.tally.bytes
    self.figures = figures
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  // MARK: In words

  /// How many failures are told one by one.
  private static let told = 20

  func text(_ style: Style) -> String {
    var lines = [headline(style)]
    if let error { lines.append(style.red("  \(error)")) }
    for failure in failed.prefix(Self.told) {
      let note = failure.isExpected ? " (misnamed on purpose)" : ""
      lines.append(
        "  \(style.red("✗")) \(oneLine(failure.name)): \(oneLine(failure.reason))\(style.dim(note))")
    }
    if failed.count > Self.told {
      lines.append("  … and \(failed.count - Self.told) more failed; --json tells them all")
    }
    return (lines + table().map { "  \($0)" }).joined(separator: "\n") + "\n"
  }

  private func headline(_ style: Style) -> String {
    var parts = ["\(counted(filtered, "photo")) filtered"]
    if skipped > 0 { parts.append("\(skipped) there already") }
    if !failed.isEmpty { parts.append("\(failed.count) failed") }
    if cancelled > 0 { parts.append("\(cancelled) cancelled") }
    let what = interrupted ? "Interrupted: " : ""
    return style.bold("\(what)\(parts.joined(separator: ", "))") + " → \(out)"
  }

  private func table() -> [String] {
    let cpu = figures.userCPU + figures.systemCPU
    var rows = [
      ("engine", engine),
      ("wall", secondsInWords(figures.wall)),
      (
        "CPU",
        "\(secondsInWords(cpu)) (user \(secondsInWords(figures.userCPU)), system \(secondsInWords(figures.systemCPU)))"
      ),
      ("downloaded", bytesInWords(bytesDownloaded)),
      ("peak memory", bytesInWords(figures.peakMemory)),
      ("peak threads", "\(figures.peakThreads)"),
    ]
    if let first = figures.firstShown, let all = figures.allShown {
      rows.append(("shown", "first after \(secondsInWords(first)), all after \(secondsInWords(all))"))
    }
    rows.append(("longest stall", "\(secondsInWords(figures.longestStall)) of the main queue"))
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $0.1 }
  }
}
