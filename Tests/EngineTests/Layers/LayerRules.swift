import Foundation
import Testing

/// What makes the engines comparable. That they do not know each other is checked by the build, as targets that declare no
/// dependency on each other.
@Suite struct LayerRules {
  @Test(
    "Each engine is written with its own API",
    arguments: [
      ("GCDEngine", "Foundation|Operation", nil),
      // Foundation hands Dispatch on: an import that is missing proves nothing.
      ("OperationEngine", #"[Dd]ispatch\w"#, nil),
      ("TasksEngine", "Operation", nil),
      // For the threads of bodies only.
      ("TasksEngine", #"[Dd]ispatch\w"#, "BodyExecutor.swift"),
    ] as [(String, String, String?)])
  func api(target: String, othersWords: String, but one: String?) throws {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources/\(target)")
      .standardized
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".swift")
    }
    #expect(!files.isEmpty)
    let words = try Regex(othersWords)
    for file in files where file != one {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      // Comments aside, of which each has a line of its own.
      for line in text.split(separator: "\n") where !line.contains(/^ *\/\//) {
        #expect(!line.contains(words), "\(file)")
      }
    }
  }
}
