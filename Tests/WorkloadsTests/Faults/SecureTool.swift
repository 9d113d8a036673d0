import Base
import Foundation
import TestSupport

/// OpenSSL's own server, with a certificate for 127.0.0.1 that nobody vouches for.
final class SecureTool: Sendable {
  let port: UInt16
  let certificate: String
  private let folder: Folder
  private let process: Locked<Process>

  private init(port: UInt16, certificate: String, folder: Folder, process: Process) {
    (self.port, self.certificate, self.folder) = (port, certificate, folder)
    self.process = Locked(process)
  }

  deinit { process.withLock { _ = kill($0.processIdentifier, SIGKILL) } }

  /// Nil, where there is no OpenSSL.
  static func start() async throws -> SecureTool? {
    let folder = try Folder()
    let (key, certificate) = (folder.path + "/key.pem", folder.path + "/certificate.pem")
    let made = try await onThread {
      let (process, _) = try run([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj",
        "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
      ])
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
    guard made else { return nil }
    let (process, output) = try run([
      "s_server", "-accept", "127.0.0.1:0", "-www", "-key", key, "-cert", certificate,
    ])
    let started = Locked(process)
    let port = await onThread { () -> UInt16? in
      var text = ""
      while true {
        let data = output.availableData
        if data.isEmpty { return nil }
        text += String(decoding: data, as: UTF8.self)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
          if line.hasPrefix("ACCEPT 127.0.0.1:") { return UInt16(line.dropFirst(17)) }
        }
      }
    }
    guard let port else { return nil }
    // So that it never waits for somebody to read.
    output.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
    return started.withLock { SecureTool(port: port, certificate: certificate, folder: folder, process: $0) }
  }

  private static func run(_ arguments: [String]) throws -> (Process, FileHandle) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return (process, output.fileHandleForReading)
  }
}
