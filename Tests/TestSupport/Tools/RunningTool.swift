import Base
import Foundation

/// A running tool, whose output can be waited for.
public final class RunningTool: Sendable {
  private let child: Child
  private let output = Locked("")
  private let told = Counter()
  public let ended = Gate()

  /// - Parameter folder: where it runs.
  public init(_ tool: Tool, _ arguments: [String], in folder: String = "/") throws {
    let pipe = Pipe()
    child = try Child(
      tool.path ?? tool.rawValue, arguments, in: folder, output: .pipe(pipe), error: .pipe(pipe),
      onEnd: { [ended, told] _ in
        ended.open()
        told.add()
      })
    // Not a `readabilityHandler`: on Linux it may close the descriptor while Dispatch still watches it, and then
    // libdispatch reads memory that it has freed.
    Thread.detachNewThread { [output, told] in
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        output.withLock { $0 += String(decoding: data, as: UTF8.self) }
        told.add()
      }
    }
  }

  public func stop() { child.send(SIGKILL) }

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
