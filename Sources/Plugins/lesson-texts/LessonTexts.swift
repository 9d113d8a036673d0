import Foundation

/// Writes the code and text of the lessons in the given folders, and the code of the helpers, as a Swift file.
///
///     lesson-texts Lessons.swift Comparison/LessonKit/Helpers Comparison/Lessons/01-off-the-main-thread …
@main enum LessonTexts {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let made = arguments.first, let helpers = arguments.dropFirst().first else {
      throw Failure("lesson-texts FILE HELPERS FOLDER…")
    }
    let folders = try arguments.dropFirst(2).map(Folder.init)
    try text(folders, helpers: code(in: helpers)).write(toFile: made, atomically: true, encoding: .utf8)
  }

  private static func code(in folder: String) throws -> String {
    let folder = URL(fileURLWithPath: folder, isDirectory: true)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
      .sorted().map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
      .joined(separator: "\n")
  }

  private static func text(_ folders: [Folder], helpers: String) -> String {
    """
    \(folders.map { "import \($0.module)" }.joined(separator: "\n"))

    let helpers = \(quoted(helpers))

    /// All lessons, in order.
    public let lessons: [Lesson] = [\(folders.map(\.constant).joined(separator: ", "))]

    \(folders.map(\.text).joined(separator: "\n"))
    """
  }
}

/// The folder of a lesson, such as `06-a-cancelled-dependency`, whose module is `Lesson06`.
private struct Folder {
  private let name: String
  private let texts: [(part: String, text: String)]
  private let isTrapAsync: Bool

  init(_ path: String) throws {
    let folder = URL(fileURLWithPath: path, isDirectory: true)
    name = folder.lastPathComponent
    texts = try Self.parts.map { part, file in
      (part, try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8))
    }
    isTrapAsync = texts.contains { $0.text.contains("func trap() async") }
  }

  private static let parts = [
    ("readme", "README.md"), ("gcd", "GCD.swift"), ("operation", "Operation.swift"),
    ("tasks", "Tasks.swift"), ("trap", "Trap.swift"),
  ]

  private var number: Substring { name.prefix(2) }
  var module: String { "Lesson\(number)" }
  var constant: String { "lesson\(number)" }

  var text: String {
    """
    private let \(constant) = Lesson(
      Lesson.Text(
        folder: "\(name)",
        \(texts.map { "\($0.part): \(quoted($0.text))" }.joined(separator: ",\n    "))),
      gcd: \(module).gcd, operation: \(module).operation, tasks: \(module).tasks,
      trap: .\(isTrapAsync ? "awaiting" : "blocking")(\(module).trap))

    """
  }
}

private func quoted(_ text: String) -> String { "####\"\"\"\n\(text)\n\"\"\"####" }

private struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
