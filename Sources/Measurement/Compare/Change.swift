import Timelines

/// Changes since an earlier record.
extension Record<Comparison> {
  /// Returns the changes since an earlier record of the same workload in two paragraphs: those of each engine, and
  /// those of the ratios between engines.
  public func changes(since old: Record<Comparison>) -> [String] {
    let since = "Since \(old.date ?? "the earlier record") (\(old.versions["pipeline"] ?? "unknown version"))"
    let isSameMachine = old.machine.processor == machine.processor && old.machine.cores == machine.cores
    let other =
      "only ratios between engines can be compared, because that record is from another machine: "
      + "\(old.machine.processor), \(counted(old.machine.cores, "core"))."
    let engines = isSameMachine ? measurement.changesInWords(since: old.measurement) : other
    return ["\(since): \(engines)"]
      + [measurement.ratiosInWords(comparedWith: old.measurement)].compactMap { $0 }
  }
}

extension Comparison {
  /// Returns the ratios of the medians to those of an earlier comparison of the same workload, for every figure and
  /// engine that both have.
  func changes(since old: Comparison) -> [(name: String, ratio: PairedRatio)] {
    rowsByNotice.flatMap { row in
      engines.enumerated().compactMap { column, engine in
        guard let before = old.engines.firstIndex(of: engine), let now = row.cells[column],
          let then = old.row(row.figure)?.cells[before],
          let ratio = PairedRatio(unpaired: now.values, to: then.values)
        else { return nil }
        return ("\(row.figure.title) of \(engine)", ratio)
      }
    }
  }

  /// Returns the ratios to the first engine, if an earlier comparison of the same workload has that engine too. A
  /// faster machine doesn't change them.
  func ratios(comparedWith old: Comparison) -> [(name: String, old: PairedRatio, new: PairedRatio)] {
    guard let first = engines.first, let base = old.engines.firstIndex(of: first) else { return [] }
    return rowsByNotice.flatMap { row in
      engines.enumerated().dropFirst().compactMap { column, engine in
        guard let before = old.engines.firstIndex(of: engine), before != base,
          let old = old.row(row.figure)?.ratio(before, to: base), let new = row.ratio(column, to: 0)
        else { return nil }
        return ("\(row.figure.title), \(engine) to \(first)", old, new)
      }
    }
  }

  /// The rows, beginning with the figures that people notice.
  private var rowsByNotice: [Row] {
    Figure.noticed.flatMap { figure in rows.filter { $0.figure == figure } }
      + rows.filter { !Figure.noticed.contains($0.figure) }
  }

  fileprivate func changesInWords(since old: Comparison) -> String {
    let changes = changes(since: old)
    guard !changes.isEmpty else {
      return "no figure can be compared; both records need the same engine, "
        + "\(PairedRatio.fewestPairs) runs or more."
    }
    let real = changes.filter { $0.ratio.place(in: 1...1) == .outside }.map { change in
      "\(change.name) ×\(change.ratio.factor(change.ratio.ratio)) (\(change.ratio.factors))"
    }
    guard real.isEmpty else { return real.joined(separator: "; ") + "." }
    let widest = changes.max { ($0.ratio.reach ?? 0) < ($1.ratio.reach ?? 0) }
    return PairedRatio.notFound("change", reach: widest?.ratio.reach ?? .infinity)
      + (widest.map { " in \($0.name)." } ?? ".")
  }

  /// Returns the changed ratios as a paragraph, or nil if no two engines are in both records.
  fileprivate func ratiosInWords(comparedWith old: Comparison) -> String? {
    let ratios = ratios(comparedWith: old).filter { $0.old.low != nil && $0.new.low != nil }
    guard !ratios.isEmpty else { return nil }
    let (real, count) = (ratios.filter { $0.new.isApart(from: $0.old) }, counted(ratios.count, "ratio"))
    guard !real.isEmpty else {
      let reach = ratios.map { $0.new.reach(from: $0.old) }.max() ?? .infinity
      return
        "Between engines, \(PairedRatio.notFound("change", reach: reach)): the intervals of \(count) overlap "
        + "the recorded ones."
    }
    let lines = real.map { name, old, new in
      "  \(name): \(old.factor(old.ratio)) (\(old.factors)), now \(new.factor(new.ratio)) (\(new.factors))"
    }
    return "Between engines, \(real.count) of \(count) moved outside the recorded interval:\n"
      + lines.joined(separator: "\n")
  }
}

extension PairedRatio {
  /// Whether the intervals don't overlap. A ratio without an interval isn't apart from any.
  func isApart(from old: PairedRatio) -> Bool {
    guard let low, let high, let oldLow = old.low, let oldHigh = old.high else { return false }
    return low > oldHigh || high < oldLow
  }

  /// Returns the largest change that the intervals don't rule out, as a fraction.
  fileprivate func reach(from old: PairedRatio) -> Double {
    guard let low, let high, let oldLow = old.low, let oldHigh = old.high else { return .infinity }
    return max(1 - low / oldHigh, high / oldLow - 1)
  }
}
