import Testing

/// The two rules of the design that are tested, not trusted, and the direction of its arrows.
@Suite struct LayerRules {
  private let files: [SourceFile]

  init() throws {
    files = try SourceFile.all()
    try #require(files.contains { $0.path == "Engine/Job/AnyJob.swift" })
  }

  @Test("The gcd engine uses no Operation and no Foundation, only Dispatch")
  func gcd() {
    let mine = files.filter { $0.target == "GCDEngine" }
    #expect(!mine.isEmpty)
    for file in mine {
      #expect(file.imports.isSubset(of: ["Base", "Dispatch", "Engine"]), "\(file.path)")
      #expect(file.words.isDisjoint(with: ["Operation", "OperationQueue", "BlockOperation"]), "\(file.path)")
    }
  }

  @Test("The operation engine uses nothing of Dispatch")
  func operation() {
    let mine = files.filter { $0.target == "OperationEngine" }
    #expect(!mine.isEmpty)
    for file in mine {
      #expect(file.imports.isSubset(of: ["Base", "Engine", "Foundation"]), "\(file.path)")
      // Foundation hands Dispatch on: an import that is missing proves nothing.
      #expect(file.words.filter { $0.hasPrefix("Dispatch") }.isEmpty, "\(file.path)")
    }
  }

  @Test("The tasks engine uses Dispatch for the threads of bodies only, and nothing of Operation")
  func tasks() {
    let mine = files.filter { $0.target == "TasksEngine" }
    #expect(!mine.isEmpty)
    for file in mine {
      #expect(
        file.imports.isSubset(of: ["Base", "Dispatch", "Engine", "Foundation", "HeapModule"]), "\(file.path)")
      #expect(file.words.isDisjoint(with: ["Operation", "OperationQueue", "BlockOperation"]), "\(file.path)")
      if file.path != "TasksEngine/BodyExecutor.swift" {
        #expect(file.words.filter { $0.hasPrefix("Dispatch") }.isEmpty, "\(file.path)")
      }
    }
  }

  @Test("Nothing but the place that makes engines names one")
  func names() {
    let engines: Set = ["GCDEngine", "OperationEngine", "SerialEngine", "TasksEngine"]
    for file in files where file.target != "Engines" {
      let others = engines.subtracting([file.target])
      #expect(file.words.isDisjoint(with: others), "\(file.path)")
    }
  }

  /// From the bottom up: a target imports what stands below its row, and never a sibling.
  private static let layers: [Set<String>] = [
    ["CCurl", "CExpat", "CPNG", "CPNGShim", "CPixels", "CTurboJPEG"],
    ["Base"],
    ["Engine", "Imaging", "LessonKit", "Transport"],
    ["GCDEngine", "OperationEngine", "PhotoLists", "SerialEngine", "TasksEngine"],
    ["Engines", "Painting", "WebServer", "Workloads"],
    ["Lessons", "Measurement", "SampleServer"],
    ["Gallery"],
    ["pipeline"],
  ]

  @Test("Arrows point down: a target imports only what stands below it")
  func arrows() {
    let layer = { target in Self.layers.firstIndex { $0.contains(target) } }
    for target in Set(files.map(\.target)).sorted() where layer(target) == nil {
      Issue.record("\(target) has no place in the layers yet: give it one in \(#fileID)")
    }
    for file in files {
      guard let mine = layer(file.target) else { continue }
      for module in file.imports {
        if let other = layer(module) { #expect(other < mine, "\(file.path) imports \(module)") }
      }
    }
  }

  @Test("The engines know no photo, lists know no engine, and a workload does not know which engine it gets")
  func engines() {
    for file in files {
      switch file.target {
      case "Engine": #expect(file.imports.isSubset(of: ["Base", "Darwin", "Glibc"]), "\(file.path)")
      case "PhotoLists":
        #expect(file.imports.isSubset(of: ["Base", "CExpat", "Foundation", "Transport"]), "\(file.path)")
      case "Workloads":
        #expect(file.imports.isDisjoint(with: Self.layers[0].union(["Engines"])), "\(file.path)")
      default: break
      }
    }
  }

  @Test("The scan leaves comments out, and keeps what only looks like one")
  func scan() {
    let text = """
      import Engine // import Dispatch
      /* Operation /* nested */ still */ @testable import struct Imaging.Picture
      let url = "http://x" // Foundation
      let quoted = "\\"//" + Kept
      """
    let file = SourceFile(path: "Engine/X.swift", code: withoutComments(text))
    #expect(file.imports == ["Engine", "Imaging"])
    #expect(file.words.isDisjoint(with: ["Dispatch", "Operation", "still", "Foundation"]))
    #expect(file.words.isSuperset(of: ["url", "http", "Kept"]))
  }
}
