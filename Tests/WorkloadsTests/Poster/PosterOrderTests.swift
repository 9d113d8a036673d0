import Engine
import Engines
import TestSupport
import Testing

@testable import Workloads

@Suite("Who waits for whom in a poster", .serialized)
struct PosterOrderTests {
  private let bench: PosterBench

  init() throws { bench = try PosterBench() }

  @Test(
    "Photos of a layer start when the layer behind has finished, and are drawn one at a time in the list's order",
    arguments: EngineName.allCases)
  func layers(name: EngineName) async throws {
    _ = try await bench.run(name, bench.list(bench.photos(24)), .small(downloads: 8, scalings: 4))
    // The times when each job was picked and ended, as the number of preceding events.
    var (picked, ended) = ([String: Int](), [String: Int]())
    for (time, event) in bench.trace.enumerated() {
      if event.isPick { picked[event.jobName] = time }
      if event.isEnd { ended[event.jobName] = time }
    }
    let indexed = try #require(ended["index"])
    let finished = try (1...4).map { try #require(ended["layer \($0) finished"]) }
    #expect(finished == finished.sorted())
    let gates = [indexed] + finished
    // All downloads of a layer begin, and all its drawings end, between two gates.
    let plan = PosterPlan(.small(), photos: 24)
    var number = 0
    for layer in 0..<4 {
      for _ in 0..<plan.share(layer, of: 24 - number) {
        #expect(try #require(picked["download \(number)"]) > gates[layer])
        #expect(try #require(ended["draw \(number)"]) < gates[layer + 1])
        number += 1
      }
    }
    #expect(number == 24)
    for layer in 1...4 {
      #expect(try #require(ended["show layer \(layer)"]) < #require(picked["write layer \(layer)"]))
    }
    let drawings = bench.trace.filter { $0.isPick && $0.jobName.hasPrefix("draw ") }.map(\.jobName)
    #expect(drawings == (0..<24).map { "draw \($0)" })
    #expect(bench.trace.mostRunning(on: "draw") == 1)
  }

  @Test(
    "No more photos are in flight than the widths allow, however many the layer has",
    arguments: EngineName.allCases)
  func bounded(name: EngineName) async throws {
    let settings = PosterSettings.small(photos: 60, layers: 1, downloads: 2, scalings: 1)
    _ = try await bench.run(name, bench.list(bench.photos(60)), settings)
    var (begun, drawn, most) = (0, 0, 0)
    for event in bench.trace where event.isPick {
      if event.jobName.hasPrefix("download ") { begun += 1 }
      // The body lets the next photo begin before the job has ended.
      if event.jobName.hasPrefix("draw ") { drawn += 1 }
      most = max(most, begun - drawn)
    }
    #expect(begun == 60)
    #expect(most <= settings.underWay)
  }
}
