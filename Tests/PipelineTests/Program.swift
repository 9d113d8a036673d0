import Foundation
import TestSupport
import Testing

/// The built program, run as a user runs it.
enum Program {
  /// Beside the tests.
  static let path: String = {
    #if canImport(ObjectiveC)
      // A bundle, which another program has loaded.
      let tests = Bundle(for: Folder.self).bundleURL
    #else
      let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent("pipeline").path
  }()

  struct Result: Sendable {
    let status: Int32
    let output: String
    let error: String
  }

  /// Runs it to its end, without a terminal.
  /// - Parameters:
  ///   - status: how it has to end; nil where the test itself looks at that.
  ///   - script: of a shell that runs it as `"$@"`, such as `exec "$@" >/dev/full`.
  ///   - signals: sends it those that it gets.
  @discardableResult
  static func run(
    _ arguments: [String], in folder: String = "/", status: Int32? = 0, by script: String? = nil,
    signals: Signals? = nil, at place: SourceLocation = #_sourceLocation
  ) async throws -> Result {
    let (output, error) = (Pipe(), Pipe())
    let arguments = patient(arguments)
    let child = try Child(
      script == nil ? path : "/bin/sh", script.map { ["-c", $0, "sh", path] + arguments } ?? arguments,
      in: folder, output: .pipe(output), error: .pipe(error))
    signals?.reach(child)
    async let errors = onThread { error.fileHandleForReading.readDataToEndOfFile() }
    let text = await onThread { output.fileHandleForReading.readDataToEndOfFile() }
    let result = Result(
      status: await child.waitForEnd().number, output: String(decoding: text, as: UTF8.self),
      error: String(decoding: await errors, as: UTF8.self))
    if let status {
      #expect(result.status == status, "\(result.output)\(result.error)", sourceLocation: place)
    }
    return result
  }
}

extension Folder {
  /// Runs the program here, with arguments as they are typed, none of which has a space in it.
  @discardableResult
  func run(
    _ line: String, status: Int32? = 0, by script: String? = nil, signals: Signals? = nil,
    at place: SourceLocation = #_sourceLocation
  ) async throws -> Program.Result {
    try await Program.run(words(line), in: path, status: status, by: script, signals: signals, at: place)
  }
}

func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

extension Program {
  /// The arguments, with time limits out of the way of tests about something else, on a machine that is busy.
  static func patient(_ arguments: [String]) -> [String] {
    let commands = ["photos", "thumbnails", "download", "poster", "scroll", "gallery"]
    // The path or URL of a list is for the default command.
    guard let first = arguments.first, commands.contains(first) || first.contains(".") else {
      return arguments
    }
    let limits = ["--connect-timeout", "--stall-timeout"].filter { !arguments.contains($0) }
    return arguments + limits.flatMap { [$0, "600"] }
  }
}
