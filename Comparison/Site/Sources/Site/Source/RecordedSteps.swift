import Foundation
import Lessons

/// The steps that many runs of a lesson's version had in common.
///
/// Ten runs may happen to agree on an order that isn't guaranteed, and the next ten may not. A page therefore lists
/// only the steps that its own runs and the recorded ones have in common.
public struct RecordedSteps: Codable, Sendable {
  let lesson: String
  let version: String
  /// A hash that identifies the code that was run.
  let code: String
  /// The sentences of events. Within a block, their order differs between runs.
  let blocks: [[String]]

  public static let path = "Comparison/lesson-steps.json"

  init(_ lesson: Lesson, _ version: Lesson.Version, blocks: [[String]]) {
    (self.lesson, self.version) = (lesson.text.folder, version.rawValue)
    (code, self.blocks) = (Self.code(lesson, version), blocks)
  }

  /// Returns whether the record is for a version of a lesson, whatever its code was.
  public func isOf(_ lesson: Lesson) -> Bool { self.lesson == lesson.text.folder }

  /// Returns whether the record is for the current code of a version.
  func isOf(_ lesson: Lesson, _ version: Lesson.Version) -> Bool {
    isOf(lesson) && self.version == version.rawValue
      && code == Self.code(lesson, version)
  }

  /// Reads the recorded steps. Returns an empty array if the file doesn't exist.
  public static func read(_ file: URL) throws -> [RecordedSteps] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try JSONDecoder().decode([RecordedSteps].self, from: Data(contentsOf: file))
  }

  public static func write(_ all: [RecordedSteps], to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(all).write(to: file, options: .atomic)
  }

  /// Returns a hash (FNV-1a) of the code without comments and indentation.
  private static func code(_ lesson: Lesson, _ version: Lesson.Version) -> String {
    let lines = lesson.source(version).split(separator: "\n").map { $0.drop { $0 == " " } }
    let hash = lines.filter { !$0.hasPrefix("//") }.joined(separator: "\n").utf8
      .reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
