import Engines
import Timelines

extension Comparison {
  /// The result as one sentence. It claims only what the intervals show.
  public var verdict: String {
    guard engines.count > 1 else { return "One engine alone: there is nothing to compare it with." }
    guard blocks >= PairedRatio.fewestPairs else {
      return "\(counted(blocks, "run")) each: too few to tell what differs; use --runs "
        + "\(PairedRatio.fewestPairs) or more."
    }
    return loads == nil ? timesInWords : crossoverInWords
  }

  /// The engines' times compared with the first one's. The baseline is left to the table, because it is known to be
  /// slow, unless nothing else is compared.
  private var timesInWords: String {
    let others = engines.indices.dropFirst()
    let parallel = others.filter { engines[$0] != EngineName.serial.rawValue }
    let columns = parallel.isEmpty ? Array(others) : parallel
    let walls = row(.wall)?.cells.map { $0?.ratio } ?? engines.map { _ in nil }
    func took(_ verdict: PairedRatio.Verdict) -> [Int] {
      columns.filter { walls[$0]?.verdict == verdict }
    }
    func listed(_ columns: [Int]) -> String {
      let names = ([0] + columns).map { self.names[$0] }
      return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }
    let (equal, open) = (took(.equal), took(.noDifference))
    var clauses: [String] = []
    if !equal.isEmpty { clauses.append("\(listed(equal)) take equally long") }
    if !open.isEmpty {
      let reach = PairedRatio.percent(open.compactMap { walls[$0]?.reach }.max() ?? 0)
      clauses.append("\(listed(open)) may differ in time by up to \(reach), but no difference was found")
    }
    for column in (equal + open).sorted() {
      let differing = Figure.noticed.filter { figure in
        figure != .wall && row(figure)?.cells[column]?.ratio?.isDifferent == true
      }
      if differing.isEmpty { continue }
      let figures = differing.map { "“\($0.title)”" }.joined(separator: ", ")
      clauses.append("\(names[column]) differs from \(names[0]) in \(figures)")
    }
    for column in columns {
      guard let ratio = walls[column], ratio.isDifferent else { continue }
      clauses.append("\(names[column]) takes \(ratio.times) \(names[0])")
    }
    return clauses.isEmpty ? "No times were compared." : clauses.joined(separator: "; ") + "."
  }

  private var crossoverInWords: String {
    switch crossover {
    case .from(let length):
      "Don't choose by speed if your jobs are independent and take \(nanosecondText(length)) or more."
    case .never: "Speed matters even for the longest jobs: gcd and operation don't take equally long."
    case .undecided: "These runs don't show from which length on gcd and operation take equally long."
    case nil: "Add gcd and operation to --engines to see from which length on they take equally long."
    }
  }

  public enum Crossover: Sendable, Equatable {
    /// The shortest length, in nanoseconds, from which operation and gcd take equally long. The interval of the ratio of
    /// their times lies entirely in ``PairedRatio/equality``. The same is true for all longer jobs.
    case from(UInt64)
    /// Even for the longest jobs, the interval lies outside that range.
    case never
    /// More runs are needed, because even for the longest jobs, the interval lies partly outside the range.
    case undecided
  }

  /// The crossover, or nil if there are no runs of both engines.
  public var crossover: Crossover? {
    guard let column = engines.firstIndex(of: JobRunner.operation.rawValue) else { return nil }
    let ratios = byLength(.jobTime).filter { $0.load.length > 0 }.reversed().map {
      (length: $0.load.length, ratio: $0.row.cells[column]?.ratio)
    }
    guard let longest = ratios.first?.ratio else { return nil }
    let equal = ratios.prefix { $0.ratio?.verdict == .equal }
    if let shortest = equal.last { return .from(shortest.length) }
    return longest.place(in: PairedRatio.equality) == .outside ? .never : .undecided
  }
}

/// The loads that charts and the verdict are about.
extension Comparison {
  public typealias LoadRow = (load: JobLoad, row: Row)

  /// Returns the rows of a figure for independent jobs of any length, with one slot per core. For each length, it is the
  /// load with the largest count that doesn't exceed the usual one.
  public func byLength(_ figure: Figure) -> [LoadRow] {
    JobPlan.lengths.compactMap { length in
      independent(figure).filter { $0.load.length == length && $0.load.count <= JobPlan.usualCount }
        .max { $0.load.count < $1.load.count }
    }
  }

  /// The times of empty independent jobs with one slot per core, sorted by count.
  var byCount: [LoadRow] {
    independent(.jobTime).filter { $0.load.length == 0 }.sorted { $0.load.count < $1.load.count }
  }

  private func independent(_ figure: Figure) -> [LoadRow] {
    rows.compactMap { row in
      guard row.figure == figure, let load = row.load, load.shape == .independent, load.width == cores,
        !load.isAddedWhileRunning
      else { return nil }
      return (load, row)
    }
  }
}

extension PairedRatio {
  enum Place { case within, outside, unknown }

  /// Returns the position of the whole interval. It is unknown if the interval contains a bound of the range or is
  /// missing.
  func place(in range: ClosedRange<Double>) -> Place {
    guard let low, let high else { return .unknown }
    if range.contains(low), range.contains(high) { return .within }
    return high < range.lowerBound || low > range.upperBound ? .outside : .unknown
  }

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
