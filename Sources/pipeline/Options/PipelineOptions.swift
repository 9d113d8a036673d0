import ArgumentParser
import Foundation
import Imaging

/// How photos go through the two queues.
struct PipelineOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Photos downloaded at a time.", valueName: "n"))
  var downloads = 8

  @Option(help: ArgumentHelp("Photos filtered at a time.", valueName: "n"))
  var filters = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: ArgumentHelp("How strong the sepia filter is, 0 to 1.", valueName: "amount"))
  var intensity = 0.8

  @Option(help: .rare("The largest picture that is decoded.", "pixels"))
  var maxPixels = 100_000_000

  func validate() throws {
    let counts = [("--downloads", downloads), ("--filters", filters), ("--max-pixels", maxPixels)]
    for (name, value) in counts where value < 1 {
      throw ValidationError("\(name) must be at least 1, not \(value).")
    }
    guard (0...1).contains(intensity) else {
      throw ValidationError("--intensity must be from 0 to 1, not \(intensity).")
    }
  }
}
