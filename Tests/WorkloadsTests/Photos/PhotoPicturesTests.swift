import Engine
import Engines
import Foundation
import Imaging
import Testing

@testable import Workloads

/// What the files of the main job are, as far as its options say.
@Suite("The pictures of the main job", .serialized)
struct PhotoPicturesTests {
  @Test("Resized photos fit into the box, JPEGs are JPEGs, and every engine writes the same")
  func resizedJPEGs() async throws {
    let bench = try PhotoBench()
    let urls = try await bench.someURLs(3)
    var options = PhotoRunOptions()
    options.recipe.size = Box(width: 120, height: 90)
    options.format = .jpeg(quality: 70)
    options.force = true
    var first: [String: Data]?
    for name in EngineName.allCases {
      let run = try await bench.run(
        name, entries: ["a": urls[0], "b.png": urls[1], "c": urls[2]], options: options)
      #expect(run.tally.done == 3)
      let files = try bench.files("out")
      #expect(files.keys.sorted() == ["a.jpg", "b.jpg", "c.jpg"])
      for file in files.values {
        #expect(file.prefix(3).elementsEqual([0xFF, 0xD8, 0xFF]))
        let picture = try decode(Array(file))
        #expect(
          picture.width == 120 && picture.height <= 90 || picture.width <= 120 && picture.height == 90)
      }
      #expect(first ?? files == files)
      first = files
    }
  }

  @Test("A photo is resized before it is filtered, and comes out as that makes it")
  func order() async throws {
    let bench = try PhotoBench()
    let url = try await bench.someURLs(1)[0]
    var options = PhotoRunOptions()
    options.recipe.intensity = 0
    _ = try await bench.run(.gcd, entries: ["whole": url], options: options)
    let whole = try decode(Array(#require(bench.files("out")["whole.png"])))
    options.recipe.intensity = 0.8
    // More than half, so that all of its pixels are decoded.
    let box = Box(square: max(whole.width, whole.height) * 3 / 4)
    options.recipe.size = box
    _ = try await bench.run(.gcd, entries: ["small": url], options: options)
    var expected = try whole.scaled(toFit: box)
    Sepia().apply(to: &expected)
    let small = try decode(Array(#require(bench.files("out")["small.png"])))
    #expect(small.withUnsafeBytes { Array($0) } == expected.withUnsafeBytes { Array($0) })
  }
}
