import Base
import Engines
import Foundation
import PhotoLists
import Testing

@testable import Workloads

@Suite("Parts of a list")
struct ShardTests {
  private let entries = (1...2000).map { number in
    let isBad = number % 10 == 0
    return PhotoEntry(
      name: "photo \(number)", url: isBad ? "" : "https://example.org/\(number).png",
      flaw: isBad ? "it has no URL" : nil)
  }

  @Test("Every entry belongs to one part of each division, and the parts are of about one size")
  func partition() throws {
    for count in [1, 2, 3, 16, 100] {
      let shards = try (1...count).map { try #require(Shard($0, of: count)) }
      let owners = entries.map { entry in shards.filter { $0.contains(entry) }.map(\.number) }
      #expect(owners.allSatisfy { $0.count == 1 })
      let sizes = shards.map { shard in owners.count { $0 == [shard.number] } }
      // The sizes vary like those of random bins. The limit is six standard deviations.
      let mean = Double(entries.count) / Double(count)
      #expect(sizes.allSatisfy { abs(Double($0) - mean) <= 6 * mean.squareRoot() }, "\(count): \(sizes)")
    }
  }

  @Test("The hash that decides is the same in every process and version")
  func stable() {
    // These values were computed independently: FNV-1a of the text, and then the first number of a SplitMix64
    // that is seeded with it.
    #expect(stableHash("https://example.org/1.png") == 0x9651_6434_2D47_E025)
    #expect(stableHash("") == 0xC381_7C01_6BA4_FF30)
  }

  @Test("A part is a number and a count, and any other text is refused")
  func parts() throws {
    for text in ["1/1", "3/16", "16/16", "007/0016"] {
      let shard = try #require(Shard(text))
      #expect(text.split(separator: "/").compactMap { Int($0) } == [shard.number, shard.count])
    }
    let others = [
      "", "/", "3", "3/", "/16", "0/16", "17/16", "-1/16", "+1/16", "1/0", "1/2/3", "a/b",
      "1/99999999999999999999", "1/9223372036854775807", "1/1000001",
    ]
    #expect(others.filter { Shard($0) != nil } == [])
  }

  @Test("A place that a file names stays in the folder")
  func places() {
    #expect(["Image 1.png", FileNames.fannedOut("Mist") + ".png"].allSatisfy(FileNames.isInFolder))
    let others = ["../a", "..", ".", "", "/a", "7f/", "7f/..", "7g/a", "7f/a/b", "xyz/a", "7f//a"]
    #expect(others.filter(FileNames.isInFolder) == [])
  }
}

@Suite("The parts of a list, together", .serialized)
final class ShardRunTests: PhotoBenchTests {
  @Test(
    "The parts' files are those of the whole list, under the same names, and each part finds its own again",
    arguments: [FaultedWorkload.photos, .download], [false, true])
  func parts(workload: FaultedWorkload, fansOut: Bool) async throws {
    // Some names occur several times. They get the same numbers as in a run of the whole list.
    let names = ["a", "b", "c", "A", "d", "a", "", "e", "a", "../f", "b", "a 2", "g", "a", "b"]
    let stephen = "\(bench.server.url)/monarchs/stephen.png"
    let list = try bench.place.list(
      names.enumerated().map { ($1, $1 == "e" ? "nowhere" : "\(stephen)?\($0)") })
    let runs = try FaultBench()
    for name in [EngineName.gcd, .operation] {
      func run(_ out: String, _ shard: Shard? = nil) async throws -> (Run, ListPart, total: Int?) {
        let part = ListPart(shard, isNumbered: workload == .download, fansOut: fansOut)
        let run = try await runs.make(
          workload, name, list, into: "\(bench.folder)/\(name) \(out)"
        ) { $0.part = part }.finished()
        let photos = try #require(run as? PhotoRun)
        return (run, photos.part, photos.total)
      }
      let whole = try await run("whole").0
      let expected = try bench.tree("\(name) whole")
      #expect(whole.tally.done == 14 && expected.count == 14)
      #expect(expected.keys.allSatisfy { $0.contains("/") == fansOut })

      var (listed, digests, positions) = (0, Set<UInt64>(), [Int]())
      for number in 1...4 {
        let (one, part, total) = try await run("parts", Shard(number, of: 4))
        #expect(part.length == whole.tally.listed)
        #expect(total == one.tally.listed && one.tally.settled == one.tally.listed)
        // No file of this part existed before.
        #expect(one.tally.skipped == 0)
        listed += one.tally.listed
        digests.insert(part.digest)
        positions += one.failures.map(\.position)
        let again = try await run("parts", Shard(number, of: 4)).0
        #expect(again.tally.skipped == one.tally.done && again.tally.settled == again.tally.listed)
      }
      #expect(try bench.tree("\(name) parts") == expected)
      #expect(listed == whole.tally.listed && digests.count == 1)
      #expect(positions == whole.failures.map(\.position))
    }
  }
}
