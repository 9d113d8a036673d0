import Base
import Foundation
import Workloads

/// The reason why a run yielded no figures.
enum RunFailure: Error, CustomStringConvertible {
  /// The user interrupted the run.
  case stopped
  /// The run exceeded its time limit.
  case tooSlow
  case failed(String)

  var description: String {
    switch self {
    case .stopped: "interrupted"
    case .tooSlow: "it took too long"
    case .failed(let reason): reason
    }
  }
}

/// Runs this program in fresh processes, one at a time. An interrupt ends the running process.
///
/// It may be used from any thread. `run` blocks its calling thread.
final class FreshProcess: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`.
  private let lock = Lock()
  private var current: Process?
  private var isStopped = false

  /// Runs a process to its end.
  /// - Returns: The exit status, standard output, and the error message from standard error, which is empty if there
  ///   was none.
  /// - Throws: `RunFailure`.
  func run(_ arguments: [String]) throws -> (status: Int32, output: Data, complaint: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ownPath)
    process.arguments = arguments
    let (output, error) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = error
    try lock.withLock {
      if isStopped { throw RunFailure.stopped }
      do { try process.run() } catch {
        throw RunFailure.failed("this program cannot be started again: \(error.systemReason)")
      }
      current = process
    }
    // Both pipes are read simultaneously, because a process that fills an unread pipe would block forever.
    let (complaints, isRead) = (Locked(Data()), DispatchGroup())
    DispatchQueue.global().async(group: isRead) {
      let data = error.fileHandleForReading.readDataToEndOfFile()
      complaints.withLock { $0 = data }
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    isRead.wait()
    let words = String(decoding: complaints.withLock { $0 }, as: UTF8.self)
    process.waitUntilExit()
    let wasStopped = lock.withLock {
      current = nil
      return isStopped
    }
    if wasStopped { throw RunFailure.stopped }
    let status = process.terminationStatus
    guard process.terminationReason == .uncaughtSignal else {
      return (status, data, Self.complaint(in: words))
    }
    switch status {
    // Ctrl-C may reach the process before it reaches this one.
    case SIGINT, SIGTERM, SIGHUP: throw RunFailure.stopped
    case SIGALRM: throw RunFailure.tooSlow
    default: throw RunFailure.failed(Self.crash(signal: status, words: words))
    }
  }

  /// Runs a process to its end, and decodes the JSON that it printed.
  /// - Throws: `RunFailure`, including when the process exits with an error.
  func run<Value: Decodable>(_ type: Value.Type, _ arguments: [String]) throws -> Value {
    let result = try run(arguments)
    // Ctrl-C may reach the process before it reaches this one.
    if ExitStatus.interruptions.contains(result.status) { throw RunFailure.stopped }
    guard result.status == ExitStatus.success else {
      throw RunFailure.failed("it ended with status \(result.status): \(result.complaint)")
    }
    return try JSONDecoder().decode(type, from: result.output)
  }

  /// Describes a process that was ended by a signal.
  /// - Parameter words: The process's output on standard error.
  static func crash(signal: Int32, words: String) -> String {
    let words = words.trimmingCharacters(in: .whitespacesAndNewlines)
    return "it was ended by signal \(signal)" + (words.isEmpty ? "" : "; it had written:\n\(words)")
  }

  /// Returns the line that states the error, without any hints and usage text after it.
  static func complaint(in words: String) -> String {
    let (lines, mark) = (words.split(separator: "\n"), "pipeline: ")
    let complaint = lines.first { $0.hasPrefix(mark) }?.dropFirst(mark.count)
    return String(complaint ?? lines.last ?? "")
  }

  /// Asks the running process to stop and clean up. Sends SIGTERM because a process in the background of a script
  /// ignores SIGINT.
  func interrupt() { send(SIGTERM) }

  /// Interrupts the running process, and prevents further ones from starting.
  func stop() {
    lock.withLock { isStopped = true }
    interrupt()
  }

  func kill() { send(SIGKILL) }

  private func send(_ signal: Int32) {
    lock.withLock {
      // Sent under the lock, because the process identifier may be reused once the process has been waited for.
      if let current, current.isRunning { _ = Foundation.kill(current.processIdentifier, signal) }
    }
  }
}

/// The path of this program's executable, used to start it again.
var ownPath: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }
