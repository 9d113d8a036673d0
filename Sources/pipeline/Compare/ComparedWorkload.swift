import ArgumentParser
import Engine
import Engines
import Foundation
import Measurement
import Workloads

/// A workload that can be compared. It defines how a new process runs the workload, and how the report of that
/// process is read.
enum ComparedWorkload: String, CaseIterable {
  case photos, scroll, thumbnails, poster

  /// Returns the command-line arguments that run the workload in a new process.
  /// - Parameters:
  ///   - list: The user's list, or nil for the samples of `server`.
  ///   - output: The path that the run may write to.
  ///   - rest: Additional options from the user.
  func arguments(
    engine: String, list: String?, server: String?, output: String, seed: UInt64, rest: [String]
  ) -> [String] {
    let (_, samples, options) = plan(output: output, seed: seed, rest: rest)
    return [rawValue, list ?? (server.map { $0 + samples }) ?? "", "--engine", engine, "--json"] + options
      + rest
  }

  /// Returns the command that runs the workload, the path of its list on the sample server, and its options.
  private func plan(
    output: String = "", seed: UInt64 = 1, rest: [String] = []
  ) -> (command: any SessionCommand.Type, samples: String, options: [String]) {
    switch self {
    case .photos: (PhotosCommand.self, "/photos.plist", ["--out", output])
    case .scroll:
      (
        ScrollCommand.self, "/photos.jsonl?count=1000",
        (try? ScrollCommand.parse(["list"] + rest))?.isSeeded == false ? [] : ["--seed", "\(seed)"]
      )
    case .thumbnails:
      (
        ThumbnailsCommand.self, "/monarchs.json",
        ["--out", output] + (rest.contains { $0.hasPrefix("--resize") } ? [] : ["--size", "64"])
      )
    case .poster:
      (
        PosterCommand.self,
        // As many photos as the command itself would request.
        "/photos.jsonl?count=\(PosterSettings().entries)", ["--out", output + ".png", "--seed", "\(seed)"]
      )
    }
  }

  /// Parses the output of a process that ran the workload.
  /// - Returns: Nil if the output isn't from this workload.
  func report(printed data: Data) -> Report? {
    let decoder = JSONDecoder()
    if self == .scroll {
      return (try? decoder.decode(ScrollSummary.self, from: data)).map(Report.init)
    }
    return (try? decoder.decode(RunRecord.self, from: data)).map(Report.init)
  }

  struct Report {
    var compared: [Figure: Double]
    /// The failed photos. The array is empty for scrolling, where failures depend on timing.
    var failed: [Failure] = []
    /// The reason why the run couldn't continue.
    var error: String?
    let calls: APICalls?

    fileprivate init(_ record: RunRecord) {
      compared = record.figures
      compared[.bytesFetched] = Double(record.bytesFetched)
      compared[.bytesWasted] = record.bytesWasted.map(Double.init)
      (failed, error, calls) = (record.failed, record.error, record.apiCalls)
    }

    fileprivate init(_ report: ScrollSummary) {
      (compared, calls) = (report.figures, report.apiCalls)
      compared[.bytesFetched] = Double(report.bytesFetched)
      compared[.bytesWasted] = Double(report.bytesWasted)
      compared[.shownAtRest] = report.shown.median
      compared[.filteredAtRest] = report.sepia.median
    }
  }
}

/// Validation of the user's options.
extension ComparedWorkload {
  /// Checks the options that the user gave for every run, before the first run starts.
  /// - Parameter isServed: Whether the runs use the comparison's sample server.
  /// - Throws: `ValidationError`, for an option that the comparison sets itself or that the command doesn't accept.
  func validate(_ rest: [String], isServed: Bool) throws {
    for argument in rest {
      let name = String(argument.prefix { $0 != "=" })
      guard let reason = Self.taken[name] else { continue }
      throw ValidationError("\(name) is not allowed after --: \(reason).")
    }
    let parsed: any SessionCommand
    do { parsed = try parse(rest) } catch {
      let command = plan().command
      let isHelp = command.exitCode(for: error) == .success
      throw ValidationError(
        isHelp
          ? "only options of a run are allowed after --; pipeline \(rawValue) --help lists them."
          : "after --: \(command.message(for: error))")
    }
    if isServed { try parsed.transfers.refuseSampleServer() }
    if let other = parsed.arguments.dropFirst().first {
      throw ValidationError(
        "after --: every run has a list, so “\(oneLine(other))” is not allowed; see --list.")
    }
  }

  /// Returns the files that the options for every run name.
  func files(_ rest: [String]) -> [NamedFile] {
    guard let command = try? parse(rest) else { return [] }
    return command.outputs + command.others.filter { $0.path != "-" }
  }

  /// Parses the options for every run. The comparison's own files are replaced by one that is never in the way.
  private func parse(_ rest: [String]) throws -> any SessionCommand {
    let arguments = arguments(
      engine: EngineName.gcd.rawValue, list: "/dev/null", server: nil, output: "/dev/null", seed: 1,
      rest: rest)
    return try plan().command.parse(Array(arguments.dropFirst()))
  }

  private static let taken: [String: String] = {
    let reasons = [
      (["--engine", "-e"], "the comparison sets it; choose engines with --engines, before --"),
      (["--out", "-o"], "every run writes into its own folder, which is removed afterwards"),
      (["--json"], "every run reports in JSON to the comparison; for its record, give --json before --"),
      (
        ["--events", "--trace", "--record-jobs"],
        "a trace costs time, and every run would replace it; see --report"
      ),
      (
        ["--verbose", "-v", "--quiet", "-q", "--json-lines", "--preview", "--explain"],
        "the output of a run is not shown"
      ),
      (["--dry-run", "--print-script"], "nothing would be run"),
      (
        ["--force", "--refresh", "--take-over", "--wait"],
        "every run writes into its own folder, where nothing is yet"
      ),
      (["--failures"], "every run would replace it"),
      (
        ["--delay", "--jitter", "--rate", "--failure-rate", "--failure-kinds", "--seed"],
        "the comparison has the sample server; give it before --"
      ),
      (["--search", "--search-url", "--search-items", "--search-link"], "every run has a list; see --list"),
    ]
    let pairs = reasons.flatMap { names, reason in names.map { ($0, reason) } }
    return Dictionary(pairs) { first, _ in first }
  }()
}
