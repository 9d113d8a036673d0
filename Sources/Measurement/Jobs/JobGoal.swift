/// A limit on the cost of an engine, relative to a raw API.
public struct JobGoal: Encodable, Sendable {
  public enum Verdict: String, Encodable, Sendable {
    case met, missed
    /// The limit lies within the interval, or there are too few runs for an interval.
    case undecided = "not decided"
  }

  public let title: String
  /// The measured ratio of the costs.
  public let ratio: PairedRatio
  /// The ratio that must not be exceeded.
  public let limit: Double
  /// The verdict, based on the whole interval. It is undecided if the interval includes the limit.
  public let verdict: Verdict
  /// The reason for the cost. It is shown if the goal isn't met, and isn't recorded.
  public let why: String

  private enum CodingKeys: CodingKey { case title, ratio, limit, verdict }

  init(title: String, ratio: PairedRatio, limit: Double, why: String) {
    self.title = title
    self.ratio = ratio
    self.limit = limit
    self.why = why
    verdict =
      switch ratio.place(in: 0...limit) {
      case .within: .met
      case .outside: .missed
      case .unknown: .undecided
      }
  }

  /// Returns the goals for which the comparison has the necessary runs.
  public static func goals(of comparison: JobComparison) -> [JobGoal] {
    func goal(
      _ title: String, in cell: JobComparison.Cell?, _ runner: JobRunner, _ base: JobRunner, _ limit: Double,
      why: String
    ) -> JobGoal? {
      cell?.ratio(runner, to: base).map { JobGoal(title: title, ratio: $0, limit: limit, why: why) }
    }
    let jobs = comparison.byCount.first { $0.load.count == JobPlan.usualCount } ?? comparison.byCount.last
    let pairs = comparison.pending.first { $0.load.shape == .pairs && $0.load.length == 0 }
    let live = comparison.addedWhileRunning(.independent)
    let livePairs = comparison.addedWhileRunning(.pairs)
    let chain = comparison.pending.first { $0.load.shape == .chain && $0.load.length == 0 }
    return [
      goal(
        "gcd to Dispatch behind a limit", in: jobs, .gcd, .dispatchLimited, 1.5, why: recordBesideItem),
      goal(
        "operation to raw OperationQueue", in: jobs, .operation, .operationQueue, 1.2,
        why: recordBesideOperation),
      goal("tasks to a task group", in: jobs, .tasks, .taskGroup, 1.3, why: recordBesideTask),
      goal("gcd to raw Dispatch, in pairs", in: pairs, .gcd, .dispatch, 2, why: groupForEach),
      goal("gcd to raw Dispatch, in a chain", in: chain, .gcd, .dispatch, 2, why: groupForEach),
      goal(
        "operation to raw OperationQueue, in pairs", in: pairs, .operation, .operationQueue, 1.2,
        why: recordBesideOperation),
      goal(
        "gcd to Dispatch behind a limit, added while running", in: live, .gcd, .dispatchLimited, 1.2,
        why: recordBesideItem),
      goal(
        "operation to raw OperationQueue, added while running", in: live, .operation, .operationQueue, 1.3,
        why: recordBesideOperation),
      goal(
        "operation to raw OperationQueue, in pairs added while running", in: livePairs, .operation,
        .operationQueue, 1.4, why: recordBesideOperation),
      constantCost(of: comparison.byCount),
    ].compactMap { $0 }
  }

  /// Compares the cost of a `gcd` job with the largest number of pending jobs to its cost with the smallest number.
  /// The cost may be a quarter higher, because that many jobs no longer fit in the caches.
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
        "\(counts[0]) waiting jobs take \(numeral(megabytes, decimals: 0)) MB, more than the caches hold: each has to "
        + "be loaded from memory again before it runs.")
  }
}

extension JobGoal {
  private static let recordBesideItem =
    "In addition to its work item, each job has a record, so that it can be held back, reprioritized, observed "
    + "and awaited; the engine’s single lock is taken to add, submit, pick and end it."

  private static let recordBesideTask =
    "In addition to its task, each job has a record under the engine’s lock, and a task is started only when "
    + "there is a slot for it; a task group starts all tasks immediately, on the threads of the cooperative pool."

  private static let groupForEach =
    "With the raw API, the group submits the item itself. In the engine, a dependent’s group only reports that "
    + "nothing holds the job back: the item is created then, if there is a slot, and picked under the engine’s "
    + "lock, so that the prerequisite can be removed until that moment."

  private static let recordBesideOperation =
    "In addition to its Operation, each job has a record under the engine’s lock for features that "
    + "OperationQueue lacks: prerequisites that can be removed, a suspension that takes effect immediately, and "
    + "ends that are reported in order."
}
