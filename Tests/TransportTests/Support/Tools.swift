import Base
import Foundation
import TestSupport

/// A program of this machine that a test makes use of where there is one.
enum Tool: String {
  case openssl, nghttpd, nginx

  var path: String? {
    // Homebrew's OpenSSL is in none of the usual folders, as macOS has an `openssl` of its own.
    let others = ["/usr/sbin", "/opt/homebrew/opt/openssl@3/bin", "/usr/local/opt/openssl@3/bin"]
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return (path.split(separator: ":").map(String.init) + others).map { "\($0)/\(rawValue)" }.first {
      FileManager.default.isExecutableFile(atPath: $0) && (self != .openssl || Self.isOpenSSL($0))
    }
  }

  var isHere: Bool { path != nil }

  /// Not LibreSSL, which is `openssl` on macOS: its server says nothing of the port that it has taken.
  private static func isOpenSSL(_ path: String) -> Bool {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["version"]
    process.standardOutput = output
    guard (try? process.run()) != nil else { return false }
    let version = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return version.starts(with: Data("OpenSSL ".utf8))
  }
}

/// A running tool, whose output can be waited for.
final class RunningTool: Sendable {
  private let process: Locked<Process>
  private let output = Locked("")
  private let told = Counter()
  let ended = Gate()

  init(_ tool: Tool, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool.path ?? tool.rawValue)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    self.process = Locked(process)
    process.terminationHandler = { [ended, told] _ in
      ended.open()
      told.add()
    }
    pipe.fileHandleForReading.readabilityHandler = { [output, told] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      output.withLock { $0 += String(decoding: data, as: UTF8.self) }
      told.add()
    }
    try process.run()
  }

  func stop() {
    // A polite signal would not get through: tools inherit the blocked signals of the thread that starts them.
    process.withLock { if $0.isRunning { kill($0.processIdentifier, SIGKILL) } }
  }

  /// Waits for the line that has `start` in it, and returns what follows there; `nil` when the tool ended first. When the
  /// test is cancelled, as by its time limit, the tool is ended.
  func line(after start: String) async -> String? {
    await withTaskCancellationHandler {
      var seen = 0
      while true {
        let text = output.value
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
          if let range = line.range(of: start) { return String(line[range.upperBound...]) }
        }
        if ended.isOpen { return nil }
        seen += 1
        await told.reach(seen)
      }
    } onCancel: {
      stop()
    }
  }

  /// Runs a tool to its end.
  static func run(_ tool: Tool, _ arguments: [String]) async throws {
    try await RunningTool(tool, arguments).ended.wait()
  }
}

/// A folder with a key and a self-signed certificate for the loopback address, gone with its last reference.
final class Certificate: Sendable {
  private let place: Folder
  var folder: String { place.path }
  var key: String { folder + "/key.pem" }
  var certificate: String { folder + "/certificate.pem" }

  init() async throws {
    place = try Folder()
    try await RunningTool.run(
      .openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out",
        certificate,
      ])
  }
}
