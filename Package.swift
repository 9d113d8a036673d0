// swift-tools-version: 6.2
import PackageDescription

/// Every lesson is a target with a `GCD.swift`, an `Operation.swift`, a `Tasks.swift` and a `Trap.swift`.
let lessons = [
  "01-off-the-main-thread", "02-limiting-concurrency", "03-one-after-another", "04-removing-a-dependency",
  "05-cancelling-one", "06-a-cancelled-dependency", "07-cancelling-everything", "08-suspending",
  "09-priorities", "10-observing-the-end", "11-asynchronous-operations", "12-layers-and-barriers",
  "13-shared-state", "14-what-is-pending", "15-once-or-again", "16-waiting-and-deadlock", "17-three-ways",
  "18-a-million", "19-a-reusable-async-operation", "20-results-and-errors", "21-how-many-queues",
  "22-only-dispatch", "23-conditions", "24-quality-of-service", "25-lifetime", "26-mixing", "27-testing",
  "28-classic-photos", "29-approachable-concurrency", "30-signals-and-descriptors",
]

/// `06-a-cancelled-dependency` is `Lesson06`.
func module(_ lesson: String) -> String { "Lesson" + lesson.prefix(2) }

/// Whether it uses the base class that lesson 19 is about.
func usesAsyncOperation(_ lesson: String) -> Bool {
  ["02", "03", "04", "20", "23", "26", "28"].contains(lesson.prefix(2))
}

/// A product of another package. Only the trait `Program`, which is on by default, needs it, so that a program that uses the
/// engines alone can depend on this package with `traits: []` and resolve no other one.
func fromPackage(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Program"]))
}

/// No target depends on a sibling, and no dependencies form a cycle.
let package = Package(
  name: "pipeline",
  // Task executors, for the tasks engine.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "pipeline", targets: ["pipeline"]),
    // For the benchmarks, which are a separate package.
    .library(name: "Engine", targets: ["Engine", "Engines"]),
    .library(name: "Measurement", targets: ["Measurement"]),
    .library(name: "Imaging", targets: ["Imaging"]),
    .library(name: "Transport", targets: ["Transport", "SampleServer"]),
    // For the site, another package.
    .library(name: "Lessons", targets: ["Lessons", "LessonKit", "Timelines"]),
    .library(name: "Version", targets: ["Version"]),
    // For the fuzzers, a third package.
    .library(name: "Workloads", targets: ["Workloads", "PhotoLists", "Gallery"]),
  ],
  traits: [
    .trait(name: "Program", description: "All but the libraries “Engine” and “Engines”."),
    .default(enabledTraits: ["Program"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // The command: arguments, display and exit statuses.
    .executableTarget(
      name: "pipeline",
      dependencies: [
        "Base", "Engine", "Engines", "PhotoLists", "Workloads", "Imaging", "Transport", "Gallery",
        "Measurement",
        "SampleServer",
        "WebServer",
        "Lessons", "LessonKit", "Timelines", "Version",
        fromPackage("ArgumentParser", "swift-argument-parser"),
      ], exclude: ["README.md", "Scale"]),

    // The differences between Dispatch and Operation, as code and as text.
    .target(
      name: "Lessons",
      dependencies: ["LessonKit", "Timelines"] + lessons.map { .init(stringLiteral: module($0)) },
      plugins: ["GeneratedCode"]),
    // The types that lessons use: a diary, gates and downloads.
    .target(name: "LessonKit", dependencies: ["Timelines"], path: "Comparison/LessonKit"),

    // The histories of jobs as lanes, drawn alike in lessons, reports and on the site, and the palette of all pictures.
    .target(name: "Timelines"),

    // The live web page. Its files are compiled into the program.
    .target(
      name: "Gallery",
      dependencies: [
        "Base", "Engine", "Engines", "PhotoLists", "Workloads", "WebServer", "SampleServer", "Imaging",
        "Transport", "Timelines", "Version", fromPackage("DequeModule", "swift-collections"),
      ],
      exclude: ["Page"], plugins: ["GeneratedCode"]),

    // The program's version: the commit and the compiler that it was built from.
    .target(name: "Version", plugins: ["GeneratedCode"]),

    // Generates Swift during the build: from the text of the lessons, the files of web pages, and facts about the build.
    .plugin(name: "GeneratedCode", capability: .buildTool(), path: "Sources/Plugins/GeneratedCode"),

    // Measurements, and the server of the sample photos.
    .target(
      name: "Measurement", dependencies: ["Base", "Engine", "Engines", "Timelines", "Version"],
      exclude: ["Report/Page"], plugins: ["GeneratedCode"]),
    .target(name: "SampleServer", dependencies: ["Base", "CSamples", "WebServer"]),
    .target(name: "CSamples", path: "Sources/C/CSamples", exclude: ["photos", "monarchs", "table"]),

    // A small HTTP server that knows nothing of photos.
    .target(
      name: "WebServer",
      dependencies: [
        "Base",
        fromPackage("NIOCore", "swift-nio"),
        fromPackage("NIOPosix", "swift-nio"),
        fromPackage("NIOHTTP1", "swift-nio"),
      ]),

    // The workloads, written once for all engines.
    .target(
      name: "Workloads",
      dependencies: ["Base", "Engine", "Imaging", "PhotoLists", "Transport"]),

    // Photo lists and the replies of search services. Every format is read as it arrives. This target knows no engine.
    .target(name: "PhotoLists", dependencies: ["Base", "Transport", "CExpat", "CZlib"]),

    // The engines are independent siblings. One target creates an engine from its name.
    .target(
      name: "Engines",
      dependencies: ["Engine", "GCDEngine", "OperationEngine", "TasksEngine", "SerialEngine"],
      path: "Sources/Engines/Names"),
    .target(name: "GCDEngine", dependencies: ["Engine"], path: "Sources/Engines/GCD"),
    .target(name: "OperationEngine", dependencies: ["Engine"], path: "Sources/Engines/Operation"),
    .target(name: "TasksEngine", dependencies: ["Engine"], path: "Sources/Engines/Tasks"),
    .target(name: "SerialEngine", dependencies: ["Engine"], path: "Sources/Engines/Serial"),
    .target(name: "Engine", dependencies: ["Base"], exclude: ["README.md"]),

    // Tools for all targets that Swift's libraries lack: a lock that ThreadSanitizer understands, a clock, and HTTP
    // dates.
    .target(name: "Base"),

    // Pixels and downloads, which know nothing of engines. Pixels are always optimized, because unoptimized they would
    // take most of a test run.
    .target(
      name: "Imaging",
      dependencies: [
        "Base", "CPNGShim", "CPixels", "CJPEGShim", "CTurboJPEG", "CLCMS", "CPNG", "CDeflate", "CZlib",
      ],
      swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]),
    .target(
      name: "Transport",
      dependencies: ["Base", "CCurl", fromPackage("DequeModule", "swift-collections")]),

    // C libraries, the shims that keep longjmp away from Swift, and loops for newer processors.
    .target(name: "CPixels", path: "Sources/C/CPixels"),
    .target(
      name: "CPNGShim", dependencies: ["CPNG", "CDeflate", "CPixels", "CZlib"], path: "Sources/C/CPNGShim",
      linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z"), .linkedLibrary("deflate")]),
    .target(
      name: "CJPEGShim", dependencies: ["CJPEG"], path: "Sources/C/CJPEGShim",
      linkerSettings: [.linkedLibrary("jpeg")]),
    .systemLibrary(
      name: "CCurl", path: "Sources/C/CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CPNG", path: "Sources/C/CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CDeflate", path: "Sources/C/CDeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CLCMS", path: "Sources/C/CLCMS", pkgConfig: "lcms2",
      providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
    .systemLibrary(
      name: "CJPEG", path: "Sources/C/CJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CTurboJPEG", path: "Sources/C/CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),

    // Tools that several test targets share.
    .target(
      name: "TestSupport",
      dependencies: [
        "Base", "Engine", "Transport", "WebServer",
        fromPackage("NIOCore", "swift-nio"),
        fromPackage("NIOPosix", "swift-nio"),
      ],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "EngineTests", dependencies: ["Base", "Engine", "Engines", "Measurement", "TestSupport"]),
    .testTarget(
      name: "MeasurementTests", dependencies: ["Base", "Engine", "Engines", "Measurement", "Timelines"],
      exclude: ["Compare/gcd-gcd.json"]),
    .testTarget(
      name: "ImagingTests",
      dependencies: ["Base", "Imaging", "CPNGShim", "CPixels", "CTurboJPEG", "CLCMS", "TestSupport"]),
    .testTarget(
      name: "PhotoListsTests",
      dependencies: ["Base", "PhotoLists", "Transport", "TestSupport", "WebServer"]),
    .testTarget(
      name: "TransportTests", dependencies: ["Base", "Transport", "Measurement", "TestSupport", "WebServer"]),
    .testTarget(
      name: "SampleServerTests",
      dependencies: [
        "Base", "SampleServer", "CSamples", "WebServer", "Imaging", "TestSupport",
        fromPackage("NIOCore", "swift-nio"),
        fromPackage("NIOEmbedded", "swift-nio"),
        fromPackage("NIOPosix", "swift-nio"),
      ]),
    .testTarget(
      name: "GalleryTests",
      dependencies: [
        "Base", "Gallery", "Engine", "Engines", "Imaging", "PhotoLists", "TestSupport", "Workloads",
        "SampleServer", "Version", "WebServer",
      ]),
    .testTarget(
      name: "WorkloadsTests",
      dependencies: [
        "Base", "Workloads", "Engine", "Engines", "Imaging", "PhotoLists", "TestSupport", "Transport",
        "SampleServer",
        "Version", "WebServer",
      ]),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "Base", "Engine", "Engines", "pipeline", "Gallery", "Imaging", "Measurement", "PhotoLists",
        "Transport",
        "Workloads", "SampleServer", "TestSupport",
        "WebServer",
        "Lessons", "LessonKit", "Timelines", "Version",
      ]),
    .testTarget(name: "TimelinesTests", dependencies: ["Timelines"]),
    .testTarget(
      name: "LessonsTests",
      dependencies: [
        "Lessons", "LessonKit", "Lesson19", "Lesson20", "Timelines", "Measurement", "TestSupport",
      ]),
  ]
    + lessons.map { lesson in
      .target(
        name: module(lesson), dependencies: ["LessonKit"] + (usesAsyncOperation(lesson) ? ["Lesson19"] : []),
        path: "Comparison/Lessons/\(lesson)",
        exclude: ["README.md", "stops.tsv"])
    },
  swiftLanguageModes: [.v6]
)
