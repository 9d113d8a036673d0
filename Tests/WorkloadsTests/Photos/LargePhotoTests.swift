import Base
import Engines
import Foundation
import Imaging
import Testing

@testable import Workloads

/// Tests photos that are written in many strips.
@Suite("Large photos", .serialized)
struct LargePhotoTests {
  private let bench: PhotoBench

  init() throws { bench = try PhotoBench() }

  /// Returns a list of one photo with about twenty strips.
  private func list() throws -> KeyValuePairs<String, String> {
    var picture = Picture(width: 2000, height: 1700, format: .rgb)
    var random = SplitMix(seed: 7)
    let noise = (0..<20_011).map { _ in UInt8.random(in: 0...255, using: &random) }
    picture.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: noise.count) {
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        rest.copyBytes(from: noise.prefix(rest.count))
      }
    }
    let path = "\(bench.folder)/large.jpg"
    try Data(encodeJPEG(picture)).write(to: URL(fileURLWithPath: path))
    return ["large": URL(fileURLWithPath: path).absoluteString]
  }

  @Test("The file of a large photo is the same from every engine")
  func sameFiles() async throws {
    let list = try list()
    var first: [String: Data]?
    for (name, filters) in [(EngineName.serial, 1), (.gcd, 1)] + EngineName.parallel.map({ ($0, 3) }) {
      let run = try await bench.run(
        name, list, settings: .photos { ($0.force, $0.filters) = (true, filters) })
      #expect(run.tally.done == 1)
      let files = try bench.files("out")
      #expect(files.keys.sorted() == ["large.png"])
      #expect(first ?? files == files)
      first = files
    }
  }
}
