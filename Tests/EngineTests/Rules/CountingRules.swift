import Base
import Engine
import Engines
import TestSupport
import Testing

@Suite struct CountingRules {
  @Test("20. Counts tell where every job stands", arguments: EngineName.parallel)
  func everyState(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 2)
    let (running, broken) = (try await bench.plug(queue), try await bench.plug(queue, "broken"))
    let jobs = (0..<7).map { bench.job("\($0)") }
    for job in jobs[..<3] { try job.addPrerequisite(running.job) }
    try queue.add(jobs)
    jobs[0].cancel()
    jobs[3].cancel()
    #expect((queue.counts.all, queue.counts.added) == ([2, 3, 2, 0, 0, 2], 9))
    queue.suspend()
    broken.end(.failed(Broken()))
    #expect(queue.counts.all == [2, 3, 1, 0, 1, 2])
    running.end()
    await bench.trace.ready(jobs[1], jobs[2])
    #expect(queue.counts.all == [0, 5, 0, 1, 1, 2])
    queue.resume()
    await queue.idle()
    #expect((queue.counts.all, queue.counts.added) == ([0, 0, 0, 6, 1, 2], 9))
    #expect(queue.counts.isIdle)
  }

  @Test("20. Snapshots add up to the jobs added, while all sides change it", arguments: EngineName.parallel)
  func snapshots(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 2)
    let (added, isDone, wrong) = (Counter(), Locked(false), Locked([QueueCounts]()))
    await together([
      {
        var last: AnyJob?
        for number in 0..<2_000 {
          let job = bench.job("\(number)")
          if number % 3 == 1, let last { try? job.addPrerequisite(last) }
          try? queue.add(job)
          let count = added.add()
          if queue.counts.added != count { wrong.withLock { $0.append(queue.counts) } }
          if number % 4 == 0 { job.cancel() }
          last = job
        }
        isDone.withLock { $0 = true }
      },
      {
        while !isDone.value {
          let before = added.count
          let counts = queue.counts
          let fits = (before...added.count + 1).contains(counts.added) && counts.running <= 2
          if !fits { wrong.withLock { $0.append(counts) } }
        }
      },
      {
        while !isDone.value {
          queue.suspend()
          queue.resume()
        }
      },
    ])
    await queue.idle()
    #expect(wrong.value == [])
    #expect(queue.counts.ended == 2_000)
  }
}
