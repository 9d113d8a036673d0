import ArgumentParser
import Foundation
import Measurement

/// What `--against` names: an earlier record of the same workload.
struct EarlierRecord {
  private let record: Record<Comparison>

  /// - Throws: `ValidationError`, when the file is no record of this workload.
  init(_ path: String, of workload: String) throws {
    let name = "--against “\(oneLine(path))”"
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw ValidationError("\(name) cannot be read: \(error.localizedDescription)")
    }
    guard let record = try? JSONDecoder().decode(Record<Comparison>.self, from: data) else {
      throw ValidationError("\(name) is not what “pipeline compare --json” or --record wrote.")
    }
    guard record.measurement.workload == workload else {
      throw ValidationError(
        "\(name) is about “\(oneLine(record.measurement.workload))”, not “\(oneLine(workload))”.")
    }
    self.record = record
  }

  /// The changes since then, in a sentence or two.
  func words(_ new: Record<Comparison>) -> String {
    let changes = new.measurement.changes(since: record.measurement)
    let since =
      "Since \(record.date ?? "the earlier record") (\(record.versions["pipeline"] ?? "unknown version"))"
    guard !changes.isEmpty else {
      return "\(since): no figure can be compared; both records need the same engine, "
        + "\(PairedRatio.fewestPairs) runs or more."
    }
    let real = changes.filter(\.isReal).map { change in
      "\(change.figure.title) of \(change.engine) ×\(number(change.ratio)) "
        + "(\(number(change.low)) to \(number(change.high)))"
    }
    let other =
      record.machine.processor == new.machine.processor && record.machine.cores == new.machine.cores
      ? ""
      : " That record is of another machine: \(record.machine.processor), \(counted(record.machine.cores, "core"))."
    return "\(since): " + (real.isEmpty ? "no change." : real.joined(separator: "; ") + ".") + other
  }

  private func number(_ value: Double) -> String {
    numeral(value, decimals: min(2, decimals(of: value, spread: 0)))
  }
}
