/// One thing that Grand Central Dispatch and Operation do differently: both versions of it, as text and as code that runs.
public struct Lesson: Sendable, CustomStringConvertible {
  /// The text of the lesson's files.
  public struct Text: Sendable {
    /// Below `Comparison/Lessons`: `06-a-cancelled-dependency`.
    public let folder: String
    public let readme: String
    public let gcd: String
    public let operation: String

    public init(folder: String, readme: String, gcd: String, operation: String) {
      (self.folder, self.readme, self.gcd, self.operation) = (folder, readme, gcd, operation)
    }
  }

  public let text: Text
  private let gcd: @Sendable (Diary) -> Void
  private let operation: @Sendable (Diary) -> Void

  public init(
    _ text: Text, gcd: @escaping @Sendable (Diary) -> Void, operation: @escaping @Sendable (Diary) -> Void
  ) {
    (self.text, self.gcd, self.operation) = (text, gcd, operation)
  }

  public var number: Int { Int(text.folder.prefix { $0.isNumber }) ?? 0 }

  /// From the first line of the readme, `# 6 · Title`.
  public var title: String {
    let heading = text.readme.prefix { !$0.isNewline }
    return String(heading.drop { $0 != "·" }.dropFirst().drop { $0 == " " })
  }

  public var description: String { "\(number) · \(title)" }

  /// The readme without its heading.
  public var explanation: String {
    String(text.readme.drop { !$0.isNewline }.drop { $0.isNewline })
  }

  /// Runs a version to its end. The calling thread is blocked, and must not be the main one, whose queue has to run.
  /// - Parameter jobs: how many a lesson makes that is about what many of them cost.
  public func run(_ version: Version, jobs: Int = 20_000) -> Story {
    let diary = Diary(jobs: jobs)
    switch version {
    case .gcd: gcd(diary)
    case .operation: operation(diary)
    }
    return diary.story
  }

  public enum Version: String, CaseIterable, Sendable {
    case gcd = "GCD"
    case operation = "Operation"
  }

  public func source(_ version: Version) -> String { version == .gcd ? text.gcd : text.operation }
}
