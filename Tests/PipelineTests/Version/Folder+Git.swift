import Foundation
import TestSupport
import Testing

extension Folder {
  /// Commits all files. Creates the repository if necessary.
  ///
  /// - Returns: The commit's name, in the form used by a build.
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

  /// Runs a tool in this folder and waits until it has ended.
  ///
  /// - Returns: The tool's output.
  @discardableResult
  func runTool(_ path: String, _ arguments: [String], status: Int32 = 0) async throws -> String {
    let output = Pipe()
    // In a Git hook, these variables refer to another repository.
    let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    let child = try Child(path, arguments, in: self.path, environment: environment, output: .pipe(output))
    let text = await onThread { output.fileHandleForReading.readDataToEndOfFile() }
    #expect(await child.waitForEnd() == .status(status), "\(path) \(arguments)")
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
