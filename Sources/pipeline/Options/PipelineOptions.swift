import ArgumentParser
import Engines
import Foundation
import Imaging

extension EngineName: ExpressibleByArgument {}

struct EngineOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("What runs the jobs.", valueName: "name"))
  var engine = EngineName.gcd
}

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
    try check("--downloads", downloads, atLeast: 1)
    try check("--filters", filters, atLeast: 1)
    try check("--max-pixels", maxPixels, atLeast: 1)
    try check("--intensity", intensity, in: 0...1)
  }
}
