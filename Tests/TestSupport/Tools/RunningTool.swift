import Base
import Foundation

/// A running tool, with output that a test can wait for.
public final class RunningTool: Sendable {
  private let child: Child
  private let output = Locked("")
  private let told = Counter()
  public let ended = Gate()

  /// - Parameter folder: The working directory.
  public init(_ tool: Tool, _ arguments: [String], in folder: String = "/") throws {
    let pipe = Pipe()
    child = try Child(
      tool.path ?? tool.rawValue, arguments, in: folder, output: .pipe(pipe), error: .pipe(pipe),
      onEnd: { [ended, told] _ in
        ended.open()
        told.add()
      })
    // A `readabilityHandler` isn't used, because on Linux it may close the descriptor while Dispatch still
    // watches it. libdispatch then reads freed memory.
    Thread.detachNewThread { [output, told] in
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        output.withLock { $0 += String(decoding: data, as: UTF8.self) }
        told.add()
      }
    }
  }

  public func stop() { child.send(SIGKILL) }

  /// Waits for the line that contains `start`, and returns the text after it. Returns nil if the tool ended
  /// first. If the test is cancelled, for example by its time limit, the tool is ended.
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

  /// Runs a tool and waits until it has ended.
  public static func run(_ tool: Tool, _ arguments: [String]) async throws {
    try await RunningTool(tool, arguments).ended.wait()
  }
}
