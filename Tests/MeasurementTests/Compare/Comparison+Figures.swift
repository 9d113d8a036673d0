@testable import Measurement

extension Comparison {
  /// Creates a comparison of photos from the figures of each block and engine.
  init(_ engines: [String], blocks: Int, figures: (_ block: Int, _ column: Int) -> [Figure: Double]) {
    self.init(
      workload: "photos", engines: engines,
      runs: (0..<blocks).flatMap { block in
        engines.indices.map { Run(block: block, column: $0, figures: figures(block, $0)) }
      })
  }
}
