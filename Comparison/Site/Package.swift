// swift-tools-version: 6.2
import PackageDescription

/// Publishes lessons and records as a static site (`.ci/site`), and on the repository's own pages (`.ci/record`).
let package = Package(
  name: "Site",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "pipeline", path: "../..")],
  targets: [
    .target(
      name: "Site",
      dependencies: [
        "Records",
        .product(name: "Lessons", package: "pipeline"), .product(name: "Measurement", package: "pipeline"),
        .product(name: "Version", package: "pipeline"),
      ], resources: [.embedInCode("Assets")]),
    .testTarget(
      name: "SiteTests", dependencies: ["Site", "Records", .product(name: "Version", package: "pipeline")]),
    .executableTarget(name: "show-records", dependencies: ["Records", "Site"]),
    .target(
      name: "Records",
      dependencies: [
        .product(name: "Lessons", package: "pipeline"), .product(name: "Measurement", package: "pipeline"),
      ]),
    .testTarget(name: "RecordsTests", dependencies: ["Records"]),
  ],
  swiftLanguageModes: [.v6]
)
