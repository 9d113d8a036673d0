import Base
import Foundation

/// Why a run gave nothing to compare.
enum RunFailure: Error, CustomStringConvertible {
  /// The user interrupted it.
  case stopped
  /// It was ended because it took longer than it may.
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

/// Runs this program in fresh processes, one at a time, and ends the running one when the user interrupts.
///
/// May be used from any thread; `run` blocks the one that calls it.
final class FreshProcess: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`.
  private let lock = Lock()
  private var current: Process?
  private var isStopped = false

  /// - Returns: also the error message from standard error; empty if there was none.
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
        throw RunFailure.failed("this program cannot be started again: \(error.localizedDescription)")
      }
      current = process
    }
    // Both are read at once: a process that fills an unread pipe would wait forever.
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
    // Ctrl-C may come to it before it comes to this one.
    case SIGINT, SIGTERM, SIGHUP: throw RunFailure.stopped
    case SIGALRM: throw RunFailure.tooSlow
    default: throw RunFailure.failed(Self.crash(signal: status, words: words))
    }
  }

  /// Runs to the end, and reads the JSON that was printed.
  /// - Throws: `RunFailure`, also when it did not succeed.
  func run<Value: Decodable>(_ type: Value.Type, _ arguments: [String]) throws -> Value {
    let result = try run(arguments)
    // Ctrl-C may reach it before it reaches this process.
    if ExitStatus.interruptions.contains(result.status) { throw RunFailure.stopped }
    guard result.status == ExitStatus.success else {
      throw RunFailure.failed("it ended with status \(result.status): \(result.complaint)")
    }
    return try JSONDecoder().decode(type, from: result.output)
  }

  /// - Parameter words: what it had written to standard error.
  static func crash(signal: Int32, words: String) -> String {
    let words = words.trimmingCharacters(in: .whitespacesAndNewlines)
    return "it was ended by signal \(signal)" + (words.isEmpty ? "" : "; it had written:\n\(words)")
  }

  /// The line with the error: hints and usage stand below it.
  static func complaint(in words: String) -> String {
    let (lines, mark) = (words.split(separator: "\n"), "pipeline: ")
    let complaint = lines.first { $0.hasPrefix(mark) }?.dropFirst(mark.count)
    return String(complaint ?? lines.last ?? "")
  }

  /// The running process stops and cleans up, as after Ctrl-C. That it would ignore in the background of a script.
  func interrupt() { send(SIGTERM) }

  /// Interrupts the running process, and starts no more.
  func stop() {
    lock.withLock { isStopped = true }
    interrupt()
  }

  func kill() { send(SIGKILL) }

  private func send(_ signal: Int32) {
    lock.withLock {
      // Under the lock, as the number is free for others once the process was waited for.
      if let current, current.isRunning { _ = Foundation.kill(current.processIdentifier, signal) }
    }
  }
}

/// The path of this program, to start it again.
var ownPath: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }
