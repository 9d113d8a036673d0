import LessonKit

/// A lesson about a difference between Grand Central Dispatch, Operation and Swift concurrency. It has a version for
/// each of them, both as text and as code that runs.
public struct Lesson: Sendable, CustomStringConvertible {
  /// The function that runs a version, and returns when its jobs have ended.
  public typealias Body = @Sendable () async -> Void

  /// The folder below `Comparison/Lessons`, such as `06-a-cancelled-dependency`.
  public let folder: String
  public let readme: String
  /// The text of the readme.
  public let content: LessonText
  /// Phrases that people type to find the lesson.
  public let aliases: [String]
  private let versions: [Version: (source: String, body: Body)]

  public init(
    folder: String, readme: String, aliases: String = "", versions: [Version: (source: String, body: Body)]
  ) {
    (self.folder, self.readme, self.versions) = (folder, readme, versions)
    self.aliases = aliases.split(separator: "; ").map(String.init)
    content = LessonText(readme)
  }

  public var number: Int { Int(folder.prefix { $0.isNumber }) ?? 0 }

  /// The title in the first line of the readme, `# 6 · Title`.
  public var title: String { content.title }

  public var description: String { "\(number) · \(title)" }

  /// The sentence for the event at which the versions diverge. It is nil if each job that they share ends the same
  /// way in all of them. In the readme, it is in a comment, with a sentence for each version:
  ///
  ///     <!-- part: filter 2 starts
  ///     GCD: The same work item runs again.
  ///     Operation: …
  ///     Swift concurrency: … -->
  public var parting: String? { partingLines.first.flatMap { $0.isEmpty ? nil : $0 } }

  /// The sentence, as Markdown, that says how a version differs from the others. It may name code of the version. It
  /// is nil for the trap.
  public func difference(_ version: Version) -> String? {
    let label = "\(version.rawValue): "
    return partingLines.first { $0.hasPrefix(label) }.map { String($0.dropFirst(label.count)) }
  }

  /// The code of a version that its difference names, such as `filter.addDependency`.
  public func differingCode(_ version: Version) -> [String] {
    (difference(version) ?? "").matches(of: /`([^`]+)`/).map { String($0.output.1) }
  }

  /// The event at which the versions diverge, or an empty string, and one line for each version.
  private var partingLines: [String] { content.data["part"] ?? [] }

  /// The trap that can be watched.
  public var trap: Trap { Trap(content.data["trap"] ?? [], source: source(.trap)) }

  /// Runs a version to its end. Blocks the calling thread, which includes waiting until no other lesson is running.
  /// It must not be called on the main thread, because the main queue has to run.
  /// - Parameters:
  ///   - jobs: The number of jobs in lessons about the cost of many jobs.
  ///   - hesitates: Whether threads pause for a random time before they record, so that orders that aren't guaranteed
  ///     differ between runs.
  public func run(_ version: Version, jobs: Int = 20_000, hesitates: Bool = false) -> Story {
    Diary.record(jobs: jobs, hesitates: hesitates) {
      let ended = Gate()
      Task.detached { [body = versions[version]?.body] in
        await body?()
        ended.open()
      }
      ended.wait()
    }
  }

  public enum Version: String, CaseIterable, Codable, Sendable {
    case gcd = "GCD"
    case operation = "Operation"
    case tasks = "Swift concurrency"
    /// The incorrect version, which demonstrates the trap.
    case trap = "The trap"

    /// The versions that do the lesson's work, one for each API.
    public static let apis: [Version] = [.gcd, .operation, .tasks]
  }

  /// The line in a version's file below which readers need nothing: the code that runs the shown part here, and the
  /// promises that `.ci/lessons` checks.
  public static let divider = "\n\n// Only for running and checking it here.\n"

  /// Returns the shown part of a version's code, without its recording.
  public func plain(_ version: Version) -> PlainCode {
    let source = source(version)
    guard let end = source.firstRange(of: Self.divider)?.lowerBound else { return PlainCode(source) }
    return PlainCode(source[..<end] + "\n")
  }

  /// Returns the code of a version's file.
  public func source(_ version: Version) -> String { versions[version]?.source ?? "" }
}
