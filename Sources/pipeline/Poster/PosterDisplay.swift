import Imaging
import Transport
import Workloads

/// The live display of a growing poster.
final class PosterDisplay: RunDisplay {
  private let run: PosterRun
  private let showsPreview: Bool
  private var latest: Picture?

  init(_ run: PosterRun, title: String, _ options: SessionOptions, preview: Bool) {
    (self.run, showsPreview) = (run, preview)
    super.init(run, title: title, options, done: "drawn")
  }

  /// Failed photos are replaced.
  override var doneCount: Int { run.tally.done }

  override func lines(_ screen: Screen) -> [Line] {
    let tally = run.tally
    guard let wanted = run.wanted else { return [screen.bar(nil, " " + run.startNote)] }
    var facts =
      " \(tally.done)/\(counted(wanted, "photo")), \(run.layersWritten)/\(counted(run.layers, "layer"))"
    if tally.failed > 0 { facts += ", \(tally.failed) failed" }
    return [screen.bar(Double(tally.done) / Double(max(1, wanted)), facts)]
      + screen.lines(of: [run.downloads, run.scalings, run.drawings, run.writing])
      + waiting(screen) + remains(screen)
  }

  /// Returns the row of the first download that is waiting. It also states how many others are.
  private func waiting(_ screen: Screen) -> [Line] {
    let waiting = run.waiting
    guard let first = waiting.first else { return [] }
    let others = waiting.count > 1 ? ", and \(counted(waiting.count - 1, "other"))" : ""
    return [screen.row(.waiting, first.name, first.wait.note + others)]
  }

  override func changed(_ photo: Photo) {
    if let wait = photo.meter?.value.wait { say("\(photo.name): \(wait.note)") }
  }

  /// Returns the poster, as far as it has been drawn.
  override func remains(_ screen: Screen) -> [Line] {
    latest.map { previewLines(of: $0, columns: screen.width, rows: max(4, screen.height - 8)) } ?? []
  }

  override func settled(_ outcome: Outcome) {
    super.settled(outcome)
    switch outcome.kind {
    case .done: say("\(outcome.name): drawn")
    case .failed: say("\(outcome.name): failed: \(outcome.reason)")
    case .skipped, .cancelled: say("\(outcome.name): cancelled")
    }
  }

  func wrote(_ layers: Int, _ picture: Picture) {
    // The picture is small enough to be drawn ten times per second.
    if showsPreview, isLive { latest = try? picture.scaled(toFit: Box(square: 400)) }
    say("layer \(layers) written")
  }
}

/// Draws a picture in 24-bit colours. Each character shows two pixels, one above the other: “▀” in the upper pixel's
/// colour, on a background in the lower pixel's colour.
///
/// - Parameters:
///   - columns: The maximum number of characters per line.
///   - rows: The maximum number of lines.
func previewLines(of picture: Picture, columns: Int, rows: Int) -> [Line] {
  let share = min(
    1, Double(columns) / Double(picture.width), Double(2 * rows) / Double(picture.height))
  let width = max(1, Int(Double(picture.width) * share))
  let height = max(2, Int(Double(picture.height) * share) / 2 * 2)
  guard let small = try? picture.scaledDown(width: width, height: height) else { return [] }
  return small.withUnsafeBytes { bytes in
    func color(_ x: Int, _ y: Int) -> String {
      let at = min(y, small.height - 1) * small.bytesPerRow + x * small.format.bytesPerPixel
      return "\(bytes[at]);\(bytes[at + 1]);\(bytes[at + 2])"
    }
    return stride(from: 0, to: small.height, by: 2).map { y in
      Line(String(repeating: "▀", count: small.width)) { _ in
        let cells = (0..<small.width).map { "\u{1B}[38;2;\(color($0, y));48;2;\(color($0, y + 1))m▀" }
        return cells.joined() + "\u{1B}[0m"
      }
    }
  }
}
