import Foundation
import TestSupport
import Testing

/// The built program, run as a user would run it.
enum Program {
  /// The path of the program, which is in the same folder as the tests.
  static let path: String = {
    #if canImport(ObjectiveC)
      // The tests are a bundle that is loaded by another program.
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

  /// Runs the program without a terminal, and waits until it has ended.
  ///
  /// - Parameters:
  ///   - status: The expected exit status, or nil if the test checks it.
  ///   - script: A shell script that runs the program as `"$@"`, such as `exec "$@" >/dev/full`.
  ///   - signals: Sends its signals to the program.
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
  /// Runs the program in this folder. Arguments are separated by spaces, so none can contain a space.
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
  /// Returns the arguments with time limits so long that they can't interfere on a busy machine.
  static func patient(_ arguments: [String]) -> [String] {
    let commands = ["photos", "thumbnails", "download", "poster", "scroll", "gallery"]
    // The path or URL of a list selects the default command.
    guard let first = arguments.first, commands.contains(first) || first.contains("."),
      // These options stand alone.
      !arguments.contains("--replay"), !arguments.contains("--print-script")
    else {
      return arguments
    }
    let limits = ["--connect-timeout", "--stall-timeout"].filter { !arguments.contains($0) }
    return arguments + limits.flatMap { [$0, "600"] }
  }
}
