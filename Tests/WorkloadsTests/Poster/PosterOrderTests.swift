import Engine
import Engines
import TestSupport
import Testing

@testable import Workloads

@Suite("Who waits for whom in a poster", .serialized)
struct PosterOrderTests {
  /// A run's jobs, in the order in which they were picked, and how far each event was from the first.
  private struct Story {
    var picked: [String: Int] = [:]
    var ended: [String: Int] = [:]

    init(_ events: [TraceEvent]) {
      for (time, event) in events.enumerated() {
        if event.isPick { picked[event.jobName] = time }
        if event.isEnd { ended[event.jobName] = time }
      }
    }

    func names(_ start: String) -> [String] {
      picked.keys.filter { $0.hasPrefix(start) }.sorted { picked[$0, default: 0] < picked[$1, default: 0] }
    }
  }

  @Test(
    "Photos of a layer start when the layer behind has finished; those of the first, when the list was read",
    arguments: EngineName.allCases)
  func layers(name: EngineName) async throws {
    let bench = try PosterBench()
    _ = try await bench.run(name, bench.list(bench.photos(24)), .small(downloads: 8))
    let story = Story(bench.trace)
    let indexed = try #require(story.ended["index"])
    let finished = try (1...4).map { try #require(story.ended["layer \($0) finished"]) }
    #expect(finished == finished.sorted())
    let gates = [indexed] + finished
    // Between two gates a layer's downloads begin and its drawings end.
    let plan = PosterPlan(.small(), photos: 24)
    var number = 0
    for layer in 0..<4 {
      for _ in 0..<plan.share(layer, of: 24 - number) {
        #expect(try #require(story.picked["download \(number)"]) > gates[layer])
        #expect(try #require(story.ended["draw \(number)"]) < gates[layer + 1])
        number += 1
      }
    }
    #expect(number == 24)
    for layer in 1...4 {
      #expect(
        try #require(story.ended["show layer \(layer)"]) < #require(story.picked["write layer \(layer)"]))
    }
  }

  @Test("Drawings run one at a time, all on one queue, in the list's order", arguments: EngineName.allCases)
  func drawings(name: EngineName) async throws {
    let bench = try PosterBench()
    _ = try await bench.run(name, bench.list(bench.photos(24)), .small(downloads: 8, scalings: 4))
    let story = Story(bench.trace)
    #expect(story.names("draw ") == (0..<24).map { "draw \($0)" })
    #expect(bench.trace.mostRunning(on: "draw") == 1)
  }

  @Test(
    "No more photos are in flight than the widths allow, however many the layer has",
    arguments: EngineName.allCases)
  func bounded(name: EngineName) async throws {
    let bench = try PosterBench()
    let options = PosterOptions.small(photos: 60, layers: 1, downloads: 2, scalings: 1)
    _ = try await bench.run(name, bench.list(bench.photos(60)), options)
    var (begun, drawn, most) = (0, 0, 0)
    for event in bench.trace where event.isPick {
      if event.jobName.hasPrefix("download ") { begun += 1 }
      // Its body lets the next photo begin, before the job has ended.
      if event.jobName.hasPrefix("draw ") { drawn += 1 }
      most = max(most, begun - drawn)
    }
    #expect(begun == 60)
    #expect(most <= options.underWay)
  }
}
