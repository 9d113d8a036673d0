import Foundation
import Testing

/// What makes the engines comparable: each is written with its own API. That they do not know each other is checked by the
/// build, as targets that declare no dependency on each other.
@Suite struct LayerRules {
  @Test("The gcd engine uses no Operation and no Foundation, only Dispatch")
  func gcd() throws {
    try expect("GCDEngine", mentionsNone: /Foundation|Operation/)
  }

  @Test("The operation engine uses nothing of Dispatch")
  func operation() throws {
    // Foundation hands Dispatch on: an import that is missing proves nothing.
    try expect("OperationEngine", mentionsNone: /[Dd]ispatch\w/)
  }

  @Test("The tasks engine uses Dispatch for the threads of bodies only, and nothing of Operation")
  func tasks() throws {
    try expect("TasksEngine", mentionsNone: /Operation/)
    try expect("TasksEngine", mentionsNone: /[Dd]ispatch\w/, but: "BodyExecutor.swift")
  }

  /// Looks at all code of an engine, comments aside, of which each has a line of its own.
  private func expect(_ target: String, mentionsNone words: Regex<Substring>, but one: String? = nil) throws {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources/\(target)")
      .standardized
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".swift")
    }
    #expect(!files.isEmpty)
    for file in files where file != one {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for line in text.split(separator: "\n") where !line.contains(/^ *\/\//) {
        #expect(!line.contains(words), "\(file)")
      }
    }
  }
}
