import Foundation
import Lessons
import Measurement

/// The recorded versions of all lessons, on one platform.
public struct RecordedLessons {
  /// The platform and its number of cores: “Linux, 2 cores”.
  public let platform: String
  private let versions: [RecordedVersion]

  #if os(macOS)
    private static let system = "macOS"
  #else
    private static let system = "Linux"
  #endif

  /// Reads a record.
  /// - Parameter system: The name of the platform in the file's name.
  /// - Throws: `PublishingError`.
  public init(_ clone: Clone, system: String = "Linux") throws {
    let record: Record<[RecordedVersion]> = try clone.record("lessons-\(system)")
    platform = "\(system), \(record.machine.cores) cores"
    versions = record.measurement
  }

  /// Returns the record of a version.
  /// - Throws: `PublishingError`, if there is none.
  public func version(_ version: Lesson.Version, of lesson: Lesson) throws -> RecordedVersion {
    guard let found = versions.first(where: { $0.lesson == lesson.folder && $0.version == version })
    else {
      throw PublishingError(
        "lesson \(lesson.number) has no record for \(version.rawValue): .ci/record lessons \(lesson.number)")
    }
    return found.placed(in: lesson)
  }

  /// Runs all versions of lessons many times, and returns their record for this platform.
  /// - Parameters:
  ///   - number: The number of the lesson to run, or nil for all lessons.
  /// - Returns: The file, by its path in the clone.
  /// - Throws: `PublishingError`, or if the record can't be written.
  public static func recorded(_ number: Int?, _ clone: Clone) throws -> [String: Data] {
    let earlier = (try? RecordedLessons(clone, system: system))?.versions ?? []
    let kit = try kit(clone)
    let versions = lessons.flatMap { lesson in
      Lesson.Version.allCases.compactMap { version in
        let own = earlier.first { $0.lesson == lesson.folder && $0.version == version }
        guard number == nil || number == lesson.number else { return own }
        return RecordedVersion(running: lesson, version, kit: kit, earlier: own)
      }
    }
    return [Clone.results("lessons-\(system)"): try Record(versions).json(isCompact: true)]
  }

  /// Returns the code that versions use besides their own: that of the kit, and the base class of lesson 19.
  private static func kit(_ clone: Clone) throws -> String {
    let folder = clone.root.appendingPathComponent("Comparison/LessonKit")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try files.filter { $0.hasSuffix(".swift") }.sorted()
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }.joined()
      + (lessons.first { $0.number == 19 }?.source(.operation) ?? "")
  }
}
