import Measurement

/// A comparison in a sentence or two.
extension ComparisonTable {
  /// What differs, for each engine against the first.
  var verdict: String {
    guard comparison.engines.count > 1 else {
      return "One engine alone: there is nothing to compare it with."
    }
    guard blocks >= PairedRatio.fewestPairs else {
      return "\(counted(blocks, "run")) each: too few to say what differs; take --runs "
        + "\(PairedRatio.fewestPairs) or more."
    }
    return comparison.engines.indices.dropFirst().map(verdict).joined(separator: " ")
  }

  private func verdict(_ column: Int) -> String {
    let (engine, base) = (comparison.engines[column], comparison.engines[0])
    let wall = rows.first { $0.figure == .wall }?.cells[column]?.ratio
    let time =
      switch wall?.verdict {
      case .less: "\(engine) was faster than \(base): wall \(words(wall))."
      case .more: "\(engine) was slower than \(base): wall \(words(wall))."
      default: "No difference in time was found between \(engine) and \(base)."
      }
    let others = rows.filter { $0.figure != .wall }.compactMap { row -> String? in
      guard let ratio = row.cells[column]?.ratio, ratio.verdict == .less || ratio.verdict == .more else {
        return nil
      }
      return "\(row.figure.title) \(words(ratio))"
    }
    guard !others.isEmpty else { return time + " Nothing else differed, either." }
    return time + " It also differed in \(others.prefix(3).joined(separator: ", "))"
      + (others.count > 3 ? ", and \(others.count - 3) more." : ".")
  }

  private func words(_ ratio: PairedRatio?) -> String { ratio.flatMap(CellText.words) ?? "" }

  /// A warning, where the runs of one engine differ so much that the machine was not steady.
  var scatter: String? {
    guard let wall = rows.first(where: { $0.figure == .wall }) else { return nil }
    let unsteady = zip(comparison.engines, wall.cells).compactMap { engine, cell -> String? in
      guard let values = cell?.samples.values, let least = values.min(), let most = values.max(),
        least > 0, most / least > Self.steady
      else { return nil }
      return "\(engine) took from \(secondsInWords(least)) to \(secondsInWords(most))"
    }
    guard !unsteady.isEmpty else { return nil }
    return "The runs scatter: \(unsteady.joined(separator: ", ")). Close other programs, and compare again."
  }

  /// The slowest run by the fastest, up to which a machine counts as steady.
  private static var steady: Double { 1.5 }
}
