// swift-tools-version: 6.2
import PackageDescription

/// This is a separate package because it is built with sanitizers. See `run`.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "pipeline", path: "../../..")],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "Transport", package: "pipeline"),
        .product(name: "Workloads", package: "pipeline"),
        .product(name: "Imaging", package: "pipeline"),
        .product(name: "Measurement", package: "pipeline"),
        .product(name: "Engine", package: "pipeline"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
