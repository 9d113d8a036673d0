import Foundation
import Transport
import Workloads

/// The display of a run that filters or saves photos: a progress bar with speed and remaining time, the photos in
/// progress, and the most recently finished ones.
final class PhotoDisplay: RunDisplay {
  private let run: PhotoRun
  private var active: [Int: Photo] = [:]
  private var recent: [Outcome] = []
  private var samples: [(time: Double, done: Double, bytes: Int)] = []
  private var keeps: Bool { run.plan.keeps }

  init(_ run: PhotoRun, title: String, _ options: SessionOptions) {
    self.run = run
    super.init(run, title: title, options, noun: run.plan.noun, done: run.plan.done)
  }

  override var progress: String {
    let words = super.progress
    return words.isEmpty || run.tally.listed == 0 || !keeps ? words : words + ", \(bytes)"
  }

  private var bytes: String { byteText(run.bytesReceived) }

  override func lines(_ screen: Screen) -> [Line] {
    let active = active.values.sorted { $0.number < $1.number }
    let rows = active.prefix(keeps ? 16 : 8).map {
      screen.row($0.mark, title($0.number, $0.name), $0.note())
    }
    let ended = recent.suffix(max(0, 10 - rows.count)).reversed().map {
      screen.row($0.mark, title($0.position - 1, $0.name), $0.note(done: saved($0) ?? "filtered"))
    }
    return [bar(screen, active)] + (keeps ? [] : screen.lines(of: run.pipeline.queues)) + rows + ended
  }

  /// Returns the name and the size of a file that is kept unchanged.
  private func saved(_ outcome: Outcome, _ separator: String = "  ") -> String? {
    keeps ? (outcome.file ?? "") + separator + byteText(outcome.bytes ?? 0) : nil
  }

  private func bar(_ screen: Screen, _ active: [Photo]) -> Line {
    let (tally, total) = (run.tally, run.total)
    let done = Double(tally.settled) + (keeps ? active.reduce(0) { $0 + ($1.meter?.value.share ?? 0) } : 0)
    // Photos are skipped so fast that they would say nothing about the rest.
    let speed = speed(done: done - Double(tally.skipped))
    if tally.listed == 0, total == nil { return screen.bar(nil, " " + run.startNote) }
    var facts = " \(tally.settled)" + (total.map { "/\($0)" } ?? " done")
    facts += keeps ? "  \(bytes)" : speed.map { String(format: "  %.1f photos/s", $0.done) } ?? ""
    if let bytes = speed?.bytes { facts += "  \(byteText(Int(bytes)))/s" }
    let waits = active.map { $0.meter?.value.wait }
    if let total, let seconds = Self.remaining(Double(total) - done, speed: speed?.done, waits) {
      facts += "  \(shortDurationText(seconds)) left"
    }
    if tally.failed > 0 { facts += "  \(tally.failed) failed" }
    return screen.bar(total.map { done / Double(max(1, $0)) }, facts)
  }

  /// Returns the estimated remaining time in seconds, or nil if it can't be estimated. While a host is holding
  /// everything back, the earlier speed is no basis for an estimate.
  nonisolated static func remaining(_ photos: Double, speed: Double?, _ waits: [TransferWait?]) -> Double? {
    guard let speed, speed > 0 else { return nil }
    let isHeld = !waits.isEmpty && waits.allSatisfy { $0?.reason != nil }
    return isHeld ? nil : photos / speed
  }

  /// Returns photos and bytes per second over the last five seconds, or nil while the speed is unknown.
  private func speed(done: Double) -> (done: Double, bytes: Double)? {
    let (now, bytes) = (ProcessInfo.processInfo.systemUptime, run.bytesReceived)
    samples.append((now, done, bytes))
    samples.removeAll { $0.time < now - 5 }
    guard let first = samples.first, now - first.time > 0.25 else { return nil }
    return ((done - first.done) / (now - first.time), Double(bytes - first.bytes) / (now - first.time))
  }

  override func changed(_ photo: Photo) {
    guard showsEvents else { return }
    active[photo.number] = photo
    if !photo.isUnchanged, !keeps || photo.state != .filtered {
      say("\(title(photo.number, photo.name)): \(photo.event())")
    }
  }

  override func settled(_ outcome: Outcome) {
    super.settled(outcome)
    guard showsEvents else { return }
    active[outcome.position - 1] = nil
    let title = title(outcome.position - 1, outcome.name)
    if outcome.kind == .skipped {
      return say("\(title): \(keeps ? "\(outcome.file ?? "") is " : "")already there")
    }
    if outcome.kind == .done, let saved = saved(outcome, ", ") {
      let resumedFrom = outcome.resumedFrom ?? 0
      say("\(title): \(saved)" + (resumedFrom > 0 ? ", resumed after \(byteText(resumedFrom))" : ""))
    }
    recent = Array((recent + [outcome]).suffix(8))
  }

  private func title(_ number: Int, _ name: String) -> String { keeps ? "\(number + 1) \(name)" : name }
}
