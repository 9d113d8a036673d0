import Foundation
import Recording

/// A comparison with other programs, formatted for pages and the terminal.
struct PeersTable {
  let result: PeersBenchmark.Result

  init(_ result: PeersBenchmark.Result) { self.result = result }

  /// The values of each program, followed by the ratios.
  var text: String {
    var lines = ["| | wall | CPU | peak memory | written |", "| --- | --- | --- | --- | --- |"]
    for row in result.rows {
      lines.append(
        "| \(title(row.name)) | \(row.wall.text()) s | \(row.processor.text()) s "
          + String(format: "| %.0f MB | %.1f MB |", row.peak.median, Double(row.bytes) / 1e6))
    }
    lines += ["", "| | to | wall | CPU | written |", "| --- | --- | --- | --- | --- |"]
    for ratio in result.ratios {
      lines.append(
        "| \(title(ratio.of)) | \(title(ratio.to)) | ×\(ratio.wall.text()) | ×\(ratio.processor.text()) "
          + String(format: "| ×%.3f |", ratio.bytes))
    }
    return lines.joined(separator: "\n") + "\n\n\(origin)\(result.note.map { " \($0)" } ?? "")\n"
  }

  private func title(_ name: String) -> String { Self.titles[name] ?? "`\(name)`" }

  private static let titles = [
    "plain": "URLSession, TaskGroup, libpng's defaults; fetched", "fetched": "`default`; fetched",
    "pyvips": "pyvips, level 3, SUB", "image-png fast": "Rust, image-png's `Fast` (fdeflate)",
    "image-png fastest": "Rust, image-png's `Fastest` (fdeflate, UP alone)",
  ]

  private var origin: String {
    let command = ["imaging-benchmark", "peers", "PHOTOS", "--rounds", String(result.rows[0].wall.runs)]
    return String(
      format:
        "%d %@, %.1f million pixels in all, %d at a time; medians (least to most) of %d rounds by turns: `%@`.",
      result.photos, result.about, result.megapixels, result.cores, result.rows[0].wall.runs,
      command.joined(separator: " "))
  }

  /// The sentence in the manual, with its single figure.
  private var sentence: String {
    guard let ratio = result.ratios.first(where: { $0.to == "plain" }) else { return "" }
    return String(
      format: """
        Compared with a straightforward program (URLSession, a TaskGroup and libpng with its defaults), the main job takes %.2f times as
        long and writes %.0f %% %@ bytes, on %d %@ ([all figures](../../Comparison/Results/README.md#other-programs)).

        """,
      ratio.wall.median, abs(1 - ratio.bytes) * 100, ratio.bytes > 1 ? "more" : "fewer", result.photos,
      result.about)
  }

  /// Writes the tables between the marks of the record, and the sentence of the manual if it is the main one.
  func show(at record: String) throws {
    if record == "peers" { try Page("Sources/pipeline/README.md").show(sentence, at: record) }
    try Page("Comparison/Results/README.md").show(text, at: record)
  }
}
