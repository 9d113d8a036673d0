import Foundation
import Testing

/// Checks that engines import only their own API, which makes them comparable. The build already ensures that they
/// don't import each other, because their targets declare no such dependency.
@Suite struct LayerRules {
  @Test(
    "Each engine is written with its own API",
    arguments: [
      ("GCD", "Foundation|Operation", nil),
      // Foundation re-exports Dispatch, so a missing import proves nothing.
      ("Operation", #"[Dd]ispatch\w"#, nil),
      ("Tasks", "Operation", nil),
      // Dispatch may be used only for the threads of bodies.
      ("Tasks", #"[Dd]ispatch\w"#, "BodyExecutor.swift"),
      // The baseline needs no API but the reporting queue that it is given.
      ("Serial", #"Foundation|Operation|[Dd]ispatch\w|Task"#, nil),
    ] as [(String, String, String?)])
  func api(engine: String, othersWords: String, but one: String?) throws {
    let folder = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../Sources/Engines/\(engine)").standardized
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    let words = try Regex(othersWords)
    for file in files where file != one {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      // Comments are on separate lines and are skipped.
      for line in text.split(separator: "\n") where !line.contains(/^ *\/\//) {
        #expect(!line.contains(words), "\(file)")
      }
    }
  }
}
