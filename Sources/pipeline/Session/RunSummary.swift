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
}

extension RunSummary {
  /// Prints the summary on standard output, or, where there is nothing to sum up, the error alone.
  /// - Parameters:
  ///   - json: as JSON; it holds the error itself.
  ///   - error: why nothing was done.
  func show(json: Bool, insteadOf error: (any Error)?) {
    if json {
      Terminal.output.write(((try? self.json()) ?? "{}") + "\n")
    } else if let error {
      report(error)
    } else {
      Terminal.output.write(text(Style(usesColor: Terminal.output.usesColor)))
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
func report(_ error: any Error) { Terminal.error.write("pipeline: \(describe(error))\n") }

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
