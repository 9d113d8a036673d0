import Imaging
import Workloads

/// What a user sees while a poster is drawn: how far it has come and the poster itself, drawn over themselves, or a plain
/// line for every event. Used on the main queue only.
final class PosterDisplay: RunDisplay {
  private let title: String
  private let run: PosterRun
  private let lines: Terminal?
  private let live: Terminal?
  private let style: Style
  private let showsPreview: Bool
  private var frame: LiveFrame?
  private var latest: Picture?

  /// - Parameters:
  ///   - lines: what lines for events are written to; nil for none.
  ///   - live: the terminal that is drawn on; nil for none.
  ///   - showsPreview: whether it shows the poster as well.
  init(title: String, run: PosterRun, lines: Terminal?, live: Terminal?, showsPreview: Bool) {
    self.title = title
    self.run = run
    self.lines = lines
    self.live = live
    self.showsPreview = showsPreview
    style = Style(usesColor: live?.usesColor ?? false)
    frame = live.map { terminal in LiveFrame(terminal) { [unowned self] width in frameLines(width) } }
  }

  func start() { frame?.start() }

  func settled(_ name: String, _ outcome: PosterOutcome) {
    let event =
      switch outcome {
      case .drawn: "drawn"
      case .failed(let reason): "failed: \(oneLine(reason))"
      case .cancelled: "cancelled"
      }
    lines?.write("\(oneLine(name)): \(event)\n")
  }

  func written(_ layers: Int, _ picture: Picture) {
    // Small enough to be drawn ten times a second.
    if live != nil, showsPreview { latest = try? picture.scaled(toFit: Box(square: 400)) }
    lines?.write("layer \(layers) written\n")
  }

  /// Removes what is not to stay. The poster stays.
  func stop() {
    frame?.stop()
    guard let live, showsPreview else { return }
    live.write(preview(live.size.columns - 1).map { $0.text + "\n" }.joined())
  }

  private func frameLines(_ width: Int) -> [Line] {
    let tally = run.tally
    let wanted = run.wanted ?? 0
    var facts =
      " \(tally.done)/\(counted(wanted, "photo")), \(run.layersWritten)/\(counted(run.layers, "layer"))"
    if tally.failed > 0 { facts += ", \(tally.failed) failed" }
    let queues = [run.downloads, run.scalings, run.drawings, run.writing]
    return [
      Line(fitted(title, to: width), style.bold),
      Line(bar: Double(tally.done) / Double(max(1, wanted)), facts, width, style.cyan),
    ] + Line.lines(of: queues, width, style.dim)
      + (showsPreview ? preview(width) : [])
  }

  private func preview(_ width: Int) -> [Line] {
    guard let live, let latest else { return [] }
    return previewLines(of: latest, columns: width, rows: max(4, live.size.rows - 7))
  }
}
