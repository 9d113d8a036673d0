extension JobCore {
  /// The prerequisites that haven't released this job yet.
  package final var heldBy: [JobCore] { prerequisites.jobs.filter { !$0.isReleased } }

  /// Makes a waiting job ready if it has no prerequisites left. This is called when the engine's API says that this
  /// is the case. The API may say so late, or after it has ceased to be true.
  package final func becomeReadyIfFree() {
    if isWaiting, prerequisites.isEmpty { queue?.endWaiting(self) }
  }

  final func addPrerequisite(_ other: JobCore) throws(EngineError) {
    guard other.engine === engine else { throw .otherEngine(job: other.name) }
    try checkNotStarted()
    if other.hasEnded || depends(on: other) { return }
    try detectCycle(dependingOn: other)

    prerequisites.append(other)
    other.dependents.append(self)
    hold(for: other)
    if isReady { queue?.returnToWaiting(self) }
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

  /// Returns whether `other` is a prerequisite. Searches the shorter of the two lists.
  private final func depends(on other: JobCore) -> Bool {
    prerequisites.count <= other.dependents.count
      ? prerequisites.contains(other) : other.dependents.contains(self)
  }
}

/// The prerequisites or the dependents of a job, in the order in which they were added.
///
/// Jobs that no longer count stay in the list until they make up half of it. Cancelling a million dependents one by
/// one therefore costs the same for each.
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
