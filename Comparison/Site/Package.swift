// swift-tools-version: 6.2
import PackageDescription

/// The static site of the lessons and the records. A package of its own, for those who publish it: see `.ci/site`.
let package = Package(
  name: "Site",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "pipeline", path: "../..")],
  targets: [
    .executableTarget(
      name: "make-site", dependencies: ["Site", .product(name: "Lessons", package: "pipeline")]),
    .target(
      name: "Site",
      dependencies: [
        .product(name: "Imaging", package: "pipeline"), .product(name: "Lessons", package: "pipeline"),
        .product(name: "Measurement", package: "pipeline"),
      ], resources: [.embedInCode("Assets")]),
    .testTarget(name: "SiteTests", dependencies: ["Site"]),
  ],
  swiftLanguageModes: [.v6]
)
