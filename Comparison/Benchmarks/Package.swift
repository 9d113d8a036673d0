// swift-tools-version: 6.1
import PackageDescription

/// The benchmarks, in a separate package so that building the program doesn't build them.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "pipeline", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Times, their spread, and the pages that show them.
    .target(name: "Recording"),
    .executableTarget(
      name: "transfers-benchmark",
      dependencies: [
        "Recording",
        .product(name: "Engine", package: "pipeline"),
        .product(name: "Measurement", package: "pipeline"),
        .product(name: "Transport", package: "pipeline"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Writes PNGs with libpng, for comparison.
    .target(name: "CLibPNG", linkerSettings: [.linkedLibrary("png")]),
    .executableTarget(
      name: "imaging-benchmark",
      dependencies: [
        "Recording", "CLibPNG",
        .product(name: "Engine", package: "pipeline"),
        .product(name: "Measurement", package: "pipeline"),
        .product(name: "Imaging", package: "pipeline"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
