import Measurement
import Workloads

extension RunSummary {
  /// The summary of a poster.
  init(_ run: PosterRun, _ session: Session, list: String, out: String, figures: RunFigures) {
    var record = RunRecord(
      run, session, out: out, bytes: (run.bytes.received, run.bytes.wasted), figures: figures)
    let (drawn, wanted) = (run.tally.done, run.wanted ?? 0)
    record.list = list
    record.wanted = wanted
    record.drawn = drawn
    record.layers = run.layersWritten
    self.record = record
    if wanted == 0, !record.interrupted, record.error == nil {
      (headline, place) = (Self.emptyList, "")
      return
    }
    if drawn == wanted {
      headline = Self.headline(
        "\(counted(drawn, "photo")) drawn", record,
        failed: record.failed.count == 1 ? "other failed" : "others failed")
    } else {
      headline = Self.headline("\(drawn) of \(counted(wanted, "photo")) drawn", record)
    }
    place =
      " → "
      + (run.layersWritten > 0 ? "\(out) (\(counted(run.layersWritten, "layer")))" : "nothing was written")
  }
}
