import Foundation
import Workloads

/// The live display of a run that filters photos.
final class PhotoDisplay: RunDisplay {
  private let run: PhotoRun
  private let list: LiveList
  private var active: [Int: Photo] = [:]

  init(_ run: PhotoRun, title: String, _ options: ReportingOptions, records: Terminal?) {
    self.run = run
    list = LiveList(run)
    super.init(
      title: title, isQuiet: options.display.quiet,
      events: options.display.events(json: options.json || records != nil),
      records: records)
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

  func settled(_ photo: Photo, _ outcome: Outcome) {
    active[photo.number] = nil
    var record = EntryRecord(position: photo.number + 1, name: photo.name, url: photo.url)
    var entry = photo.entry
    switch outcome {
    case .done: (record.state, record.file) = ("filtered", photo.fileName)
    case .skipped: (record.state, record.file) = ("kept", photo.fileName)
    case .left: record.state = "left"
    case .failed(let reason): (record.state, record.reason) = ("failed", reason)
    case .cancelled: entry = Entry(mark: .cancelled, name: photo.name, note: "cancelled")
    }
    self.record(record)
    switch outcome {
    case .skipped: say("\(photo.name): already there")
    case .left: say("\(photo.name): left to another run")
    case .done, .failed, .cancelled: list.settled(entry)
    }
  }
}
