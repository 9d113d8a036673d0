// swift-tools-version: 6.1
import PackageDescription

/// What measures. A package of its own, so that who builds the program need not build it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "pipeline", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Times and spreads.
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
    // libpng's writing, to compare with.
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
