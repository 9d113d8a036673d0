/// What our engines are to cost at most, beside the raw APIs.
public struct JobGoal: Sendable {
  public let title: String
  /// Of the costs, as measured.
  public let ratio: PairedRatio
  /// That the ratio is not to be above.
  public let limit: Double

  public var isMet: Bool { ratio.ratio <= limit }

  /// Those that the comparison has the runs for.
  public static func goals(of comparison: JobComparison) -> [JobGoal] {
    let cell = comparison.byCount.first { $0.load.count == JobPlan.usualCount } ?? comparison.byCount.last
    func goal(_ title: String, _ runner: JobRunner, _ base: JobRunner, _ limit: Double) -> JobGoal? {
      cell?.ratio(runner, to: base).map { JobGoal(title: title, ratio: $0, limit: limit) }
    }
    return [
      goal("gcd to raw Dispatch", .gcd, .dispatch, 1.5),
      goal("gcd to raw OperationQueue", .gcd, .operationQueue, 1 / 3),
      goal("operation to raw OperationQueue", .operation, .operationQueue, 1.2),
      constantCost(of: comparison.byCount),
    ].compactMap { $0 }
  }

  /// A job of `gcd` where most are pending, to one where fewest are: it may cost a quarter more, for caches that no
  /// longer hold them all.
  private static func constantCost(of cells: [JobComparison.Cell]) -> JobGoal? {
    guard let few = cells.first, let many = cells.last, few.load.count < many.load.count,
      let base = few.cost(.gcd)?.values, let values = many.cost(.gcd)?.values, base.count == values.count,
      let ratio = PairedRatio(values, to: base)
    else { return nil }
    let counts = [many, few].map { numeral(Double($0.load.count), decimals: 0) }
    return JobGoal(title: "gcd with \(counts[0]) pending to \(counts[1])", ratio: ratio, limit: 1.25)
  }
}
