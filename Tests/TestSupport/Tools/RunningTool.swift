import Base
import Foundation

/// A running tool, whose output can be waited for.
public final class RunningTool: Sendable {
  private let process: Locked<Process>
  private let output = Locked("")
  private let told = Counter()
  public let ended = Gate()

  /// - Parameter folder: where it runs.
  public init(_ tool: Tool, _ arguments: [String], in folder: String = "/") throws {
    let process = Process()
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
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
    try process.run()
    // Not a `readabilityHandler`: on Linux it may close the descriptor while Dispatch still watches it, and then
    // libdispatch reads memory that it has freed.
    Thread.detachNewThread { [output, told] in
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        output.withLock { $0 += String(decoding: data, as: UTF8.self) }
        told.add()
      }
    }
  }

  public func stop() {
    // A polite signal would not get through: tools inherit the blocked signals of the thread that starts them.
    process.withLock { if $0.isRunning { kill($0.processIdentifier, SIGKILL) } }
  }

  /// Waits for the line that has `start` in it, and returns what follows there; `nil` when the tool ended first. When the
  /// test is cancelled, as by its time limit, the tool is ended.
  public func line(after start: String) async -> String? {
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
  public static func run(_ tool: Tool, _ arguments: [String]) async throws {
    try await RunningTool(tool, arguments).ended.wait()
  }
}
