import ArgumentParser
import PhotoLists
import Workloads

/// The exit statuses; 64 (wrong usage) comes from the argument parser.
enum ExitStatus {
  static let success: Int32 = 0
  /// A run that was to be compared failed.
  static let runFailed: Int32 = 1
  /// Some photos failed that were not meant to.
  static let somePhotosFailed: Int32 = 3
  /// No list there, or not a list.
  static let noList: Int32 = 66
  /// The port to listen on is in use, or not to be had.
  static let noPort: Int32 = 69
  /// The system gives no thread, or no open files.
  static let noResources: Int32 = 71
  /// Nothing can be written.
  static let cannotWrite: Int32 = 73
  /// Ctrl-C.
  static let interrupted: Int32 = 130
}

extension ExitStatus {
  /// - Parameter isAsExpected: whether only photos that were meant to fail have failed.
  static func of(_ run: WorkloadRun, isAsExpected: Bool) -> Int32 {
    if run.isCancelled { return interrupted }
    switch run.error {
    case is OutputError: return cannotWrite
    case .some: return noList
    case nil: return isAsExpected ? success : somePhotosFailed
    }
  }

  /// Runs a command that reports its exit status, or throws `OutputError`, `ListError` or `InputError`.
  static func exit(with command: () throws -> Int32) throws {
    let status: Int32
    do { status = try command() } catch {
      guard let known = of(error) else { throw error }
      report(error)
      status = known
    }
    if status != success { throw ExitCode(status) }
  }

  /// Nil for an error that is no reason to end with a status of its own.
  static func of(_ error: any Error) -> Int32? {
    switch error {
    case is OutputError: cannotWrite
    case is ListError, is InputError: noList
    default: nil
    }
  }
}
