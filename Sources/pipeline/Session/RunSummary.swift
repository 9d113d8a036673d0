import ArgumentParser
import Foundation
import Measurement
import PhotoLists
import Workloads

/// What a run came to, for people and for programs.
protocol RunSummary {
  /// One object of JSON, without the line break at its end.
  func json() throws -> String
  func text(_ style: Style) -> String
  /// Those that are named; none where they are counted only.
  var failures: [Failure] { get }
}

extension RunSummary {
  var failures: [Failure] { [] }

  /// Prints the summary on standard output, or, where there is nothing to sum up, the error alone.
  /// - Parameters:
  ///   - json: as JSON; it holds the error itself.
  ///   - isQuiet: prints what failed alone, on standard error.
  ///   - terminal: what the words go to; standard output where it is not taken by something else.
  ///   - error: why nothing was done.
  func show(json: Bool, isQuiet: Bool = false, on terminal: Terminal = .output, insteadOf error: (any Error)?)
  {
    if json {
      Terminal.output.write(((try? self.json()) ?? "{}") + "\n")
    } else if let error {
      report(error)
    } else if isQuiet {
      for failure in failures where !failure.isExpected {
        Terminal.error.write("pipeline: \(oneLine(failure.name)): \(oneLine(failure.reason))\n")
      }
    } else {
      terminal.say(text(Style(usesColor: terminal.usesColor)))
    }
  }
}

extension RunSummary where Self: Encodable {
  func json() throws -> String { try summaryJSON(self) }
}

/// - Parameter pretty: over several lines.
func summaryJSON(_ summary: some Encodable, pretty: Bool = true) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
  return String(decoding: try encoder.encode(summary), as: UTF8.self)
}

/// Prints an error on standard error.
func report(_ error: any Error) { Terminal.error.say("pipeline: \(describe(error))\n") }

extension ExitStatus {
  /// - Parameter isAsExpected: whether nothing failed but what was to fail.
  static func of(_ run: WorkloadRun, isAsExpected: Bool) -> Int32 {
    if run.isCancelled { return interrupted }
    switch run.error {
    case is OutputError: return cannotWrite
    case .some: return noList
    case nil: return isAsExpected ? success : somePhotosFailed
    }
  }

  /// Runs a command that reports its exit status, or throws `OutputError` or `ListError`.
  static func exit(with command: () throws -> Int32) throws {
    let status: Int32
    do { status = try command() } catch let error as OutputError {
      report(error)
      status = cannotWrite
    } catch let error as ListError {
      report(error)
      status = noList
    }
    if status != success { throw ExitCode(status) }
  }
}
