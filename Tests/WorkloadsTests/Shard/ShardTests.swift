import Base
import Engine
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
      // As balls thrown into urns: six standard deviations.
      let mean = Double(entries.count) / Double(count)
      #expect(sizes.allSatisfy { abs(Double($0) - mean) <= 6 * mean.squareRoot() }, "\(count): \(sizes)")
    }
  }

  @Test("The hash that decides is the same in every process and version")
  func stable() {
    // Computed apart from this code: FNV-1a of the text, then SplitMix64's first number from that as its seed.
    #expect(stableHash("https://example.org/1.png") == 0x9651_6434_2D47_E025)
    #expect(stableHash("") == 0xC381_7C01_6BA4_FF30)
  }

  @Test(
    "A part is a number and a count", arguments: ["1/1", "3/16", "16/16", "007/0016"])
  func parts(text: String) throws {
    let shard = try #require(Shard(text))
    #expect(text.split(separator: "/").compactMap { Int($0) } == [shard.number, shard.count])
  }

  @Test(
    "Any other text is refused",
    arguments: [
      "", "/", "3", "3/", "/16", "0/16", "17/16", "-1/16", "+1/16", "1/0", "1/2/3", "a/b",
      "1/99999999999999999999", "1/9223372036854775807", "1/1000001",
    ])
  func noParts(text: String) { #expect(Shard(text) == nil) }

  @Test("A place that a file names stays in the folder")
  func places() {
    #expect(["Image 1.png", FanOut.place("Mist") + ".png"].allSatisfy(FanOut.isPlace))
    let others = ["../a", "..", ".", "", "/a", "7f/", "7f/..", "7g/a", "7f/a/b", "xyz/a", "7f//a"]
    #expect(others.filter(FanOut.isPlace) == [])
  }
}

@Suite("The parts of a list, together", .serialized)
struct ShardRunTests {
  private let bench: PhotoBench
  private let list: KeyValuePairs<String, String>
  private let urls: [String]

  init() throws {
    bench = try PhotoBench()
    let stephen = "\(bench.server.url)/monarchs/stephen.png"
    urls = (0..<24).map { "\(stephen)?\($0)" }
    // Some of one name, whose numbers are those of the whole list.
    list = [
      "a": urls[0], "b": urls[1], "c": urls[2], "A": urls[3], "d": urls[4], "a": urls[5], "": urls[6],
      "e": "nowhere",
      "a": urls[7], "f": urls[8], "b": urls[9], "a 2": urls[10], "g": urls[11], "a": urls[12], "b": urls[13],
    ]
  }

  @Test(
    "The parts' photos are those of the whole list, under the same names, byte for byte",
    arguments: [EngineName.gcd, .operation], [false, true])
  func photos(name: EngineName, fansOut: Bool) async throws {
    var options = PhotoRunOptions()
    options.part = ListPart(fansOut: fansOut)
    let whole = try await bench.run(name, entries: list, options: options)
    let expected = try bench.tree("out")
    #expect(expected.count == 14)
    #expect(expected.keys.allSatisfy { $0.contains("/") == fansOut })
    try FileManager.default.removeItem(atPath: bench.folder + "/out")

    var (listed, digests, positions) = (0, Set<UInt64>(), [Int]())
    for number in 1...4 {
      options.part = ListPart(Shard(number, of: 4), fansOut: fansOut)
      let run = try await bench.run(name, entries: list, options: options)
      #expect(run.part.length == whole.tally.listed)
      #expect(run.total == run.tally.listed)
      #expect(run.tally.settled == run.tally.listed)
      // Nothing of it was there.
      #expect(run.tally.skipped == 0)
      listed += run.tally.listed
      digests.insert(run.part.digest)
      positions += run.failures.map(\.position)
    }
    #expect(try bench.tree("out") == expected)
    #expect(listed == whole.tally.listed)
    #expect(digests.count == 1)
    #expect(positions == whole.failures.map(\.position))
  }

  @Test(
    "The parts' downloads are those of the whole list, under the same names, byte for byte",
    arguments: [EngineName.gcd, .operation], [false, true])
  func downloads(name: EngineName, fansOut: Bool) async throws {
    var options = DownloadOptions()
    options.part = ListPart(isNumbered: true, fansOut: fansOut)
    try await bench.batch(name, urls, options: options).finished()
    let expected = try bench.tree("out")
    #expect(expected.count == urls.count)
    #expect(expected.keys.allSatisfy { $0.contains("/") == fansOut })

    var all: [String: Data] = [:]
    for number in 1...3 {
      options.part = ListPart(Shard(number, of: 3), isNumbered: true, fansOut: fansOut)
      let batch = try await bench.batch(name, urls, out: "part \(number)", options: options).finished()
      let files = try bench.tree("part \(number)")
      #expect(batch.tally.done == files.count && batch.tally.settled == files.count)
      #expect((1..<urls.count).contains(files.count))
      all.merge(files) { _, _ in
        Issue.record("a file of two parts")
        return Data()
      }
    }
    #expect(all == expected)
  }

  @Test("A part that is run again finds what is there, spread over folders or not", arguments: [false, true])
  func again(fansOut: Bool) async throws {
    let part = ListPart(Shard(1, of: 2), isNumbered: true, fansOut: fansOut)
    let options = DownloadOptions.with { $0.part = part }
    let first = try await bench.batch(.gcd, urls, options: options).finished()
    let second = try await bench.batch(.gcd, urls, options: options).finished()
    #expect(second.tally.skipped == first.tally.listed && second.tally.settled == first.tally.listed)
  }

  @Test("Where a link stands in the place of a folder, nothing is written through it")
  func link() async throws {
    let (outside, place) = (bench.folder + "/outside", FanOut.place("Image 1").prefix(2))
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: false)
    try FileManager.default.createDirectory(atPath: bench.folder + "/out", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: "\(bench.folder)/out/\(place)", withDestinationPath: outside)
    let part = ListPart(isNumbered: true, fansOut: true)
    let batch = try await bench.batch(.gcd, [urls[0]], options: .with { $0.part = part }).finished()
    #expect(
      batch.failures.first?.reason.hasSuffix("is not a folder; remove it, or choose another folder") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
  }
}
