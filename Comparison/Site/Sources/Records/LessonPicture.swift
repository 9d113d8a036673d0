import Lessons
import Timelines

/// A recorded run of lesson 11, as the README shows it. The three versions are stacked, and a line through all of
/// them marks the moment at which they diverge.
struct LessonPicture {
  static let lesson = 11
  static let name = "lesson-\(lesson)"

  private static let transfers = ["first transfer", "second transfer", "third transfer"]
  /// The versions. Each has a colour and a note about the fate of its third transfer.
  private static let versions: [(version: Lesson.Version, title: String, color: Palette, note: String)] = [
    (.gcd, "GCD: a serial queue", .gcd, "starts: the closure of the second has returned"),
    (.operation, "Operation: a queue with a limit of one", .operation, "waits: the second has not finished"),
    (.tasks, "Swift concurrency: await in a loop", .tasks, "comes later: the second is awaited"),
  ]

  private let drawing: TimelineDrawing
  /// The position of the moment at which GCD's third transfer starts, from 0 to 1.
  private let parting: Double

  /// - Throws: `PublishingError` if a transfer is missing.
  /// - Parameter timeline: Returns the recorded run of a version.
  init(_ timeline: (Lesson.Version) throws -> Timeline) throws {
    let columns = try Self.versions.map { version in
      let run = try timeline(version.version)
      var lanes = try Self.transfers.map { name in
        guard let lane = run.lanes.first(where: { $0.name == name }) else {
          throw PublishingError("in the run of lesson 11, “\(version.version.rawValue)” has no “\(name)”")
        }
        return Timeline.Lane(name, bars: lane.bars)
      }
      lanes[lanes.count - 1].detail = version.note
      return TimelineDrawing.Column(version.title, color: version.color, timeline: Timeline(lanes: lanes))
    }
    drawing = TimelineDrawing(columns, kind: .time)
    guard let gcd = drawing.columns.first?.timeline,
      let start = gcd.lanes.last?.bars.first(where: { $0.state == .running })?.start
    else { throw PublishingError("in the run of lesson 11, GCD’s third transfer never starts") }
    parting = drawing.axis.places(gcd)(start)
  }

  /// The drawing as a file that is as wide as the page. Its text keeps its size, so that it can be read on a phone.
  var svg: String {
    // In pixels.
    let (top, heading, overlap) = (44.0, 20.0, 12.0)
    var body: [Markup] = []
    var y = top
    for (number, column) in drawing.columns.enumerated() {
      let isLast = number == drawing.columns.count - 1
      let look: Markup? = isLast ? nil : " class=\"upper\""
      body.append(
        """
        <text class="heading" y="\(decimal(y + 12))" style="fill:\(column.color.property)">\(column.name)</text>
        <g transform="translate(0 \(decimal(y + heading)))"\(look)>\(drawing.element(column, id: column.color.rawValue))</g>
        """)
      // The ticks below the last drawing are for all of them.
      y += heading + drawing.height(column) - (isLast ? 0 : overlap)
    }
    let x = TimelineDrawing.percent(parting)
    // The line is drawn first, so that no text is crossed out.
    let file: Markup = """
      <svg xmlns="http://www.w3.org/2000/svg" width="100%" height="\(decimal(y))" role="img">
      <title>Three transfers that are to run one at a time: lesson 11, a recorded run</title>
      <style>\(Markup(verbatim: style))</style>
      <text class="title" y="14">Three transfers, to run one at a time</text>
      <line class="parting" x1="\(x)" x2="\(x)" y1="\(decimal(top - 8))" y2="\(decimal(y - 22))"/>
      <text class="label" x="\(x)" y="\(decimal(top - 13))">here they part</text>
      \(body.joined(separator: "\n"))
      </svg>

      """
    return file.description
  }

  private var style: String {
    Palette.styleSheet(root: "svg") + TimelineDrawing.styleSheet
      + "svg{background:var(--ground)}text{font:12px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;"
      + "fill:var(--ink)}.title{font-size:14px;font-weight:600}"
      + ".heading{font-weight:600;paint-order:stroke;stroke:var(--ground);stroke-width:4px}.label{text-anchor:middle}"
      + ".parting{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:4 3}.upper .tick{display:none}"
  }
}
