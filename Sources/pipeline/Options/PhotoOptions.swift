import ArgumentParser
import Foundation
import Imaging
import Workloads

extension Compression: ExpressibleByArgument {}

struct PhotoOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Photos downloaded at a time.", valueName: "n"))
  var downloads = 8

  @Option(help: ArgumentHelp("Photos filtered at a time (default: one for each core).", valueName: "n"))
  var filters = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: ArgumentHelp("Photos under way at a time, at most; bounds the memory.", valueName: "n"))
  var ahead = 64

  @Option(help: ArgumentHelp("How strong the sepia filter is, 0 to 1.", valueName: "amount"))
  var intensity = 0.8

  @Option(help: "How small the PNG files get, against how long that takes: fast, default or small.")
  var compression = Compression.default

  @Option(help: ArgumentHelp("The largest picture that is decoded.", valueName: "pixels"))
  var maxPixels = 100_000_000

  @Flag(help: "Make photos anew whose files are there already.")
  var force = false

  func validate() throws {
    let counts = [
      ("--downloads", downloads), ("--filters", filters), ("--ahead", ahead), ("--max-pixels", maxPixels),
    ]
    for (name, value) in counts where value < 1 {
      throw ValidationError("\(name) must be at least 1, not \(value).")
    }
    guard (0...1).contains(intensity) else {
      throw ValidationError("--intensity must be from 0 to 1, not \(intensity).")
    }
  }

  var runOptions: PhotoRunOptions {
    var options = PhotoRunOptions()
    options.downloads = downloads
    options.filters = filters
    options.ahead = ahead
    options.intensity = intensity
    options.compression = compression
    options.maxPixels = maxPixels
    options.force = force
    return options
  }
}
