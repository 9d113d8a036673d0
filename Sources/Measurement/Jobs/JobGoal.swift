/// What our engines are to cost at most, beside the raw APIs.
public struct JobGoal: Sendable {
  public enum Verdict: String, Encodable, Sendable {
    case met, missed
    /// The limit lies within the interval, or there are too few runs for one.
    case undecided = "not decided"
  }

  public let title: String
  /// Of the costs, as measured.
  public let ratio: PairedRatio
  /// That the ratio is not to be above.
  public let limit: Double
  /// What the cost comes of, in a sentence: for a goal that is not met.
  public let why: String

  /// From the whole interval: what lies on both sides of the limit is not decided.
  public var verdict: Verdict {
    guard let low = ratio.low, let high = ratio.high else { return .undecided }
    return high <= limit ? .met : low > limit ? .missed : .undecided
  }

  /// Those that the comparison has the runs for.
  public static func goals(of comparison: JobComparison) -> [JobGoal] {
    guard
      let cell = comparison.byCount.first(where: { $0.load.count == JobPlan.usualCount })
        ?? comparison.byCount.last
    else { return [] }
    func goal(
      _ title: String, _ runner: JobRunner, _ base: JobRunner, _ limit: Double, why: String
    ) -> JobGoal? {
      cell.ratio(runner, to: base).map { JobGoal(title: title, ratio: $0, limit: limit, why: why) }
    }
    return [
      goal("gcd to raw Dispatch", .gcd, .dispatch, 1.5, why: recordBesideItem),
      goal("gcd to raw OperationQueue", .gcd, .operationQueue, third, why: priceOfDispatch(in: cell)),
      goal("operation to raw OperationQueue", .operation, .operationQueue, 1.2, why: recordBesideOperation),
      constantCost(of: comparison.byCount),
    ].compactMap { $0 }
  }

  private static let third = 1.0 / 3

  /// A job of `gcd` where most are pending, to one where fewest are: it may cost a quarter more, for caches that no
  /// longer hold them all.
  private static func constantCost(of cells: [JobComparison.Cell]) -> JobGoal? {
    guard let few = cells.first, let many = cells.last, few.load.count < many.load.count,
      let base = few.cost(.gcd)?.values, let values = many.cost(.gcd)?.values, base.count == values.count,
      let ratio = PairedRatio(values, to: base)
    else { return nil }
    let counts = [many, few].map { numeral(Double($0.load.count), decimals: 0) }
    let megabytes = (many.memory(.gcd)?.median ?? 0) * Double(many.load.count) / 1e6
    return JobGoal(
      title: "gcd with \(counts[0]) pending to \(counts[1])", ratio: ratio, limit: 1.25,
      why:
        "\(counts[0]) jobs that wait take \(numeral(megabytes, decimals: 0)) MB, more than caches hold: each has to "
        + "come from memory again to be run.")
  }
}

extension JobGoal {
  private static let recordBesideItem =
    "Beside its work item each job has a record, so that it can be held back, moved up, watched and waited for; the one "
    + "lock of the engine is taken to make it, to add it, to pick it and to end it."

  private static let recordBesideOperation =
    "Beside its Operation each job has a record under the engine’s lock, for what OperationQueue lacks: prerequisites "
    + "that can be taken back, a suspension that holds at once, ends that are reported in their order."

  /// How much of raw OperationQueue's time raw Dispatch needs for itself.
  private static func priceOfDispatch(in cell: JobComparison.Cell) -> String {
    guard let dispatch = cell.ratio(.dispatch, to: .operationQueue)?.ratio, dispatch > 0 else {
      return recordBesideItem
    }
    let left = third / dispatch
    return
      "A third of what raw OperationQueue takes is ×\(numeral(left, decimals: 2)) of what raw Dispatch takes"
      + (left < 1
        ? ": less than a work item and a group cost with no engine at all."
        : ", and all that is left for the record that the engine keeps of each job.")
  }
}
