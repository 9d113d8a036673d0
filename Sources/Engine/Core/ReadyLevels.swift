/// Ready jobs in the order in which they go: by priority, and within one the first come first.
public struct ReadyLevels {
  /// In the order of `Priority.rawValue`.
  private var levels = Priority.allCases.map { _ in JobList() }

  public init() {}

  public mutating func append(_ job: JobCore) { levels[job.priority.rawValue].append(job) }

  public mutating func remove(_ job: JobCore) { levels[job.priority.rawValue].remove(job) }

  /// Puts a job whose priority has changed last in its new level.
  public mutating func move(_ job: JobCore, from old: Priority) {
    levels[old.rawValue].remove(job)
    append(job)
  }

  public mutating func popBest() -> JobCore? {
    for level in levels.indices.reversed() where !levels[level].isEmpty { return levels[level].popFirst() }
    return nil
  }

  public var jobs: [JobCore] { levels.reversed().flatMap(\.jobs) }
}
