import Engine
import Engines
import TestSupport

/// A sequence of operations on many jobs that reveals the cost of one of them.
enum Scenario: String, CaseIterable, Codable {
  case chainThatRuns, jobsThatRun, dependentsThatRun
  case chainLetGo, chainNeverAdded, jobsLetGo
  case chainBuiltEvenFirst
  case jobsCancelledAgainAndAgain
  case prerequisitesRemovedOneByOne
  case jobsCancelledTogether, jobsCancelledOneByOne, dependentsCancelledOneByOne

  private var isChain: Bool { [.chainThatRuns, .chainLetGo, .chainNeverAdded].contains(self) }
  private var isFan: Bool { [.dependentsThatRun, .dependentsCancelledOneByOne].contains(self) }

  /// Runs this many jobs, on a thread whose stack is too small for a recursion from job to job.
  /// - Returns: The number of jobs that haven't been freed afterwards.
  func run(_ count: Int, on name: EngineName) async throws -> Int {
    let alive = Alive()
    try await onThread(stack: 256 << 10) {
      let engine = alive.engine(name)
      let queue = engine.makeQueue("queue", width: 2)
      queue.suspend()
      let jobs = (0..<count).map { _ in alive.job(on: engine) }
      if isChain { for (before, after) in zip(jobs, jobs.dropFirst()) { try after.addPrerequisite(before) } }
      if isFan { for job in jobs.dropFirst() { try job.addPrerequisite(jobs[0]) } }
      if self == .chainBuiltEvenFirst {
        // Pairs are linked first and then joined, so that each edge lengthens an existing chain.
        for first in [0, 1] {
          for number in stride(from: first, to: count - 1, by: 2) {
            try jobs[number + 1].addPrerequisite(jobs[number])
          }
        }
      }
      if self == .chainNeverAdded { return }
      if self == .prerequisitesRemovedOneByOne {
        // Prerequisites are removed from a job that isn't on a queue yet and from one that waits on a queue.
        for job in [alive.job(on: engine), alive.job(on: engine)] {
          let prerequisites = jobs.prefix(min(count / 4, 4_000))
          for prerequisite in prerequisites { try job.addPrerequisite(prerequisite) }
          if job.id % 2 == 0 { try queue.add(job) }
          for prerequisite in prerequisites { try job.removePrerequisite(prerequisite) }
        }
      }
      try queue.add(jobs)

      switch self {
      case .chainThatRuns, .jobsThatRun, .dependentsThatRun:
        queue.resume()
        try queue.waitUntilIdle()
      case .jobsCancelledTogether: queue.cancelAll()
      case .jobsCancelledAgainAndAgain:
        for _ in 1...10 {
          queue.cancelAll()
          try queue.add((0..<count / 10).map { _ in alive.job(on: engine) })
        }
      case .jobsCancelledOneByOne, .dependentsCancelledOneByOne: for job in jobs.reversed() { job.cancel() }
      case .chainLetGo, .chainNeverAdded, .chainBuiltEvenFirst, .jobsLetGo, .prerequisitesRemovedOneByOne:
        break
      }
    }
    return await alive.left()
  }
}
