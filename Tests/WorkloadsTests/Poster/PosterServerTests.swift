import Engine
import Engines
import Foundation
import PhotoLists
import SampleServer
import Testing

@testable import Workloads

@Suite("A poster of the sample server's photos", .serialized)
struct PosterServerTests {
  @Test("Every engine draws the same poster, though replies come in another order and some fail")
  func samePoster() async throws {
    let bench = try PosterBench()
    let options = PosterOptions.small(photos: 6, layers: 3)
    let faults = Faults(failureRate: 0.3, kinds: [.notFound, .garbage, .cut])
    let server = try SampleServer.start(faults: faults)
    defer { server.stop() }
    let list = ListSource.url("\(server.url)/photos.jsonl?count=\(options.entries)")
    let calm = try await bench.run(.serial, list, options)
    let reference = try bench.pixels()
    #expect(calm.tally.done == 6)
    #expect(calm.tally.failed > 0)
    for name in EngineName.allCases {
      // The same failures again: the count starts again. The delays only change who is first.
      var delayed = faults
      delayed.jitter = .milliseconds(30)
      server.faults = delayed
      let stormy = try await bench.run(name, list, options)
      #expect(try bench.pixels() == reference, "\(name)")
      #expect(stormy.failures.map(\.name) == calm.failures.map(\.name), "\(name)")
      #expect(stormy.bytes.received > 0)
    }
  }

  @Test(
    "Cancelled while a photo never comes, a run ends and leaves the last whole poster",
    arguments: EngineName.allCases)
  func cancelled(name: EngineName) async throws {
    let bench = try PosterBench()
    let server = try SampleServer.start()
    defer { server.stop() }
    var urls = try bench.photos(8)
    // In the second layer; the first has the more of them.
    urls[7] = "\(server.url)/photos/pines-in-fresh-snow.jpg?fail=stall"
    let run = try await bench.run(name, bench.list(urls), .small(photos: 8, layers: 2)) { run in
      server.handler = { _ in
        // From another thread, as an interrupt comes; the serial engine's own is busy waiting.
        Thread.detachNewThread { run.cancel() }
        return nil
      }
    }
    #expect(run.isCancelled)
    #expect(run.tally.done < 8)
    #expect(run.tally.cancelled >= 1)
    #expect(try bench.files == (run.layersWritten > 0 ? ["poster.png"] : []))
    if let last = bench.layers.last {
      #expect(try bench.pixels() == last.picture.withUnsafeBytes { Array($0) })
    }
  }
}
