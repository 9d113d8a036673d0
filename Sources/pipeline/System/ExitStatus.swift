import ArgumentParser
import Foundation
import PhotoLists
import WebServer
import Workloads

/// A command that chooses its exit status.
protocol StatusCommand: DocumentedCommand {
  /// The files that the user names and that are written, apart from the photos.
  var outputs: [NamedFile] { get }
  /// The files that none of `outputs` may be: those that are read, and the places for the photos.
  var others: [NamedFile] { get }

  /// Runs the command.
  /// - Returns: The exit status.
  /// - Throws: Errors that have an exit status (see `ExitStatus.of(_:)`), and others, which the argument parser
  ///   reports.
  @MainActor func status() throws -> Int32
}

extension StatusCommand {
  var outputs: [NamedFile] { [] }
  var others: [NamedFile] { [] }

  func run() throws {
    // Safe: commands are run on the main thread.
    nonisolated(unsafe) let command = self
    try refuseSharedFiles()
    let status = try MainActor.assumeIsolated { try command.status() }
    if status != ExitStatus.success { throw ExitCode(status) }
  }
}

/// The exit statuses. The argument parser adds 64 for wrong usage.
enum ExitStatus {
  static let success: Int32 = 0
  /// One of the compared runs failed.
  static let runFailed: Int32 = 1
  /// Some photos failed that were not expected to fail.
  static let somePhotosFailed: Int32 = 3
  /// The list doesn't exist, or isn't a list.
  static let noList: Int32 = 66
  /// The port to listen on is in use or not available.
  static let noPort: Int32 = 69
  /// The system has too few threads or open files, or too little memory.
  static let noResources: Int32 = 71
  /// The output can't be written.
  static let cannotWrite: Int32 = 73
  /// The status after an interrupt: 130 for Ctrl-C, 143 for a request to terminate, and 129 for a closed terminal, as
  /// scripts expect.
  static var interrupted: Int32 { 128 + Interrupts.number }
  /// All possible values of `interrupted`.
  static let interruptions = [SIGINT, SIGTERM, SIGHUP].map { 128 + $0 }

  /// Returns the exit status of a run that has ended.
  /// - Parameter isAsExpected: Whether the only failed photos are those that were expected to fail.
  static func of(_ run: Run, isAsExpected: Bool) -> Int32 {
    if run.isCancelled { return interrupted }
    switch run.error {
    case is OutputError: return cannotWrite
    case .some: return noList
    case nil: return isAsExpected ? success : somePhotosFailed
    }
  }

  /// Returns the exit status of an error, or nil if it has none.
  static func of(_ error: any Error) -> Int32? {
    switch error {
    case is OutputError: cannotWrite
    case is ListError, is InputError: noList
    case is Shortage: noResources
    case is WebServerError: noPort
    default: nil
    }
  }
}
