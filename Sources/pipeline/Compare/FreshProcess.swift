import Base
import Foundation

/// Runs this program in fresh processes, one at a time, and ends the running one when the user interrupts.
///
/// May be used from any thread; `run` blocks the one that calls it.
final class FreshProcess: @unchecked Sendable {
  // Safe: mutable state is accessed only under `lock`.
  private let lock = Lock()
  private var current: Process?
  private var isStopped = false
  /// The last one that was ended for taking too long.
  private var slow: Process?

  struct Output {
    let status: Int32
    let output: Data
    /// The error message from standard error; empty if there was none.
    let complaint: String
  }

  enum Failure: Error, CustomStringConvertible {
    case stopped
    case cannotStart(String)
    /// `words` is what it had written to standard error.
    case crashed(signal: Int32, words: String)
    /// It was ended because it took longer than it may.
    case tooSlow

    var description: String {
      switch self {
      case .stopped: "interrupted"
      case .cannotStart(let reason): "this program cannot be started again: \(reason)"
      case .crashed(let signal, let words):
        "it was ended by signal \(signal)" + (words.isEmpty ? "" : "; it had written:\n\(words)")
      case .tooSlow: "it took too long"
      }
    }
  }

  /// - Parameter limit: seconds that it may take.
  /// - Throws: `Failure`.
  func run(_ arguments: [String], limit: Double? = nil) throws -> Output {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ownPath)
    process.arguments = arguments
    let (output, error) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = error
    try lock.withLock {
      if isStopped { throw Failure.stopped }
      do { try process.run() } catch { throw Failure.cannotStart(error.localizedDescription) }
      current = process
    }
    let timer = limit.map { seconds in
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(deadline: .now() + seconds)
      timer.setEventHandler { [self] in end(process) }
      timer.resume()
      return timer
    }
    // Both are read at once: a process that fills a pipe which nobody reads would wait for ever.
    let complaints = Collected(error.fileHandleForReading)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let words = String(decoding: complaints.wait(), as: UTF8.self)
    process.waitUntilExit()
    timer?.cancel()
    let wasStopped = lock.withLock {
      current = nil
      return isStopped
    }
    if wasStopped { throw Failure.stopped }
    if process.terminationReason == .uncaughtSignal {
      if lock.withLock({ slow === process }) { throw Failure.tooSlow }
      // Ctrl-C may come to it before it comes to this one.
      if process.terminationStatus == SIGINT { throw Failure.stopped }
      throw Failure.crashed(
        signal: process.terminationStatus, words: words.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return Output(
      status: process.terminationStatus, output: data,
      complaint: Self.complaint(in: words))
  }

  /// Runs to the end, and reads the JSON that was printed.
  /// - Throws: `Failure`; `RunFailure`, when it did not succeed.
  func run<Value: Decodable>(_ type: Value.Type, _ arguments: [String], limit: Double? = nil) throws -> Value
  {
    let result = try run(arguments, limit: limit)
    // Ctrl-C may reach it before it reaches this process.
    if result.status == ExitStatus.interrupted { throw Failure.stopped }
    guard result.status == ExitStatus.success else {
      throw RunFailure(reason: "it ended with status \(result.status): \(result.complaint)")
    }
    return try JSONDecoder().decode(type, from: result.output)
  }

  /// The line with the error: hints and usage stand below it.
  static func complaint(in words: String) -> String {
    let lines = words.split(separator: "\n")
    for line in lines {
      if line.hasPrefix("pipeline: ") { return String(line.dropFirst("pipeline: ".count)) }
    }
    return lines.last.map(String.init) ?? ""
  }

  /// Does what Ctrl-C would: the running process stops and cleans up.
  func interrupt() { send(SIGINT) }

  /// Interrupts the running process, and starts no more.
  func stop() {
    lock.withLock { isStopped = true }
    interrupt()
  }

  func kill() { send(SIGKILL) }

  private func end(_ process: Process) {
    lock.withLock {
      guard current === process, process.isRunning else { return }
      slow = process
      _ = Foundation.kill(process.processIdentifier, SIGKILL)
    }
  }

  private func send(_ signal: Int32) {
    lock.withLock {
      // Under the lock, as the number is free for others once the process was waited for.
      if let current, current.isRunning { _ = Foundation.kill(current.processIdentifier, signal) }
    }
  }
}

/// Where this program is, to start it again.
var ownPath: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

/// Reads a pipe to its end on a thread of its own.
private final class Collected: @unchecked Sendable {
  // Safe: written before the semaphore is signalled, read after.
  private let done = DispatchSemaphore(value: 0)
  private var data = Data()

  init(_ handle: FileHandle) {
    Thread.detachNewThread { [self] in
      data = handle.readDataToEndOfFile()
      done.signal()
    }
  }

  func wait() -> Data {
    done.wait()
    return data
  }
}
