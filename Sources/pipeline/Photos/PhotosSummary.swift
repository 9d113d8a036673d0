import Measurement
import Workloads

extension RunSummary {
  /// The summary of the main job.
  init(_ run: PhotoRun, _ session: Session, list: String, out: String, figures: RunFigures) {
    var record = RunRecord(
      run, session, out: out, bytes: (run.bytes.received, run.bytes.wasted), figures: figures)
    record.list = list
    record.part = ListPlace(run.part)
    record.listed = run.tally.listed
    record.filtered = run.tally.done
    record.replaced = run.replaced.values.reduce(0, +)
    record.skipped = run.tally.skipped
    self.init(record, isEmpty: run.tally.listed == 0, "\(counted(run.tally.done, "photo")) filtered")
    allFailures = "with --json or --failures"
    if run.tally.skipped > 0, record.error == nil {
      notes.append("Existing files were kept; use --force to redo them.")
    }
    if run.leftToOthers > 0 {
      notes.append("\(run.leftToOthers) of them were left to another run, which is making them now.")
    }
    notes += Photo.Replaced.allCases.compactMap { kind in
      run.replaced[kind].map { "\($0) replaced a file that \(kind.words)." }
    }
  }
}

extension Photo.Replaced {
  fileprivate var words: String {
    switch self {
    case .empty: "was empty"
    case .otherURL: "came from another URL"
    case .otherSettings: "had other settings"
    case .olderOriginal: "came from an older original"
    }
  }
}
