import Foundation
import TestSupport
import Testing

extension Folder {
  /// Commits all files, in a repository that is made first if there is none.
  /// - Returns: the commit, as a build names it.
  @discardableResult
  func commitAll() async throws -> String {
    try await git("init", "-q")
    try await git("add", "--all")
    try await git(
      "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", "a")
    return try await git("rev-parse", "--short=12", "HEAD")
  }

  @discardableResult
  private func git(_ arguments: String...) async throws -> String {
    try await runTool("/usr/bin/env", ["git"] + arguments)
  }

  /// Runs a tool here to its end.
  /// - Returns: its output.
  @discardableResult
  func runTool(_ path: String, _ arguments: [String], status: Int32 = 0) async throws -> String {
    let output = Pipe()
    // Within a hook, git's variables name another repository.
    let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    let child = try Child(
      path, arguments, in: self.path, environment: environment, output: .pipe(output))
    let text = await onThread { output.fileHandleForReading.readDataToEndOfFile() }
    #expect(await child.waitForEnd() == .status(status), "\(path) \(arguments)")
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
