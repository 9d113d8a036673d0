import Benchmark
import Foundation
import Measurement

/// Every runner of jobs, each with the same loads.
let benchmarks: @Sendable () -> Void = {
  let cores = ProcessInfo.processInfo.activeProcessorCount
  let loads = [
    ("empty", JobLoad(count: 10_000, width: cores)),
    ("empty, chain", JobLoad(shape: .chain, count: 1000, width: cores)),
    ("empty, pairs", JobLoad(shape: .pairs, count: 1000, width: cores)),
    ("10 µs", JobLoad(count: 1000, width: cores, length: 10_000, rate: .measured())),
  ]
  for runner in JobRunner.usual {
    for (name, load) in loads {
      Benchmark(
        "\(runner.rawValue), \(load.count) jobs, \(name)",
        configuration: .init(
          metrics: [.wallClock, .throughput, .threads, .peakMemoryResident],
          warmupIterations: 2, maxDuration: .seconds(2))
      ) { benchmark in
        for _ in benchmark.scaledIterations { blackHole(runner.run(load)) }
      }
    }
  }
}
