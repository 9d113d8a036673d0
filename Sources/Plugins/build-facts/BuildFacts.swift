import Foundation

/// Writes the commit and the compiler version of a build as a Swift file.
///
///     build-facts BuildFacts.swift COMPILER FOLDER ARCHIVED SOURCE…
///
/// FOLDER is the package folder. ARCHIVED contains the commit if it came from `git archive`. A change to one of the
/// SOURCEs marks the build as modified.
@main enum BuildFacts {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 4 else {
      throw Failure("build-facts FILE COMPILER FOLDER ARCHIVED SOURCE…")
    }
    let (made, compiler) = (arguments[0], arguments[1])
    let clone = Clone(folder: arguments[2], archived: arguments[3], sources: Array(arguments[4...]))
    let version = try? output(of: compiler, ["--version"]).split(separator: "\n").first
    let text = """
      enum BuildFacts {
        static let commit = \(quoted(clone.commit))
        static let isModified = \(clone.isModified)
        static let compiler = \(quoted(version.map(String.init)))
      }

      """
    // An unchanged file isn't rewritten, so that nothing is compiled again.
    if (try? String(contentsOfFile: made, encoding: .utf8)) != text {
      try text.write(toFile: made, atomically: true, encoding: .utf8)
    }
  }

  private static func quoted(_ text: String?) -> String {
    "\"" + (text ?? "").filter { $0.isASCII && !$0.isNewline && $0 != "\"" && $0 != "\\" } + "\""
  }
}

/// The package folder: a clone of the repository, an archive of it, or a copy.
private struct Clone {
  let folder: String
  let archived: String
  let sources: [String]

  /// The number of digits that identify a commit in a repository of any size.
  private static let digits = 12

  var commit: String? { isClone ? git(["rev-parse", "--short=\(Self.digits)", "HEAD"]) : archivedCommit }

  var isModified: Bool { isClone && git(["status", "--porcelain", "--"] + sources)?.isEmpty == false }

  /// Whether the folder is the root of a clone. A copy inside another repository isn't, and the commits of that
  /// repository say nothing about the copy.
  private var isClone: Bool { git(["rev-parse", "--show-prefix"]) == "" }

  private var archivedCommit: String? {
    let text = try? String(contentsOfFile: archived, encoding: .utf8)
    let commit = text?.trimmingCharacters(in: .newlines).prefix(Self.digits)
    return commit.flatMap { $0.allSatisfy(\.isHexDigit) ? String($0) : nil }
  }

  /// - Returns: The output, or nil if git is missing or fails.
  private func git(_ arguments: [String]) -> String? {
    try? output(of: "/usr/bin/env", ["git", "--no-optional-locks", "-C", folder] + arguments)
  }
}

/// Returns the output of a command without its final line break.
/// - Throws: `Failure`, or an error if the command can't be started.
private func output(of executable: String, _ arguments: [String]) throws -> String {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(filePath: executable)
  process.arguments = arguments
  // Inside a git hook, these variables would refer to another repository.
  process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  try process.run()
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw Failure("\(executable) failed") }
  return text.trimmingCharacters(in: .newlines)
}

private struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
