import Foundation
import Workloads

/// The live display of a run that filters photos.
final class PhotoDisplay: RunDisplay {
  private let run: PhotoRun
  private let list: LiveList
  private var active: [Int: Photo] = [:]

  init(_ run: PhotoRun, title: String, _ options: ReportingOptions) {
    self.run = run
    list = LiveList(run)
    super.init(title: title, options, done: "filtered")
  }

  override var progress: String {
    progressWords(
      run.tally.settled, of: run.total, "photos", failed: run.tally.failed, isListed: run.tally.listed > 0,
      listRest: run.listRest)
  }

  override func lines(_ screen: Screen) -> [Line] {
    let active = active.values.sorted { $0.number < $1.number }
    let bytes = active.reduce(run.bytes.received) { $0 + ($1.meter?.received ?? 0) }
    let bar = list.bar(
      screen, of: run.total, bytes: bytes, rests: active.map { $0.meter?.rest }
    ) { speed in speed.map { String(format: "  %.1f photos/s", $0) } ?? "" }
    return [bar] + screen.lines(of: [run.pipeline.downloads, run.pipeline.filters])
      + list.rows(screen, active: active.prefix(8).map(\.entry))
  }

  func changed(_ photo: Photo) {
    active[photo.number] = photo
    if !photo.isUnchanged { say("\(photo.name): \(photo.event())") }
  }

  override func settled(_ outcome: Outcome) {
    super.settled(outcome)
    active[outcome.position - 1] = nil
    switch outcome.kind {
    case .skipped: say("\(outcome.name): already there")
    case .done, .failed, .cancelled: list.settled(outcome.entry(name: outcome.name, done: "filtered"))
    }
  }
}
