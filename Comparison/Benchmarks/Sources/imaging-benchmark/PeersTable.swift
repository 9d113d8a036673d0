import Foundation
import Recording

/// What pages and the terminal show of a comparison with other programs.
struct PeersTable {
  let result: PeersBenchmark.Result

  init(_ result: PeersBenchmark.Result) { self.result = result }

  /// The whole table.
  var text: String {
    var lines = [
      "| | wall | × of plain | CPU | × of plain | peak memory | written |",
      "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in result.rows {
      lines.append(
        "| \(Self.titles[row.name] ?? "`\(row.name)`") | \(row.wall.text()) s | \(row.wallToPlain.text()) "
          + "| \(row.processor.text()) s | \(row.processorToPlain.text()) "
          + String(format: "| %.0f MB | %.1f MB |", row.peak.median, Double(row.bytes) / 1e6))
    }
    return lines.joined(separator: "\n") + "\n\n\(origin)\(result.note.map { " \($0)" } ?? "")\n"
  }

  private static let titles = [
    "plain": "URLSession, TaskGroup, libpng's defaults", "pyvips": "pyvips, level 3, SUB",
  ]

  private var origin: String {
    let command = ["imaging-benchmark", "peers", "PHOTOS", "--rounds", String(result.rows[0].wall.runs)]
    return String(
      format:
        "%d %@, %.1f million pixels in all, %d at a time; medians (least to most) of %d rounds by turns: `%@`.",
      result.photos, result.about, result.megapixels, result.cores, result.rows[0].wall.runs,
      command.joined(separator: " "))
  }

  /// The one figure that the README has.
  private var sentence: String {
    guard let ours = result.rows.first(where: { $0.name == "default" }), let plain = result.rows.first else {
      return ""
    }
    return String(
      format: """
        Against what one would write instead, URLSession, a TaskGroup and libpng with its defaults, the main job takes ×%@ of the
        time and writes ×%.3f of the bytes, on %d %@ ([all figures](Comparison/Results/README.md#other-programs)).

        """,
      ours.wallToPlain.text(), Double(ours.bytes) / Double(plain.bytes), result.photos, result.about)
  }

  /// Writes both between their marks.
  func show() throws {
    try Page("README.md").show(sentence, at: "peers")
    try Page("Comparison/Results/README.md").show(text, at: "peers")
  }
}
