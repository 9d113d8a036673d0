import Foundation
import Workloads

/// The live display of a run that filters or saves photos.
final class PhotoDisplay: RunDisplay {
  private let run: PhotoRun
  private let list: LiveList
  private var active: [Int: Photo] = [:]
  private var keeps: Bool { run.plan.keeps }

  init(_ run: PhotoRun, title: String, _ options: ReportingOptions) {
    self.run = run
    list = LiveList(run)
    super.init(title: title, options, done: run.plan.done)
  }

  override var progress: String {
    let words = progressWords(
      run.tally.settled, of: run.total, "\(run.plan.noun)s", failed: run.tally.failed,
      isListed: run.tally.listed > 0, start: run.startNote)
    return words.isEmpty || run.tally.listed == 0 || !keeps ? words : words + ", \(bytes)"
  }

  private var bytes: String { byteText(run.bytesReceived) }

  override func lines(_ screen: Screen) -> [Line] {
    let active = active.values.sorted { $0.number < $1.number }
    let bar = list.bar(
      screen, of: run.total, inFlight: keeps ? active.reduce(0) { $0 + ($1.meter?.share ?? 0) } : 0,
      bytes: run.bytesReceived, waits: active.map { $0.meter?.wait }
    ) { [keeps, bytes] speed in
      keeps ? "  \(bytes)" : speed.map { String(format: "  %.1f photos/s", $0) } ?? ""
    }
    let rows = active.prefix(keeps ? 16 : 8).map { $0.row(name: title($0.number, $0.name)) }
    return [bar] + (keeps ? [] : screen.lines(of: run.pipeline.queues)) + list.rows(screen, active: rows)
  }

  override func changed(_ photo: Photo) {
    active[photo.number] = photo
    if !photo.isUnchanged, !keeps || photo.state != .filtered {
      say("\(title(photo.number, photo.name)): \(photo.event())")
    }
  }

  override func settled(_ outcome: Outcome) {
    super.settled(outcome)
    active[outcome.position - 1] = nil
    let title = title(outcome.position - 1, outcome.name)
    let file = keeps ? outcome.file ?? "" : ""
    var done = "filtered"
    switch outcome.kind {
    case .skipped: return say("\(title): \(keeps ? "\(file) is " : "")already there")
    case .done where keeps:
      let (bytes, resumedFrom) = (byteText(outcome.bytes ?? 0), outcome.resumedFrom ?? 0)
      done = "\(file)  \(bytes)"
      say(
        "\(title): \(file), \(bytes)" + (resumedFrom > 0 ? ", resumed after \(byteText(resumedFrom))" : ""))
    case .done, .failed, .cancelled: break
    }
    list.settled(outcome.row(name: title, done: done))
  }

  private func title(_ number: Int, _ name: String) -> String { keeps ? "\(number + 1) \(name)" : name }
}
