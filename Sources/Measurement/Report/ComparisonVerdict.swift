import Engines
import Timelines

extension Comparison {
  /// The result as one sentence, which compares the engines' times with the first one's. The baseline is left to the
  /// table, because it is known to be slow, unless nothing else is compared.
  public var verdict: String {
    guard engines.count > 1 else { return "One engine alone: there is nothing to compare it with." }
    guard blocks >= PairedRatio.fewestPairs else {
      return "\(counted(blocks, "run")) each: too few to tell what differs; use --runs "
        + "\(PairedRatio.fewestPairs) or more."
    }
    let rows = rows
    let others = engines.indices.dropFirst()
    let parallel = others.filter { engines[$0] != EngineName.serial.rawValue }
    let columns = parallel.isEmpty ? Array(others) : parallel
    let walls = rows.first { $0.figure == .wall }?.cells.map { $0?.ratio } ?? []
    func took(_ verdict: PairedRatio.Verdict) -> [Int] {
      columns.filter { walls[$0]?.verdict == verdict }
    }
    func names(_ columns: [Int]) -> String { listed([0] + columns) }
    let (equal, open) = (took(.equal), took(.noDifference))
    var clauses: [String] = []
    if !equal.isEmpty { clauses.append("\(names(equal)) take equally long") }
    if !open.isEmpty {
      let reach = PairedRatio.percent(open.compactMap { walls[$0]?.reach }.max() ?? 0)
      clauses.append("\(names(open)) may differ by up to \(reach), but no difference was found")
    }
    let differing = Figure.noticed.filter { figure in
      let cells = rows.first { $0.figure == figure && figure != .wall }?.cells
      return (equal + open).contains { cells?[$0]?.ratio?.isDifferent == true }
    }
    if !differing.isEmpty {
      clauses.append("they differ in \(differing.map { "“\($0.title)”" }.joined(separator: ", "))")
    }
    for column in columns {
      guard let ratio = walls[column], ratio.isDifferent else { continue }
      clauses.append("\(self.names[column]) takes \(ratio.times) \(self.names[0])")
    }
    return clauses.joined(separator: "; ") + "."
  }

  /// The number of blocks, which is the number of runs per engine.
  var blocks: Int { Set(runs.map(\.block)).count }

  /// Returns the names of engines, as in “a, b and c”.
  private func listed(_ columns: [Int]) -> String {
    columns.dropLast().map { names[$0] }.joined(separator: ", ") + " and \(names[columns[columns.count - 1]])"
  }
}

extension PairedRatio {
  /// Whether the interval shows a difference that isn't negligible.
  var isDifferent: Bool { verdict == .less || verdict == .more }

  /// The ratio of two times as text, such as “11 % longer than” and “2.4 times as long as”.
  fileprivate var times: String {
    if ratio >= 2 { return "\(factor(ratio)) times as long as" }
    // A difference must not be rounded to 0.
    let share = max(abs(ratio - 1) * 100, 0.1)
    return "\(numeral(share, decimals: share < 0.95 || ratio < 0.1 ? 1 : 0)) % "
      + (ratio > 1 ? "longer than" : "less time than")
  }

  /// The interval as text, such as “2.1 to 2.8”.
  var factors: String { "\(factor(low ?? ratio)) to \(factor(high ?? ratio))" }

  /// Returns a ratio with the number of digits that its interval justifies.
  func factor(_ value: Double) -> String {
    numeral(value, decimals: decimals(of: value, spread: min(value / 8, ((high ?? 0) - (low ?? 0)) / 2)))
  }
}
