// swift-tools-version: 6.1
import PackageDescription

/// What a job costs, under the ecosystem's benchmark package. A package of its own, so that nobody builds it who does not
/// ask for it.
let package = Package(
  name: "JobBenchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "pipeline", path: "../../.."),
    // Without jemalloc, which would have to be installed: allocations are then not counted.
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
