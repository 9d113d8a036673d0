import Measurement
import Workloads

/// What a part of a batch came to: the last line of `download --json`.
struct DownloadPart: Encodable {
  let part: ListPlace
  let engine: String
  let out: String
  let listed: Int
  let saved: Int
  let skipped: Int
  let failed: [Failure]
  let cancelled: Int
  let interrupted: Bool
  let error: String?
  let bytesFetched: Int
  let figures: RunFigures

  /// Nil for a run of the whole list.
  init?(engine: String, out: String, run: DownloadRun, figures: RunFigures) {
    guard let part = ListPlace(run.part) else { return nil }
    self.part = part
    self.engine = engine
    self.out = out
    listed = run.tally.listed
    saved = run.tally.done
    skipped = run.tally.skipped
    failed = run.failures.map { Failure($0, broken: [], numbered: true) }
    cancelled = run.tally.cancelled
    interrupted = run.isCancelled
    error = run.isCancelled ? nil : run.error.map(describe)
    bytesFetched = run.bytesReceived
    self.figures = figures
  }
}
