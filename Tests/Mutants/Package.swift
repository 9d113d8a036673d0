// swift-tools-version: 6.1
import PackageDescription

/// The engines and their tests alone, so that changed copies build quickly.
let package = Package(
  name: "engines",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Mutation"),
    .target(name: "Base"),
    .target(name: "Engine", dependencies: ["Base", "Mutation"]),
    .target(name: "GCDEngine", dependencies: ["Engine", "Mutation"], path: "Sources/Engines/GCD"),
    .target(
      name: "OperationEngine", dependencies: ["Engine", "Mutation"], path: "Sources/Engines/Operation"),
    .target(name: "TasksEngine", dependencies: ["Engine", "Mutation"], path: "Sources/Engines/Tasks"),
    .target(name: "SerialEngine", dependencies: ["Engine", "Mutation"], path: "Sources/Engines/Serial"),
    .target(
      name: "Engines",
      dependencies: ["Engine", "GCDEngine", "OperationEngine", "TasksEngine", "SerialEngine"],
      path: "Sources/Engines/Names"),
    .target(name: "TestSupport", dependencies: ["Base", "Engine"], path: "Tests/TestSupport"),
    .testTarget(name: "EngineTests", dependencies: ["Base", "Engine", "Engines", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6])
