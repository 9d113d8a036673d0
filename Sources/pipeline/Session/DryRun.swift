import Transport
import Workloads

/// The lines of a dry run, one for each entry.
private final class PlanDisplay: RunDisplay {
  private let out: String
  private let broken: Set<String>

  init(_ run: Run, out: String, broken: Set<String>, _ options: SessionOptions) {
    (self.out, self.broken) = (out, broken)
    var options = options
    // The lines are all that a dry run has to say, unless they are JSON.
    if options.outputs.isEmpty { options.verbose = !options.quiet }
    super.init(run, title: "", options, done: "planned", hasProgress: false)
  }

  override func settled(_ outcome: Outcome) {
    super.settled(outcome)
    switch outcome.kind {
    case .done: say("\(URLPassword.removed(from: outcome.url)) → \(out)/\(outcome.file ?? "")")
    case .skipped: say("\(outcome.name): already there")
    case .failed:
      say("\(outcome.name): \(outcome.reason)\(broken.contains(outcome.name) ? onPurpose : "")")
    case .cancelled: break
    }
  }
}

extension Session {
  /// Shows a preview of a run. The run reads the list and the folder, requests no photo and writes nothing.
  /// - Returns: The exit status.
  func preview(_ run: Run, out: String) -> Int32 {
    var options = options
    let display = PlanDisplay(run, out: out, broken: broken, options)
    return self.run(run, display) { [unowned self] figures in
      var record = RunRecord(run, self, out: out, figures: figures)
      (record.kind, record.planned, record.done) = ("dry-run", record.done, nil)
      if let error = run.error { report(error) }
      if run.error == nil || !options.outputs.isEmpty {
        options.quiet = false
        printSummary(record, options) { _ in Self.total(record) }
      }
      return ExitStatus.of(run, isAsExpected: record.isAsExpected)
    }
  }

  private static func total(_ record: RunRecord) -> String {
    let counts = [(record.skipped ?? 0, "already there"), (record.failedCount, "that would fail")]
    let parts =
      ["\(counted(record.planned ?? 0, "file")) to write"]
      + counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let note = passedOverNote(record.passedOver ?? []).map { "\n" + $0 } ?? ""
    return parts.joined(separator: ", ") + "; nothing was done\(note)\n"
  }
}
