// swift-tools-version: 6.1
import PackageDescription

/// The cost of a job, measured with the ecosystem's benchmark package. It is a separate package so that it is built
/// only on request.
let package = Package(
  name: "JobBenchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "pipeline", path: "../../.."),
    // The jemalloc trait is off because it would have to be installed. Allocations are therefore not counted.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Jobs",
      dependencies: [
        .product(name: "Engines", package: "pipeline"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Jobs",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6]
)
