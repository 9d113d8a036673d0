/// A comparison in a sentence or two.
extension Comparison {
  /// What differs, for each engine against the first.
  public var verdict: String {
    guard engines.count > 1 else {
      return "One engine alone: there is nothing to compare it with."
    }
    let rows = rows
    let blocks = Set(runs.map(\.block)).count
    guard blocks >= PairedRatio.fewestPairs else {
      return "\(blocks == 1 ? "1 run" : "\(blocks) runs") each: too few to say what differs; take --runs "
        + "\(PairedRatio.fewestPairs) or more."
    }
    return engines.indices.dropFirst().map { verdict($0, rows) }.joined(separator: " ")
  }

  private func verdict(_ column: Int, _ rows: [Row]) -> String {
    let (engine, base) = (names[column], names[0])
    let wall = rows.first { $0.figure == .wall }?.cells[column]?.ratio
    let isSame = wall.map { abs($0.ratio - 1) < 0.005 } ?? false
    let time =
      switch wall?.verdict {
      case .less? where isSame, .more? where isSame:
        "\(engine) and \(base) took the same time, to within half a percent."
      case .less: "\(engine) was faster than \(base): wall \(wall?.words ?? "")."
      case .more: "\(engine) was slower than \(base): wall \(wall?.words ?? "")."
      default: "No difference in time was found between \(engine) and \(base)."
      }
    let others = rows.filter { $0.figure != .wall }.compactMap { row -> String? in
      // Less than half a percent is not worth a mention.
      guard let ratio = row.cells[column]?.ratio, ratio.verdict == .less || ratio.verdict == .more,
        abs(ratio.ratio - 1) >= 0.005
      else { return nil }
      return "\(row.figure.title) \(ratio.words ?? "")"
    }
    guard !others.isEmpty else { return time + " Nothing else differed, either." }
    return time
      + (wall?.verdict == .noDifference || isSame ? " \(engine) differed in" : " It also differed in")
      + " \(others.prefix(3).joined(separator: ", "))"
      + (others.count > 3 ? ", and \(others.count - 3) more." : ".")
  }
}
