import Measurement
import Workloads

extension RunSummary {
  /// The summary of a batch; its record is the last line of a part.
  init(_ run: DownloadRun, _ session: Session, out: String, figures: RunFigures) {
    var record = RunRecord(
      run, session, out: out, isNumbered: true, bytes: (run.bytesReceived, nil), figures: figures)
    let tally = run.tally
    record.part = ListPlace(run.part)
    record.listed = tally.listed
    record.saved = tally.done
    record.skipped = tally.skipped
    self.record = record
    allFailures = "with --json or --failures"
    if tally.listed == 0, !record.interrupted, record.error == nil {
      (headline, place) = (Self.emptyList, "")
      return
    }
    headline = Self.headline(
      "\(counted(tally.done, "file")) saved" + (tally.replaced > 0 ? " (\(tally.replaced) had changed)" : "")
        + (run.resumed > 0 ? " (\(run.resumed) resumed)" : ""), record)
    place = " → \(out)" + (record.part.map { "  (part \($0.shard) of the list)" } ?? "")
    if record.interrupted {
      let rest = run.total == tally.listed ? "" : "The list was not read to its end. "
      notes.append("\(rest)The same command continues from here.")
    }
    if tally.skipped > 0, record.error == nil {
      notes.append("Existing files were kept; use --force to fetch them again.")
    }
  }
}
