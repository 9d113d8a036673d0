import Engine
import Engines
import TestSupport
import Testing

@Suite struct APICallRules {
  @Test("Engines count their API's calls and own work, as the events say", arguments: EngineName.allCases)
  func counts(name: EngineName) async throws {
    let (bench, queue, plug) = try await Bench.plugged(name)
    let other = bench.queue("other", width: 3)
    let (job, gate, again, never) = (bench.job("job"), bench.gate(), bench.job("again"), bench.job("never"))
    let (waiting, cancelledWaiting) = (bench.job("waiting"), bench.job("cancelled while waiting"))
    let cancelled = bench.job("cancelled")
    try waiting.addPrerequisite(plug.job)
    try waiting.addPrerequisite(job)
    try cancelledWaiting.addPrerequisite(plug.job)
    let added = [job, cancelled, gate.job, again, waiting, cancelledWaiting]
    try queue.add(added)
    try again.addPrerequisite(never)
    try again.removePrerequisite(never)
    await bench.trace.ready(again, times: 2)
    queue.suspend()
    bench.engine.cancel([cancelled, cancelledWaiting, plug.job])
    queue.resume()
    other.width = 2
    other.width = 2
    plug.end()
    // The gate holds the only slot, so the last job also has to wait for it.
    await bench.trace.ready(waiting)
    gate.end()
    await queue.idle()

    let events = bench.trace.events
    func count(_ word: String) -> Int { events.count { $0.word == word } }
    let (picks, prerequisites) = (count("running"), count("prerequisite"))
    let limits = [("queue", 1), ("other", 3)].map { APICalls.Count(name: $0, count: $1) }
    // Besides the plug, every job became ready while all slots were taken. Two of them left our lists again.
    let slots = [
      "limits": 2, "limit changes": 1, "jobs held back": count("ready") - 1, "jobs taken off our lists": 2,
      "jobs handed back": 0, "suspensions": count("suspended"),
    ]
    let (api, own) =
      switch name {
      case .gcd:
        (
          [
            "work items": picks, "group entries": prerequisites, "groups notified": count("waiting"),
            "work items cancelled": count("cancel"),
          ], slots
        )
      case .operation:
        (
          [
            "operations": added.count + 2, "dependencies": prerequisites, "limits": 2, "limit changes": 1,
            "suspensions": count("suspended"),
            "operations cancelled": count("cancel") + count("cancelled") + 1,
          ],
          // Removing a prerequisite takes a new operation. The old one is cancelled, too.
          [
            "gates": 3, "operations renewed": 1, "operations emptied": count("cancelled") + 1,
            "jobs handed back": 0,
          ]
        )
      case .tasks:
        (
          ["tasks": picks, "tasks cancelled": count("cancel")],
          slots.merging(["prerequisites counted": prerequisites]) { $1 }
        )
      case .serial:
        (["turns": picks], ["prerequisites counted": prerequisites, "suspensions": count("suspended")])
      }
    let calls = bench.engine.calls
    #expect(calls.api.byName == api)
    #expect(calls.own.byName == own)
    #expect((calls.api.counts + calls.own.counts).compactMap(\.each) == (name == .serial ? [] : [limits]))
    #expect((picks, prerequisites, count("cancel"), count("suspended")) == (5, 4, 1, 1))
  }

  @Test("Nothing is lost while all sides count", arguments: EngineName.parallel)
  func underLoad(name: EngineName) async throws {
    let (bench, queue) = Bench.withQueue(name, width: 2)
    await together([
      {
        var last: AnyJob?
        for number in 0..<1_000 {
          let job = bench.job("\(number)", number % 5 == 0 ? .high : .normal)
          if number % 3 == 1, let last { try? job.addPrerequisite(last) }
          try? queue.add(job)
          last = job
        }
      },
      {
        for _ in 0..<500 {
          queue.suspend()
          giveWay(1)
          queue.resume()
        }
      },
    ])
    await queue.idle()
    let (events, calls) = (bench.trace.events, bench.engine.calls)
    let (api, own) = (calls.api.byName, calls.own.byName)
    let handedBack = events.count { $0.word == "ready" } - 1_000
    #expect(own["jobs handed back"] == handedBack)
    #expect((api["suspensions"] ?? own["suspensions"]) == events.count { $0.word == "suspended" })
    let (submissions, again) =
      switch name {
      case .gcd: (api["work items"], handedBack)
      case .operation: (api["operations"], own["operations renewed"] ?? 0)
      case .tasks: (api["tasks"], handedBack)
      case .serial: (api["turns"], 0)
      }
    #expect(submissions == 1_000 + again)
  }

  @Test("Counts are printed without zeros, and a single one in the singular")
  func text() {
    let limits = [APICalls.Count(name: "download", count: 8), APICalls.Count(name: "filter", count: 2)]
    let counts = [
      APICalls.Count(name: "limits", count: 2, each: limits), APICalls.Count(name: "work items", count: 1),
      APICalls.Count(name: "dependencies", count: 1), APICalls.Count(name: "gates", count: 0),
      APICalls.Count(name: "jobs held back", count: 3),
    ]
    #expect(
      APICalls.Share(name: "Dispatch", counts: counts).text
        == "2 limits (download 8, filter 2), 1 work item, 1 dependency, 3 jobs held back")
    #expect(APICalls.Share(name: "Dispatch", counts: []).text == "nothing")
  }
}

extension APICalls.Share {
  fileprivate var byName: [String: Int] {
    Dictionary(counts.map { ($0.name, $0.count) }) { first, _ in first }
  }
}
