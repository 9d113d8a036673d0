import ArgumentParser
import Foundation
import PhotoLists
import WebServer
import Workloads

/// A command that ends with a status of its own.
protocol StatusCommand: DocumentedCommand {
  /// - Returns: the exit status.
  /// - Throws: errors with a status of their own, see `ExitStatus.of(_:)`; and others, which the parser reports.
  func status() throws -> Int32
}

extension StatusCommand {
  func run() throws {
    let status = try status()
    if status != ExitStatus.success { throw ExitCode(status) }
  }
}

/// The exit statuses; 64 (wrong usage) comes from the argument parser.
enum ExitStatus {
  static let success: Int32 = 0
  /// A run that was to be compared failed.
  static let runFailed: Int32 = 1
  /// Some photos failed that were not meant to.
  static let somePhotosFailed: Int32 = 3
  /// No list there, or not a list.
  static let noList: Int32 = 66
  /// The port to listen on is in use or not available.
  static let noPort: Int32 = 69
  /// The system gives no thread, or no open files.
  static let noResources: Int32 = 71
  /// Nothing can be written.
  static let cannotWrite: Int32 = 73
  /// Ctrl-C: 130. A request to terminate ends with 143, and a closed terminal with 129, which scripts expect.
  static var interrupted: Int32 { 128 + Interrupts.number }
  /// The values of `interrupted` in any process.
  static let interruptions = [SIGINT, SIGTERM, SIGHUP].map { 128 + $0 }

  /// - Parameter isAsExpected: whether only photos that were meant to fail have failed.
  static func of(_ run: WorkloadRun, isAsExpected: Bool) -> Int32 {
    if run.isCancelled { return interrupted }
    switch run.error {
    case is OutputError: return cannotWrite
    case .some: return noList
    case nil: return isAsExpected ? success : somePhotosFailed
    }
  }

  /// Nil for an error without a status of its own.
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
