import Foundation

/// A running tool, with output that a test can wait for.
public final class RunningTool: Sendable {
  private let child: Child
  private let state = Awaited((output: "", hasEnded: false))

  /// - Parameter folder: The working directory.
  public init(_ tool: Tool, _ arguments: [String], in folder: String = "/") throws {
    let pipe = Pipe()
    child = try Child(
      tool.path ?? tool.rawValue, arguments, in: folder, output: .pipe(pipe), error: .pipe(pipe))
    child.whenEnded { [state] _ in state.change { $0.hasEnded = true } }
    // A `readabilityHandler` isn't used, because on Linux it may close the descriptor while Dispatch still
    // watches it. libdispatch then reads freed memory.
    Thread.detachNewThread { [state] in
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        state.change { $0.output += String(decoding: data, as: UTF8.self) }
      }
    }
  }

  public func stop() { child.send(SIGKILL) }

  /// Waits for the line that contains `start`, and returns the text after it. Returns nil if the tool ended
  /// first. If the test is cancelled, for example by its time limit, the tool is ended.
  public func line(after start: String) async -> String? {
    await withTaskCancellationHandler {
      await state.first { state -> String?? in
        for line in state.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
          if let range = line.range(of: start) { return String(line[range.upperBound...]) }
        }
        return state.hasEnded ? .some(nil) : nil
      }
    } onCancel: {
      stop()
    }
  }
}
