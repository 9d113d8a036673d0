import Foundation
import TestSupport

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
  ///   - script: of a shell that runs it as `"$@"`, such as `exec "$@" >/dev/full`.
  ///   - started: is given what sends it a signal.
  static func run(
    _ arguments: [String], in folder: String, by script: String? = nil,
    started: (@escaping @Sendable (Int32) -> Void) -> Void = { _ in }
  ) async throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: script == nil ? path : "/bin/sh")
    let arguments = patient(arguments)
    process.arguments = script.map { ["-c", $0, "sh", path] + arguments } ?? arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let (output, error) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = error
    return try await withCheckedThrowingContinuation { go in
      do { try withAllSignals { try process.run() } } catch { return go.resume(throwing: error) }
      let number = process.processIdentifier
      started { kill(number, $0) }
      // Blocking calls have threads of their own.
      let errors = Late { error.fileHandleForReading.readDataToEndOfFile() }
      Thread.detachNewThread {
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let words = String(decoding: errors.value, as: UTF8.self)
        process.waitUntilExit()
        go.resume(returning: Result(status: process.terminationStatus, output: text, error: words))
      }
    }
  }
}

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

/// A value from a thread of its own.
private final class Late: @unchecked Sendable {
  // Safe: written before the semaphore is signalled, read after.
  private let done = DispatchSemaphore(value: 0)
  private var data = Data()

  init(_ work: @escaping @Sendable () -> Data) {
    Thread.detachNewThread { [self] in
      data = work()
      done.signal()
    }
  }

  var value: Data {
    done.wait()
    return data
  }
}
