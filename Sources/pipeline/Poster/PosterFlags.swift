import ArgumentParser
import Foundation
import Imaging
import Workloads

/// Options of the poster.
struct PosterFlags: ParsableArguments {
  @Option(help: ArgumentHelp("Photos on the poster.", valueName: "n"))
  var photos = 200

  @Option(help: ArgumentHelp("Layers, from back to front.", valueName: "n"))
  var layers = 10

  @Option(help: ArgumentHelp("The poster, in pixels.", valueName: "width×height"))
  var size = PosterSize(width: 2560, height: 1600)

  @Option(help: ArgumentHelp("Photos downloaded at a time.", valueName: "n"))
  var downloads = 8

  @Option(help: .rare("Photos scaled down at a time.", "n"))
  var scalings = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: .rare("How small the PNG file gets, against how long that takes."))
  var compression = Compression.default

  @Option(help: .rare("The largest photo that is decoded.", "pixels"))
  var maxPixels = 100_000_000

  func validate() throws {
    for (name, value, most) in [("--photos", photos, 10_000), ("--layers", layers, 1000)]
    where !(1...most).contains(value) {
      throw ValidationError("\(name) must be at least 1 and at most \(most), not \(value).")
    }
    try check("--downloads", downloads, atLeast: 1)
    try check("--scalings", scalings, atLeast: 1)
    try check("--max-pixels", maxPixels, atLeast: 1)
  }

  func runOptions(seed: UInt64) -> PosterOptions {
    var options = PosterOptions()
    options.photos = photos
    options.layers = layers
    options.width = size.width
    options.height = size.height
    options.seed = seed
    options.downloads = downloads
    options.scalings = scalings
    options.compression = compression
    options.maxPixels = maxPixels
    return options
  }
}

/// A size on the command line: “2560x1600”.
struct PosterSize {
  let width: Int
  let height: Int
}

extension PosterSize: ExpressibleByArgument, CustomStringConvertible {
  /// Sides of 16 to 16384 pixels, and no more than 64 million in all: the canvas takes 16 bytes for each.
  init?(argument: String) {
    let sides = argument.lowercased().split(whereSeparator: { "x×".contains($0) }).compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ (16...16384).contains($0) }), sides[0] * sides[1] <= 64_000_000
    else { return nil }
    self.init(width: sides[0], height: sides[1])
  }

  var description: String { "\(width)x\(height)" }
  var defaultValueDescription: String { description }
}
