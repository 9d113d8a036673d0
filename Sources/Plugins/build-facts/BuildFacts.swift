import Foundation

/// Writes the commit and the compiler that a build is made from, as Swift.
///
///     build-facts BuildFacts.swift COMPILER FOLDER ARCHIVED SOURCE…
///
/// FOLDER is the package's; ARCHIVED has the commit if it came from `git archive`; a change to one of the SOURCEs makes it a
/// modified build.
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
    // A file that is left alone compiles nothing.
    if (try? String(contentsOfFile: made, encoding: .utf8)) != text {
      try text.write(toFile: made, atomically: true, encoding: .utf8)
    }
  }

  private static func quoted(_ text: String?) -> String {
    "\"" + (text ?? "").filter { $0.isASCII && !$0.isNewline && $0 != "\"" && $0 != "\\" } + "\""
  }
}

/// The package's folder: a clone of its repository, an archive made from one, or a copy.
private struct Clone {
  let folder: String
  let archived: String
  let sources: [String]

  /// Digits of a commit that tell it from all others in a repository of any size.
  private static let digits = 12

  var commit: String? { isClone ? git(["rev-parse", "--short=\(Self.digits)", "HEAD"]) : archivedCommit }

  var isModified: Bool { isClone && git(["status", "--porcelain", "--"] + sources)?.isEmpty == false }

  /// False for a copy within another repository, whose commits say nothing about it.
  private var isClone: Bool { git(["rev-parse", "--show-prefix"]) == "" }

  private var archivedCommit: String? {
    let text = try? String(contentsOfFile: archived, encoding: .utf8)
    let commit = text?.trimmingCharacters(in: .newlines).prefix(Self.digits)
    return commit.flatMap { $0.allSatisfy(\.isHexDigit) ? String($0) : nil }
  }

  /// - Returns: nil if there is no git, or it refuses.
  private func git(_ arguments: [String]) -> String? {
    try? output(of: "/usr/bin/env", ["git", "--no-optional-locks", "-C", folder] + arguments)
  }
}

/// Returns the text that a command prints, without the line break at its end.
/// - Throws: `Failure`, and when it can't be started.
private func output(of executable: String, _ arguments: [String]) throws -> String {
  let (process, pipe) = (Process(), Pipe())
  process.executableURL = URL(filePath: executable)
  process.arguments = arguments
  // Within a hook, git's variables name another repository.
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
