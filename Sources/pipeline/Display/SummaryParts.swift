import Foundation
import Measurement

/// Marks an entry of the sample list that is meant to fail.
let onPurpose = " (broken on purpose)"

/// A line for each failure, as long as there are few enough to read.
/// - Parameter all: where to find the rest.
func failureLines(_ failures: [Failure], _ style: Style, all: String = "with --json") -> [String] {
  let shown = 20
  var lines = failures.prefix(shown).map { failure in
    let note = failure.isExpected ? onPurpose : ""
    return "  \(style.red("✗")) \(oneLine(failure.name)): \(oneLine(failure.reason))\(style.dim(note))"
  }
  if failures.count > shown {
    lines.append("  … and \(failures.count - shown) more (all \(all))")
  }
  return lines
}

/// The figures of a run, one per line.
/// - Parameters:
///   - fetched: in bytes, where they were counted.
///   - isWhole: whether it came to its end, so that the last that was shown completed them.
func figureLines(engine: String, fetched: Int?, isWhole: Bool, _ figures: RunFigures) -> [String] {
  let cpu = figures.userCPU + figures.systemCPU
  var rows: [(String, String)] = [
    ("engine", engine),
    ("wall", secondsInWords(figures.wall)),
    (
      "CPU",
      "\(secondsInWords(cpu)) (user \(secondsInWords(figures.userCPU)), system \(secondsInWords(figures.systemCPU)))"
    ),
    fetched.map { ("fetched", bytesInWords($0)) },
    ("peak memory", bytesInWords(figures.peakMemory)),
    ("peak threads", "\(figures.peakThreads)"),
  ].compactMap { $0 }
  if let first = figures.firstShown, let last = figures.allShown {
    let all = isWhole ? "all" : "last"
    rows.append(("shown", "first after \(secondsInWords(first)), \(all) after \(secondsInWords(last))"))
  }
  rows.append(("longest stall", "\(secondsInWords(figures.longestStall)) of the main queue"))
  return figureLines(rows)
}

/// Figures under one another, each with its name.
func figureLines(_ rows: [(name: String, value: String)]) -> [String] {
  let width = rows.map(\.name.count).max() ?? 0
  return rows.map { "  " + $0.name.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $0.value }
}
