import Measurement

extension Comparison {
  /// Which engine took longer, in one plain sentence.
  var sentence: String {
    let wall = rows.first { $0.figure == .wall }
    let parts = engines.indices.dropFirst().compactMap { column -> String? in
      guard let ratio = wall?.cells[column]?.ratio else { return nil }
      return ratio.sentence(engines[column], engines[0])
    }
    guard !parts.isEmpty else { return "There are too few runs to say which engine is faster." }
    let text = parts.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}

extension PairedRatio {
  fileprivate func sentence(_ engine: String, _ base: String) -> String? {
    // Less than half a percent counts as the same.
    let isSame = abs(ratio - 1) < 0.005
    switch verdict {
    case .unknown: return nil
    case .noDifference: return "no difference in time was found between \(engine) and \(base)"
    case .less where isSame, .more where isSame: return "\(engine) and \(base) took the same time"
    case .more where ratio >= 1.1:
      return "\(engine) took \(numeral(ratio, decimals: 1)) times as long as \(base)"
    case .less, .more:
      let percent = numeral(abs(ratio - 1) * 100, decimals: 0)
      return "\(engine) took \(percent) % \(ratio > 1 ? "longer" : "less time") than \(base)"
    }
  }
}

extension JobComparison {
  /// From what length of a job on it matters little which engine it is, in one plain sentence.
  var sentence: String {
    switch crossover {
    case .from(let length):
      "Where a job takes \(nanosecondsInWords(length)) or more, "
        + "gcd and operation are less than a tenth apart."
    case .never: "Even for the longest jobs, gcd and operation are more than a tenth apart."
    case nil: "Either gcd or operation was not run."
    case .undecided:
      "There are too few runs to say how long a job must be for gcd and operation to be alike."
    }
  }
}
