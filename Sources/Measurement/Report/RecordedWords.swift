import Foundation
import Timelines

extension Record {
  /// Where, with what, and how it was measured.
  var circumstances: String { "\(place): `\(command)`." }

  /// The machine and the versions.
  var place: String {
    (date.map { "\($0), " } ?? "")
      + "on \(machine.processor) with \(counted(machine.cores, "core")), \(machine.system), "
      + (load.map { "load \(numeral($0, decimals: 1)) when it ended, " } ?? "")
      + versions.sorted { $0.key < $1.key }.map { name, version in
        // Swift names itself.
        name == "swift" ? version : "\(name) \(version)"
      }.joined(separator: ", ")
  }
}

/// What a cell of the table says.
package struct CellText: Sendable {
  package let value: String
  /// To the first engine.
  package let ratio: String?
  package let verdict: PairedRatio.Verdict?

  /// - Parameter row: whose first cell decides the unit, so that all of a row have the same.
  package init(_ cell: Comparison.Cell, like row: Comparison.Row) {
    let largest = row.cells.compactMap { $0?.samples.median }.max() ?? 0
    let (unit, scale) = Self.unit(row.figure.unit, largest)
    value = inWords(cell.samples, scale, isCount: row.figure.unit == .count) + unit
    verdict = cell.ratio?.verdict
    ratio = cell.ratio?.words
  }

  /// One value, as an axis has it.
  static func words(_ value: Double, _ unit: Figure.Unit) -> String {
    let (name, scale) = Self.unit(unit, value)
    return numeral(value * scale, decimals: decimals(of: value * scale, spread: 0)) + name
  }

  private static func unit(_ unit: Figure.Unit, _ largest: Double) -> (String, scale: Double) {
    switch unit {
    case .count: ("", 1)
    case .bytes: largest >= 999_500 ? (" MB", 1e-6) : largest >= 1000 ? (" kB", 1e-3) : (" B", 1)
    case .seconds: largest >= 0.9995 ? (" s", 1) : largest >= 0.0009995 ? (" ms", 1e3) : (" µs", 1e6)
    }
  }
}
