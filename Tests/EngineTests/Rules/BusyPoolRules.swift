import Engine
import Engines
import TestSupport
import Testing

// Exit tests can capture values only since Swift 6.3.
#if compiler(>=6.3)
  /// Rules for work that waits for a thread while every thread is busy, and may be outdated when it gets one. Each
  /// test has its own process.
  @Suite(.serialized) struct BusyPoolRules {
    @Test("1. A job withdrawn on its way, and ready again, runs once", arguments: EngineName.parallel)
    func lateThread(name: EngineName) async {
      await #expect(processExitsWith: .success) { [name] in
        let bench = Bench(name)
        let (queue, job, prerequisite) = (bench.queue(), bench.job("job"), bench.job("prerequisite"))
        try await whilePoolIsBusy {
          try queue.add(job)
          try job.addPrerequisite(prerequisite)
          try job.removePrerequisite(prerequisite)
        }
        await queue.idle()
        #expect(bench.trace.picked == ["job"])
        #expect(bench.trace.violations(edgesAreTakenBack: true).isEmpty)
        #expect(queue.counts.finished == 1)
      }
    }

    @Test("2. The slot of a job that has to wait again goes to the next", arguments: EngineName.parallel)
    func slotOfOneThatWaits(name: EngineName) async {
      await #expect(processExitsWith: .success) { [name] in
        let bench = Bench(name)
        let (queue, first, next) = (bench.queue(), bench.job("first"), bench.job("next"))
        let prerequisite = bench.job("prerequisite")
        try await whilePoolIsBusy {
          try queue.add([first, next])
          try first.addPrerequisite(prerequisite)
        }
        await next.ended()
        #expect(first.state == .waiting)
        prerequisite.cancel()
        await queue.idle()
        #expect(bench.trace.picked == ["next", "first"])
      }
    }

    @Test("5. A job handed back keeps its place with gcd and tasks", arguments: [EngineName.gcd, .tasks])
    func placeOfOneHandedBack(name: EngineName) async {
      await #expect(processExitsWith: .success) { [name] in
        let bench = Bench(name)
        let (queue, first) = (bench.queue(), bench.job("first"))
        try await whilePoolIsBusy {
          try queue.add([first, bench.job("second")])
          queue.suspend()
        }
        // The job is ready when it is added, and again when its thread arrives.
        await bench.trace.ready(first, times: 2)
        queue.resume()
        await queue.idle()
        #expect(bench.trace.picked == ["first", "second"])
      }
    }

    @Test(
      "5. A better job that left, or got worse, on its way to a thread holds up no other",
      arguments: EngineName.parallel, ["cancelled", "worse"])
    func betterNoMore(name: EngineName, what: String) async {
      await #expect(processExitsWith: .success) { [name, what] in
        let bench = Bench(name)
        let (queue, better, job) = (bench.queue(), bench.job("better", .veryHigh), bench.job("job"))
        try await whilePoolIsBusy {
          try queue.add(better)
          if what == "cancelled" { better.cancel() } else { better.priority = .veryLow }
          try queue.add(job)
        }
        await job.ended()
        await better.ended()
        // Nor does it block later jobs.
        await queue.add("last", priority: .low) { _ in }.ended()
      }
    }

    @Test("5. No job gets a thread while a better one is on its way", arguments: [EngineName.gcd, .tasks])
    func betterOnTheWay(name: EngineName) async {
      await #expect(processExitsWith: .success) { [name] in
        let bench = Bench(name)
        let (queue, better, job) = (bench.queue(width: 2), bench.job("better"), bench.job("job"))
        try await whilePoolIsBusy {
          try queue.add(better)
          better.priority = .high
          try queue.add(job)
          queue.suspend()
        }
        await bench.trace.ready(better, times: 2)
        queue.resume()
        await queue.idle()
        #expect(bench.trace.picked == ["better", "job"])
        // Otherwise the job would be handed back and become ready again.
        #expect(bench.trace.count("ready", of: job) == 1)
      }
    }

    @Test("5. A job that has become better goes before one on its way", arguments: EngineName.parallel)
    func betterThanOneOnTheWay(name: EngineName) async {
      await #expect(processExitsWith: .success) { [name] in
        let bench = Bench(name)
        let (queue, job, better) = (bench.queue(), bench.job("job"), bench.job("better"))
        try await whilePoolIsBusy {
          try queue.add([job, better])
          better.priority = .high
        }
        await queue.idle()
        #expect(bench.trace.picked == ["better", "job"])
        // The job becomes ready when it is added, and again because one better job causes it to be handed back once.
        #expect(bench.trace.count("ready", of: job) == 2)
        #expect(bench.engine.calls.own.counts.first { $0.name == "jobs handed back" }?.count == 1)
      }
    }

    @Test("6. A job on its way waits for a slot when its queue is narrowed", arguments: EngineName.parallel)
    func narrowedOnTheWay(name: EngineName) async {
      await #expect(processExitsWith: .success) { [name] in
        let bench = Bench(name)
        let (queue, gate, late) = (bench.queue(width: 2), bench.gate(), bench.job("late"))
        // The first job decides which threads an `OperationQueue` gets. A gate needs none, so the queue would take others, which are idle.
        await queue.add("first") { _ in }.ended()
        try queue.add(gate.job)
        await gate.started()
        try await whilePoolIsBusy {
          try queue.add(late)
          queue.width = 1
        }
        // The job becomes ready when it is added, and again when its thread arrives.
        let id = late.id
        await bench.trace.until { events in
          events.count { $0.job == id && ($0.word == "ready" || $0.isPick) } == 2
        }
        gate.end()
        await late.ended()
        #expect(bench.trace.mostRunning(on: queue) == 1)
      }
    }

    @Test("14. A job that swaps its last prerequisite waits for the new one", arguments: EngineName.parallel)
    func lateNotice(name: EngineName) async {
      await #expect(processExitsWith: .success) { [name] in
        let bench = Bench(name)
        let (queue, job, lost, gained) = (
          bench.queue(), bench.job("job"), bench.job("lost"), bench.job("gained")
        )
        try job.addPrerequisite(lost)
        try queue.add(job)
        try await whilePoolIsBusy {
          try job.removePrerequisite(lost)
          // With some engines, the job becomes ready immediately and then has to wait again.
          try job.addPrerequisite(gained)
        }
        // This runs after Dispatch's notification about the lost job.
        await queue.add("other") { _ in }.ended()
        #expect(job.state == .waiting)
        gained.cancel()
        await job.ended()
        #expect(bench.trace.picked == ["other", "job"])
      }
    }

    @Test("18. Nothing that is out of date keeps a queue alive", arguments: EngineName.parallel)
    func outOfDate(name: EngineName) async {
      await #expect(processExitsWith: .success) { [name] in
        let alive = Alive()
        try await whilePoolIsBusy {
          let engine = alive.engine(name)
          let queue = engine.makeQueue("queue", width: 1)
          queue.suspend()
          let (a, b) = (alive.job("a", on: engine), alive.job("b", on: engine))
          b.priority = .low
          try queue.add([a, b])
          b.cancel()
          queue.resume()
          queue.suspend()
          a.cancel()
        }
        #expect(await alive.left() == 0)
      }
    }
  }
#endif
