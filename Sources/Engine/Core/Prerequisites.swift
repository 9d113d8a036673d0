extension JobCore {
  /// What still holds this job back.
  package final var heldBy: [JobCore] { prerequisites.jobs.filter { !$0.isReleased } }

  /// A job that waits is ready once nothing holds it back: called when an engine's API has said so, which may be late or
  /// out of date.
  package final func becomeReadyIfFree() {
    if isWaiting, prerequisites.isEmpty { queue?.waitIsOver(self) }
  }

  final func addPrerequisite(_ other: JobCore) throws(EngineError) {
    guard other.engine === engine else { throw .otherEngine(job: other.name) }
    try checkNotStarted()
    if other.hasEnded || depends(on: other) { return }
    try detectCycle(dependingOn: other)

    prerequisites.append(other)
    other.dependents.append(self)
    hold(for: other)
    if isReady { queue?.makeWait(self) }
    engine.trace(.prerequisite(other.id), job: self, queue: queue)
  }

  final func removePrerequisite(_ other: JobCore) throws(EngineError) {
    guard other.engine === engine else { throw .otherEngine(job: other.name) }
    try checkNotStarted()
    guard !other.hasEnded, depends(on: other) else { return }
    prerequisites.remove(other)
    other.dependents.remove(self)
    stopHolding(for: other)
  }

  private final func checkNotStarted() throws(EngineError) {
    if isRunning || hasEnded { throw .alreadyStarted(job: name) }
  }

  /// Looks through the shorter of the two lists.
  private final func depends(on other: JobCore) -> Bool {
    prerequisites.count <= other.dependents.count
      ? prerequisites.contains(other) : other.dependents.contains(self)
  }
}

/// The jobs at one side of a job, in the order in which they were added.
///
/// One that is gone stays where it is until half of them are: so a job with a million dependents that are cancelled one by
/// one still costs the same for each.
struct JobLinks {
  private(set) var jobs: [JobCore] = []
  private var gone = 0

  var count: Int { jobs.count - gone }
  var isEmpty: Bool { count == 0 }

  func contains(_ job: JobCore) -> Bool { jobs.contains { $0 === job } }

  mutating func append(_ job: JobCore) { jobs.append(job) }

  mutating func remove(_ job: JobCore) {
    if let place = jobs.firstIndex(where: { $0 === job }) { jobs.remove(at: place) }
  }

  mutating func oneIsGone(_ isGone: (JobCore) -> Bool) {
    gone += 1
    guard gone * 2 >= jobs.count else { return }
    jobs.removeAll(where: isGone)
    gone = 0
  }

  mutating func takeAll() -> [JobCore] {
    defer { (jobs, gone) = ([], 0) }
    return jobs
  }
}
