import ArgumentParser
import Engines
import Foundation
import Imaging
import Workloads

/// Options for the two queues that photos pass through.
struct PipelineOptions: ParsableArguments {
  @Option(help: .about("Photos downloaded at a time.", "n"))
  var downloads = RunPlan().downloads

  @Option(help: .about("Photos filtered at a time.", "n"))
  var filters = RunPlan().filters

  @Option(help: .rare("The largest picture that is decoded.", "pixels"))
  var maxPixels = DecodeLimits().maxPixels

  func validate() throws {
    try check("--downloads", downloads, atLeast: 1)
    try check("--filters", filters, atLeast: 1)
    try check("--max-pixels", maxPixels, atLeast: 1)
  }
}

/// An option for the filter, for commands that show or keep filtered photos.
struct FilterOptions: ParsableArguments {
  @Option(help: .about("The sepia strength, 0 to 1.", "amount"))
  var intensity = Sepia.defaultAmount

  var filter: Filter { .sepia(amount: intensity) }

  func validate() throws { try check("--intensity", intensity, in: 0...1) }
}
